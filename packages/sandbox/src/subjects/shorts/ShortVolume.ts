/** Short volume of stocks, a part of the volume of their day bars. Nothing is stored. @module */
import { ShortVolume } from "@candela/stocks/ShortVolume"
import * as Table from "../../store/Table.js"
import { chanceSql } from "./chance.js"

/** Short volumes, in the form of a table that {@link rows} replaces. */
export const table = Table.of("short_volumes", { row: ShortVolume, key: ["ticker", "date"] })

const chance = (part: number) => chanceSql("'short volume ' || ticker || ' ' || date", part)
const part = (volume: string, share: string) => `floor(${volume} * (${share}))`

/**
 * Query of the short volumes of the days before `today`: 30 to 45 percent of a day's volume is traded off the
 * exchanges, and of that 35 to 60 percent is sold short, nearly all of it through Nasdaq's facility in Carteret.
 */
export const rows = (today: string): string => `
  WITH days AS (
    SELECT ticker, date, ${part("v", `0.3 + 0.15 * ${chance(0)}`)} AS total,
      ${chance(1)} AS sold, ${chance(2)} AS free, ${chance(3)} AS elsewhere
    FROM day_bars SEMI JOIN (SELECT ticker FROM tickers WHERE market IN ('stocks', 'otc')) AS stocks USING (ticker)
    WHERE date < ${today}
  ), shorts AS (SELECT *, ${part("total", "0.35 + 0.25 * sold")} AS short FROM days
  ), parts AS (
    SELECT *, ${part("short", "0.004 * free")} AS exempt, ${part("short", "0.01 * elsewhere")} AS nyse,
      ${part("short", "0.0004 * elsewhere")} AS chicago
    FROM shorts
  )
  SELECT ticker, date, total AS total_volume, short AS short_volume,
    CASE WHEN total = 0 THEN 0 ELSE round(100 * short / total, 2) END AS short_volume_ratio,
    exempt AS exempt_volume, short - exempt AS non_exempt_volume,
    nyse AS nyse_short_volume, 0.0 AS nyse_short_volume_exempt,
    short - nyse - chicago AS nasdaq_carteret_short_volume, exempt AS nasdaq_carteret_short_volume_exempt,
    chicago AS nasdaq_chicago_short_volume, 0.0 AS nasdaq_chicago_short_volume_exempt,
    0.0 AS adf_short_volume, 0.0 AS adf_short_volume_exempt
  FROM parts`
