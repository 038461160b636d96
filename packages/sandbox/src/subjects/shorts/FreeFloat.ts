/** Free float of stocks, a part of the shares of their filings. @module */
import { FreeFloat } from "@candela/stocks/FreeFloat"
import * as Table from "../../store/Table.js"
import { chanceSql } from "./chance.js"

/** Free floats, in the form of a table that {@link rows} replaces. */
export const table = Table.of("free_floats", { row: FreeFloat, key: ["ticker"] })

/** Query of the free floats by the filings until `today`: 75 to 99.9 percent of a stock's shares. */
export const rows = (today: string): string => `
  SELECT ticker, filing_date AS effective_date, floor(share_class_shares_outstanding * percent / 100) AS free_float,
    percent AS free_float_percent
  FROM (SELECT *, round(75 + 24.9 * ${chanceSql("'free float ' || ticker")}, 2) AS percent FROM ticker_figures)
  WHERE filing_date <= ${today}
  QUALIFY row_number() OVER (PARTITION BY ticker ORDER BY filing_date DESC, period_end DESC) = 1`
