/** Short interest of stocks, from the volume of their day bars and the shares of their filings. @module */
import { ShortInterest } from "@candela/stocks/ShortInterest"
import * as Table from "../../store/Table.js"
import { chanceSql } from "./chance.js"

/** Short interest, in the form of a table that {@link rows} replaces. */
export const table = Table.of("short_interest", { row: ShortInterest, key: ["ticker", "settlement_date"] })

const ofStock = chanceSql("'short interest ' || ticker")
const ofDay = chanceSql("'short interest ' || ticker || ' ' || settlement_date")

/** Days from a settlement date until its numbers are published. */
// protects: Short interest is not listed before it is published.
// mutant: "is published nine days after its date": 9 → 0
const untilPublished = 9

/**
 * Query of the short interest that is published by `today`: as of the last session until the 15th and of each month,
 * some days later. Half a percent to five percent of a stock's shares are sold short.
 */
export const rows = (today: string): string => `
  WITH days AS (
    SELECT ticker, date, v, date[:7] || CASE WHEN date[9:] <= '15' THEN 'a' ELSE 'b' END AS half
    FROM day_bars SEMI JOIN (SELECT ticker FROM tickers WHERE market IN ('stocks', 'otc')) AS stocks USING (ticker)
    WHERE date < ${today}
  ), settlements AS (
    SELECT half, max(date) AS settlement_date FROM days GROUP BY half
    HAVING strftime(max(date)::DATE + ${untilPublished}, '%Y-%m-%d') <= ${today}
  ), halves AS (
    SELECT ticker, half, max(date) AS settlement_date, floor(sum(floor(v)::BIGINT)::DOUBLE / count(*)) AS volume
    FROM days GROUP BY ticker, half
  ), counted AS (
    SELECT halves.ticker, settlement_date, volume, share_class_shares_outstanding AS shares
    FROM halves JOIN settlements USING (half, settlement_date)
      ASOF JOIN ticker_figures ON halves.ticker = ticker_figures.ticker AND settlement_date >= filing_date
  ), shorts AS (
    SELECT *, floor(shares * (0.005 + 0.035 * ${ofStock}) * (0.9 + 0.2 * ${ofDay})) AS short FROM counted WHERE volume > 0
  )
  SELECT ticker, settlement_date, short AS short_interest, volume AS avg_daily_volume,
    greatest(1, round(short / volume, 2)) AS days_to_cover
  FROM shorts`
