/**
 * A slow, plain answer to the same questions, by which the engine is judged: it holds all rows and
 * looks at each of them for each request.
 */
import * as Market from "@candela/market/Market"
import * as TimeZone from "@candela/market/TimeZone"
import * as Window from "@candela/market/Window"
import type { BarPageRequest } from "@candela/sandbox/subjects/bars/Bars"
import type { BaseBar } from "@candela/sandbox/subjects/bars/BaseBar"
import { round } from "@candela/sandbox/numbers/Rounding"
import { secondsOf } from "@candela/sandbox/subjects/bars/Seconds"

export interface SplitRow {
  readonly ticker: string
  /** `yyyy-mm-dd` */
  readonly date: string
  readonly from: number
  readonly to: number
}

/** What the tables hold of one ticker. */
export interface History {
  readonly minutes: ReadonlyArray<BaseBar>
  readonly seconds: ReadonlyArray<BaseBar>
  readonly days: ReadonlyArray<BaseBar>
  readonly splits: ReadonlyArray<SplitRow>
}

/** A bar as it is sent. */
export interface WireBar {
  readonly v: number
  readonly vw?: number
  readonly o: number
  readonly c: number
  readonly h: number
  readonly l: number
  readonly t: number
  readonly n?: number
}

export interface ReferencePage {
  readonly results: ReadonlyArray<WireBar>
  readonly queryCount: number
}

const wholeDays = ["day", "week", "month", "quarter", "year"]

const fold = (t: number, bars: ReadonlyArray<BaseBar>, decimals: number): BaseBar => {
  const sum = (values: ReadonlyArray<number>) => values.reduce((total, value) => total + value, 0)
  if (bars.length === 1) return { ...bars[0]!, t }
  const priced = bars.filter((bar) => bar.vw !== null && bar.v > 0)
  const counted = bars.filter((bar) => bar.n !== null)
  return {
    t,
    o: bars[0]!.o,
    h: Math.max(...bars.map((bar) => bar.h)),
    l: Math.min(...bars.map((bar) => bar.l)),
    c: bars.at(-1)!.c,
    v: round(sum(bars.map((bar) => bar.v)), decimals),
    vw:
      priced.length === 0
        ? null
        : round(sum(priced.map((bar) => bar.v * bar.vw!)) / sum(priced.map((bar) => bar.v)), decimals),
    n: counted.length === 0 ? null : sum(counted.map((bar) => bar.n!)),
  }
}

const wire = ({ c, h, l, n, o, t, v, vw }: BaseBar): WireBar => ({
  v,
  ...(vw === null ? {} : { vw }),
  o,
  c,
  h,
  l,
  t,
  ...(n === null ? {} : { n }),
})

const baseRows = (history: History, request: BarPageRequest): ReadonlyArray<BaseBar> => {
  const { market, now, timespan } = request
  const { zone } = market
  const isOver = (bar: BaseBar) => Math.floor(bar.t / 60_000) * 60_000 + 60_000 <= now
  if (timespan === "second") return history.seconds.filter(isOver)
  const minutes = history.minutes.filter(isOver)
  if (!wholeDays.includes(timespan)) return minutes
  const today = TimeZone.dateOf(zone, now)
  const current = minutes.filter((bar) => TimeZone.dateOf(zone, bar.t) === today)
  return [
    ...history.days.filter((bar) => TimeZone.dateOf(zone, bar.t) < today),
    ...(current.length === 0 ? [] : [fold(TimeZone.midnight(zone, today), current, market.decimals)]),
  ]
}

const adjustOne = (bar: BaseBar, { market, now }: BarPageRequest, splits: ReadonlyArray<SplitRow>): BaseBar => {
  const { decimals, zone } = market
  const date = TimeZone.dateOf(zone, bar.t)
  const later = splits.filter((split) => split.date > date && split.date <= TimeZone.dateOf(zone, now))
  const from = later.reduce((product, split) => product * split.from, 1)
  const to = later.reduce((product, split) => product * split.to, 1)
  const price = (value: number) => round((value * from) / to, decimals)
  const { c, h, l, n, o, t, v, vw } = bar
  return {
    t,
    o: price(o),
    h: price(h),
    l: price(l),
    c: price(c),
    v: round((v * to) / from, decimals),
    vw: vw === null ? null : price(vw),
    n,
  }
}

