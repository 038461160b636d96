/** `fetch`, `JSON.parse` and zod. */
import { history, type Run } from "../../Contender.js"
import { type HistoryInput, sumPages } from "./history.js"
import { zodPages } from "../pages/zodPages.js"

export const run: Run<HistoryInput> = (input) =>
  history(() => sumPages(input, async (url) => zodPages.bars.parse(JSON.parse(await (await fetch(url)).text()))))
