import * as Client from "@candela/core/Client"
import * as Endpoint from "@candela/core/Endpoint"
import * as Envelope from "@candela/core/Envelope"
import * as Field from "@candela/core/Field"
import * as Filter from "@candela/core/Filter"
import type { MarketData } from "@candela/core/MarketData"
import type * as Method from "@candela/core/Method"
import * as Param from "@candela/core/Param"
import { Context, Schema, type Layer } from "effect"

/** A reading: a number at an instant. */
export interface Reading {
  readonly at: number
  readonly value: number
  readonly note?: string
}

export const Reading = Schema.Struct({
  at: Field.required(Schema.Number, "t"),
  value: Field.required(Schema.Number, "v"),
  note: Field.optional(Schema.String, "x"),
})

export interface ReadingsRequest {
  /** Which station. */
  readonly station: string
  readonly from: Param.MillisInput
  readonly to: Param.MillisInput
  readonly limit?: number | undefined
}

const numberOf = (instant: string | number) => (typeof instant === "number" ? instant : Date.parse(instant))

/** Readings of a station: a history with one reading a millisecond, cut at whole milliseconds. Forecasts are among them, so the clock is no bound. */
export const readings = Endpoint.history("test.readings", {
  path: "/v1/readings/{station}/{from}/{to}",
  params: {
    station: Param.String,
    from: Param.DateOrMillis,
    to: Param.DateOrMillis,
    limit: Param.limit({ default: 2, max: 50_000 }),
  },
  envelope: Envelope.List,
  row: Reading,
  timeRange: {
    cut: ({ from, to }, shards) => {
      const [first, last] = [numberOf(from), numberOf(to)]
      const size = Math.ceil((last - first + 1) / shards)
      const starts = Array.from({ length: shards }, (_, shard) => first + shard * size).filter((start) => start <= last)
      return starts.map((start) => ({ from: start, to: Math.min(last, start + size - 1) }))
    },
    rows: ({ from, to }) => {
      const rows = Math.max(0, numberOf(to) - numberOf(from) + 1)
      return { most: rows, expected: rows }
    },
    covered: ({ from, to }, _, at) => (at - numberOf(from) + 1) / (numberOf(to) - numberOf(from) + 1),
  },
})

export interface EventsRequest {
  readonly "day.gte"?: Param.DateInput | undefined
  readonly "day.any_of"?: ReadonlyArray<Param.DateInput> | undefined
  readonly "kind.all_of"?: ReadonlyArray<string> | undefined
  readonly sort?: Param.SortColumn<"day" | "kind"> | ReadonlyArray<Param.SortColumn<"day" | "kind">> | undefined
  readonly limit?: number | undefined
}

export interface Event {
  readonly day: string
  readonly kind: string
  /** Epoch nanoseconds. */
  readonly seen?: bigint
}

const ranged = Filter.range("day", Param.Date)

/** Events, with filters: paged, without a time range. */
export const events = Endpoint.paged("test.events", {
  path: "/v1/events",
  params: {
    "day.gte": ranged["day.gte"],
    ...Filter.anyOf("day", Param.Date, 3),
    ...Filter.allOf("kind", Param.String),
    sort: Param.sort({ columns: ["day", "kind"], default: ["day", "desc"] }),
    limit: Param.limit({ default: 10, max: 100 }),
  },
  envelope: Envelope.List,
  row: Schema.Struct({
    day: Field.required(Schema.String),
    kind: Field.required(Schema.String),
    seen: Field.optional(Field.Int64),
  }),
})

export interface StationsRequest {
  readonly active?: boolean | undefined
}

export interface Station {
  readonly name: string
}

/** All stations: a list in one answer. */
export const stations = Endpoint.list("test.stations", {
  path: "/v1/stations",
  params: { active: Param.withDefault(Param.Boolean, true) },
  envelope: Envelope.List,
  row: Schema.Struct({ name: Field.required(Schema.String) }),
})

export interface StatusRequest {
  readonly station: string
  readonly resolution?: string | undefined
}

export interface Status {
  readonly status: string
  readonly open: boolean
}

/** The status of a station: a bare document, by an endpoint that takes a resolution. */
export const status = Endpoint.single("test.status", {
  path: "/v1/status/{station}",
  params: { station: Param.String, resolution: Param.optional(Param.String) },
  value: Schema.Struct({ status: Field.required(Schema.String), open: Field.required(Schema.Boolean) }),
})

/** The newest reading of a station: one value in `results`. */
export const latest = Endpoint.single("test.latest", {
  path: "/v1/latest/{station}",
  params: { station: Param.String },
  value: Reading,
  at: "results",
})

const endpoints = { readings, events, stations, status, latest }

/** A service of those endpoints. */
export class Weather extends Context.Tag("@candela/core/test/Weather")<Weather, Weather.Service>() {
  static readonly endpoints: typeof endpoints = endpoints
  static readonly layer: Layer.Layer<Weather, never, MarketData> = Client.layer(Weather, endpoints)
}

export declare namespace Weather {
  interface Service {
    readonly readings: Method.History<ReadingsRequest, Reading>
    readonly events: Method.Paged<EventsRequest, Event>
    readonly stations: Method.Single<StationsRequest, Envelope.Page<Station>>
    readonly status: Method.Single<StatusRequest, Status>
    readonly latest: Method.Single<{ readonly station: string }, Reading>
  }
}
