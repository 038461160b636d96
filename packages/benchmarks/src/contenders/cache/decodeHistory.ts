/** Candela's decoder: the pages of a history from memory, after they were decoded once. */
import { Stocks } from "@candela/stocks/Stocks"
import * as Either from "effect/Either"
import { history, LATER, type Run } from "../../Contender.js"
import { firstPage, type HistoryInput, nextUrl } from "../history/history.js"
import * as SumColumns from "../history/sumColumns.js"

const { decoder } = Stocks.endpoints.bars

export const run: Run<HistoryInput> = async (input) => {
  const pages: Array<Uint8Array> = []
  for (let url: string | undefined = firstPage(input); url !== undefined; url = nextUrl(pages.at(-1)!)) {
    pages.push(new Uint8Array(await (await fetch(url)).arrayBuffer()))
  }
  const sum = () =>
    pages.reduce(
      (sum, bytes) => SumColumns.add(sum, Either.getOrThrow(decoder.columns(bytes)).rows),
      SumColumns.nothing(),
    )
  sum()
  return history(() => Promise.resolve(sum()), LATER)
}
