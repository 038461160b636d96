/** The query of an open/close answer and nothing else. */
import type { Run } from "../../Contender.js"
import { answers, type AnswersInput, DATE, type Day, TICKER } from "./answers.js"
import { withStatement } from "./statement.js"

const SQL = `SELECT coalesce(session_open, o) AS open, coalesce(session_high, h) AS high, coalesce(session_low, l) AS low,
                    coalesce(session_close, c) AS close, v AS volume, pre_market AS "preMarket", after_hours AS "afterHours"
             FROM day_bars WHERE ticker = $1 AND date = $2`

export const run: Run<AnswersInput> = ({ file }) =>
  withStatement(file, SQL, (query) =>
    answers(
      () => query([TICKER, DATE]),
      ([day]) => day as unknown as Day,
    ),
  )
