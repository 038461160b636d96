/**
 * Splits and dividends of many tickers at once: before the first bars of a ticker, its splits and
 * dividends are fetched into the store together with those of this runner's next tickers. The store
 * is the memory of what was fetched: a sync of a ticker that finds them there requests only bars.
 *
 * @module
 */
import type { MarketData } from "@candela/core/MarketData"
import type { MarketDataError } from "@candela/core/MarketDataError"
import { Store } from "@candela/history/Store"
import type { StoreError } from "@candela/history/StoreError"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { BackfillError } from "../../BackfillError.js"
import * as Failures from "./failures.js"
import type { Reading } from "../plan/ledger.js"
import * as Plans from "../plan/plans.js"
import { byNeed, lists as datasets, tickersOfRequest } from "../plan/jobs.js"
import { persistent } from "../database/tables.js"

/** Number of table rows searched for this runner's next tickers: only a share of them is its own. */
const lookedThrough = 2000

/**
 * Fetches the missing splits and dividends of a ticker into the store, with those of others.
 * Returns whether they are there: if not, the sync of the ticker requests them.
 */
export type Lists = (reading: Reading) => Effect.Effect<boolean, StoreError | MarketDataError | BackfillError, Means>

type Means = MarketData | SqlClient.SqlClient

/** Whether an error may concern only a single ticker. */
// protects: Splits of one ticker that cannot be read fail no job of another one.
// mutant: "of one ticker that is at fault": !["stop", "wait"].includes(Failures.verdict(error)) →
// Failures.verdict(error) === "empty"
// protects: A key that is refused for many tickers is not tried for each of them.
// mutant: "that the service refuses with the key": !["stop", "wait"].includes(Failures.verdict(error) →
// Failures.verdict(error) !== ("" as string
export const isOfOne = (error: StoreError | MarketDataError) => !["stop", "wait"].includes(Failures.verdict(error))

/** Makes the lists of a runner. `isOwn` tells whether it runs a ticker. */
export const make = (isOwn: (ticker: string) => boolean): Effect.Effect<Lists, never, Store> =>
  Effect.gen(function* () {
    const store = yield* Store
    // Batches that begin together share one request.
    const turn = yield* Effect.makeSemaphore(1)
    /** Tickers requested together with another one, until their own batch begins, and whether the request succeeded. */
    const asked = new Map<string, boolean>()
    const nameOf = (plan: string, ticker: string) => `${plan} ${ticker}`

    /** Reads this runner's next tickers, in the order of the coordinator, including those whose batches run now. */
    const following = ({ definition: { plan }, ticker }: Reading) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const rows = yield* persistent(
          sql<{
            ticker: string
          }>`SELECT ticker FROM backfill_tickers WHERE plan = ${plan} AND jobs LIKE '%w%' ORDER BY ${sql.literal(byNeed)} LIMIT ${sql.literal(String(lookedThrough))}`,
        )
        // protects: A runner asks for the splits and dividends of its own tickers, not for those of others.
        // mutant: "of tickers that others run are left to them": without && isOwn(other)
        return rows
          .map((row) => row.ticker)
          .filter((other) => other !== ticker && !asked.has(nameOf(plan, other)) && isOwn(other))
          .slice(0, 2 * tickersOfRequest)
      }).pipe(Effect.withTracerEnabled(false))

    /** Returns the tickers whose lists are missing in the store. */
    const lacking = ({ definition }: Reading, tickers: ReadonlyArray<string>) =>
      Effect.map(
        store.missing(Plans.universeOf(definition, tickers), definition.range, { datasets }),
        (missing) => new Set(missing.map(({ ticker }) => ticker)),
      )

    /**
     * Requests the lists of several tickers and returns whether that succeeded. Fails with errors of all tickers,
     * such as a refused key; after others the sync of each ticker requests its own and reports the error.
     */
    const fetch = ({ definition }: Reading, tickers: ReadonlyArray<string>) =>
      store.sync(Plans.universeOf(definition, tickers), definition.range, { datasets, concurrency: 1 }).pipe(
        Effect.as(true),
        Effect.catchIf(isOfOne, (error) =>
          Effect.as(Effect.logDebug(`Splits and dividends are requested ticker by ticker: ${error.message}`), false),
        ),
      )

    return (reading) => {
      const { definition, ticker } = reading
      const { market, plan } = definition
      const name = nameOf(plan, ticker)
      /** Result, if it was requested together with another ticker. */
      const answer = Effect.sync(() => {
        const isThere = asked.get(name)
        asked.delete(name)
        return Option.fromNullable(isThere)
      })
      const ask = Effect.gen(function* () {
        const before = yield* answer
        if (Option.isSome(before)) return before.value
        if ((yield* lacking(reading, [ticker])).size === 0) return true
        const others = [...(yield* lacking(reading, yield* following(reading)))].slice(0, tickersOfRequest - 1)
        // The ticker's own sync requests it.
        if (others.length === 0) return false
        const isThere = yield* fetch(reading, [ticker, ...others])
        for (const other of others) asked.set(nameOf(plan, other), isThere)
        return isThere
      })
      if (market !== "stocks") return Effect.succeed(true)
      // protects: Tickers that begin together ask for their splits and dividends once.
      // mutant: "are asked for once by tickers that begin together": turn.withPermits(1)(ask) → ask
      return Effect.flatMap(answer, Option.match({ onNone: () => turn.withPermits(1)(ask), onSome: Effect.succeed }))
    }
  })
