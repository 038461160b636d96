/**
 * The service's minute bars, served as cheaply as a process can: a page is a slice of a buffer
 * between a header and a tail.
 *
 * It answers `/v2/aggs/ticker/{ticker}/range/1/minute/{from}/{to}` with `from` and `to` (a date of
 * New York or epoch milliseconds, both included), `limit`, `sort=asc`, and a `next_url` that moves
 * `from` and carries a cursor. Every ticker has the same synthetic bars. Beside that,
 * `GET /requests` tells which bar requests arrived and when, and `DELETE /requests` forgets them.
 */
import * as Http from "node:http"
import type { AddressInfo } from "node:net"
import * as Zlib from "node:zlib"
import * as Stopwatch from "./Stopwatch.js"
import * as SyntheticBars from "./SyntheticBars.js"

export interface PageOptions {
  /** Number of bars, one a minute. */
  readonly rows: number
  /** Milliseconds that every answer waits before it is sent. */
  readonly latency?: number
  /** Whether to compress the answer for a client that accepts gzip. */
  readonly gzip?: boolean
}

/** The description of a started server. */
export interface Description {
  /** `http://127.0.0.1:port`. */
  readonly url: string
  readonly rows: number
  /** The sum of all volumes. */
  readonly volume: number
  /** The times of the first and the last bar, in epoch milliseconds. */
  readonly from: number
  readonly to: number
}

/** A bar request that arrived. */
export interface Arrival {
  readonly path: string
  /** Time at which its head was read, by `Stopwatch.now`. */
  readonly at: number
  /** Whether its answer is compressed. */
  readonly gzip: boolean
}

const ROUTE = /^\/v2\/aggs\/ticker\/([^/]+)\/range\/1\/minute\/([^/]+)\/([^/]+)$/
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/
const DEFAULT_LIMIT = 5_000
const MAXIMUM_LIMIT = 50_000

const newYork = new Intl.DateTimeFormat("en-US", { timeZone: "America/New_York", timeZoneName: "longOffset" })

/** Midnight in New York, in epoch milliseconds. The zone's offset never changes between midnight and 05:00 UTC. */
const midnight = (year: number, month: number, day: number): number => {
  const utc = Date.UTC(year, month, day)
  const offset = /GMT-(\d\d)/.exec(newYork.format(utc + 4 * 3_600_000))
  return utc + Number(offset?.[1]) * 3_600_000
}

/**
 * The first or the last millisecond that a `from` or `to` names; `undefined` when it is neither a
 * date nor milliseconds.
 */
const instant = (text: string, end: "first" | "last"): number | undefined => {
  const day = DAY.exec(text)
  if (day !== null) {
    const [year, month, date] = [Number(day[1]), Number(day[2]) - 1, Number(day[3])]
    return end === "first" ? midnight(year, month, date) : midnight(year, month, date + 1) - 1
  }
  return /^\d+$/.test(text) ? Number(text) : undefined
}

const refusal = (detail: string) => ({
  status: 409,
  parts: [Buffer.from(JSON.stringify({ status: "ERROR", request_id: "page-server", error: detail }))],
})

interface Answer {
  readonly status: number
  readonly parts: ReadonlyArray<Uint8Array>
  /** Whether the parts are compressed. */
  readonly gzip?: boolean
}

