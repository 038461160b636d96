import * as Client from "@candela/core/declare/Client"
import type { Columns } from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type { Page } from "@candela/core/declare/Envelope"
import type { MarketData } from "@candela/core/MarketData"
import type { BadResolution, CallError, StreamError } from "@candela/core/MarketDataError"
import type * as Method from "@candela/core/Method"
import * as Preview from "@candela/core/Preview"
import { Context, type Effect, type Layer, type Stream } from "effect"
import { describe, expect, test } from "tstyche"
import {
  events,
  type latest,
  type LatestRequest,
  readings,
  status,
  type Event,
  type EventsRequest,
  type Reading,
  type ReadingsRequest,
  type Status,
  type StatusRequest,
  type Weather,
} from "@candela/support/endpoints"

describe("Client.layer", () => {
  test("gives the service, and asks for the connection", () => {
    class Fits extends Context.Tag("Fits")<Fits, { readonly status: Method.Of<typeof status> }>() {}
    expect(Client.layer(Fits, { status })).type.toBe<Layer.Layer<Fits, never, MarketData>>()
  })

  test("refuses a service whose methods are not those of the endpoints", () => {
    interface Other {
      readonly station: number
    }
    class Asking extends Context.Tag("Asking")<Asking, { readonly status: Method.Call<Other, Status> }>() {}
    // @ts-expect-error Argument of type 'typeof Asking' is not assignable
    Client.layer(Asking, { status })
    class Giving extends Context.Tag("Giving")<Giving, { readonly status: Method.Call<StatusRequest, Reading> }>() {}
    // @ts-expect-error Argument of type 'typeof Giving' is not assignable
    Client.layer(Giving, { status })
    class Two extends Context.Tag("Two")<Two, Client.Methods<{ status: typeof status; events: typeof events }>>() {}
    // @ts-expect-error Argument of type 'typeof Two' is not assignable
    Client.layer(Two, { status })
    // @ts-expect-error Argument of type 'typeof Two' is not assignable
    Client.layer(Two, { status, events, readings })
  })
})

describe("a method", () => {
  test("is what its endpoint gives", () => {
    expect<Method.Of<typeof status>>().type.toBe<Method.Call<StatusRequest, Status, BadResolution>>()
    expect<Method.Of<typeof latest>>().type.toBe<Method.Call<LatestRequest, Reading>>()
    expect<Method.Of<typeof events>>().type.toBe<
      Method.Paged<EventsRequest, Event, Page<Event>, Omit<EventsRequest, "limit">>
    >()
    expect<Method.Of<typeof readings>>().type.toBe<
      Method.History<ReadingsRequest, Reading, Page<Reading>, Omit<ReadingsRequest, "limit">>
    >()
    expect<ReturnType<Weather.Service["status"]>>().type.toBe<Effect.Effect<Status, CallError | BadResolution>>()
  })

  test("of a history gives pages, rows and columns", () => {
    type Readings = Weather.Service["readings"]
    expect<Readings>().type.toBeCallableWith({ station: "A", from: 0, to: new Date() })
    expect<ReturnType<Readings>>().type.toBe<Effect.Effect<Page<Reading>, CallError>>()
    expect<ReturnType<Readings["pages"]>>().type.toBe<Stream.Stream<Page<Reading>, StreamError>>()
    expect<ReturnType<Readings["stream"]>>().type.toBe<Stream.Stream<Reading, StreamError>>()
    expect<ReturnType<Readings["columns"]>>().type.toBe<Stream.Stream<Columns<Reading>, StreamError>>()
    expect<Readings["stream"]>().type.toBeCallableWith({ station: "A", from: 0, to: 1 }, { concurrency: 4, shards: 8 })
  })

  test("that pages has no columns and no shards, one of a single answer has no pages", () => {
    expect<Weather.Service["events"]>().type.not.toHaveProperty("columns")
    expect<Weather.Service["events"]["stream"]>().type.toBeCallableWith({}, { prefetch: 0 })
    expect<Weather.Service["events"]["stream"]>().type.not.toBeCallableWith({}, { concurrency: 4 })
    expect<Weather.Service["stations"]>().type.not.toHaveProperty("pages")
    expect<Weather.Service["status"]>().type.not.toHaveProperty("pages")
  })

  test("takes no parameter that its endpoint does not have", () => {
    expect<Weather.Service["readings"]>().type.not.toBeCallableWith({ station: "A", from: 0 })
    expect<Weather.Service["readings"]>().type.not.toBeCallableWith({ station: "A", from: 0, to: 1, adjusted: true })
    expect<Weather.Service["readings"]>().type.not.toBeCallableWith({ station: "A", from: 0, to: true })
    expect<Endpoint.Request<typeof readings>>().type.toBe<ReadingsRequest>()
  })
})

