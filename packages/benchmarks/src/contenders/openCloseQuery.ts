/** The query of an open/close answer and nothing else: prepared once, bound and run for each. */
import { DuckDBInstance } from "@duckdb/node-api"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import type { Run } from "../Contender.js"
import { answers, type AnswersInput, DATE, type Day, TICKER } from "./answers.js"

export const run: Run<AnswersInput> = async ({ directory }) => {
  const [file] = readdirSync(directory)
  const instance = await DuckDBInstance.create(join(directory, file!), { access_mode: "READ_ONLY", threads: "2" })
  const connection = await instance.connect()
  const statement = await connection.prepare(
    `SELECT coalesce(session_open, o) AS open, coalesce(session_high, h) AS high, coalesce(session_low, l) AS low,
            coalesce(session_close, c) AS close, v AS volume, pre_market AS "preMarket", after_hours AS "afterHours"
     FROM day_bars WHERE ticker = $1 AND date = $2`,
  )
  const measured = await answers(
    async () => {
      statement.bind([TICKER, DATE])
      return (await statement.run()).getRowObjectsJS()
    },
    ([day]) => day as unknown as Day,
  )
  connection.closeSync()
  instance.closeSync()
  return measured
}
