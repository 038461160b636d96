/**
 * Tickers of a plan: those of a market on a day, by the service's own list, or those of a file.
 *
 * ```ts
 * // the stocks of 2 January 2024, also those that were delisted since: a back-test must see them too
 * const listed = { asOf: "2024-01-02", types: ["CS"], timespan: "minute" } as const
 * const universe = yield* Universes.listed(Stocks.endpoints.bars, listed)
 * const { plan } = yield* Backfill.plan({ universe, range: { from: "2024-01-02", to: "2024-12-31" } })
 * ```
 *
 * A list of tickers is a universe without this module:
 * `Universe.bars(Stocks.endpoints.bars, { tickers, timespan: "minute" })`.
 *
 * @module
 */
import * as Client from "@candela/core/declare/Client"
import type { MarketData } from "@candela/core/MarketData"
import type { MarketDataError } from "@candela/core/MarketDataError"
import * as Universe from "@candela/history/Universe"
import * as Reference from "@candela/reference/Reference"
import { FileSystem } from "@effect/platform/FileSystem"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Stream from "effect/Stream"
import { BackfillError } from "./BackfillError.js"

/** Type of tickers, by the service's code: `CS` (common stock), `ETF`, `ADRC` (depositary receipt). */
export type Type = Exclude<NonNullable<Reference.Reference.TickersRequest["type"]>, "">

/** Bars of the tickers. */
export type Bars = Omit<Universe.Options, "tickers">

/** Selection of a market's tickers. */
export interface ListedOptions extends Bars {
  /**
   * Day as of which the market is listed, `yyyy-mm-dd`: tickers that were active on it, regardless
   * of later changes. Default: the most recent one.
   */
  readonly asOf?: string | undefined
  /** Only tickers of these types. Default: all. */
  readonly types?: ReadonlyArray<Type> | undefined
  /**
   * Day from which delisted tickers are included, up to `asOf`, `yyyy-mm-dd`. The first day of a
   * plan gives a universe without survivorship bias: all tickers traded in its range. Default: none.
   */
  readonly delistedSince?: string | undefined
}

/** Names of the markets in the list of tickers. */
const markets = { stocks: "stocks", forex: "fx", crypto: "crypto" } as const

/**
 * Fetches the tickers of a market from the service's list: a few requests of 1,000 tickers each.
 * Fails with a `BackfillError` of reason `"request"` if there are none, and as the service does.
 */
export const listed = (
  endpoint: Universe.BarsEndpoint,
  { asOf, delistedSince, types, ...bars }: ListedOptions,
): Effect.Effect<Universe.Universe, BackfillError | MarketDataError, MarketData> =>
  Effect.gen(function* () {
    const { market } = Universe.bars(endpoint, { tickers: [], ...bars })
    const { tickers: ask } = yield* Client.make({ tickers: Reference.Reference.endpoints.tickers })
    const ofType = (type: Type | undefined, active: boolean) =>
      ask.stream({
        market: markets[market],
        active,
        ...(type === undefined ? {} : { type }),
        // protects: A universe has the tickers of its day, not those of today.
        // mutant: "of a day are those that were active on it": without ...(asOf === undefined ? {} : { date: asOf }),
        ...(asOf === undefined ? {} : { date: asOf }),
      })
    const found = (types ?? [undefined]).flatMap((type) => [
      ofType(type, true),
      ...(delistedSince === undefined
        ? []
        : [
            // A ticker without a delisting day may have been traded in the range.
            Stream.filter(
              ofType(type, false),
              // protects: Of the tickers that were delisted, a universe has those of its range.
              // mutant: "have those that were delisted in a range": delisted_utc.slice(0, 10) >= delistedSince → true
              ({ delisted_utc }) => delisted_utc === undefined || delisted_utc.slice(0, 10) >= delistedSince,
            ),
          ]),
    ])
    const tickers = new Set<string>()
    yield* Stream.runForEach(Stream.concatAll(Chunk.fromIterable(found)), ({ ticker }) =>
      Effect.sync(() => ticker !== undefined && tickers.add(ticker)),
    )
    if (tickers.size === 0) {
      const what = types === undefined ? market : `${market} of the type ${types.join(" or ")}`
      const detail = `the service lists no ${what} ${asOf === undefined ? "today" : `on ${asOf}`}: choose another day or type`
      return yield* new BackfillError({ reason: "request", detail })
    }
    return Universe.bars(endpoint, { tickers: [...tickers].sort(), ...bars })
  })

