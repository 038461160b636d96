/** Programs that follow bars and trades through cuts, while requests lag behind the live channel. */
import * as LiveClient from "@candela/core/declare/LiveClient"
import * as LiveTelemetry from "@candela/core/LiveTelemetry"
import { StocksLive } from "@candela/stocks/Live"
import type * as LiveFault from "@candela/testing/LiveFault"
import { Effect, Fiber, Metric, Random, Stream } from "effect"
import type { Figure, Scale } from "../Figure.js"
import * as Ledger from "../live/Ledger.js"
import * as Market from "../live/Market.js"

/** Size of a run. */
interface Size {
  readonly cuts: number
  readonly programs: number
  /** Time of New York at which the market's clock starts, and how much faster than another clock it runs. */
  readonly from: string
  readonly speed: number
  /** Delay of requests, milliseconds of a clock. */
  readonly lag: number
  /** Rows of a connection before its cut, at most. */
  readonly rows: number
}

const sizes: Readonly<Record<Scale["name"], Size>> = {
  test: { cuts: 6, programs: 2, from: "15:00", speed: 300, lag: 800, rows: 100 },
  short: { cuts: 40, programs: 4, from: "14:00", speed: 300, lag: 2500, rows: 200 },
  long: { cuts: 200, programs: 8, from: "09:30", speed: 240, lag: 5000, rows: 250 },
}

/** Bars of busy stocks, and trades of quiet ones: a day of the others has a million. */
const tickers = {
  bars: [
    "AAPL",
    "AMD",
    "AMZN",
    "BAC",
    "BMY",
    "C",
    "CVX",
    "GOOGL",
    "INTC",
    "META",
    "MSFT",
    "NVDA",
    "PFE",
    "SPY",
    "TSLA",
  ],
  trades: ["BKNG", "BRK.A"],
}

/** Ways in which a connection ends. */
const cuts: ReadonlyArray<LiveFault.Name> = ["Cut", "End", "HalfFrame", "NormalClose"]

/** By how much the time to settle is longer than the delay of requests, milliseconds. */
const margin = 50

const { minuteBars, trades } = StocksLive.topics

/**
 * Topics of a market that is faster than a clock: requests are behind by so much more of its time, in which they show
 * late trades.
 */
const topicsOf = ({ lag, speed }: Size) => ({
  minuteBars: { ...minuteBars, late: minuteBars.late + 4 * lag * speed },
  trades,
})

/** A program that follows bars and trades on one connection, until the scope ends. */
const program = (url: string, apiKey: string, size: Size) =>
  Effect.gen(function* () {
    const reconnect = { first: "10 millis", longest: "500 millis" } as const
    const connections = yield* Market.build({ url, apiKey, reconnect })
    const live = yield* Effect.provide(LiveClient.make(topicsOf(size)), connections)
    const told = { bars: Ledger.make(minuteBars), trades: Ledger.make(trades) }
    const options = { from: Market.day, fill: { settle: size.lag + margin } }
    const bars = live.minuteBars.follow({ ...options, ticker: tickers.bars })
    const ticks = live.trades.follow({ ...options, ticker: tickers.trades })
    const fiber = yield* Effect.forkScoped(
      Effect.all(
        [
          Stream.runForEach(bars, (event) => Effect.sync(() => told.bars.take(event))),
          Stream.runForEach(ticks, (event) => Effect.sync(() => told.trades.take(event))),
        ],
        { concurrency: "unbounded" },
      ),
    )
    return { connections, told, fiber }
  })

/** Number of connections that were made again so far, in this process. */
const reconnects = Effect.map(
  Metric.value(Metric.tagged(LiveTelemetry.reconnects, "cluster", "stocks")),
  ({ count }) => count,
)

export const liveCuts: Figure = {
  name: "live-cuts",
  what: "programs that follow bars and trades through lost connections, while requests lag behind the live channel",
  bound:
    "all gaps filled: rows lost 0, repeated 0, out of order 0, revisions missed 0, equal to the history row for row",
  run: ({ name, seed }, say) =>
    Effect.gen(function* () {
      const size = sizes[name]
      const random = Random.make(`${seed} live-cuts`)
      const rules = yield* Effect.forEach(Array.from({ length: size.cuts }), (_, index) =>
        Effect.map(random.nextIntBetween(1, size.rows), (row) => {
          return { fault: cuts[index % cuts.length]!, connection: index + 1, row }
        }),
      )
      const names = Array.from({ length: size.programs }, (_, index) => `program-${index}`)
      const market = yield* Market.start({
        now: Market.midnight,
        keys: Object.fromEntries(names.map((name) => [name, "business"])),
        live: {
          from: Market.at(size.from),
          speed: size.speed,
          lag: size.lag * size.speed,
          late: 0.2,
          connections: 1,
          faults: { seed, rules },
        },
      })
      const before = yield* reconnects
      const programs = yield* Effect.forEach(names, (name) => program(market.url, name, size))
      yield* say(`${size.programs} programs, requests ${size.lag} ms behind`)
      const happened = Effect.map(reconnects, (count) => count - before)
      yield* Market.until(happened, (count) => count >= size.cuts, "10 minutes")
      // What was published until now is final, and every gap is filled, after some time.
      const limit = (yield* market.now) + size.lag * size.speed
      yield* Market.until(market.now, (now) => now > limit + Market.untilFinal, "10 minutes")
      yield* Effect.sleep(4 * size.lag)

      const violations: Array<string> = []
      const history = yield* Effect.provide(
        Effect.all({
          bars: Effect.forEach(tickers.bars, (ticker) => Market.history(minuteBars, ticker)),
          trades: Effect.forEach(tickers.trades, (ticker) => Market.history(trades, ticker)),
        }),
        programs[0]!.connections,
      )
      const expected = { bars: history.bars.flat(), trades: history.trades.flat() }
      const judged: Array<Ledger.Judgement> = []
      let [rows, revisions] = [0, 0]
      for (const [index, { fiber, told }] of programs.entries()) {
        const end = yield* Fiber.poll(fiber)
        if (end._tag === "Some") violations.push(`seed ${seed}, program ${index} ended: ${String(end.value)}`)
        const judgements = {
          bars: told.bars.judge(expected.bars, limit),
          trades: told.trades.judge(expected.trades, limit),
        }
        for (const topic of ["bars", "trades"] as const) {
          const counts = told[topic].counts()
          rows += counts.rows
          revisions += counts.revisions
          judged.push(judgements[topic])
          if (Ledger.faults(judgements[topic]) > 0)
            violations.push(`seed ${seed}, ${topic} of program ${index}: ${JSON.stringify(judgements[topic])}`)
          for (const gap of counts.unfilled) violations.push(`seed ${seed}, ${topic} of program ${index}: ${gap}`)
        }
      }
      const count = yield* happened
      if (count < size.cuts) violations.push(`${count} of ${size.cuts} cuts happened`)
      if (revisions === 0) violations.push("no row was revised")
      const { disordered, invented, lost, repeated, stale } = Ledger.total(judged)
      return {
        measured: `${count} cuts of ${size.programs} programs, requests ${size.lag} ms behind, ${rows.toLocaleString("en-US")} rows, ${revisions.toLocaleString("en-US")} revisions: lost ${lost}, repeated ${repeated}, out of order ${disordered}, revisions missed ${stale}, invented ${invented}`,
        violations,
      }
    }),
}
