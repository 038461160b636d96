import * as Endpoint from "@candela/core/Endpoint"
import * as Filter from "@candela/core/Filter"
import * as Param from "@candela/core/Param"
import * as Request from "@candela/core/Request"
import { Either, Schema, type DateTime } from "effect"
import { describe, expect, test } from "tstyche"
import { type events, readings } from "../endpoints.js"

describe("the path of an endpoint", () => {
  const rest = { value: Schema.String }

  test("has each of its keys among the parameters", () => {
    Endpoint.single("a", { ...rest, path: "/v1/{ticker}/{date}", params: { ticker: Param.String, date: Param.Date } })
    Endpoint.single("a", { ...rest, path: "/v1/none", params: {} })
    Endpoint.single("a", {
      ...rest,
      path: "/v1/{ticker}/{date}",
      // @ts-expect-error Property 'date' is missing
      params: { ticker: Param.String },
    })
  })

  test("has no key that may be left out", () => {
    Endpoint.single("a", {
      ...rest,
      path: "/v1/{ticker}",
      // @ts-expect-error Type 'Optional<string, string>' is not assignable to type 'never'
      params: { ticker: Param.optional(Param.String) },
    })
    Endpoint.single("a", {
      ...rest,
      path: "/v1/{ticker}",
      // @ts-expect-error Type 'Defaulted<string, string>' is not assignable to type 'never'
      params: { ticker: Param.withDefault(Param.String, "AAPL") },
    })
  })
})

describe("a filter", () => {
  test("has the operators that it was made with, and no others", () => {
    const { "date.gte": from } = Filter.range("date", Param.Date)
    expect(from).type.toBe<Param.Optional<Param.DateInput, string>>()
    // @ts-expect-error Property 'date.any_of' does not exist
    void Filter.range("date", Param.Date)["date.any_of"]
    // @ts-expect-error Property 'ticker' does not exist
    void Filter.anyOf("ticker", Param.String).ticker
    expect(Filter.equals("ticker", Param.String)).type.toBe<{ readonly ticker: Param.Optional<string> }>()
    expect(Filter.anyOf("ticker", Param.String)["ticker.any_of"]).type.toBe<
      Param.Optional<ReadonlyArray<string>, ReadonlyArray<string>>
    >()
    expect(Filter.allOf("ticker", Param.String)).type.toHaveProperty("ticker.all_of")
  })

  test("that an endpoint lacks does not compile in a request", () => {
    expect<Endpoint.Request<typeof events>>().type.toBeAssignableFrom({ "day.gte": "2024-01-31" })
    // @ts-expect-error '"day.gt"' does not exist in type
    const request: Endpoint.Request<typeof events> = { "day.gt": "2024-01-31" }
    void request
  })
})

describe("a request", () => {
  test("takes what a person has at hand", () => {
    expect<Endpoint.Request<typeof readings>>().type.toBe<{
      readonly station: string
      readonly from: string | number | Date | DateTime.DateTime
      readonly to: string | number | Date | DateTime.DateTime
      readonly limit?: number | undefined
    }>()
    expect<Endpoint.Request<typeof events>["sort"]>().type.toBe<
      | "day"
      | "day.asc"
      | "day.desc"
      | "kind"
      | "kind.asc"
      | "kind.desc"
      | ReadonlyArray<"day" | "day.asc" | "day.desc" | "kind" | "kind.asc" | "kind.desc">
      | undefined
    >()
  })

  test("gives a handler canonical values, the defaults among them", () => {
    expect<Endpoint.Values<typeof readings>>().type.toBe<{
      readonly station: string
      readonly from: string | number
      readonly to: string | number
      readonly limit: number
    }>()
    expect<Endpoint.Values<typeof events>>().type.toBe<{
      readonly "day.gte"?: string
      readonly "day.any_of"?: ReadonlyArray<string>
      readonly "kind.all_of"?: ReadonlyArray<string>
      readonly sort: ReadonlyArray<Param.SortKey<"day" | "kind">>
      readonly limit: number
    }>()
  })

  test("that was read holds no defaults yet", () => {
    expect(Either.getOrThrow(Request.parse(readings, {}))).type.toBe<{
      readonly station: string
      readonly from: string | number
      readonly to: string | number
      readonly limit?: number
    }>()
    expect(Either.getOrThrow(Request.decode(readings, {}))).type.toBe<Endpoint.Values<typeof readings>>()
  })
})

describe("a parameter", () => {
  test("has a default of its own type", () => {
    // @ts-expect-error '"up"' is not assignable to parameter of type '"asc" | "desc"'
    Param.withDefault(Param.literal("asc", "desc"), "up")
    // @ts-expect-error '"price"' is not assignable to type '"day"'
    Param.sort({ columns: ["day"], default: ["price", "asc"] })
  })

  test("is made optional once", () => {
    // @ts-expect-error is not assignable to parameter of type 'Required<
    Param.optional(Param.limit({ default: 10, max: 100 }))
  })
})
