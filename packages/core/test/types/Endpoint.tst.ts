import * as Endpoint from "@candela/core/declare/Endpoint"
import type { Page } from "@candela/core/declare/Envelope"
import * as Field from "@candela/core/declare/Field"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Request from "@candela/core/Request"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import { Either, Schema, type DateTime } from "effect"
import { describe, expect, test } from "tstyche"
import { events, type Reading, readings, stations, status } from "@candela/support/endpoints"

type Flat<T> = { [K in keyof T]: T[K] }

describe("the path of an endpoint", () => {
  const rest = { value: Schema.String }

  test("has each of its keys among the parameters", () => {
    Endpoint.single({ ...rest, path: "/v1/{ticker}/{date}", params: { ticker: Param.String, date: Param.Date } })
    Endpoint.single({ ...rest, path: "/v1/none", params: {} })
    Endpoint.single({
      ...rest,
      path: "/v1/{ticker}/{date}",
      // @ts-expect-error Property 'date' is missing
      params: { ticker: Param.String },
    })
  })

  test("has no key that may be left out", () => {
    Endpoint.single({
      ...rest,
      path: "/v1/{ticker}",
      // @ts-expect-error Type 'Optional<string, string>' is not assignable to type 'never'
      params: { ticker: Param.optional(Param.String) },
    })
    Endpoint.single({
      ...rest,
      path: "/v1/{ticker}",
      // @ts-expect-error Type 'Defaulted<string, string>' is not assignable to type 'never'
      params: { ticker: Param.withDefault(Param.String, "AAPL") },
    })
  })
})

