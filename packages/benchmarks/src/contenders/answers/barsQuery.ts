/** The statement of a page of 50,000 bars and `JSON.stringify` of its rows, and nothing else. */
import { repeated, type Run } from "../../Contender.js"
import { checkBars, type BarsPageInput, ROWS, TICKER } from "./barsPages.js"
import { withStatement } from "./statement.js"

const SQL = `SELECT v, vw, o, c, h, l, t::DOUBLE AS t, n::DOUBLE AS n FROM minute_bars
             WHERE ticker = $1 AND t >= $2 AND t < $3 ORDER BY t LIMIT $4`

export const run: Run<BarsPageInput> = ({ file }) =>
  withStatement(file, SQL, (query) =>
    repeated(
      async () =>
        JSON.stringify(await query([TICKER, BigInt(Date.UTC(2024, 1, 26)), BigInt(Date.UTC(2025, 6, 1)), ROWS])),
      checkBars,
    ),
  )
