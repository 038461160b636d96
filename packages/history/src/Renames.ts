/**
 * Histories of companies through their tickers: Facebook's bars are those of FB until 2022-06-08, and of META since.
 * Under META another company's bars stand before, and the service gives both.
 *
 * ```ts
 * const tenures = yield* Renames.load(reference, ["META", "DOC"])
 * const bars = Many.stream(
 *   stocks.bars,
 *   Renames.requests(tenures, { from: "2020-01-01", to: "2025-06-30" }, (stocksTicker, range) => ({
 *     ...{ stocksTicker, multiplier: 1, timespan: "day" },
 *     ...range,
 *   })),
 * ).pipe(Renames.follow(tenures)) // all rows under META and DOC
 * ```
 *
 * In a store, a universe of `Renames.tickers(tenures)` has all bars, and `follow` reads them as those of the companies.
 *
 * @module
 */
import { dateOfDay, dayNumber, midnight, startOfDay } from "@candela/market/TimeZone"
import { stocks } from "@candela/market/Market"
import type { MarketDataError } from "@candela/core/MarketDataError"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Listing } from "./Integrity.js"

/** Time in which a company has a ticker. Days are dates in New York, `yyyy-mm-dd`. */
export interface Tenure {
  /** Ticker under which the company was asked for: it names all its rows. */
  readonly company: string
  /** Ticker in this time. */
  readonly ticker: string
  /** First day; absent for the first ticker, whose bars may begin before the service's record of it. */
  readonly from?: string
  /** Last day; absent while the company has the ticker. */
  readonly to?: string
}

/** Changes of a company's ticker: `events` of `reference.tickerEvents`. */
export type Events = ReadonlyArray<{
  readonly date?: string
  readonly ticker_change?: { readonly ticker?: string }
}>

/** Methods of the service of reference data that tell the tickers of companies. */
export interface Methods {
  /** Overview of a ticker on a day. */
  readonly ticker: (request: {
    readonly ticker: string
    readonly date?: string
  }) => Effect.Effect<{ readonly composite_figi?: string }, MarketDataError>
  /** Events of a company by its ticker or FIGI. */
  readonly tickerEvents: (request: {
    readonly id: string
  }) => Effect.Effect<{ readonly composite_figi?: string; readonly events?: Events }, MarketDataError>
}

const dayBefore = (date: string) => dateOfDay(dayNumber(date) - 1)

/** Returns the tenures of a company from its events, in the order of time. Without events it always had its ticker. */
export const ofEvents = (company: string, events: Events): ReadonlyArray<Tenure> => {
  const changes = events
    .flatMap(({ date, ticker_change }) =>
      date === undefined || ticker_change?.ticker === undefined ? [] : [{ date, ticker: ticker_change.ticker }],
    )
    .sort((one, other) => (one.date < other.date ? -1 : 1))
  if (changes.length === 0) return [{ company, ticker: company }]
  return changes.map(({ date, ticker }, index) => {
    const next = changes[index + 1]
    return {
      company,
      ticker,
      ...(index === 0 ? {} : { from: date }),
      ...(next === undefined ? {} : { to: dayBefore(next.date) }),
    }
  })
}

/** Options of {@link load}. */
export interface LoadOptions {
  /** Day on which the tickers name their companies, `yyyy-mm-dd`. Default the present. */
  readonly asOf?: string | undefined
  /** Maximum number of concurrent requests. Default 4. */
  readonly concurrency?: number | undefined
}

/**
 * Asks for all tickers that the companies have had. `asOf` says on which day they have the given ones: DOC is another
 * company on 2024-02-01 than today. One request for a ticker, three with `asOf`. Fails with `NotFound` for a ticker
 * that no company has or had on the day.
 */
export const load = (
  reference: Methods,
  tickers: Iterable<string>,
  { asOf, concurrency = 4 }: LoadOptions = {},
): Effect.Effect<ReadonlyArray<Tenure>, MarketDataError> =>
  Effect.map(
    Effect.forEach(new Set(tickers), (ticker) => tenuresOf(reference, ticker, asOf), { concurrency }),
    (all) => all.flat(),
  )

