/** Tickers of all markets. Symbols and names are real, most codes are synthetic. @module */
import { crypto, type Market, stocks } from "@candela/market/Market"
import { dateOfDay, dayNumber } from "@candela/market/TimeZone"
import { TickerRecord } from "@candela/reference/Tickers"
import { ofTicker } from "@candela/market/Market"
import * as Table from "../../store/Table.js"
import type { Generator } from "../../generate/Generator.js"
import { formerListings, type Listing, listings } from "./listings.js"

/**
 * Table with one row per ticker, as of the data set's `now`. Its state on an earlier day follows
 * from the hidden columns: it was listed from `list_date` until before `delisted_date`, and was
 * named `former_name` before `renamed_date`. A company that changed its ticker has a row for each: it had this one
 * from `held_from` (absent for the first) until before `held_until`, the day on which another company takes it.
 */
export const table = Table.of("tickers", {
  row: TickerRecord,
  hidden: {
    cusip: "VARCHAR",
    otc: "BOOLEAN",
    list_date: "VARCHAR",
    delisted_date: "VARCHAR",
    held_from: "VARCHAR",
    held_until: "VARCHAR",
    former_name: "VARCHAR",
    renamed_date: "VARCHAR",
    /** Whether the ticker is synthetic; false for imported ones. */
    synthetic: "BOOLEAN",
  },
  key: ["ticker"],
})

/** Row of {@link table}. */
export type TickerRow = Parameters<typeof table.append>[1][number]

/** Formats a date as a time in the service's ticker records. */
export const toUtc = (date: string): string => `${date}T00:00:00Z`

/**
 * Record of a ticker. Records are updated once a week, some each day: `age` is the number of days since, from 0 to 6.
 */
const rowOf = (listing: Listing, today: string, age: number): TickerRow => {
  const { base, codes, currency, exchange, formerName, listed, type } = listing
  // A future delisting is not known yet.
  const delisted = listing.delisted !== undefined && listing.delisted <= today ? listing.delisted : null
  const updated = delisted ?? dateOfDay(dayNumber(today) - age)
  return {
    ticker: listing.ticker,
    name: listing.name,
    market: listing.market,
    locale: listing.locale,
    ...(type === undefined ? {} : { type }),
    ...(exchange === undefined ? {} : { primary_exchange: exchange }),
    ...(codes === undefined
      ? {}
      : { cik: codes.cik, composite_figi: codes.compositeFigi, share_class_figi: codes.shareClassFigi }),
    ...(delisted === null ? {} : { delisted_utc: toUtc(delisted) }),
    active: delisted === null,
    currency_name: currency.name,
    ...(currency.symbol === undefined ? {} : { currency_symbol: currency.symbol }),
    ...(base === undefined ? {} : { base_currency_name: base.name, base_currency_symbol: base.symbol }),
    last_updated_utc: toUtc(updated),
    cusip: codes?.cusip ?? null,
    otc: listing.market === "otc",
    list_date: listed ?? null,
    delisted_date: delisted,
    held_from: listing.heldFrom ?? null,
    held_until: listing.heldUntil !== undefined && listing.heldUntil <= today ? listing.heldUntil : null,
    former_name: formerName?.name ?? null,
    renamed_date: formerName?.until ?? null,
    synthetic: true,
  }
}

/** Common fields of the records of a market's tickers. */
const commonOf = (market: Market) =>
  market === stocks
    ? ({ market: "stocks", locale: "us", currency_name: "usd" } as const)
    : ({ market: market === crypto ? "crypto" : "fx", locale: "global" } as const)

/** Row of a ticker with imported bars. */
export const imported = (ticker: string, name: string): TickerRow => ({
  ticker,
  name,
  ...commonOf(ofTicker(ticker)),
  active: true,
  cusip: null,
  otc: false,
  list_date: null,
  delisted_date: null,
  held_from: null,
  held_until: null,
  former_name: null,
  renamed_date: null,
  synthetic: false,
})

/** Writes the tickers of all markets. */
export const generator: Generator = {
  name: "tickers",
  tables: [table],
  needs: [],
  write: ({ extent, random, statements, today }) => {
    const rows = [...listings(extent), ...formerListings(extent)].map((listing) =>
      rowOf(listing, today, Math.floor(7 * random(`updates ${listing.ticker}`, 0).uniform())),
    )
    return table.append(statements, rows)
  },
}
