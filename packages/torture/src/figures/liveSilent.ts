/** Peers of the live channel that are silent, though their connections are open. */
import { CryptoLive } from "@candela/crypto/Live"
import { Clock, Effect, Exit, Fiber, Scope, Stream } from "effect"
import type { Figure, Scale } from "../Figure.js"
import * as Ledger from "../live/Ledger.js"
import * as Line from "../live/Line.js"
import * as Market from "../live/Market.js"

/** How often each way of silence is met. */
const rounds: Readonly<Record<Scale["name"], number>> = { test: 1, short: 2, long: 20 }

/** Silence after which a connection is looked into, and time for each answer, milliseconds. */
const [stale, answer] = [2_000, 10_000]

/** What a busy machine may add, milliseconds. */
const slack = 4_000

/** Time in which an interrupted stream and its socket must be gone, milliseconds. */
const soon = 2_000

/** The market is faster than a clock, and trades at all hours. */
const speed = 60

const tickers = ["X:BTCUSD", "X:ETHUSD", "X:SOLUSD"]

const minute = 60_000

const { minuteBars } = CryptoLive.topics

/** Before which step a service falls silent. */
type Way = Line.Silence | "ignoring"

const ways: ReadonlyArray<Way> = ["deaf", "half-open", "ignoring"]

export const liveSilent: Figure = {
  name: "live-silent",
  what: "a live service that accepts a connection and does nothing, and one that falls silent while it sends rows",
  bound: `connected again after stale and ${answer / 1000} s, rows lost 0, repeated 0; an interrupted stream ends within ${soon / 1000} s, with its socket`,
  run: ({ name, seed }, say) =>
    Effect.gen(function* () {
      const violations: Array<string> = []
      const names = Array.from({ length: rounds[name] }, (_, round) => ways.map((way) => ({ round, way }))).flat()
      const keyOf = ({ round, way }: (typeof names)[0]) => `${way}-${round}`
      const market = yield* Market.start({
        now: Market.midnight,
        keys: Object.fromEntries(
          names.flatMap((one) => [keyOf(one), `left-${keyOf(one)}`]).map((key) => [key, "business" as const]),
        ),
        live: { from: Market.at("00:00"), speed, late: 0 },
      })
      const judged: Array<Ledger.Judgement> = []
      let [found, gone, rows] = [0, 0, 0]
      const clock = Clock.make()

      const begin = (apiKey: string, line: Line.Line) =>
        Effect.gen(function* () {
          const scope = yield* Scope.make()
          const connections = yield* Scope.extend(
            Market.build({ url: market.url, liveUrl: line.origin, apiKey, stale, reconnect: { first: "10 millis" } }),
            scope,
          )
          const live = yield* Effect.provide(CryptoLive.make, connections)
          const ledger = Ledger.make(minuteBars)
          const events = live.minuteBars.follow({
            ticker: tickers,
            from: new Date(Market.at("00:00")),
            fill: { settle: "1 second" },
          })
          const fiber = yield* Effect.fork(Stream.runForEach(events, (event) => Effect.sync(() => ledger.take(event))))
          return { connections, fiber, ledger, scope }
        })
      const until = <A>(look: () => A, hasCome: (value: A) => boolean) =>
        Market.until(Effect.sync(look), hasCome, stale + 3 * answer)

      /** A program finds the silence, and has all rows in the end. */
      const survive = (one: (typeof names)[0]) =>
        Effect.gen(function* () {
          const what = `seed ${seed}, ${keyOf(one)}`
          const line = yield* Line.lay(market.url)
          if (one.way === "ignoring") yield* line.ignoreNext
          const { connections, fiber, ledger, scope } = yield* begin(keyOf(one), line)
          if (one.way !== "ignoring") {
            yield* until(
              () => ledger.counts().filled,
              (filled) => filled > 0,
            )
            yield* line.silence(one.way)
          }
          const since = clock.unsafeCurrentTimeMillis()
          yield* until(
            () => line.came.length,
            (count) => count > 1,
          )
          const took = (line.came[1] ?? Infinity) - since
          found = Math.max(found, took)
          if (took > (one.way === "ignoring" ? 0 : stale) + answer + slack)
            violations.push(`${what}: connected again after ${took} ms`)
          const limit = yield* market.now
          yield* until(
            () => ledger.counts().filled,
            (filled) => filled > (one.way === "ignoring" ? 0 : 1),
          )
          const history = yield* Effect.provide(
            Effect.forEach(tickers, (ticker) => Market.history(minuteBars, ticker)),
            connections,
          )
          const judgement = ledger.judge(history.flat(), limit - minute)
          judged.push(judgement)
          const counts = ledger.counts()
          rows += counts.rows
          if (Ledger.faults(judgement) > 0) violations.push(`${what}: ${JSON.stringify(judgement)}`)
          violations.push(...counts.unfilled.map((gap) => `${what}: ${gap}`))
          yield* Fiber.interrupt(fiber)
          yield* Scope.close(scope, Exit.void)
          yield* say(`${keyOf(one)}: connected again after ${took} ms`)
        })

      /** A program that does not wait for it is gone at once. */
      const leave = (one: (typeof names)[0]) =>
        Effect.gen(function* () {
          const line = yield* Line.lay(market.url)
          if (one.way === "ignoring") yield* line.ignoreNext
          const { fiber, ledger, scope } = yield* begin(`left-${keyOf(one)}`, line)
          if (one.way === "ignoring")
            yield* until(
              () => line.came.length,
              (count) => count > 0,
            )
          else {
            yield* until(
              () => ledger.counts().rows,
              (count) => count > 0,
            )
            yield* line.silence(one.way)
          }
          const since = clock.unsafeCurrentTimeMillis()
          yield* Fiber.interrupt(fiber)
          yield* Scope.close(scope, Exit.void)
          const took = clock.unsafeCurrentTimeMillis() - since
          gone = Math.max(gone, took)
          if (took > soon) violations.push(`seed ${seed}: left ${keyOf(one)} after ${took} ms`)
        })

      yield* Effect.forEach(
        names,
        (one) => Effect.zip(leave(one), survive(one), { concurrent: true }).pipe(Effect.scoped),
        {
          concurrency: 3,
        },
      )
      const { disordered, invented, lost, repeated, stale: changed } = Ledger.total(judged)
      return {
        measured: `${names.length} silent peers, connected again after ${(found / 1000).toFixed(1)} s at most, ${rows.toLocaleString("en-US")} rows: lost ${lost}, repeated ${repeated}, out of order ${disordered}, wrong ${changed + invented}; ${names.length} streams interrupted, gone after ${(gone / 1000).toFixed(1)} s at most`,
        violations,
      }
    }),
}
