/** Cost of many histories, computed without requests. */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Request from "@candela/core/Request"
import * as Step from "@candela/core/internal/Step"
import * as Effect from "effect/Effect"
import { TickerFailed } from "../../ManyError.js"
import type { Options, Preview } from "./types.js"
import * as Requests from "./requests.js"

/** Upper bound for the requests. */
export const requestsOf = ({ requests, pageSize = Infinity }: Requests.ManyRequests): number =>
  requests.reduce(
    (sum, { estimate }) =>
      sum + Math.max(1, Math.ceil((estimate === undefined ? 0 : Step.inUnits(estimate).most) / pageSize)),
    0,
  )

/** Rows of requests with the same range. */
interface Part {
  readonly expected: number
  /** Returns the share covered up to a time, in epoch milliseconds. */
  readonly covered: (millis: number) => number
}

const partOf = (endpoint: Endpoint.AnyRows, { estimate, steps }: Requests.ManyRequest): Part => {
  if (endpoint.kind !== "history" || steps === undefined) return { expected: 0, covered: () => 0 }
  const range = Request.withDefaults(endpoint, steps.request.values)
  return {
    expected: estimate?.expected ?? 0,
    covered: (millis) => endpoint.timeRange.covered(range, steps.records, millis),
  }
}

/** Joins requests that differ only in their tickers, so that 500 of them take one computation. */
const joined = (endpoint: Endpoint.AnyRows, requests: ReadonlyArray<Requests.ManyRequest>): ReadonlyArray<Part> => {
  const name = Request.nameOf(endpoint, "Ticker")!
  const parts = new Map<string, Part>()
  for (const request of requests) {
    const range = JSON.stringify({ ...request.steps?.request.values, [name]: "" }, (_, value: unknown) =>
      typeof value === "bigint" ? `${value}n` : value,
    )
    const part = partOf(endpoint, request)
    const known = parts.get(range)
    parts.set(range, known === undefined ? part : { ...known, expected: known.expected + part.expected })
  }
  return [...parts.values()]
}

const expectedOf = (requests: ReadonlyArray<Requests.ManyRequest>) =>
  requests.reduce((sum, { estimate }) => sum + (estimate?.expected ?? 0), 0)

/** Computes progress from the expected rows up to a time, by ticker or, merged by time, of all tickers. */
const progressOf = ({ endpoint, requests, time }: Requests.ManyRequests) => {
  const total = expectedOf(requests)
  const first = requests.find(({ steps }) => steps !== undefined)?.steps
  const field = first && Requests.timeOf(endpoint, first)?.field
  const all = joined(endpoint, requests)
  const ofTicker = new Map<string, { readonly before: number; readonly parts: ReadonlyArray<Part> }>()
  if (time === undefined) {
    let before = 0
    const own = new Map<string, { readonly before: number; readonly requests: Array<Requests.ManyRequest> }>()
    for (const request of requests) {
      const known = own.get(request.ticker)
      if (known === undefined) own.set(request.ticker, { before, requests: [request] })
      else known.requests.push(request)
      before += request.estimate?.expected ?? 0
    }
    for (const [ticker, { before, requests }] of own)
      ofTicker.set(ticker, { before, parts: joined(endpoint, requests) })
  }
  return (row: Readonly<Record<string, unknown>>): number => {
    if (total === 0) return 1
    const value = row[field ?? ""] as number | bigint
    const millis = typeof value === "bigint" ? Number(value / 1_000_000n) : value
    const { before, parts } = time === undefined ? ofTicker.get(String(row["ticker"]))! : { before: 0, parts: all }
    return parts.reduce((sum, { covered, expected }) => sum + expected * covered(millis), before) / total
  }
}

export const make = <A>(method: object, given: Iterable<object>, options: Options) =>
  Effect.gen(function* () {
    const prepared = yield* Requests.make(method, given, options)
    const { bytes, endpoint, requests, pageSize } = prepared
    for (const { refusal, ticker } of requests) {
      if (refusal !== undefined) {
        return yield* new TickerFailed({ endpoint: endpoint.name, ticker, error: refusal })
      }
    }
    const sum = (key: "most" | "expected") => requests.reduce((sum, { estimate }) => sum + (estimate?.[key] ?? 0), 0)
    return {
      requests: requestsOf(prepared),
      rows: sum("most"),
      expectedRows: sum("expected"),
      pageSize,
      bytes,
      progress: progressOf(prepared) as Preview<A>["progress"],
    }
  })
