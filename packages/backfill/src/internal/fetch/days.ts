/**
 * Daily bars of many stocks by trading day: before the first bars of a ticker, those of all this runner's tickers are
 * fetched into the store, if requests by day of the market are fewer than requests by ticker. The store is the memory
 * of what was fetched. The last period of a ticker stays with its own batch, which has its splits and dividends.
 *
 * @module
 */
import type { MarketData } from "@candela/core/MarketData"
import type { MarketDataError } from "@candela/core/MarketDataError"
import { Store } from "@candela/history/Store"
import type { StoreError } from "@candela/history/StoreError"
import * as Markets from "@candela/market/Market"
import { dateOf } from "@candela/market/TimeZone"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import type { BackfillError } from "../../BackfillError.js"
import * as Halting from "./halting.js"
import * as Jobs from "../plan/jobs.js"
import * as Ledger from "../plan/ledger.js"
import * as Lists from "./lists.js"
import * as Metrics from "../progress/metrics.js"
import * as Plans from "../plan/plans.js"
import type { RunnerActivity } from "../progress/runner.js"
import { persistent } from "../database/tables.js"

/**
 * State of a ticker's bars: fetched `here` together with those of others, to be requested by
 * `ticker`, or absent because the plan was `halted` before.
 */
export type Provision = "here" | "ticker" | "halted"

/**
 * Fetches the bars of a ticker into the store together with those of others, if that takes fewer
 * requests. Returns `here` once for each ticker: its own batch requests time that it finds missing later.
 */
export type Days = (
  reading: Ledger.Reading,
) => Effect.Effect<Provision, StoreError | MarketDataError | BackfillError, Means>

type Means = MarketData | SqlClient.SqlClient

const datasets = ["bars"] as const

/** Makes the days of a runner. `isOwn` tells whether it runs a ticker. */
export const make = (runner: RunnerActivity, isOwn: (ticker: string) => boolean): Effect.Effect<Days, never, Store> =>
  Effect.gen(function* () {
    const store = yield* Store
    // Batches that begin together share one request.
    const turn = yield* Effect.makeSemaphore(1)
    /** Tickers whose bars were fetched, until their own batch begins, by examined plan. */
    const brought = new Map<string, Set<string>>()

    const own = (plan: string) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const rows = yield* persistent(
          sql<{ ticker: string }>`SELECT ticker FROM backfill_tickers WHERE plan = ${plan} AND jobs LIKE '%w%'`,
        )
        // protects: A runner asks by trading day for its own tickers.
        // mutant: "of tickers that others run are left to them": without .filter(isOwn)
        return rows.map(({ ticker }) => ticker).filter(isOwn)
      }).pipe(Effect.withTracerEnabled(false))

    /** Records completed periods, and returns whether the plan is still open. */
    const settling = ({ plan, range, timespan }: Plans.Definition) => {
      const names = Jobs.periods(timespan, range)
      /** Number of bars of a ticker in its current period. */
      const received = new Map<string, number>()
      return ({ period, rows: part, ticker, to }: Store.Progress) =>
        Effect.gen(function* () {
          const rows = (received.get(ticker) ?? 0) + part
          const isOver = dateOf(Markets.stocks.zone, to).slice(0, period.length) > period
          received.set(ticker, isOver ? 0 : rows)
          const index = names.indexOf(period)
          const before = yield* Ledger.read(plan, ticker)
          // A period without received rows may have some in the store: the ticker's own batch checks that.
          const isDone = isOver && rows > 0 && index < names.length - 1 && before.jobs[index] === Jobs.letter.waiting
          if (!isDone) return before.definition.state === "open"
          const { definition } = yield* Ledger.write(before, [{ index, state: Jobs.letter.done, rows }])
          yield* runner.count(1, rows)
          yield* Metrics.jobsDone(1, rows)
          return definition.state === "open"
        })
    }

    const bring = ({ definition }: Ledger.Reading) =>
      Effect.gen(function* () {
        const { plan, range } = definition
        const tickers = yield* own(plan)
        const universe = Plans.universeOf(definition, tickers)
        const [byDay, byTicker] = yield* Effect.forEach([undefined, "ticker"] as const, (by) =>
          store.preview(universe, range, { datasets, by }),
        )
        if (byDay!.requests >= byTicker!.requests) return []
        const isWhole = yield* Halting.sync(store, universe, range, { datasets }, settling(definition))
        return isWhole ? tickers : undefined
      }).pipe(
        Effect.catchIf(
          (error) => error._tag !== "BackfillError" && Lists.isOfOne(error),
          // The sync of each ticker requests its own bars, and reports the error.
          (error) => Effect.as(Effect.logDebug(`Bars are requested ticker by ticker: ${error.message}`), []),
        ),
      )

    /** Fetches the bars of all tickers of the plan, unless it is halted. */
    const look = ({ definition: { plan }, ticker }: Ledger.Reading) =>
      Effect.gen(function* () {
        if (brought.has(plan)) return
        const reading = yield* Ledger.read(plan, ticker)
        const tickers = reading.definition.state === "open" ? yield* bring(reading) : undefined
        if (tickers !== undefined) brought.set(plan, new Set(tickers))
      })

    return (reading) => {
      const { definition, ticker } = reading
      if (!Jobs.isDaily(definition)) return Effect.succeed("ticker")
      return Effect.map(turn.withPermits(1)(look(reading)), () => {
        const tickers = brought.get(definition.plan)
        if (tickers === undefined) return "halted"
        return tickers.delete(ticker) ? "here" : "ticker"
      })
    }
  })
