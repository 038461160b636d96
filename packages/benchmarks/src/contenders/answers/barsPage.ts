/** The sandbox's service in the same process: a page of 50,000 bars, from a request to the text of its answer. */
import { repeated, type Run } from "../../Contender.js"
import { checkBars, type BarsPageInput, ROWS, TICKER } from "./barsPages.js"
import { withService } from "./service.js"

export const run: Run<BarsPageInput> = ({ file }) =>
  withService(file, (answer) =>
    repeated(
      () => answer(`/v2/aggs/ticker/${TICKER}/range/1/minute/2024-02-26/2025-06-30?limit=${ROWS}`),
      (body) => checkBars(body.slice(body.indexOf("["), body.lastIndexOf("]") + 1)),
    ),
  )
