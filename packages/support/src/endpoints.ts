import * as Client from "@candela/core/declare/Client"
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Filter from "@candela/core/declare/Filter"
import type { MarketData } from "@candela/core/MarketData"
import * as Param from "@candela/core/declare/Param"
import { Context, Schema, type Layer } from "effect"
import { startsOf } from "./levels.js"

const readingFields = {
  /** When it was read, epoch milliseconds. */
  at: Field.required(Schema.Number, "t"),
  value: Field.required(Schema.Number, "v"),
  note: Field.optional(Schema.String, "x"),
}

/** A reading: a number at an instant. */
export interface Reading extends Field.Row<typeof readingFields>, Endpoint.Named {}
export const Reading: Schema.Schema<Reading, Field.Wire<typeof readingFields>> = Field.struct(readingFields)

const readingsParams = {
  /** Which station. */
  station: Param.String,
  from: Param.DateOrMillis,
  to: Param.DateOrMillis,
  /** Readings of a page. */
  limit: Param.limit({ default: 2, max: 50_000 }),
}

export interface ReadingsRequest extends Endpoint.RequestOf<typeof readingsParams>, Endpoint.Named {}

const numberOf = (instant: string | number) => (typeof instant === "number" ? instant : Date.parse(instant))

/**
 * Readings of a station: a history with one reading a millisecond, cut at whole milliseconds.
 * Forecasts are among them, so the clock is no bound.
 */
export const readings: Endpoint.History<ReadingsRequest, Reading, typeof readingsParams> = Endpoint.history({
  name: "test.readings",
  path: "/v1/readings/{station}/{from}/{to}",
  params: readingsParams,
  row: Reading,
  timeRange: {
    cut: ({ from, to }, shards) => {
      const [first, last] = [numberOf(from), numberOf(to)]
      const starts = startsOf(shards, first, last)
      return starts.map((from, index) => ({ from, to: (starts[index + 1] ?? last + 1) - 1 }))
    },
    rows: ({ from, to }) => {
      const rows = Math.max(0, numberOf(to) - numberOf(from) + 1)
      return { most: rows, expected: rows, final: numberOf(to) + 1 }
    },
    covered: ({ from, to }, _, at) => (at - numberOf(from) + 1) / (numberOf(to) - numberOf(from) + 1),
  },
})

const eventsParams = {
  /** The day of the event. */
  day: Filter.rangeOrAnyOf(Param.Date, 3),
  kind: Filter.contains(Param.String),
  sort: Param.sort({ columns: ["day", "kind"], default: ["day", "desc"] }),
  limit: Param.limit({ default: 10, max: 100 }),
}

export interface EventsRequest extends Endpoint.RequestOf<typeof eventsParams>, Endpoint.Named {}

const eventFields = {
  day: Field.required(Schema.String),
  kind: Field.required(Schema.String),
  /** Epoch nanoseconds. */
  seen: Field.optional(Field.Int64),
}

export interface Event extends Field.Row<typeof eventFields>, Endpoint.Named {}
export const Event: Schema.Schema<Event, Field.Wire<typeof eventFields>> = Field.struct(eventFields)

/** Events, with filters: paged, without a time range. */
export const events: Endpoint.Paged<EventsRequest, Event, typeof eventsParams> = Endpoint.paged({
  name: "test.events",
  path: "/v1/events",
  params: eventsParams,
  row: Event,
})

const stationsParams = {
  active: Param.withDefault(Param.Boolean, true),
  /** What they measure; blank means all. */
  type: Param.orBlank(Param.optional(Param.literal("rain", "wind"))),
  names: Param.orBlank(Param.optional(Param.repeatable(Param.list(Param.String)))),
  sort: Param.sortColumn({ columns: ["name", "type"], default: "name" }),
  order: Param.order("asc"),
}

export interface StationsRequest extends Endpoint.RequestOf<typeof stationsParams>, Endpoint.Named {}

const stationFields = { name: Field.required(Schema.String) }

export interface Station extends Field.Row<typeof stationFields>, Endpoint.Named {}
const Station: Schema.Schema<Station, Field.Wire<typeof stationFields>> = Field.struct(stationFields)

/** All stations: a list in one answer. */
export const stations: Endpoint.List<StationsRequest, Station, typeof stationsParams> = Endpoint.list({
  name: "test.stations",
  path: "/v1/stations",
  params: stationsParams,
  row: Station,
})

const statusParams = {
  station: Param.String,
  resolution: Param.refusedAs(
    Param.optional(Param.text(/^\d+(min|hour)$/, 'such as "5min" or "1hour"')),
    "BadResolution",
  ),
}

export interface StatusRequest extends Endpoint.RequestOf<typeof statusParams>, Endpoint.Named {}

const statusFields = { status: Field.required(Schema.String), open: Field.required(Schema.Boolean) }

export interface Status extends Field.Row<typeof statusFields>, Endpoint.Named {}
const Status: Schema.Schema<Status, Field.Wire<typeof statusFields>> = Field.struct(statusFields)

/** The status of a station: a bare document, by an endpoint that takes a resolution. */
export const status: Endpoint.Single<StatusRequest, Status, typeof statusParams> = Endpoint.single({
  name: "test.status",
  path: "/v1/status/{station}",
  params: statusParams,
  value: Status,
})

const latestParams = { station: Param.String }

export interface LatestRequest extends Endpoint.RequestOf<typeof latestParams>, Endpoint.Named {}

/** The newest reading of a station: one value in `results`. */
export const latest: Endpoint.Single<LatestRequest, Reading, typeof latestParams> = Endpoint.single({
  name: "test.latest",
  path: "/v1/latest/{station}",
  params: latestParams,
  value: Reading,
  at: "results",
})

const endpoints = {
  /** Readings of a station. */
  readings,
  events,
  stations,
  status,
  latest,
}

/** A service of those endpoints. */
export class Weather extends Context.Tag("@candela/core/test/Weather")<Weather, Weather.Service>() {
  static readonly endpoints: typeof endpoints = endpoints
  static readonly layer: Layer.Layer<Weather, never, MarketData> = Client.layer(Weather, endpoints)
}

export declare namespace Weather {
  interface Service extends Client.Methods<typeof endpoints> {}
}
