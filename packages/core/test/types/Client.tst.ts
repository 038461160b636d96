import * as Client from "@candela/core/Client"
import type { Columns } from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/Endpoint"
import type { Page } from "@candela/core/Envelope"
import type { MarketData } from "@candela/core/MarketData"
import type { MarketDataError } from "@candela/core/MarketDataError"
import type * as Method from "@candela/core/Method"
import * as Preview from "@candela/core/Preview"
import { Context, type Effect, type Layer, type Stream } from "effect"
import { describe, expect, test } from "tstyche"
import {
  events,
  type latest,
  readings,
  status,
  type Event,
  type Reading,
  type ReadingsRequest,
  type Status,
  type StatusRequest,
  type Weather,
} from "../endpoints.js"

describe("Client.layer", () => {
  test("gives the service, and asks for the connection", () => {
    class Fits extends Context.Tag("Fits")<Fits, { readonly status: Method.Single<StatusRequest, Status> }>() {}
    expect(Client.layer(Fits, { status })).type.toBe<Layer.Layer<Fits, never, MarketData>>()
  })

  test("refuses a request interface that lacks a parameter, and names it", () => {
    interface Lacking {
      readonly station: string
    }
    class Service extends Context.Tag("Service")<Service, { readonly status: Method.Single<Lacking, Status> }>() {}
    // @ts-expect-error "the request interface lacks": "resolution"
    Client.layer(Service, { status })
  })

  test("refuses a request interface that has one too many, or of another type", () => {
    interface TooMany extends StatusRequest {
      readonly since: string
    }
    class Service extends Context.Tag("Service")<Service, { readonly status: Method.Single<TooMany, Status> }>() {}
    interface Other {
      readonly station: number
      readonly resolution?: string | undefined
    }
    class Another extends Context.Tag("Another")<Another, { readonly status: Method.Single<Other, Status> }>() {}
    // @ts-expect-error "the endpoint's method is"
    Client.layer(Another, { status })
    // @ts-expect-error "the endpoint lacks": "since"
    Client.layer(Service, { status })
  })

  test("refuses a row type that the endpoint does not give", () => {
    interface Wrong {
      readonly status: string
      readonly open: boolean
      readonly since: string
    }
    class Service extends Context.Tag("Service")<Service, { readonly status: Method.Single<StatusRequest, Wrong> }>() {}
    // @ts-expect-error "the endpoint's method is"
    Client.layer(Service, { status })
  })

  test("refuses methods of another kind, and endpoints that are missing", () => {
    class Paging extends Context.Tag("Paging")<Paging, { readonly events: Method.History<object, Event> }>() {}
    // @ts-expect-error is not assignable
    Client.layer(Paging, { events })
    class Two extends Context.Tag("Two")<
      Two,
      { readonly status: Method.Single<StatusRequest, Status>; readonly other: Method.Single<StatusRequest, Status> }
    >() {}
    // @ts-expect-error Property 'other' is missing
    Client.layer(Two, { status })
  })
})

describe("a method", () => {
  test("is what its endpoint gives", () => {
    expect<Method.Of<typeof status>>().type.toBe<Method.Single<Endpoint.Request<typeof status>, Status>>()
    expect<Method.Of<typeof latest>>().type.toBe<Method.Single<{ readonly station: string }, Reading>>()
    expect<ReturnType<Weather.Service["status"]>>().type.toBe<Effect.Effect<Status, MarketDataError>>()
  })

  test("of a history gives pages, rows and columns", () => {
    type Readings = Weather.Service["readings"]
    expect<Readings>().type.toBeCallableWith({ station: "A", from: 0, to: new Date() })
    expect<ReturnType<Readings>>().type.toBe<Effect.Effect<Page<Reading>, MarketDataError>>()
    expect<ReturnType<Readings["pages"]>>().type.toBe<Stream.Stream<Page<Reading>, MarketDataError>>()
    expect<ReturnType<Readings["stream"]>>().type.toBe<Stream.Stream<Reading, MarketDataError>>()
    expect<ReturnType<Readings["columns"]>>().type.toBe<Stream.Stream<Columns<Reading>, MarketDataError>>()
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
    expect<ReadingsRequest>().type.toBeAssignableTo<Endpoint.Request<typeof readings>>()
  })
})

describe("Preview.of", () => {
  test("is for histories", () => {
    expect(Preview.of).type.toBeCallableWith(readings, { station: "A", from: 0, to: 1 })
    expect(Preview.of).type.not.toBeCallableWith(events, {})
    expect(Preview.of).type.not.toBeCallableWith(readings, { station: "A" })
  })
})
