/** `fetch` and `JSON.parse`, nothing checked. */
import { history, type Run } from "../../Contender.js"
import { type HistoryInput, sumPages, type WirePage } from "./history.js"

export const run: Run<HistoryInput> = (input) =>
  history(() => sumPages(input, async (url) => JSON.parse(await (await fetch(url)).text()) as WirePage))
