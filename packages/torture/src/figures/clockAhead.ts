/** Stores that are synced while this machine's clock is ahead of the service's, or behind it. */
import { MarketData } from "@candela/core/MarketData"
import { Store } from "@candela/history/Store"
import * as Universe from "@candela/history/Universe"
import * as Calendar from "@candela/market/Calendar"
import { dayMillis } from "@candela/market/TimeZone"
import { Stocks } from "@candela/stocks/Stocks"
import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Chunk, Clock, Effect, Layer, Logger, Random, Stream } from "effect"
import * as Clients from "../Clients.js"
import type { Figure, Scale } from "../Figure.js"
import * as Loopback from "../Loopback.js"

const trials: Readonly<Record<Scale["name"], number>> = { test: 1, short: 4, long: 200 }

const tickers = ["AAPL", "MSFT", "NVDA", "BRK.B"]
const range = { from: "2024-03-04", to: "2024-06-14" }
const sessions = Calendar.sessions(range.from, range.to)
const first = Date.parse("2024-03-20T16:00:00Z")
const last = Date.parse("2024-06-20T16:00:00Z")
/** Most days by which the clock is wrong. */
const most = 60

/** A clock whose date stands still; its durations are real. */
const clockAt = (now: number) =>
  Effect.map(Effect.clock, (clock): Clock.Clock => ({
    ...Clock.make(),
    unsafeCurrentTimeMillis: () => now,
    currentTimeMillis: Effect.succeed(now),
    unsafeCurrentTimeNanos: () => clock.unsafeCurrentTimeNanos(),
    currentTimeNanos: clock.currentTimeNanos,
    sleep: (duration) => clock.sleep(duration),
  }))

/** A service with daily bars up to its present, which its `Date` tells. */
const serve = Effect.gen(function* () {
  const state = { now: first, requests: 0 }
  const barAt = (t: number) => ({ t, o: 100, h: 101, l: 99, c: 100.5, v: 1000 })
  const url = yield* Loopback.http((request, response) => {
    state.requests += 1
    const { pathname } = new URL(request.url!, "http://service")
    const known = sessions.filter(({ close }) => close <= state.now)
    const parts = pathname.split("/")
    const rows = pathname.startsWith("/v2/aggs/grouped/")
      ? known
          .filter(({ date }) => date === parts.at(-1))
          .flatMap(({ close, midnight }) => tickers.map((T) => ({ T, ...barAt(midnight), t: close })))
      : pathname.startsWith("/v2/aggs/")
        ? known
            .filter(({ midnight }) => midnight >= Number(parts.at(-2)) && midnight <= Number(parts.at(-1)))
            .map(({ midnight }) => barAt(midnight))
        : []
    response.writeHead(200, { "content-type": "application/json", date: new Date(state.now).toUTCString() })
    response.end(JSON.stringify({ status: "OK", request_id: "made-up", results: rows }))
  })
  return { url, state }
})

export const clockAhead: Figure = {
  name: "clock-ahead",
  what: "stores that are synced again and again while the machine's clock is up to 60 days ahead of the service's or behind it, by day and by ticker, then once with the right clock",
  bound: "0 bars lost; the next sync requests nothing",
  run: ({ name, seed }) =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const { state, url } = yield* serve
      const random = Random.make(`${seed} clock-ahead`)
      const universe = Universe.bars(Stocks.endpoints.bars, { tickers, timespan: "day" })
      const violations: Array<string> = []
      let [syncs, told] = [0, 0]

      const withStore = <A, E>(
        folder: string,
        now: number,
        use: (store: Store.Service) => Effect.Effect<A, E, MarketData>,
      ) =>
        Effect.gen(function* () {
          const clock = yield* clockAt(now)
          return yield* Effect.flatMap(Store, use).pipe(
            Effect.provide(Layer.provide(Store.layer(folder), NodeContext.layer)),
            Effect.provide(Layer.provide(MarketData.layer({ baseUrl: url, apiKey: "made-up-key" }), Clients.node)),
            Effect.provide(Logger.remove(Logger.defaultLogger)),
            Effect.withClock(clock),
          )
        })

      const trial = (number: number) =>
        Effect.gen(function* () {
          const what = `seed ${seed}, trial ${number}`
          const folder = yield* files.makeTempDirectoryScoped()
          const by = (yield* random.nextBoolean) ? "day" : "ticker"
          const sync = (ahead: number) =>
            withStore(folder, state.now + ahead * dayMillis, (store) => store.sync(universe, range, { by }))
          state.now = first
          while (state.now < last) {
            const ahead = yield* random.nextIntBetween(-most, most + 1)
            const { clockAhead } = yield* sync(ahead)
            syncs += 1
            if (clockAhead !== undefined) told += 1
            state.now += (yield* random.nextIntBetween(1, 25)) * dayMillis
          }
          yield* sync(0)
          const before = state.requests
          yield* sync(0)
          if (state.requests > before)
            violations.push(`${what}: ${state.requests - before} requests of a settled range`)
          const bars = yield* withStore(folder, state.now, (store) =>
            Effect.map(Stream.runCollect(store.read(universe, range, { gaps: "allow" })), Chunk.size),
          )
          const lost = tickers.length * sessions.length - bars
          if (lost !== 0) violations.push(`${what}: ${lost} of ${tickers.length * sessions.length} bars lost`)
        }).pipe(Effect.scoped)

      yield* Effect.forEach(Array(trials[name]).keys(), trial, { discard: true })
      if (told === 0) violations.push("no difference of the clocks was told")
      return { measured: `${syncs} syncs of ${trials[name]} stores: ${violations.length} faults`, violations }
    }),
}
