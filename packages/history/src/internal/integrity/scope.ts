/** Scope of a check: what follows from its requests: tickers, ranges, order and windows of the rows. */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Structure from "@candela/core/internal/Structure"
import * as Request from "@candela/core/Request"
import * as BarRange from "@candela/market/BarRange"
import { dayNumber, midnight, startOfDay } from "@candela/market/TimeZone"
import * as Either from "effect/Either"
import * as Slots from "./slots.js"

type Values = Readonly<Record<string, unknown>>

/** What a check covers. */
export interface CheckScope {
  readonly endpoint: string
  readonly market: Slots.MarketName
  /** Window size; absent for rows without windows, such as quotes. */
  readonly size: Slots.Size | undefined
  /** Order of the rows; absent where the service promises none. */
  readonly order: Endpoint.Order | undefined
  /** Whether prices are adjusted for splits already. */
  readonly adjusted: boolean
  /** Tickers that the requests name, in their order. */
  readonly tickers: ReadonlyArray<string>
  /** Ranges of a ticker in ascending order, infinite where a request leaves an end open. */
  readonly spans: (ticker: string) => ReadonlyArray<Endpoint.Span>
  /** Start of the service's records, epoch milliseconds. */
  readonly recordsFrom: number
}

const marketOf = (endpoint: Endpoint.Any): Slots.MarketName => {
  const [service] = endpoint.name.split(".")
  return service === "forex" || service === "crypto" || service === "futures" ? service : "stocks"
}

/** Returns the ticker of a request, or the joined parts where it names its instrument in parts: `BTC-USD`. */
const tickerOf = (endpoint: Endpoint.Any, values: Values): string | undefined => {
  const named = Request.nameOf(endpoint, "Ticker")
  if (named !== undefined && !endpoint.wireParams[named]!.filter) return values[named] as string | undefined
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key!)
  const parts = inPath.filter((key) => endpoint.wireParams[key]!.kind._tag === "Text").map((key) => values[key])
  return parts.length === 0 ? undefined : parts.join("-")
}

const units = { sec: "second", min: "minute" } as const

const sizeOf = ({ multiplier, resolution, timespan }: Values): Slots.Size | undefined => {
  if (timespan !== undefined) return { multiplier: multiplier as number, unit: timespan as Slots.Size["unit"] }
  const size = resolution as { readonly multiplier: number; readonly unit: string } | undefined
  return size && { multiplier: size.multiplier, unit: units[size.unit as "sec"] ?? (size.unit as Slots.Size["unit"]) }
}

const nanosOfMilli = 1_000_000n

/** Returns the milliseconds that a date or an instant covers. */
const covered = (value: unknown, zone: BarRange.BarRange["zone"]): Endpoint.Span => {
  if (typeof value === "string") return { from: midnight(zone, value), to: startOfDay(zone, dayNumber(value) + 1) - 1 }
  const instant = typeof value === "bigint" ? Number(value / nanosOfMilli) : (value as number)
  return { from: instant, to: instant }
}

/** Returns the range that filters on an instant select. A bound within a millisecond covers all of it. */
const filtered = (
  endpoint: Endpoint.Any,
  values: Values,
  zone: BarRange.BarRange["zone"],
  windows: ReturnType<typeof Slots.windowsOf> | undefined,
): Endpoint.Span => {
  let [from, to] = [-Infinity, Infinity]
  for (const [key, { filter, kind }] of Object.entries(endpoint.wireParams)) {
    const value = values[key]
    if (kind._tag !== "Instant" || filter === undefined || value === undefined) continue
    const isDate = typeof value === "string"
    const span = covered(value, zone)
    // A date selects the windows that begin on it; an instant the window that contains it.
    const first = windows === undefined ? span.from : isDate ? windows.next(span.from - 1) : windows.start(span.from)
    const { operator } = filter
    if (operator === "eq" || operator === "gte") from = Math.max(from, first)
    if (operator === "gt") from = Math.max(from, isDate ? (windows?.next(span.to) ?? span.to + 1) : span.to)
    if (operator === "eq" || operator === "lte") to = Math.min(to, span.to)
    if (operator === "lt") to = Math.min(to, isDate ? span.from - 1 : span.from)
  }
  return { from, to }
}

const spanOf = (
  endpoint: Endpoint.Any,
  values: Values,
  zone: BarRange.BarRange["zone"],
  windows: ReturnType<typeof Slots.windowsOf> | undefined,
): Endpoint.Span => {
  if (values["timespan"] !== undefined && windows !== undefined) {
    const { from, to } = BarRange.instants({ ...(values as unknown as BarRange.BarRange), zone })
    // Bars are never truncated: one that started before `from` is included.
    return { from: windows.start(from), to }
  }
  return typeof values["date"] === "string" ? covered(values["date"], zone) : filtered(endpoint, values, zone, windows)
}

/** Sorts ranges in ascending order and joins adjacent ones. */
const merged = (spans: ReadonlyArray<Endpoint.Span>): ReadonlyArray<Endpoint.Span> => {
  const found: Array<Endpoint.Span> = []
  for (const span of [...spans].sort((one, other) => one.from - other.from)) {
    const last = found.at(-1)
    if (last !== undefined && span.from <= last.to + 1)
      found[found.length - 1] = { from: last.from, to: Math.max(last.to, span.to) }
    else found.push(span)
  }
  return found
}

const isBar = (endpoint: Endpoint.AnyRows) =>
  (Structure.fields(endpoint.row.ast) ?? []).some(({ name }) => name === "open")

/**
 * Returns the scope of a check of the rows that requests of one endpoint return. The first request
 * determines the size and the order of the rows.
 */
export const make = (
  endpoint: Endpoint.AnyRows,
  requests: ReadonlyArray<object>,
): Either.Either<CheckScope, Request.Refusal> =>
  Either.gen(function* () {
    const parsed = yield* Either.all(requests.map((request) => Request.parse(endpoint, request)))
    const all: ReadonlyArray<Values> = parsed.map((values) => Request.withDefaults(endpoint, values as never) as Values)
    const [first = {}] = all
    const market = marketOf(endpoint)
    const { zone } = Slots.markets[market]
    // One bar per ticker: the bars of a day.
    const isDaily = first["date"] !== undefined && isBar(endpoint)
    const size = isDaily ? ({ multiplier: 1, unit: "day" } as const) : sizeOf(first)
    const windows = size && Slots.windowsOf(market, size)
    const spans = new Map<string | undefined, Array<Endpoint.Span>>()
    for (const values of all) {
      const ticker = tickerOf(endpoint, values)
      const own = spans.get(ticker) ?? []
      spans.set(ticker, [...own, spanOf(endpoint, values, zone, windows)])
    }
    const byTicker = new Map([...spans].map(([ticker, own]) => [ticker, merged(own)]))
    const ofAll = merged([...spans.values()].flat())
    const tickers = [...spans.keys()].filter((ticker) => ticker !== undefined)
    const order = endpoint.kind === "history" ? endpoint.timeRange.order?.(first as never) : undefined
    return {
      endpoint: endpoint.name,
      market,
      size,
      order,
      adjusted: first["adjusted"] === true,
      tickers,
      spans: (ticker: string) => byTicker.get(ticker) ?? ofAll,
      recordsFrom: endpoint.recordsFrom === undefined ? -Infinity : midnight(zone, endpoint.recordsFrom),
    }
  })
