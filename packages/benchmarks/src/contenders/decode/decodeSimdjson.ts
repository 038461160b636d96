/** `native/columns.cpp`: simdjson's on-demand reader from the bytes to eight vectors of doubles, in a process of its own, which takes the time itself. */
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { peakRss, REPETITIONS, type Run, summary, WARM_UP } from "../../Contender.js"
import { withPageFile } from "./pageFile.js"
import { BAR, checkBarColumns, pageOf, type PageInput } from "../pages/pages.js"

export const run: Run<PageInput & { readonly program: string }> = async (input) =>
  withPageFile(pageOf(input).bytes, async (page, output) => {
    const printed = execFileSync(input.program, [page, output, String(1 + WARM_UP + REPETITIONS)])
    const values = new Float64Array(new Uint8Array(readFileSync(output)).buffer)
    const rows = values.length / BAR.length
    return {
      ...summary(JSON.parse(printed.toString()) as ReadonlyArray<number>),
      ...checkBarColumns(BAR.map((_, k) => values.subarray(k * rows, (k + 1) * rows))),
      peakRss: peakRss(),
    }
  })
