/** The tickers of all markets. Symbols and names are real, most codes are synthetic. @module */
import { crypto, type Market, stocks } from "@candela/market/Market"
import { dateOfDay, dayNumber } from "@candela/market/TimeZone"
import { TickerRecord } from "@candela/reference/Tickers"
import { ofTicker } from "@candela/market/Market"
import * as Table from "../../store/Table.js"
import type { Generator } from "../../generate/Generator.js"
import { type Listing, listings } from "./listings.js"

/**
 * One row a ticker, as of the data set's `now`. What it was on an earlier day follows from the hidden columns: it was listed from `list_date` and is not from
 * `delisted_date` on, and was named `former_name` before `renamed_date`.
 */
export const table = Table.of("tickers", {
  row: TickerRecord,
  hidden: {
    cusip: "VARCHAR",
    otc: "BOOLEAN",
    list_date: "VARCHAR",
    delisted_date: "VARCHAR",
    former_name: "VARCHAR",
    renamed_date: "VARCHAR",
    /** False for what a user imported. */
    synthetic: "BOOLEAN",
  },
  key: ["ticker"],
})

/** A row of {@link table}. */
export type Row = Parameters<typeof table.append>[1][number]

/** A date as the service writes a time in the ticker's records. */
export const toUtc = (date: string): string => `${date}T00:00:00Z`

/** Records are looked through once a week, some each day. `age` tells which day, from 0 to 6. */
const rowOf = (listing: Listing, today: string, age: number): Row => {
  const { base, codes, currency, exchange, formerName, listed, type } = listing
  // A delisting that is still to come is not known yet.
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
    former_name: formerName?.name ?? null,
    renamed_date: formerName?.until ?? null,
    synthetic: true,
  }
}

/** What the records of a market's tickers have in common. */
const commonOf = (market: Market) =>
  market === stocks
    ? ({ market: "stocks", locale: "us", currency_name: "usd" } as const)
    : ({ market: market === crypto ? "crypto" : "fx", locale: "global" } as const)

/** The row of a ticker whose bars a user imported. */
export const imported = (ticker: string, name: string): Row => ({
  ticker,
  name,
  ...commonOf(ofTicker(ticker)),
  active: true,
  cusip: null,
  otc: false,
  list_date: null,
  delisted_date: null,
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
    const rows = listings(extent).map((listing) =>
      rowOf(listing, today, Math.floor(7 * random(`updates ${listing.ticker}`, 0).uniform())),
    )
    return table.append(statements, rows)
  },
}
