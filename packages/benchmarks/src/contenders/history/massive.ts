/** The vendor's client, with its own pagination. */
import { GetStocksAggregatesSortEnum, GetStocksAggregatesTimespanEnum, restClient } from "@massive.com/client-js"
import { history, type Run } from "../../Contender.js"
import { type HistoryInput, PAGE, TICKER } from "./history.js"

export const run: Run<HistoryInput> = (input) =>
  history(async () => {
    const client = restClient("key", input.url, { pagination: true })
    const answer = await client.getStocksAggregates({
      stocksTicker: TICKER,
      multiplier: 1,
      timespan: GetStocksAggregatesTimespanEnum.Minute,
      from: String(input.from),
      to: String(input.to),
      adjusted: true,
      sort: GetStocksAggregatesSortEnum.Asc,
      limit: PAGE,
    })
    let rows = 0
    let volume = 0
    for (const bar of answer.results ?? []) {
      rows++
      volume += bar.v
    }
    return { rows, volume }
  })
