import { NotFound } from "@candela/core/MarketDataError"
import * as Mock from "@candela/core/Mock"
import { Effect, Stream, type Layer } from "effect"
import { describe, expect, test } from "tstyche"
import { type Event, type Reading, type ReadingsRequest, Weather } from "@candela/support/endpoints"

const reading: Reading = { at: 1, value: 2 }
const missing = new NotFound({ endpoint: "test.readings", detail: "" })

describe("Mock.layer", () => {
  test("gives the service, whichever methods are mocked", () => {
    expect(Mock.layer(Weather, {})).type.toBe<Layer.Layer<Weather>>()
    expect(Mock.layer(Weather, { readings: Mock.paged([reading]) })).type.toBe<Layer.Layer<Weather>>()
  })

  test("hands a mock the request of the method that it stands for", () => {
    Mock.layer(Weather, {
      readings: Mock.paged((request) => {
        expect(request).type.toBe<ReadingsRequest>()
        return request.station === "A" ? [reading] : missing
      }),
      stations: Mock.paged(({ active }) => (active === true ? [{ name: "A" }] : [])),
      status: Mock.single(({ station }) => ({ status: "OK", open: station === "A" })),
      latest: Mock.single(({ station }) => (station === "A" ? reading : missing)),
    })
  })

  test("takes rows, streams, effects and errors by the request", () => {
    Mock.layer(Weather, { readings: Mock.paged(() => new Set([reading])) })
    Mock.layer(Weather, { readings: Mock.paged(() => Stream.make(reading)) })
    Mock.layer(Weather, { readings: Mock.paged(() => Effect.succeed([reading])) })
    Mock.layer(Weather, { readings: Mock.paged(() => Effect.succeed(Stream.make(reading))) })
    Mock.layer(Weather, { readings: Mock.paged(() => Effect.fail(missing)) })
    Mock.layer(Weather, { readings: Mock.paged(() => missing) })
    Mock.layer(Weather, { latest: Mock.single(() => Effect.succeed(reading)) })
  })

  test("refuses rows of another type", () => {
    // @ts-expect-error Argument of type '() => { at: number; }[]' is not assignable
    Mock.layer(Weather, { readings: Mock.paged(() => [{ at: 1 }]) })
    // @ts-expect-error Property 'value' is missing
    Mock.layer(Weather, { readings: Mock.paged([{ at: 1 }]) })
    const half = () => ({ status: "OK" })
    expect(Mock.layer).type.toBeCallableWith(Weather, { status: Mock.single(() => ({ ...half(), open: true })) })
    expect(Mock.layer).type.not.toBeCallableWith(Weather, { status: Mock.single(half) })
  })

  test("refuses rows that lack fields, also where all of them come in one answer", () => {
    expect(Mock.layer).type.toBeCallableWith(Weather, { stations: Mock.paged([{ name: "A" }]) })
    // @ts-expect-error Property 'name' is missing in type '{}'
    Mock.layer(Weather, { stations: Mock.paged([{}]) })
    // @ts-expect-error Type '{}[]' is not assignable to type 'Answer<Station, CallError>'
    Mock.layer(Weather, { stations: Mock.paged(() => [{}]) })
    const rows: Array<{}> = []
    expect(Mock.layer).type.not.toBeCallableWith(Weather, { stations: Mock.paged(rows) })
    expect(Mock.layer).type.not.toBeCallableWith(Weather, { stations: Mock.paged(Stream.fromIterable(rows)) })
  })

  test("refuses errors that the client would not give", () => {
    const failing = Mock.paged(() => Effect.fail("no"))
    expect(Mock.layer).type.not.toBeCallableWith(Weather, { readings: failing })
  })

  test("refuses parameters that the method does not have", () => {
    // @ts-expect-error Property 'ticker' does not exist on type 'ReadingsRequest'
    Mock.layer(Weather, { readings: Mock.paged(({ ticker }) => (ticker === "A" ? [reading] : [])) })
  })

  test("refuses methods that the service does not have, and mocks of another kind", () => {
    // @ts-expect-error 'quotes' does not exist in type 'Partial<Service>'
    Mock.layer(Weather, { quotes: Mock.paged([]) })
    // @ts-expect-error Type 'Call<
    Mock.layer(Weather, { events: Mock.single({ results: [] }) })
  })
})

describe("a mock by itself", () => {
  test("is typed by the method that it is made for", () => {
    const readings: Weather.Service["readings"] = Mock.paged(({ station }) => (station === "A" ? [reading] : []))
    expect(readings({ station: "A", from: 0, to: 1 })).type.toBe<ReturnType<Weather.Service["readings"]>>()
    expect(Mock.paged<Event>([]).stream({})).type.toBe<Stream.Stream<Event>>()
    expect(Mock.paged([reading]).stream({})).type.toBe<Stream.Stream<Reading>>()
    const stations: Weather.Service["stations"] = Mock.paged([{ name: "A" }])
    expect(stations({})).type.toBe<ReturnType<Weather.Service["stations"]>>()
  })
})
