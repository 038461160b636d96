/** Daily bars of some tickers into a folder: by a store, and by hand. */
import * as MarketData from "@candela/core/MarketData"
import { Crypto } from "@candela/crypto/Crypto"
import { Store } from "@candela/history/Store"
import * as Universe from "@candela/history/Universe"
import * as NodeClient from "@candela/node/NodeClient"
import { Stocks } from "@candela/stocks/Stocks"
import * as NodeContext from "@effect/platform-node/NodeContext"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { writeFile } from "node:fs/promises"
import { history, type Trial } from "../../Contender.js"
import { withTemporaryFolder } from "../../TemporaryFolder.js"
import { PAGE } from "../history/history.js"
import type { WirePage } from "../wire/keys.js"
import type { StoreInput } from "./readers.js"

/** The stocks, and the folder of the store. */
export interface SyncInput extends StoreInput {
  readonly tickers: ReadonlyArray<string>
}

const market = ({ url }: SyncInput) =>
  Layer.provide(MarketData.MarketData.layer({ baseUrl: url, apiKey: "key" }), NodeClient.layer)

const syncOf = (universe: Universe.AnyUniverse, input: SyncInput) =>
  Store.pipe(
    Effect.flatMap((store) => store.sync(universe, input)),
    Effect.map(({ rows }) => ({ rows, volume: 0 })),
    Effect.provide(Layer.provide(Store.layer(input.folder), NodeContext.layer)),
    Effect.provide(market(input)),
    Effect.runPromise,
  )

const sync = (input: SyncInput) =>
  syncOf(Universe.bars(Stocks.endpoints.bars, { tickers: input.tickers, timespan: "day" }), input)

/** By `store.sync` into an empty folder; splits and dividends too. */
export const first: Trial<SyncInput> = (input) =>
  withTemporaryFolder((folder) => history(() => sync({ ...input, folder })))

/** By `store.sync` into its folder. */
export const fill: Trial<SyncInput> = (input) => history(() => sync(input))

/** By `store.sync` once more: it must not send a request. */
export const second: Trial<SyncInput> = async (input) => {
  const requests = async () => Number(await (await fetch(`${input.url}/requests`)).text())
  const before = await requests()
  const measured = await history(() => sync(input))
  const sent = (await requests()) - before
  if (sent > 0) throw new Error(`The second sync sent ${sent} requests`)
  return { ...measured, note: "0 requests" }
}

/** A loop with `fetch` over the tickers, whose bars become files of JSON; nothing checked. */
export const byHand: Trial<SyncInput> = ({ from, tickers, to, url }) =>
  withTemporaryFolder((folder) =>
    history(async () => {
      let rows = 0
      for (const ticker of tickers) {
        const bars: Array<unknown> = []
        const first = `${url}/v2/aggs/ticker/${ticker}/range/1/day/${from}/${to}?adjusted=false&sort=asc&limit=${PAGE}`
        for (let next: string | undefined = first; next !== undefined;) {
          const response = await fetch(next, { headers: { authorization: "Bearer key" } })
          const page = (await response.json()) as WirePage
          bars.push(...(page.results ?? []))
          next = page.next_url
        }
        await writeFile(`${folder}/${ticker}.json`, JSON.stringify(bars))
        rows += bars.length
      }
      return { rows, volume: 0 }
    }),
  )

/** By `store.sync` of minutes into an empty folder. Pairs have no splits or dividends to ask for. */
export const minutes: Trial<SyncInput> = (input) =>
  withTemporaryFolder((folder) =>
    history(() =>
      syncOf(Universe.bars(Crypto.endpoints.bars, { tickers: input.tickers, timespan: "minute" }), {
        ...input,
        folder,
      }),
    ),
  )

/** The same minutes, streamed as columns, as many tickers at a time as a sync fetches, and kept nowhere. */
export const bare: Trial<SyncInput> = (input) =>
  history(() =>
    Crypto.pipe(
      Effect.flatMap(({ bars }) =>
        Effect.forEach(
          input.tickers,
          (cryptoTicker) => {
            const { from, to } = input
            const request = { cryptoTicker, multiplier: 1, timespan: "minute", from, to, adjusted: false } as const
            return Stream.runFold(bars.columns(request), 0, (rows, { length }) => rows + length)
          },
          { concurrency: 4 },
        ),
      ),
      Effect.map((rows) => ({ rows: rows.reduce((sum, rows) => sum + rows, 0), volume: 0 })),
      Effect.provide(Layer.provide(Crypto.layer, market(input))),
      Effect.runPromise,
    ),
  )