/** All pages of a request. */
export const pages = (history: History, request: BarPageRequest): ReadonlyArray<ReferencePage> => {
  const { adjusted, limit, market, multiplier, sort, timespan } = request
  const { decimals, zone } = market
  const window = { multiplier, timespan, zone }
  const from = typeof request.from === "number" ? request.from : TimeZone.midnight(zone, request.from)
  const to =
    typeof request.to === "number"
      ? request.to
      : TimeZone.midnight(zone, TimeZone.dateOfDay(TimeZone.dayNumber(request.to) + 1)) - 1
  const windows = new Map<number, Array<BaseBar>>()
  for (const row of baseRows(history, request)) {
    const next = Window.next(window, row.t)
    if (from > to || next <= from) continue
    const start = Window.start(window, row.t)
    if (start > to || start < (request.history ?? -Infinity)) continue
    const bar = adjusted ? adjustOne(row, request, history.splits) : row
    const known = windows.get(start)
    if (known === undefined) windows.set(start, [bar])
    else known.push(bar)
  }
  const entries = [...windows].sort(([one], [other]) => (sort === "asc" ? one - other : other - one))
  const result: Array<{ results: Array<WireBar>; queryCount: number }> = [{ results: [], queryCount: 0 }]
  for (const [start, rows] of entries) {
    const last = result.at(-1)!
    const bar = wire(fold(start, rows, decimals))
    if (last.results.length === 0 || last.queryCount + rows.length <= limit) {
      last.results.push(bar)
      last.queryCount += rows.length
    } else {
      result.push({ results: [bar], queryCount: rows.length })
    }
  }
  return result
}

/**
 * A history for tests: minutes at odd times of trading days around the changes of daylight-saving time,
 * and days before them. Stocks have splits; other markets have prices and volumes of all their decimals.
 */
export const makeHistory = (market: Market.Market, ticker: string): History => {
  const { decimals, zone } = market
  let state = ticker.length * 7919
  const random = () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  const cents = (value: number) => round(value, market === Market.stocks ? 2 : decimals)
  const volume = (most: number) =>
    market === Market.stocks ? Math.ceil(random() * most) : round(random() * most, decimals)
  const dates = (from: string, to: string) =>
    Array.from({ length: TimeZone.dayNumber(to) - TimeZone.dayNumber(from) + 1 }, (_, index) =>
      TimeZone.dateOfDay(TimeZone.dayNumber(from) + index),
    ).filter((date) => zone === "UTC" || ![0, 6].includes(new Date(date).getUTCDay()))
  let price = 100
  const bar = (t: number): BaseBar => {
    const o = cents(price)
    const c = cents(price * (1 + (random() - 0.5) / 200))
    price = c
    const h = cents(Math.max(o, c) * (1 + random() / 500))
    const l = cents(Math.min(o, c) * (1 - random() / 500))
    const known = random() < 0.95
    return {
      t,
      o,
      h,
      l,
      c,
      v: random() < 0.05 ? 0 : volume(5000),
      vw: known ? round(l + (h - l) * random(), decimals) : null,
      n: known ? Math.ceil(random() * 80) : null,
    }
  }
  const withMinutes = [...dates("2024-03-06", "2024-03-13"), ...dates("2024-10-31", "2024-11-05")]
  const minutes = withMinutes.flatMap((date) => {
    const midnight = TimeZone.midnight(zone, date)
    // 04:00 to 20:00; a market of all hours around the clock
    const [open, close] = zone === "UTC" ? [0, 1440] : [240, 1200]
    const rows: Array<BaseBar> = []
    for (let at = open; at < close; at += 1 + Math.floor(random() * 30)) rows.push(bar(midnight + at * 60_000))
    return rows
  })
  const days = dates("2022-11-01", "2024-11-05").map((date) => {
    const midnight = TimeZone.midnight(zone, date)
    const own = minutes.filter((minute) => TimeZone.dateOf(zone, minute.t) === date)
    return own.length > 0 ? fold(midnight, own, decimals) : { ...bar(midnight), v: volume(1e6) }
  })
  const ofStocks = [
    { ticker, date: "2024-03-11", from: 1, to: 4 },
    { ticker, date: "2023-06-15", from: 3, to: 2 },
    { ticker, date: "2024-11-04", from: 10, to: 1 },
  ]
  const splits = market === Market.stocks ? ofStocks : []
  return { minutes, seconds: minutes.flatMap((bar) => secondsOf(bar, decimals)), days, splits }
}
