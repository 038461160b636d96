/** The splits of stocks. @module */
import { Schema } from "effect"
import * as Table from "../../store/Table.js"
import { chosen } from "../../generate/Extent.js"
import * as Generator from "../../generate/Generator.js"
import { profiles } from "../companies/profiles.js"

const Split = Schema.Struct({
  ticker: Schema.String,
  /** The first day with the new number of shares. */
  execution_date: Schema.String,
  split_from: Schema.Number,
  split_to: Schema.Number,
})

/** One row a split: 4-for-1 has `split_from` 1 and `split_to` 4. */
export const table = Table.of("splits", { row: Split, key: ["ticker", "execution_date"] })

/** Writes the splits between the first date and now. */
export const generator: Generator.Generator = Generator.ofTable(table, ({ extent, today }) =>
  chosen(profiles, extent.markets.stocks).flatMap(({ split, ticker }) =>
    split !== undefined && split.date >= extent.from && split.date <= today
      ? [{ ticker, execution_date: split.date, split_from: split.from, split_to: split.to }]
      : [],
  ),
)
