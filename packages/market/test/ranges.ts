/** Ranges of bars, drawn at random. */
import * as BarRange from "@candela/market/BarRange"
import * as TimeZone from "@candela/market/TimeZone"
import { timespans } from "@candela/market/Timespan"
import { FastCheck } from "effect"

export const newYork = "America/New_York"
export const zones: ReadonlyArray<TimeZone.Zone> = [newYork, "UTC", "America/Chicago"]

export const day = FastCheck.integer({ min: TimeZone.dayNumber("2000-01-01"), max: TimeZone.dayNumber("2025-12-31") })
export const bound = FastCheck.oneof(
  day.map(TimeZone.dateOfDay),
  FastCheck.integer({ min: Date.parse("2000-01-01T00:00:00Z"), max: Date.parse("2025-12-31T00:00:00Z") }),
)
export const sort = FastCheck.constantFrom("asc" as const, "desc" as const)
export const anyRange = FastCheck.record({
  multiplier: FastCheck.oneof(FastCheck.integer({ min: 1, max: 30 }), FastCheck.integer({ min: 1, max: 2 ** 31 })),
  timespan: FastCheck.constantFrom(...timespans),
  zone: FastCheck.constantFrom(...zones),
  from: bound,
  to: bound,
  sort,
})
export const range = anyRange.filter((request) => {
  const { from, to } = BarRange.instants(request)
  return from <= to
})
export const shards = FastCheck.integer({ min: 1, max: 40 })

export const ascending = (request: { readonly sort: "asc" | "desc" }, cuts: ReadonlyArray<BarRange.Shard>) =>
  request.sort === "asc" ? cuts : [...cuts].reverse()
