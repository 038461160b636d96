/** Cost of many histories, computed without requests. */
import type * as Endpoint from "@candela/core/Endpoint"
import * as Request from "@candela/core/Request"
import * as Effect from "effect/Effect"
import { TickerFailed } from "../../ManyError.js"
import type { Options, Preview } from "./types.js"
import * as Plan from "./plan.js"

/** Upper bound for the requests of a plan. */
export const requestsOf = ({ entries, pageSize = Infinity }: Plan.Plan): number =>
  entries.reduce((sum, { estimate }) => sum + Math.max(1, Math.ceil((estimate?.most ?? 0) / pageSize)), 0)

/** Rows of requests with the same range. */
interface Part {
  readonly expected: number
  /** Returns the share covered up to a time, in epoch milliseconds. */
  readonly covered: (millis: number) => number
}

const partOf = (endpoint: Endpoint.AnyRows, { estimate, steps }: Plan.Entry): Part => {
  if (endpoint.kind !== "history" || steps === undefined) return { expected: 0, covered: () => 0 }
  const range = Request.withDefaults(endpoint, steps.request.values)
  return {
    expected: estimate?.expected ?? 0,
    covered: (millis) => endpoint.timeRange.covered(range, steps.records, millis),
  }
}

/** Joins entries that differ only in their tickers, so that 500 of them take one computation. */
const joined = (endpoint: Endpoint.AnyRows, entries: ReadonlyArray<Plan.Entry>): ReadonlyArray<Part> => {
  const name = Request.nameOf(endpoint, "Ticker")!
  const parts = new Map<string, Part>()
  for (const entry of entries) {
    const range = JSON.stringify({ ...entry.steps?.request.values, [name]: "" }, (_, value: unknown) =>
      typeof value === "bigint" ? `${value}n` : value,
    )
    const part = partOf(endpoint, entry)
    const known = parts.get(range)
    parts.set(range, known === undefined ? part : { ...known, expected: known.expected + part.expected })
  }
  return [...parts.values()]
}

const expectedOf = (entries: ReadonlyArray<Plan.Entry>) =>
  entries.reduce((sum, { estimate }) => sum + (estimate?.expected ?? 0), 0)

/** Computes progress from the expected rows up to a time, by ticker or, merged by time, of all tickers. */
const progressOf = ({ endpoint, entries, time }: Plan.Plan) => {
  const total = expectedOf(entries)
  const first = entries.find(({ steps }) => steps !== undefined)?.steps
  const field = first && Plan.timeOf(endpoint, first)?.field
  const all = joined(endpoint, entries)
  const ofTicker = new Map<string, { readonly before: number; readonly parts: ReadonlyArray<Part> }>()
  if (time === undefined) {
    let before = 0
    const own = new Map<string, { readonly before: number; readonly entries: Array<Plan.Entry> }>()
    for (const entry of entries) {
      const known = own.get(entry.ticker)
      if (known === undefined) own.set(entry.ticker, { before, entries: [entry] })
      else known.entries.push(entry)
      before += entry.estimate?.expected ?? 0
    }
    for (const [ticker, { before, entries }] of own) ofTicker.set(ticker, { before, parts: joined(endpoint, entries) })
  }
  return (row: Readonly<Record<string, unknown>>): number => {
    if (total === 0) return 1
    const value = row[field ?? ""] as number | bigint
    const millis = typeof value === "bigint" ? Number(value / 1_000_000n) : value
    const { before, parts } = time === undefined ? ofTicker.get(String(row["ticker"]))! : { before: 0, parts: all }
    return parts.reduce((sum, { covered, expected }) => sum + expected * covered(millis), before) / total
  }
}

export const make = <A>(method: object, requests: Iterable<object>, options: Options) =>
  Effect.gen(function* () {
    const plan = yield* Plan.make(method, requests, options)
    const { bytes, endpoint, entries, pageSize } = plan
    for (const { refusal, ticker } of entries) {
      if (refusal !== undefined) {
        return yield* new TickerFailed({ endpoint: endpoint.name, ticker, error: refusal })
      }
    }
    const sum = (key: "most" | "expected") => entries.reduce((sum, { estimate }) => sum + (estimate?.[key] ?? 0), 0)
    return {
      requests: requestsOf(plan),
      rows: sum("most"),
      expectedRows: sum("expected"),
      pageSize,
      bytes,
      progress: progressOf(plan) as Preview<A>["progress"],
    }
  })