describe("a request", () => {
  const params = {
    station: Param.String,
    ticker: Filter.equals(Param.String),
    date: Filter.range(Param.Date),
    kind: Filter.anyOf(Param.literal("a", "b")),
    size: Filter.rangeOrAnyOf(Param.Number),
    tags: Filter.contains(Param.String),
    type: Param.orBlank(Param.optional(Param.literal("rain", "wind"))),
    limit: Param.limit({ default: 1, max: 2 }),
  }

  test("has the operators of each kind of filter, and no others", () => {
    expect<Flat<Endpoint.RequestOf<typeof params>>>().type.toBe<{
      readonly station: string
      readonly ticker?: string | undefined
      readonly date?: Param.DateInput | undefined
      readonly "date.gt"?: Param.DateInput | undefined
      readonly "date.gte"?: Param.DateInput | undefined
      readonly "date.lt"?: Param.DateInput | undefined
      readonly "date.lte"?: Param.DateInput | undefined
      readonly kind?: "a" | "b" | undefined
      readonly "kind.any_of"?: ReadonlyArray<"a" | "b"> | undefined
      readonly size?: number | undefined
      readonly "size.gt"?: number | undefined
      readonly "size.gte"?: number | undefined
      readonly "size.lt"?: number | undefined
      readonly "size.lte"?: number | undefined
      readonly "size.any_of"?: ReadonlyArray<number> | undefined
      readonly tags?: string | undefined
      readonly "tags.any_of"?: ReadonlyArray<string> | undefined
      readonly "tags.all_of"?: ReadonlyArray<string> | undefined
      readonly type?: "rain" | "wind" | "" | undefined
      readonly limit?: number | undefined
    }>()
  })

  test("is the same with the doc comments of a row's fields", () => {
    const fields = { date: Field.optional(Schema.String), limit: Field.optional(Schema.Number) }
    expect<Flat<Endpoint.RequestOn<typeof fields, typeof params>>>().type.toBe<
      Flat<Endpoint.RequestOf<typeof params>>
    >()
  })

  test("refuses an operator that the endpoint lacks", () => {
    expect<Endpoint.Request<typeof events>>().type.toBeAssignableFrom({ "day.gte": "2024-01-31" })
    // @ts-expect-error '"kind.gt"' does not exist in type 'EventsRequest'
    const request: Endpoint.Request<typeof events> = { "kind.gt": "storm" }
    void request
  })

  test("takes what a person has at hand", () => {
    expect<Flat<Endpoint.Request<typeof readings>>>().type.toBe<{
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
    expect<Flat<Endpoint.Request<typeof stations>>>().type.toBe<{
      readonly active?: boolean | undefined
      readonly type?: "rain" | "wind" | "" | undefined
      readonly names?: ReadonlyArray<string> | "" | undefined
      readonly sort?: "name" | "type" | undefined
      readonly order?: Param.Direction | undefined
    }>()
  })

  test("gives a handler canonical values, the defaults among them", () => {
    expect<Endpoint.ValuesOf<typeof params>>().type.toBe<{
      readonly station: string
      readonly ticker?: string
      readonly date?: string
      readonly "date.gt"?: string
      readonly "date.gte"?: string
      readonly "date.lt"?: string
      readonly "date.lte"?: string
      readonly kind?: "a" | "b"
      readonly "kind.any_of"?: ReadonlyArray<"a" | "b">
      readonly size?: number
      readonly "size.gt"?: number
      readonly "size.gte"?: number
      readonly "size.lt"?: number
      readonly "size.lte"?: number
      readonly "size.any_of"?: ReadonlyArray<number>
      readonly tags?: string
      readonly "tags.any_of"?: ReadonlyArray<string>
      readonly "tags.all_of"?: ReadonlyArray<string>
      readonly type?: "rain" | "wind"
      readonly limit: number
    }>()
    expect<Endpoint.Values<typeof readings>>().type.toBe<{
      readonly station: string
      readonly from: string | number
      readonly to: string | number
      readonly limit: number
    }>()
    expect<Endpoint.Values<typeof events>["sort"]>().type.toBe<ReadonlyArray<Param.SortKey<"day" | "kind">>>()
    expect<Endpoint.Values<typeof stations>["sort"]>().type.toBe<"name" | "type">()
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

describe("the schema of requests", () => {
  const schema = Endpoint.requestSchema(readings)

  test("has plain data that a call accepts", () => {
    expect<Flat<typeof schema.Type>>().type.toBe<{
      readonly station: string
      readonly from: string | number
      readonly to: string | number
      readonly limit?: number
    }>()
    expect<typeof schema.Type>().type.toBeAssignableTo<Endpoint.Request<typeof readings>>()
    const others = [Endpoint.requestSchema(events), Endpoint.requestSchema(stations)] as const
    expect<(typeof others)[0]["Type"]>().type.toBeAssignableTo<Endpoint.Request<typeof events>>()
    expect<NonNullable<(typeof others)[1]["Type"]["names"]>>().type.toBe<ReadonlyArray<string>>()
  })

  test("is one for texts in a URL", () => {
    HttpApiEndpoint.get("readings", "/readings").setUrlParams(schema)
  })

  test("of a page has the page's type", () => {
    expect<Schema.Schema.Type<ReturnType<typeof Endpoint.pageSchema<typeof readings>>>>().type.toBe<Page<Reading>>()
    // @ts-expect-error is not assignable to parameter of type 'AnyRows'
    Endpoint.pageSchema(status)
  })
})

describe("a parameter", () => {
  test("has a default of its own type", () => {
    // @ts-expect-error '"up"' is not assignable to parameter of type '"asc" | "desc"'
    Param.withDefault(Param.literal("asc", "desc"), "up")
    // @ts-expect-error '"price"' is not assignable to type '"day"'
    Param.sort({ columns: ["day"], default: ["price", "asc"] })
    // @ts-expect-error '"price"' is not assignable to type '"day"'
    Param.sortColumn({ columns: ["day"], default: "price" })
  })

  test("is made optional once", () => {
    // @ts-expect-error is not assignable to parameter of type 'Required<
    Param.optional(Param.limit({ default: 10, max: 100 }))
  })

  test("adds up only where it holds several values", () => {
    expect(Param.repeatable(Param.optional(Param.list(Param.String)))).type.toBe<
      Param.Optional<ReadonlyArray<string>, ReadonlyArray<string>>
    >()
    // @ts-expect-error is not assignable to parameter of type 'Param<readonly
    Param.repeatable(Param.optional(Param.String))
  })

  test("may be blank only where it may be left out", () => {
    // @ts-expect-error is not assignable to parameter of type 'Optional<
    Param.orBlank(Param.String)
  })
})

describe("a row", () => {
  const fields = {
    name: Field.required(Schema.String),
    volume: Field.required(Schema.Number, "v"),
    vwap: Field.optional(Schema.Number, "vw"),
    seen: Field.required(Field.Int64),
    otc: Field.optional(Schema.Boolean),
    tags: Field.optional(Schema.Array(Schema.String)),
    status: Field.required(Field.openEnum("open", "closed")),
  }

  test("is derived from its fields, and is what their schema decodes to", () => {
    expect<Flat<Field.Row<typeof fields>>>().type.toBe<{
      readonly name: string
      readonly volume: number
      readonly vwap?: number
      readonly seen: bigint
      readonly otc?: boolean
      readonly tags?: ReadonlyArray<string>
      readonly status: "open" | "closed" | (string & {})
    }>()
    const schema = Field.struct(fields)
    expect<Flat<Field.Row<typeof fields>>>().type.toBe<Flat<Schema.Schema.Type<typeof schema>>>()
  })
})

describe("the annotation of an endpoint", () => {
  const fields = { name: Field.required(Schema.String) }
  interface Row extends Field.Row<typeof fields>, Endpoint.Named {}
  const row: Schema.Schema<Row, Field.Wire<typeof fields>> = Field.struct(fields)
  const params = { station: Param.String, name: Filter.anyOf(Param.String) }
  interface Asked extends Endpoint.RequestOf<typeof params>, Endpoint.Named {}
  const envelope = { total: Field.optional(Schema.Number) }
  const beside = { url: Field.required(Schema.String) }
  interface RowPage extends Page<Row>, Field.Row<typeof envelope>, Field.Row<typeof beside> {}
  const declaration = { path: "/v1/{station}", params, row, envelope, beside } as const

  test("names the request, the row and the page that the declaration gives", () => {
    const list: Endpoint.List<Asked, Row, typeof params, RowPage> = Endpoint.list(declaration)
    const paged: Endpoint.Paged<Asked, Row, typeof params, RowPage> = Endpoint.paged(declaration)
    const plain: Endpoint.Paged<Asked, Row, typeof params> = Endpoint.paged({ path: "/v1/{station}", params, row })
    const single: Endpoint.Single<Asked, Row, typeof params> = Endpoint.single({ ...declaration, value: row })
    expect<Endpoint.PageOf<typeof list>>().type.toBe<RowPage>()
    expect<Endpoint.PageOf<typeof paged>>().type.toBe<RowPage>()
    expect<Endpoint.PageOf<typeof plain>>().type.toBe<Page<Row>>()
    expect<Endpoint.Request<typeof single>>().type.toBe<Asked>()
  })

  test("is what an endpoint of a service has, too", () => {
    const list: Endpoint.List<Asked, Row, typeof params, RowPage> = Endpoint.list(declaration)
    expect(Endpoint.ofService("test", { list })).type.toBe<{ list: typeof list }>()
    // @ts-expect-error is not assignable to type 'Any'
    Endpoint.ofService("test", { list: declaration })
  })

  test("refuses a request that lacks a parameter, has one too many, or another type of one", () => {
    interface Lacking {
      readonly station: string
      readonly name?: string | undefined
    }
    // @ts-expect-error "the interface differs from the declaration in": "name.any_of"
    const lacking: Endpoint.Paged<Lacking, Row, typeof params, RowPage> = Endpoint.paged(declaration)
    interface TooMany extends Asked {
      readonly since?: string
    }
    // @ts-expect-error "the interface differs from the declaration in": "since"
    const tooMany: Endpoint.List<TooMany, Row, typeof params, RowPage> = Endpoint.list(declaration)
    interface Other extends Omit<Asked, "station"> {
      readonly station: number
    }
    // @ts-expect-error "the interface differs from the declaration in": "station"
    const other: Endpoint.Single<Other, Row, typeof params> = Endpoint.single({ ...declaration, value: row })
    // @ts-expect-error "the interface differs from the declaration in": "station"
    const without: Endpoint.List<Omit<Asked, "station">, Row, typeof params, RowPage> = Endpoint.list(declaration)
    interface Optional extends Omit<Asked, "station">, Partial<Pick<Asked, "station">> {}
    // @ts-expect-error "the interface differs from the declaration in": "station"
    const optional: Endpoint.List<Optional, Row, typeof params, RowPage> = Endpoint.list(declaration)
    void [lacking, tooMany, other, without, optional]
  })

  test("refuses a page that lacks a field of the envelope, or one that stands beside the rows", () => {
    interface WithoutEnvelope extends Page<Row>, Field.Row<typeof beside> {}
    // @ts-expect-error "the interface differs from the declaration in": "total"
    const without: Endpoint.Paged<Asked, Row, typeof params, WithoutEnvelope> = Endpoint.paged(declaration)
    interface WithoutBeside extends Page<Row>, Field.Row<typeof envelope> {}
    // @ts-expect-error "the interface differs from the declaration in": "url"
    const alone: Endpoint.Paged<Asked, Row, typeof params, WithoutBeside> = Endpoint.paged(declaration)
    // @ts-expect-error "the interface differs from the declaration in": "total"
    const plain: Endpoint.List<Asked, Row, typeof params> = Endpoint.list({ ...declaration, beside: {} })
    interface Promising extends Page<Row>, Field.Row<typeof beside> {
      readonly total: number
    }
    // @ts-expect-error "the interface differs from the declaration in": "total"
    const promising: Endpoint.Paged<Asked, Row, typeof params, Promising> = Endpoint.paged(declaration)
    void [without, alone, plain, promising]
  })

  test("refuses another value, and another kind", () => {
    interface Other {
      readonly name: number
    }
    // @ts-expect-error is not assignable to type 'Single<Asked, Other,
    const other: Endpoint.Single<Asked, Other, typeof params> = Endpoint.single({ ...declaration, value: row })
    // @ts-expect-error Type '"list"' is not assignable to type '"paged"'
    const kind: Endpoint.Paged<Asked, Row, typeof params, RowPage> = Endpoint.list(declaration)
    void [other, kind]
  })
})
