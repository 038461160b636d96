/**
 * A service that has a synthetic daily bar of every weekday of two years for any stock, and no
 * splits or dividends. Beside that, `GET /requests` tells how many requests arrived before.
 */
import * as Http from "node:http"
import type { AddressInfo } from "node:net"
import * as Generator from "./Generator.js"
import type { Description } from "./PageServer.js"

const DAY = 86_400_000
/** 00:00 in New York, in winter. A bar of the summer begins an hour before midnight, which matters to nobody here. */
const FIRST = Date.UTC(2023, 0, 2, 5)
const DAYS = 2 * 365

const bars = (() => {
  const random = Generator.make(20230102)
  let cents = 18_700
  return Array.from({ length: DAYS }, (_, day) => FIRST + day * DAY)
    .filter((t) => new Date(t).getUTCDay() % 6 !== 0)
    .map((t) => {
      const open = cents
      cents = Math.max(1_000, open + random.integer(-250, 250))
      const high = Math.max(open, cents) + random.integer(0, 120)
      const low = Math.min(open, cents) - random.integer(0, 120)
      const price = (cents: number) => cents / 100
      return {
        t,
        o: price(open),
        h: price(high),
        l: price(low),
        c: price(cents),
        v: random.integer(100_000, 90_000_000),
        vw: price((high + low) / 2),
        n: random.integer(1_000, 900_000),
      }
    })
})()

/** Options of the server. */
export interface DailyOptions {
  /** Milliseconds that every answer waits before it is sent. */
  readonly latency: number
}

const ROUTE = /^\/v2\/aggs\/ticker\/[^/]+\/range\/1\/day\/(\d+)\/(\d+)$/

const resultsOf = (path: string): ReadonlyArray<object> => {
  const [, from, to] = ROUTE.exec(path) ?? []
  return from === undefined ? [] : bars.filter(({ t }) => t >= Number(from) && t <= Number(to))
}

/** Starts a server on a free port of the loopback interface, in this process. */
export const start = ({ latency }: DailyOptions): Promise<Description & { readonly close: () => Promise<void> }> => {
  let requests = 0
  const server = Http.createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const path = request.url!.split("?")[0]!
    if (path === "/requests") return response.end(String(requests))
    requests += 1
    const body = JSON.stringify({ status: "OK", request_id: "synthetic", results: resultsOf(path) })
    return setTimeout(() => response.writeHead(200, { "content-type": "application/json" }).end(body), latency)
  })
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      resolve({
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        rows: bars.length,
        volume: bars.reduce((sum, { v }) => sum + v, 0),
        from: bars[0]!.t,
        to: bars.at(-1)!.t,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed())
            server.closeAllConnections()
          }),
      })
    })
  })
}
