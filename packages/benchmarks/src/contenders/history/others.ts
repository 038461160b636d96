/** Other ways to read a history. Each imports its library itself, so that a process loads no other one. */
import { drain, history, type Trial } from "../../Contender.js"
import { firstPage, type HistoryInput, PAGE, type Sum, Tally, TICKER } from "./history.js"
import type { WirePage } from "../wire/keys.js"

/** Reads page after page, and sums the volumes. */
const sumPages = async (input: HistoryInput, read: (url: string) => Promise<WirePage>): Promise<Sum> => {
  const sum = { rows: 0, volume: 0 }
  for (let url: string | undefined = firstPage(input); url !== undefined;) {
    const page = await read(url)
    for (const bar of page.results ?? []) {
      sum.rows++
      sum.volume += bar.v
    }
    url = page.next_url
  }
  return sum
}

/** The vendor's client, with its own pagination. */
export const vendor: Trial<HistoryInput> = async (input) => {
  const massive = await import("@massive.com/client-js")
  return history(async () => {
    const client = massive.restClient("key", input.url, { pagination: true })
    const { results = [] } = await client.getStocksAggregates({
      stocksTicker: TICKER,
      multiplier: 1,
      timespan: massive.GetStocksAggregatesTimespanEnum.Minute,
      from: String(input.from),
      to: String(input.to),
      adjusted: true,
      sort: massive.GetStocksAggregatesSortEnum.Asc,
      limit: PAGE,
    })
    let volume = 0
    for (const bar of results) volume += bar.v
    return { rows: results.length, volume }
  })
}

/** `fetch` and `JSON.parse`, nothing checked. */
export const fetchJson: Trial<HistoryInput> = (input) =>
  history(() => sumPages(input, async (url) => JSON.parse(await (await fetch(url)).text()) as WirePage))

/** `fetch`, `JSON.parse` and zod. */
export const fetchZod: Trial<HistoryInput> = async (input) => {
  const { zodPages } = await import("../wire/zodPages.js")
  return history(() => sumPages(input, async (url) => zodPages.bars.parse(JSON.parse(await (await fetch(url)).text()))))
}

/** The minimum: undici, reading the bytes of every page and nothing else. */
export const drainUndici: Trial<HistoryInput> = async (input) => {
  const { request } = await import("@effect/platform-node/Undici")
  return drain(async () => {
    const tally = new Tally()
    for (let url: string | undefined = firstPage(input); url !== undefined; url = tally.next()) {
      const { body } = await request(url)
      for await (const chunk of body) tally.add(chunk as Uint8Array)
    }
    return tally.bytes
  })
}
