/** Dividends of stocks, with the factors derived from the bars' prices and the splits. @module */
import { stocks } from "@candela/market/Market"
import { dateOfDay, dayNumber } from "@candela/market/TimeZone"
import { Dividend } from "@candela/stocks/Dividends"
import { DividendV3 } from "@candela/stocks/DividendsV3"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { round } from "../../numbers/Rounding.js"
import * as Table from "../../store/Table.js"
import { chosen } from "../../generate/Extent.js"
import type { Generator } from "../../generate/Generator.js"
import * as Splits from "../splits/Splits.js"
import * as StockBars from "../stocks/StockBars.js"
import { type Payout, payouts } from "../companies/payouts.js"
import { profiles } from "../companies/profiles.js"

/** Table with one row per dividend. */
export const table = Table.of("dividends", { row: Dividend, key: ["id"], visible: "declaration_date" })

/** The same dividends in the older shape, in the form of a table that {@link rowsV3} replaces. */
export const tableV3 = Table.of("dividends_v3", { row: DividendV3, key: ["id"], visible: "declaration_date" })

/**
 * Query of the dividends in the older shape. A fund pays its supplemental dividends out of its long-term capital gains.
 */
export const rowsV3 = `
  SELECT * REPLACE (coalesce(frequency, 0) AS frequency),
    CASE distribution_type WHEN 'recurring' THEN 'CD' WHEN 'supplemental' THEN 'LT' ELSE 'SC' END AS dividend_type
  FROM dividends`

/** Decimals of a factor. */
const factorDecimals = 6

interface Close {
  readonly date: string
  readonly close: number
}

interface Split {
  readonly date: string
  /** New shares per old one. */
  readonly ratio: number
}

/** Number of shares of a later day that were one of an earlier day. */
const ratioBetween = (splits: ReadonlyArray<Split>, after: string, until: string) =>
  splits.filter(({ date }) => date > after && date <= until).reduce((product, { ratio }) => product * ratio, 1)

/**
 * Dividends of a stock, from its payments in the order of their ex-dates and the closes of its day bars. A
 * factor is the product, over the dividend and all later ones, of the share of the close before the ex-date that
 * remained after the payment. Payments with a future ex-date do not count: the prices of today are not adjusted.
 */
export const adjusted = (
  payments: ReadonlyArray<Payout>,
  closes: ReadonlyArray<Close>,
  splits: ReadonlyArray<Split>,
): ReadonlyArray<Dividend> => {
  const lastDay = closes.at(-1)?.date ?? ""
  let factor = 1
  return payments.toReversed().flatMap((payment): ReadonlyArray<Dividend> => {
    const { amount, exDate, frequency, ticker, type } = payment
    const before = closes.findLast(({ date }) => date < exDate)
    // The data begin later, so the price for the factor is missing.
    if (before === undefined) return []
    if (exDate <= lastDay) factor *= 1 - (amount * ratioBetween(splits, before.date, exDate)) / before.close
    return [
      {
        id: `E${createHash("sha256").update(`${ticker} ${exDate} ${type}`).digest("hex")}`,
        ticker,
        cash_amount: amount,
        currency: "USD",
        declaration_date: payment.declared,
        ex_dividend_date: exDate,
        record_date: payment.record,
        pay_date: payment.paid,
        ...(frequency === undefined ? {} : { frequency }),
        distribution_type: type,
        historical_adjustment_factor: round(factor, factorDecimals),
        split_adjusted_cash_amount: round(amount / ratioBetween(splits, exDate, lastDay), stocks.decimals),
      },
    ]
  })
}

/** Maximum number of days by which an ex-date is known in advance. */
const ahead = 60

/** Writes the dividends declared by now. */
export const generator: Generator = {
  name: "dividends",
  tables: [table],
  needs: [StockBars.generator, Splits.generator],
  write: ({ extent, statements, today }) =>
    Effect.gen(function* () {
      for (const profile of chosen(profiles, extent.markets.stocks)) {
        const payments = payouts(profile, extent.from, dateOfDay(dayNumber(today) + ahead))
        const declared = payments.filter(({ declared }) => declared <= today)
        if (declared.length === 0) continue
        const closes = yield* statements.query<Close>(
          "SELECT date, c AS close FROM day_bars WHERE ticker = $1 ORDER BY date",
          [profile.ticker],
        )
        const splits = yield* statements.query<Split>(
          "SELECT execution_date AS date, split_to / split_from AS ratio FROM splits WHERE ticker = $1",
          [profile.ticker],
        )
        yield* table.append(statements, adjusted(declared, closes, splits))
      }
    }),
}