describe("the errors of a method", () => {
  type Errors<F extends (...args: never) => unknown> =
    ReturnType<F> extends Stream.Stream<unknown, infer E> | Effect.Effect<unknown, infer E> ? E : never

  test("are those that its kind and its parameters can raise", () => {
    expect<Errors<Weather.Service["latest"]>>().type.toBe<CallError>()
    expect<Errors<Weather.Service["stations"]>>().type.toBe<CallError>()
    expect<Errors<Weather.Service["events"]>>().type.toBe<CallError>()
    expect<Errors<Weather.Service["events"]["stream"]>>().type.toBe<StreamError>()
    expect<Errors<Weather.Service["readings"]>>().type.toBe<CallError>()
    expect<Errors<Weather.Service["readings"]["columns"]>>().type.toBe<StreamError>()
    expect<Errors<Weather.Service["status"]>>().type.toBe<CallError | BadResolution>()
    expect<Extract<CallError, { _tag: "PaginationError" | "BadResolution" }>>().type.toBe<never>()
    expect<Extract<StreamError, { _tag: "BadResolution" }>>().type.toBe<never>()
  })
})

describe("the size of a page", () => {
  const range = { station: "A", from: 0, to: 1 }
  const { events: eventsMethod, readings: readingsMethod } = {} as Weather.Service

  test("is `limit` in a call and in .pages", () => {
    expect(readingsMethod).type.toBeCallableWith({ ...range, limit: 5 })
    expect(readingsMethod.pages).type.toBeCallableWith({ ...range, limit: 5 })
    expect(eventsMethod).type.toBeCallableWith({ limit: 5 })
    expect(eventsMethod.pages).type.toBeCallableWith({ limit: 5 })
    // @ts-expect-error 'pageSize' does not exist in type 'HistoryPageOptions'
    readingsMethod.pages(range, { pageSize: 5 })
    // @ts-expect-error 'pageSize' does not exist in type 'PageOptions'
    eventsMethod.pages({}, { pageSize: 5 })
  })

  test("is an option of streams, of columns and of a preview, whose requests take no `limit`", () => {
    expect(readingsMethod.stream).type.toBeCallableWith(range, { pageSize: 5 })
    expect(readingsMethod.columns).type.toBeCallableWith(range, { pageSize: 5 })
    expect(eventsMethod.stream).type.toBeCallableWith({}, { pageSize: 5 })
    expect(Preview.of).type.toBeCallableWith(readings, range, { pageSize: 5 })
    // @ts-expect-error 'limit' does not exist in type 'Omit<ReadingsRequest, "limit">'
    readingsMethod.stream({ ...range, limit: 5 })
    // @ts-expect-error 'limit' does not exist in type 'Omit<ReadingsRequest, "limit">'
    readingsMethod.columns({ ...range, limit: 5 })
    // @ts-expect-error 'limit' does not exist in type 'Omit<EventsRequest, "limit">'
    eventsMethod.stream({ limit: 5 })
    // @ts-expect-error 'limit' does not exist in type 'Omit<ReadingsRequest, "limit">'
    Preview.of(readings, { ...range, limit: 5 })
  })
})

describe("Preview.of", () => {
  test("is for histories", () => {
    expect(Preview.of).type.toBeCallableWith(readings, { station: "A", from: 0, to: 1 })
    expect(Preview.of).type.not.toBeCallableWith(events, {})
    expect(Preview.of).type.not.toBeCallableWith(readings, { station: "A" })
  })
})
