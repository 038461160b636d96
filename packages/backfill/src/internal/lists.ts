/**
 * Splits and dividends of many tickers at once: before the first bars of a ticker, its splits and dividends are brought into the store together with those of the tickers that this runner has next. The
 * store is what remembers them: a sync of a ticker that finds them there asks for bars alone.
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
import type { BackfillError } from "../BackfillError.js"
import * as Failures from "./failures.js"
import type { Reading } from "./ledger.js"
import * as Plans from "./plans.js"
import { byNeed } from "./page.js"
import { persistent } from "./tables.js"

/** The lists. */
export const datasets = ["splits", "dividends"] as const

/** Tickers whose splits, or dividends, are one request: as many as the store asks for at once. */
export const tickersOfRequest = 50

/** Rows of the table in which the next tickers of this runner are looked for: it has a share of them. */
const lookedThrough = 2000

/** Brings the splits and dividends of a ticker into the store, if they are not there, with those of others. Returns whether they are there: if not, the sync of the ticker asks for them. */
export type Lists = (reading: Reading) => Effect.Effect<boolean, StoreError | MarketDataError | BackfillError, Means>

type Means = MarketData | SqlClient.SqlClient

/** Whether an error may be that of a single ticker. */
export const isOfOne = (error: StoreError | MarketDataError) => !["stop", "wait"].includes(Failures.verdict(error))

/** The lists of a runner. `isOwn` tells which tickers it runs. */
export const make = (isOwn: (ticker: string) => boolean): Effect.Effect<Lists, never, Store> =>
  Effect.gen(function* () {
    const store = yield* Store
    // Pages that begin together ask once.
    const turn = yield* Effect.makeSemaphore(1)
    /** The tickers that were asked for with another one, until their own page begins, and whether they were answered. */
    const asked = new Map<string, boolean>()
    const nameOf = (plan: string, ticker: string) => `${plan} ${ticker}`

    /** Tickers that this runner has next, as the coordinator sends them. Those whose pages run now are among them. */
    const following = ({ definition: { plan }, ticker }: Reading) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const rows = yield* persistent(
          sql<{
            ticker: string
          }>`SELECT ticker FROM backfill_tickers WHERE plan = ${plan} AND jobs LIKE '%w%' ORDER BY ${sql.literal(byNeed)} LIMIT ${sql.literal(String(lookedThrough))}`,
        )
        return rows
          .map((row) => row.ticker)
          .filter((other) => other !== ticker && !asked.has(nameOf(plan, other)) && isOwn(other))
          .slice(0, 2 * tickersOfRequest)
      }).pipe(Effect.withTracerEnabled(false))

    /** Those of some tickers whose lists the store lacks. */
    const lacking = ({ definition }: Reading, tickers: ReadonlyArray<string>) =>
      Effect.map(
        store.missing(Plans.universeOf(definition, tickers), definition.range, { datasets }),
        (missing) => new Set(missing.map(({ ticker }) => ticker)),
      )

    /** Asks for the lists of several tickers. What fails for all tickers, as with a refused key, fails here. Whatever else fails may be the fault of any of them: the sync of each one asks for its own then, and says so. Returns whether all were answered. */
    const fetch = ({ definition }: Reading, tickers: ReadonlyArray<string>) =>
      store.sync(Plans.universeOf(definition, tickers), definition.range, { datasets, concurrency: 1 }).pipe(
        Effect.as(true),
        Effect.catchIf(isOfOne, (error) =>
          Effect.as(Effect.logDebug("Splits and dividends are asked for ticker by ticker", error), false),
        ),
      )

    return (reading) => {
      const { definition, ticker } = reading
      const { market, plan } = definition
      const name = nameOf(plan, ticker)
      /** What came of it, if it was asked for with another one. */
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
        // Its own sync asks for it.
        if (others.length === 0) return false
        const isThere = yield* fetch(reading, [ticker, ...others])
        for (const other of others) asked.set(nameOf(plan, other), isThere)
        return isThere
      })
      if (market !== "stocks") return Effect.succeed(true)
      return Effect.flatMap(answer, Option.match({ onNone: () => turn.withPermits(1)(ask), onSome: Effect.succeed }))
    }
  })
