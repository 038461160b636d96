/** Programs that follow bars and trades into files, killed at random points. */
import { StocksLive } from "@candela/stocks/Live"
import * as FileSystem from "@effect/platform/FileSystem"
import { Effect, Random } from "effect"
import { fileURLToPath } from "node:url"
import type { Figure, Scale } from "../Figure.js"
import * as Ledger from "../live/Ledger.js"
import * as Log from "../live/Log.js"
import type { FollowSettings } from "../live/main.js"
import * as Market from "../live/Market.js"
import * as NodeProcess from "../NodeProcess.js"

/** Size of a run. */
interface Size {
  readonly kills: number
  readonly programs: number
  /** How much faster than a clock the market passes. */
  readonly speed: number
}

const sizes: Readonly<Record<Scale["name"], Size>> = {
  test: { kills: 3, programs: 1, speed: 300 },
  short: { kills: 20, programs: 2, speed: 120 },
  long: { kills: 200, programs: 4, speed: 60 },
}

const main = fileURLToPath(new URL("../live/main.js", import.meta.url))

const tickers = { bars: ["AAPL", "AMZN", "INTC", "MSFT", "NVDA", "SPY", "TSLA"], trades: ["BKNG", "BRK.A"] }

const { minuteBars, trades } = StocksLive.topics

/** Longest life of a program after its start, milliseconds. */
const longest = 2500

export const liveKills: Figure = {
  name: "live-kills",
  what: "kill -9 at random points of programs that follow bars and trades into files, and go on from their positions",
  bound:
    "files without the rows after their positions equal the history: rows lost 0, repeated 0, out of order 0, revisions missed 0",
  run: ({ name, seed }, say) =>
    Effect.gen(function* () {
      const { kills, programs, speed } = sizes[name]
      const files = yield* FileSystem.FileSystem
      const names = Array.from({ length: programs }, (_, index) => `program-${index}`)
      const keys = Object.fromEntries([...names, "reader"].map((name) => [name, "business" as const]))
      const live = { from: Market.at("09:45"), speed, late: 0.2 }
      const market = yield* Market.start({ now: Market.midnight, keys, live })
      const violations: Array<string> = []
      const judged: Array<Ledger.Judgement> = []
      let [killed, rows, revisions] = [0, 0, 0]

      const program = (apiKey: string) =>
        Effect.gen(function* () {
          const random = Random.make(`${seed} live-kills ${apiKey}`)
          const folder = yield* files.makeTempDirectoryScoped()
          const settings: FollowSettings = { url: market.url, apiKey, folder, ...tickers, ends: false }
          for (let life = 0; life < kills / programs; life++) {
            yield* NodeProcess.killed(main, settings, "Following", yield* random.nextIntBetween(0, longest))
            yield* say(`${++killed} of ${kills} kills`)
          }
          // What was published until now is final after some time.
          const limit = yield* market.now
          yield* Market.until(market.now, (now) => now > limit + Market.untilFinal, "10 minutes")
          const lines = yield* NodeProcess.killed(main, { ...settings, ends: true }, "Following", Infinity)
          if (!lines.includes("Complete")) return violations.push(`seed ${seed}, ${apiKey}: ${lines.at(-1)}`)
          const history = <Row, History>(
            topic: Parameters<typeof Market.history<Row, History>>[0],
            of: keyof typeof tickers,
          ) =>
            Effect.map(
              Effect.forEach(tickers[of], (ticker) => Market.history(topic, ticker)),
              (rows) => rows.flat(),
            )
          const all = yield* Effect.provide(
            Effect.all({ bars: history(minuteBars, "bars"), trades: history(trades, "trades") }),
            yield* Market.build({ url: market.url, apiKey: "reader" }),
          )
          const judge = <Row extends { readonly ticker: string }>(
            of: keyof typeof tickers,
            ledger: Ledger.Ledger<Row>,
            expected: ReadonlyArray<Row>,
          ) =>
            Effect.map(Log.read<Row>(`${folder}/${of}`), (events) => {
              events.forEach(ledger.take)
              const judgement = ledger.judge(expected, limit)
              judged.push(judgement)
              rows += ledger.counts().rows
              revisions += ledger.counts().revisions
              if (Ledger.faults(judgement) > 0)
                violations.push(`seed ${seed}, ${of} of ${apiKey}: ${JSON.stringify(judgement)}`)
            })
          yield* judge("bars", Ledger.make(minuteBars), all.bars)
          yield* judge("trades", Ledger.make(trades), all.trades)
        })
      yield* Effect.forEach(names, program, { concurrency: "unbounded" })
      if (revisions === 0) violations.push("no row was revised")
      const { disordered, invented, lost, repeated, stale } = Ledger.total(judged)
      return {
        measured: `${killed} kills of ${programs} programs, ${rows.toLocaleString("en-US")} rows, ${revisions.toLocaleString("en-US")} revisions: lost ${lost}, repeated ${repeated}, out of order ${disordered}, revisions missed ${stale}, invented ${invented}`,
        violations,
      }
    }),
}