const tenuresOf = (reference: Methods, company: string, asOf: string | undefined) =>
  Effect.gen(function* () {
    const byTicker = reference.tickerEvents({ id: company })
    if (asOf === undefined) return ofEvents(company, (yield* byTicker).events ?? [])
    const { composite_figi: figi } = yield* reference.ticker({ ticker: company, date: asOf })
    if (figi === undefined) return ofEvents(company, (yield* byTicker).events ?? [])
    const tenures = ofEvents(company, (yield* reference.tickerEvents({ id: figi })).events ?? [])
    // Only the present holder's events tell on which day it took the ticker.
    const last = tenures.at(-1)!
    const holder = yield* Effect.catchTag(reference.tickerEvents({ id: last.ticker }), "NotFound", () =>
      Effect.succeed(undefined),
    )
    const taken = ofEvents(last.ticker, holder?.events ?? []).find(({ from, ticker }) => ticker === last.ticker && from)
    // protects: A company's history does not go on with the bars of the one that took its ticker.
    // mutant: "of a day are those of the company that had the ticker": never
    if (holder?.composite_figi !== undefined && holder.composite_figi !== figi && taken?.from !== undefined) {
      return [...tenures.slice(0, -1), { ...last, to: dayBefore(taken.from) }]
    }
    return tenures
  })

/** Returns all tickers of the tenures, each once: those of a store's universe. */
export const tickers = (tenures: ReadonlyArray<Tenure>): ReadonlyArray<string> => [
  ...new Set(tenures.map(({ ticker }) => ticker)),
]

/**
 * Returns the requests of the companies' histories in a range of days: one for each ticker that a company had in it, in
 * the order of the companies and of time.
 */
export const requests = <A>(
  tenures: ReadonlyArray<Tenure>,
  range: { readonly from: string; readonly to: string },
  make: (ticker: string, range: { readonly from: string; readonly to: string }) => A,
): ReadonlyArray<A> =>
  tenures.flatMap(({ from = range.from, ticker, to = range.to }) => {
    const part = { from: from > range.from ? from : range.from, to: to < range.to ? to : range.to }
    return part.from > part.to ? [] : [make(ticker, part)]
  })

/** Listings of the tenures, for `Integrity`: each ticker's time with each company. */
export const listings = (tenures: ReadonlyArray<Tenure>): ReadonlyArray<Listing> =>
  tenures.map(({ from, ticker, to }) => ({
    ticker,
    ...(from === undefined ? {} : { list_date: from }),
    ...(to === undefined ? {} : { delisted_utc: to }),
  }))

/**
 * Keeps the rows of the companies and names them by their `company`: rows of another company under the same ticker are
 * left out, and so are those of tickers without a tenure.
 */
export const follow = (
  tenures: ReadonlyArray<Tenure>,
): (<A extends { readonly ticker: string; readonly timestamp: number }, E, R>(
  self: Stream.Stream<A, E, R>,
) => Stream.Stream<A, E, R>) => {
  const byTicker = new Map<string, Array<{ readonly company: string; readonly from: number; readonly to: number }>>()
  for (const { company, from, ticker, to } of tenures) {
    const own = byTicker.get(ticker) ?? []
    byTicker.set(ticker, own)
    own.push({
      company,
      from: from === undefined ? -Infinity : midnight(stocks.zone, from),
      to: to === undefined ? Infinity : startOfDay(stocks.zone, dayNumber(to) + 1),
    })
  }
  return <A extends { readonly ticker: string; readonly timestamp: number }, E, R>(self: Stream.Stream<A, E, R>) =>
    Stream.mapChunks(self, (chunk) => {
      const kept: Array<A> = []
      for (const row of chunk) {
        const found = byTicker.get(row.ticker)?.find(({ from, to }) => row.timestamp >= from && row.timestamp < to)
        // protects: Rows of another company under the same ticker are no part of a company's history.
        // mutant: "are the company's own bars": never
        if (found === undefined) continue
        kept.push(found.company === row.ticker ? row : { ...row, ticker: found.company })
      }
      return Chunk.unsafeFromArray(kept)
    })
}
