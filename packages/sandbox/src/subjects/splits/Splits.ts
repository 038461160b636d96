/** Splits of stocks. @module */
import * as Field from "@candela/core/declare/Field"
import { Split as StockSplit } from "@candela/stocks/Splits"
import { SplitV3 } from "@candela/stocks/SplitsV3"
import { Schema } from "effect"
import * as Table from "../../store/Table.js"
import { chosen } from "../../generate/Extent.js"
import * as Generator from "../../generate/Generator.js"
import { profiles } from "../companies/profiles.js"

const Split = Field.struct({
  ticker: Field.required(Schema.String),
  /** First day with the new number of shares. */
  execution_date: Field.required(Schema.String),
  /** Day on which it was announced. */
  announced: Field.required(Schema.String),
  split_from: Field.required(Schema.Number),
  split_to: Field.required(Schema.Number),
})

/** Table with one row per split that is announced, in force or not: 4-for-1 has `split_from` 1 and `split_to` 4. */
export const table = Table.of("splits", { row: Split, key: ["ticker", "execution_date"] })

/** Splits as the service shows them, in the form of a table that {@link rows} replaces. */
export const shown = Table.of("splits_shown", {
  row: StockSplit,
  hidden: { announced: "VARCHAR" },
  key: ["id"],
  // protects: Splits are listed from their announcement on.
  // mutant: "hold one that is announced and not yet in force at the default present": "announced" → "execution_date"
  visible: "announced",
})

/** The same splits in the older shape, in the form of a table that {@link rowsV3} replaces. */
export const shownV3 = Table.of("splits_v3", {
  row: SplitV3,
  hidden: { announced: "VARCHAR" },
  key: ["id"],
  visible: "announced",
})

/**
 * Query of the splits as the service shows them, from their announcement on. A price before a split
 * is multiplied by the ratio of this split and of all later ones that are announced.
 */
export const rows = (today: string): string => `
  SELECT 'S' || sha256(ticker || ' ' || execution_date) AS id, ticker, execution_date,
    CASE WHEN split_to < split_from THEN 'reverse_split' ELSE 'forward_split' END AS adjustment_type, split_from, split_to,
    round(product(split_from / split_to) OVER (PARTITION BY ticker ORDER BY execution_date DESC), 6) AS historical_adjustment_factor,
    announced
  FROM splits WHERE announced <= ${today}`

/** Query of the splits in the older shape. */
export const rowsV3 = (today: string): string =>
  `SELECT id, ticker, execution_date, split_from, split_to, announced FROM (${rows(today)})`

/** Writes the splits since the first date that are announced by now. */
export const generator: Generator.Generator = Generator.ofTable(table, ({ extent, today }) =>
  chosen(profiles, extent.markets.stocks).flatMap(({ split, ticker }) =>
    split !== undefined && split.date >= extent.from && split.announced <= today
      ? [
          {
            ticker,
            ...{ execution_date: split.date, announced: split.announced },
            ...{ split_from: split.from, split_to: split.to },
          },
        ]
      : [],
  ),
)
