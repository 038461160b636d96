/**
 * The tickers. Symbols and names are real.
 *
 * @module
 */
import { stocks } from "@candela/market/Market"
import { dateOf } from "@candela/market/TimeZone"
import { Schema } from "effect"
import * as Table from "../Table.js"
import { chosen } from "./Extent.js"
import type { Generator } from "./Generator.js"
import { profiles } from "./stocks/profiles.js"

const Ticker = Schema.Struct({
  ticker: Schema.String,
  name: Schema.String,
  /** `stocks`, also for those that trade over the counter. */
  market: Schema.String,
  type: Schema.NullOr(Schema.String),
  /** The market identifier code of the listing exchange. */
  primary_exchange: Schema.NullOr(Schema.String),
  otc: Schema.Boolean,
  /** False once it is delisted. */
  active: Schema.Boolean,
  list_date: Schema.NullOr(Schema.String),
  /** The first day on which a delisted ticker no longer trades. */
  delisted_date: Schema.NullOr(Schema.String),
  /** False for what a user imported. */
  synthetic: Schema.Boolean,
})

/** One row a ticker. */
export const table = Table.of("tickers", { row: Ticker, key: ["ticker"] })

/** Writes the tickers of stocks. */
export const generator: Generator = {
  name: "tickers",
  tables: [table],
  needs: [],
  write: ({ extent, now, statements }) => {
    const today = dateOf(stocks.zone, now)
    const rows = chosen(profiles, extent.markets.stocks).map((profile) => {
      // A delisting that is still to come is not known yet.
      const delisted = profile.delisted !== undefined && profile.delisted <= today ? profile.delisted : null
      return {
        ticker: profile.ticker,
        name: profile.name,
        market: "stocks",
        type: profile.type,
        primary_exchange: profile.exchange,
        otc: profile.otc === true,
        active: delisted === null,
        list_date: profile.listed,
        delisted_date: delisted,
        synthetic: true,
      }
    })
    return table.append(statements, rows)
  },
}
