/**
 * A service of made-up stocks, of which it has years of daily bars, splits and dividends. What it has can be corrected.
 */
import { dateOf, dateOfDay, dayNumber, midnight } from "@candela/market/TimeZone"
import { Effect, type Scope } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import * as Loopback from "../Loopback.js"

/** A bar as the service writes it. */
export interface WireBar {
  readonly t: number
  readonly o: number
  readonly h: number
  readonly l: number
  readonly c: number
  readonly v: number
  readonly vw: number
  readonly n: number
}

/** Bars of a stock, in ascending order. A correction replaces a list. */
export interface Stock {
  bars: ReadonlyArray<WireBar>
  splits: ReadonlyArray<{ readonly execution_date: string; readonly split_from: number; readonly split_to: number }>
  dividends: ReadonlyArray<{ readonly ex_dividend_date: string; readonly cash_amount: number }>
}

/** A service that listens. */
export interface Service {
  readonly url: string
  /** The key that it is asked with. */
  readonly apiKey: string
  /** Bars by ticker. */
  readonly stocks: ReadonlyMap<string, Stock>
  /** The number of requests so far. */
  readonly requests: () => number
}

/** Tickers that a folder, a file system or an engine could take for something else. */
export const tickers = ["BRK.B", "BACpA", "BACPA", "NULL"]

/** First and last day. */
export const range = { from: "2020-01-02", to: "2022-12-30" }

const zone = "America/New_York"

/** A page of bars: a year is fetched in three. */
const pageSize = 100

/** Duration of an answer, milliseconds. */
const latency = 2

/** A bar of a day. Its values follow from the ticker's number and the day's. */
export const bar = (stock: number, day: number): WireBar => {
  const price = 50 + 10 * stock + ((day * 37 + stock * 11) % 400) / 100
  const [o, c] = [price, price + ((day % 7) - 3) / 10]
  return {
    t: midnight(zone, dateOfDay(day)),
    o,
    h: Math.max(o, c) + 0.25,
    l: Math.min(o, c) - 0.25,
    c,
    v: 1_000_000 + (day % 1000) * 17,
    vw: (o + c) / 2,
    n: 1000 + (day % 97),
  }
}

const daysOfWeek = 7

/** Whether a day is from Monday to Friday. Day 0, 1970-01-01, was a Thursday. */
const isWeekday = (day: number): boolean => (day + 3) % daysOfWeek < 5

const days = Array.from(
  { length: dayNumber(range.to) - dayNumber(range.from) + 1 },
  (_, index) => dayNumber(range.from) + index,
).filter(isWeekday)

const stockOf = (number: number): Stock => ({
  bars: days.map((day) => bar(number, day)),
  splits: [{ execution_date: "2020-08-31", split_from: 1, split_to: 2 + number }],
  dividends: [2020, 2021, 2022].map((year) => ({ ex_dividend_date: `${year}-05-06`, cash_amount: 0.25 })),
})

/** The rows of a path, in ascending order. */
const rowsOf = (stocks: ReadonlyMap<string, Stock>, url: URL): ReadonlyArray<object> => {
  const list = /^\/stocks\/v1\/(splits|dividends)$/.exec(url.pathname)
  if (list !== null) {
    const tickers = (url.searchParams.get("ticker.any_of") ?? url.searchParams.get("ticker") ?? "").split(",")
    return tickers.flatMap((ticker) =>
      (stocks.get(ticker)?.[list[1] as "splits" | "dividends"] ?? []).map((row) => ({ ticker, ...row })),
    )
  }
  const [, , , , ticker, , , , from, to] = url.pathname.split("/")
  return (stocks.get(decodeURIComponent(ticker!))?.bars ?? []).filter(({ t }) => t >= Number(from) && t <= Number(to))
}

/** A page of rows, which begins where the cursor says. */
const page = (rows: ReadonlyArray<object>, url: URL): object => {
  const start = Number(url.searchParams.get("cursor") ?? 0)
  const next = new URL(url)
  next.searchParams.set("cursor", String(start + pageSize))
  return {
    status: "OK",
    request_id: "made-up",
    results: rows.slice(start, start + pageSize),
    ...(start + pageSize < rows.length ? { next_url: next.href } : {}),
  }
}

/**
 * Serves until the scope ends. Its answers have no `Date`: a manifest keeps the service's time of the first answer
 * without rows for a day, and the service's day of a list. A store that saw a correction would rightly differ in them
 * from a later one, so the clock of the stores, which stands still, dates them alone and all bytes can be compared.
 */
export const serve: Effect.Effect<Service, never, Scope.Scope> = Effect.suspend(() => {
  const stocks = new Map(tickers.map((ticker, number) => [ticker, stockOf(number)]))
  let requests = 0
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    requests += 1
    const url = new URL(request.url!, `http://${request.headers.host}`)
    const body = JSON.stringify(page(rowsOf(stocks, url), url))
    response.sendDate = false
    setTimeout(() => response.writeHead(200, { "content-type": "application/json" }).end(body), latency)
  }
  return Effect.map(Loopback.http(answer), (url) => ({
    url,
    apiKey: "a-key-of-torture",
    stocks,
    requests: () => requests,
  }))
})

/** The day of an instant. */
export const dayOf = (instant: number): string => dateOf(zone, instant)

/** The year of an instant, by which the store names the file of a day. */
export const yearOf = (instant: number): string => dayOf(instant).slice(0, 4)
