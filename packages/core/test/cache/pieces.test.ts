import { Cache } from "@candela/core/Cache"
import * as Client from "@candela/core/declare/Client"
import * as Endpoint from "@candela/core/declare/Endpoint"
import { MarketData } from "@candela/core/MarketData"
import * as Param from "@candela/core/declare/Param"
import * as Retry from "@candela/core/Retry"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import * as KeyValueStore from "@effect/platform/KeyValueStore"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck as fc, Layer, Stream, TestClock } from "effect"
import { Reading } from "@candela/support/endpoints"
import { startsOf } from "@candela/support/levels"
import { runs, seeded } from "@candela/support/seeded"
import { asked } from "@candela/support/weather"

const few = { fastCheck: { ...seeded.fastCheck, numRuns: runs(15) } }

const hour = 3_600_000
const day = 24 * hour
const today = Date.parse("2025-06-30T15:20:00Z")

const params = {
  station: Param.String,
  from: Param.DateOrMillis,
  to: Param.DateOrMillis,
  sort: Param.order("asc"),
  limit: Param.limit({ default: 10, max: 50 }),
}

const within = ({ from, to }: { readonly from: unknown; readonly to: unknown }, records: Endpoint.Span) => ({
  first: Math.max(Number(from), records.from),
  last: Math.min(Number(to), records.to),
})

/** A reading an hour, and none that is still to come. */
const hourly = Endpoint.history({
  name: "test.hourly",
  path: "/v1/hourly/{station}/{from}/{to}",
  params,
  row: Reading,
  timeRange: {
    cut: (values, shards, records) => {
      const { first, last } = within(values, records)
      const starts = [Number(values.from), ...startsOf(shards, first, last).slice(1)]
      const parts = starts.map((from, index) => ({ from, to: (starts[index + 1] ?? Number(values.to) + 1) - 1 }))
      return values.sort === "asc" ? parts : parts.reverse()
    },
    rows: (values, records) => {
      const { first, last } = within(values, records)
      const rows = Math.max(0, Math.floor(last / hour) - Math.ceil(first / hour) + 1)
      return { most: rows, expected: rows, final: Number(values.to) + 1 }
    },
    covered: () => 1,
  },
})

const serve: ScriptedTransport.Script = ({ at, url }) => {
  const [from, to] = url.pathname.split("/").slice(-2).map(Number) as [number, number]
  const start = Math.ceil(from / hour)
  const length = Math.max(0, Math.floor(Math.min(to, at) / hour) - start + 1)
  const readings = Array.from({ length }, (_, index) => ({ t: (start + index) * hour, v: start + index }))
  const sorted = url.searchParams.get("sort") === "desc" ? readings.toReversed() : readings
  const offset = Number(url.searchParams.get("offset") ?? 0)
  const end = offset + Number(url.searchParams.get("limit"))
  const next = new URL(url)
  next.searchParams.set("offset", String(end))
  return ScriptedTransport.json({
    status: "OK",
    results: sorted.slice(offset, end),
    ...(end < sorted.length && { next_url: next.href }),
  })
}

const connection = Layer.provideMerge(
  MarketData.layer({ baseUrl: "http://service.test", apiKey: "distinctive-key", retry: Retry.none }),
  ScriptedTransport.layer(serve),
)

interface Asked {
  readonly from: number
  /** In milliseconds. */
  readonly length: number
  readonly sort: "asc" | "desc"
  readonly pageSize: number
  readonly concurrency: number
}

/** The rows of a range at some time, and the requests for them. */
const read = ({ concurrency, from, length, pageSize, sort }: Asked, now: number) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(now)
    const methods = yield* Client.make({ hourly })
    const request = { station: "a", from, to: from + length, sort }
    const rows = yield* Stream.runCollect(methods.hourly.stream(request, { pageSize, concurrency }))
    return { rows: [...rows], requests: yield* asked }
  })

const arbitrary: fc.Arbitrary<Asked> = fc.record({
  from: fc.oneof(
    fc.integer({ min: today - 14 * day, max: today }),
    fc.integer({ min: 0, max: 14 }).map((days) => today - (today % day) - days * day),
  ),
  length: fc.integer({ min: 0, max: 20 * day }),
  sort: fc.constantFrom("asc" as const, "desc" as const),
  pageSize: fc.constantFrom(7, 24, 50),
  concurrency: fc.constantFrom(1, 3),
})

const cached = Layer.provideMerge(Cache.layer({ partition: "test" }), connection)

describe("a history that is cut for the cache", () => {
  it.effect.prop(
    "has the same rows day after day as without a cache",
    { asked: arbitrary, later: fc.array(fc.integer({ min: 0, max: 5 * day }), { maxLength: 1 }) },
    ({ asked, later }) =>
      Effect.gen(function* () {
        const store = Layer.succeedContext(yield* Layer.build(KeyValueStore.layerMemory))
        for (const now of [today, ...later.map((time) => today + time)]) {
          const without = yield* Effect.provide(read(asked, now), connection)
          const through = yield* Effect.provide(read(asked, now), Layer.provide(cached, store))
          assert.deepStrictEqual(through.rows, without.rows)
        }
      }).pipe(Effect.scoped),
    few,
  )

  it.effect.prop(
    "asks on the next days only for what was open: two pages or a day, and what has settled since",
    { asked: arbitrary, later: fc.integer({ min: 0, max: 5 * day }) },
    ({ asked, later }) =>
      Effect.gen(function* () {
        const goesOn = { ...asked, length: 30 * day }
        const store = Layer.succeedContext(yield* Layer.build(KeyValueStore.layerMemory))
        yield* Effect.provide(read(goesOn, today), Layer.provide(cached, store))
        const next = yield* Effect.provide(read(goesOn, today + later), Layer.provide(cached, store))
        assert.isAbove(next.requests.length, 0)
        for (const request of next.requests) {
          const from = Number(request.split("?")[0]!.split("/").at(-2))
          assert.isAtLeast(from, Math.max(asked.from, today - day - 4 * day))
        }
      }).pipe(Effect.scoped),
    few,
  )

  it.effect.prop(
    "takes at most a page more for each page, and a day more, than without a cache",
    { asked: arbitrary },
    ({ asked }) =>
      Effect.gen(function* () {
        const one = { ...asked, concurrency: 1 }
        const without = yield* Effect.provide(read(one, today), connection)
        const through = yield* Effect.provide(read(one, today), Layer.provide(cached, KeyValueStore.layerMemory))
        const days = Math.ceil(Math.max(0, Math.min(asked.length, today - asked.from) / day)) + 1
        const most = asked.pageSize < 24 ? without.requests.length + days : 2 * without.requests.length + 2
        assert.isAtMost(through.requests.length, most)
      }),
    few,
  )
})