/** Returns the market of a ticker by its prefix; `undefined` for markets whose bars no store supports. */
export const marketOf = (ticker: string): Universe.Market | undefined => {
  const [, prefix] = /^([A-Z]):/.exec(ticker) ?? []
  if (prefix === undefined) return "stocks"
  return prefix === "C" ? "forex" : prefix === "X" ? "crypto" : undefined
}

/** Returns the reason why a word of a file is not a ticker of a market. */
const faultOf = (word: string, market: Universe.Market | undefined): string | undefined => {
  if (!/^[\x21-\x7e]{1,50}$/.test(word)) return "is no ticker: it has other characters than ASCII, or more than 50"
  if (!/[A-Z0-9]/.test(word)) return "is no ticker: they are case-sensitive, as AAPL is"
  const own = marketOf(word)
  if (own === undefined) return "is of a market whose bars no store holds: stocks, currencies (C:) and crypto (X:)"
  return market === undefined || own === market ? undefined : `is a ticker of ${own}, and these are ${market}`
}

/** Maximum number of reported faults of a file. */
const most = 10

/** Options of parsing a file. */
export interface ParseOptions {
  /** Required market of the tickers. Default: any. */
  readonly market?: Universe.Market | undefined
  /** Name of the file, for errors. Default `the list of tickers`. */
  readonly name?: string | undefined
}

/**
 * Parses the tickers of a text: one per line, or several separated by blanks or commas; `#` begins
 * a comment. Duplicate tickers count once. The error names the line of each fault.
 */
export const parse = (
  text: string,
  { market, name = "the list of tickers" }: ParseOptions = {},
): Either.Either<ReadonlyArray<string>, BackfillError> => {
  // protects: A fault of a file of tickers is told with its line.
  // mutant: "are refused with the line of each fault": without + 1
  const words = text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)
    .flatMap((line, index) =>
      line
        .replace(/#.*/, "")
        .split(/[\s,]+/)
        .filter((word) => word !== "")
        .map((word) => ({ word, line: index + 1 })),
    )
  const faults = words.flatMap(({ line, word }) => {
    const fault = faultOf(word, market)
    return fault === undefined ? [] : [`line ${line}: ${JSON.stringify(word.slice(0, 60))} ${fault}`]
  })
  if (words.length === 0) faults.push("it has no ticker")
  if (faults.length === 0) return Either.right([...new Set(words.map(({ word }) => word))])
  const more = faults.length > most ? [`and ${faults.length - most} other lines`] : []
  const detail = [...faults.slice(0, most), ...more].map((fault) => `${name}: ${fault}`).join("\n")
  return Either.left(new BackfillError({ reason: "request", detail }))
}

/** Reads the tickers of one market from a file, as {@link parse} does. */
export const file = (
  endpoint: Universe.BarsEndpoint,
  path: string,
  bars: Bars,
): Effect.Effect<Universe.Universe, BackfillError, FileSystem> =>
  Effect.gen(function* () {
    const fs = yield* FileSystem
    const text = yield* Effect.mapError(
      fs.readFileString(path),
      ({ message }) => new BackfillError({ reason: "request", detail: `${path} cannot be read: ${message}` }),
    )
    const { market } = Universe.bars(endpoint, { tickers: [], ...bars })
    return Universe.bars(endpoint, { tickers: yield* parse(text, { market, name: path }), ...bars })
  })
