/** A service of one day of made-up quotes, more than fit into a part of a store. */
import { midnight } from "@candela/market/TimeZone"
import { Effect, type Scope } from "effect"
import type { RequestListener } from "node:http"
import * as Loopback from "../Loopback.js"

/** The ticker, and its day. */
export const [ticker, day] = ["AAPL", "2022-06-24"]

/** A service that listens. */
export interface QuoteService {
  readonly url: string
  readonly apiKey: string
  /** Number of its quotes. */
  readonly rows: number
  /** Numbers of the first quotes that requests wanted, other than those for further pages. */
  readonly asked: Array<number>
}

const opening = BigInt(midnight("America/New_York", day) + 9.5 * 3_600_000) * 1_000_000n

/** Time between two quotes, nanoseconds. */
const step = 39_000_123n

const quote = (row: number) =>
  `{"ask_exchange":12,"ask_price":${200 + (row % 91) / 100},"ask_size":${100 * (1 + (row % 7))},"bid_exchange":11,"bid_price":${199.5 + (row % 89) / 100},"bid_size":${100 * (1 + (row % 5))},"sequence_number":${row + 1},"sip_timestamp":${opening + BigInt(row) * step}}`

const page = 50_000

/** The number of the first quote that is not before a time, nanoseconds. */
const firstFrom = (time: bigint) => Number(time <= opening ? 0n : (time - opening + step - 1n) / step)

/** Serves so many quotes until the scope ends. Its answers have no `Date`, as those of the bars. */
export const serve = (rows: number): Effect.Effect<QuoteService, never, Scope.Scope> =>
  Effect.suspend(() => {
    const asked: Array<number> = []
    const answer: RequestListener = (request, response) => {
      const url = new URL(request.url!, `http://${request.headers.host}`)
      const cursor = url.searchParams.get("cursor")
      const limit = (name: string) => url.searchParams.get(`timestamp.${name}`)
      const [gte, lte, lt] = [limit("gte"), limit("lte"), limit("lt")]
      const first = Number(cursor ?? (gte === null ? 0 : firstFrom(BigInt(gte))))
      const end = Math.min(
        rows,
        lte === null ? rows : firstFrom(BigInt(lte) + 1n),
        lt === null ? rows : firstFrom(BigInt(lt)),
      )
      if (cursor === null) asked.push(first)
      const count = Math.max(0, Math.min(page, end - first))
      const results = Array.from({ length: count }, (_, index) => quote(first + index)).join()
      const next = new URL(url)
      next.searchParams.set("cursor", String(first + count))
      const more = first + count < end ? `,"next_url":${JSON.stringify(next.href)}` : ""
      response.sendDate = false
      response.writeHead(200, { "content-type": "application/json" })
      response.end(`{"status":"OK","request_id":"made-up","results":[${results}]${more}}`)
    }
    return Effect.map(Loopback.http(answer), (url) => ({ url, apiKey: "a-key-of-torture", rows, asked }))
  })