/** The answer to a bar request, `undefined` for any other path. */
export const answer = (bars: SyntheticBars.SyntheticBars, origin: string, target: string): Answer | undefined => {
  const url = new URL(target, origin)
  const route = ROUTE.exec(url.pathname)
  if (route === null) {
    return undefined
  }
  const from = instant(route[2]!, "first")
  const to = instant(route[3]!, "last")
  const limit = Number(url.searchParams.get("limit") ?? DEFAULT_LIMIT)
  if (from === undefined || to === undefined) {
    return refusal("from and to must be YYYY-MM-DD or epoch milliseconds")
  }
  if (!Number.isInteger(limit) || limit < 1 || limit > MAXIMUM_LIMIT) {
    return refusal(`limit must be a whole number from 1 to ${MAXIMUM_LIMIT}`)
  }
  if ((url.searchParams.get("sort") ?? "asc") !== "asc") {
    return refusal("this server sorts by asc only")
  }
  const start = Math.min(SyntheticBars.indexAtOrAfter(from), bars.rows)
  const end = Math.max(start, Math.min(SyntheticBars.indexAtOrAfter(to + 1), bars.rows))
  const next = Math.min(start + limit, end)
  const ticker = decodeURIComponent(route[1]!)
  const count = next - start
  let tail = `],"status":"OK","request_id":"synthetic-${start}","count":${count}`
  if (next < end) {
    const onward = new URL(url)
    onward.pathname = `/v2/aggs/ticker/${route[1]!}/range/1/minute/${SyntheticBars.timestampAt(next)}/${route[3]!}`
    onward.searchParams.set("cursor", Buffer.from(`synthetic:${next}`).toString("base64url"))
    onward.searchParams.delete("apiKey")
    tail += `,"next_url":${JSON.stringify(onward.href)}`
  }
  const head = `{"ticker":${JSON.stringify(ticker)},"queryCount":${count},"resultsCount":${count},"adjusted":${url.searchParams.get("adjusted") !== "false"},"results":[`
  return { status: 200, parts: [Buffer.from(head), ...bars.slice(start, next), Buffer.from(`${tail}}`)] }
}

const send = (response: Http.ServerResponse, { status, parts, gzip = false }: Answer): void => {
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": parts.reduce((total, part) => total + part.length, 0),
    ...(gzip ? { "content-encoding": "gzip" } : {}),
  })
  response.cork()
  for (const part of parts) {
    response.write(part)
  }
  response.end()
}

/**
 * Compresses answers, each target's once: that takes longer than most clients take to read them.
 * The sandbox compresses at the same level.
 */
const compressor = () => {
  const compressed = new Map<string, Answer>()
  return (target: string, plain: Answer): Answer => {
    let answer = compressed.get(target)
    if (answer === undefined) {
      answer = { ...plain, parts: [Zlib.gzipSync(Buffer.concat(plain.parts), { level: 1 })], gzip: true }
      compressed.set(target, answer)
    }
    return answer
  }
}

/** Starts a server on a free port of the loopback interface, in this process. */
export const start = (options: PageOptions): Promise<Description & { readonly close: () => Promise<void> }> => {
  const bars = SyntheticBars.make(options.rows)
  const arrivals: Array<Arrival> = []
  const compress = compressor()
  const server = Http.createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const at = Stopwatch.now()
    const target = request.url ?? "/"
    if (target === "/requests") {
      const body = JSON.stringify(arrivals)
      if (request.method === "DELETE") {
        arrivals.length = 0
      }
      response.end(body)
      return
    }
    const found = answer(bars, `http://${request.headers.host}`, target)
    if (found === undefined) {
      send(response, { status: 404, parts: [Buffer.from('{"status":"NOT_FOUND","message":"no such path"}')] })
      return
    }
    const gzip = options.gzip === true && /\bgzip\b/.test(String(request.headers["accept-encoding"]))
    arrivals.push({ path: target, at, gzip })
    const sent = gzip ? compress(target, found) : found
    if (options.latency === undefined || options.latency === 0) {
      send(response, sent)
    } else {
      setTimeout(() => send(response, sent), options.latency)
    }
  })
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      resolve({
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        rows: bars.rows,
        volume: bars.volume,
        from: SyntheticBars.timestampAt(0),
        to: SyntheticBars.timestampAt(Math.max(0, bars.rows - 1)),
        close: () =>
          new Promise((closed) => {
            server.close(() => closed())
            server.closeAllConnections()
          }),
      })
    })
  })
}
