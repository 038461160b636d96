import { MarketData } from "@candela/core/MarketData"
import { dateOf } from "@candela/market/TimeZone"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { Effect, Layer } from "effect"

/** What a service does. It may be changed between two requests. */
export interface Behaviour {
  /** The tickers that it knows. */
  known: ReadonlyArray<string>
  /** The tickers whose bars it answers by nonsense. */
  broken: ReadonlyArray<string>
  /** Whether it refuses the key. */
  refuses: boolean
  /** Whether it never answers. */
  hangs?: boolean
  /** Bars of its tickers. Default: one a day. */
  bars?: (ticker: string) => ReadonlyArray<WireBar>
  /** Largest number of rows in an answer. Default: all. */
  pageOf?: number
  /** The splits and dividends of a ticker. Default: none. */
  lists?: (ticker: string, list: "splits" | "dividends") => ReadonlyArray<object>
  /** What it answers to a request of the summary of a day; `undefined` where it has it. */
  insteadOfDay?: ((day: string) => ScriptedTransport.Behaviour | undefined) | undefined
  /** What it answers to a request of bars before it looks for them; `undefined` where it looks. */
  instead?: (request: {
    readonly ticker: string
    readonly from: number
    readonly to: number
    readonly skip: number
  }) => ScriptedTransport.Behaviour | undefined
}

/** A bar as the service writes it. */
export interface WireBar {
  readonly t: number
  readonly o: number
  readonly h: number
  readonly l: number
  readonly c: number
  readonly v: number
}

export const bar = (t: number, own: Partial<WireBar> = {}): WireBar => ({ t, o: 1, h: 1, l: 1, c: 1, v: 1, ...own })

/** An hour of each day of two years. */
const afternoons = Array.from({ length: 731 }, (_, day) => Date.UTC(2024, 0, 1 + day, 15))

/** The list that a request asks for, and of which tickers; `undefined` for bars. */
export const listOf = ({ pathname, searchParams }: URL) => {
  const list = (["splits", "dividends"] as const).find((name) => pathname === `/stocks/v1/${name}`)
  if (list === undefined) return undefined
  return { list, tickers: (searchParams.get("ticker.any_of") ?? searchParams.get("ticker") ?? "").split(",") }
}

/** The ticker and the time that a request asks for. */
const partsOf = ({ pathname, searchParams }: URL) => {
  const [, , , , ticker = "", , , , from, to] = pathname.split("/")
  return { ticker, from: Number(from), to: Number(to), skip: Number(searchParams.get("skip") ?? 0) }
}

/** The day whose summary a request asks for; `undefined` for another one. */
const summaryOf = ({ pathname }: URL): string | undefined =>
  /^\/v2\/aggs\/grouped\/locale\/us\/market\/stocks\/(.+)$/.exec(pathname)?.[1]

/** The summary of a day: bars of days, which end at 16:00. */
const summary = ({ bars, known }: Behaviour, day: string): object => ({
  status: "OK",
  results: known.flatMap((T) =>
    (bars?.(T) ?? []).filter(({ t }) => dayOf(t) === day).map((bar) => ({ ...bar, T, t: bar.t + 16 * 3_600_000 })),
  ),
})

/** What a service answers to a request. */
export const answer = ({ bars, broken, known, lists, pageOf = Infinity }: Behaviour, url: URL): object => {
  const { from, skip, ticker, to } = partsOf(url)
  const asked = listOf(url)
  if (broken.includes(ticker)) return { status: "OK", results: [{ t: "nonsense" }] }
  const all = known.includes(ticker) ? (bars?.(ticker) ?? afternoons.map((t) => bar(t))) : []
  const within =
    asked === undefined
      ? all.filter(({ t }) => t >= from && t <= to)
      : asked.tickers.flatMap((one) => lists?.(one, asked.list) ?? [])
  const next = new URL(url)
  next.searchParams.set("skip", String(skip + pageOf))
  return {
    status: "OK",
    results: within.slice(skip, skip + pageOf),
    ...(skip + pageOf < within.length ? { next_url: next.href } : {}),
  }
}

/** A service with a bar a day. */
export const service = (behaviour: Behaviour) =>
  MarketData.layer({ baseUrl: "http://service.test", apiKey: "a-key-of-a-test" }).pipe(
    Layer.provideMerge(
      ScriptedTransport.layer(({ at, url }) => {
        const headers = { date: new Date(at).toUTCString() }
        if (behaviour.hangs === true) return ScriptedTransport.hang
        if (behaviour.refuses) {
          return ScriptedTransport.json({ status: "ERROR", error: "Unknown API Key" }, { status: 401 })
        }
        const day = summaryOf(url)
        if (day !== undefined) {
          return behaviour.insteadOfDay?.(day) ?? ScriptedTransport.json(summary(behaviour, day), { headers })
        }
        const isBars = url.pathname.startsWith("/v2/aggs/")
        return (
          (isBars && behaviour.instead?.(partsOf(url))) || ScriptedTransport.json(answer(behaviour, url), { headers })
        )
      }),
    ),
  )

/** Number of requests so far. */
export const requests = Effect.map(ScriptedTransport.exchanges, (exchanges) => exchanges.length)

/** What was asked for of bars so far, as tickers and days; pages after the first one are left out. */
export const asked = Effect.map(ScriptedTransport.exchanges, (exchanges) =>
  exchanges
    .filter(({ url }) => url.pathname.startsWith("/v2/aggs/ticker/") && !url.searchParams.has("skip"))
    .map(({ url }) => partsOf(url))
    .map(({ from, ticker, to }) => [ticker, dayOf(from), dayOf(to)].join(" ")),
)

/** The days whose summaries were asked for so far. */
export const daysAsked = Effect.map(ScriptedTransport.exchanges, (exchanges) =>
  exchanges.flatMap(({ url }) => summaryOf(url) ?? []),
)

/** The lists that were asked for so far, with the number of tickers; pages after the first one are left out. */
export const listsAsked = Effect.map(ScriptedTransport.exchanges, (exchanges) =>
  exchanges.filter(({ url }) => !url.searchParams.has("skip")).flatMap(({ url }) => listOf(url) ?? []),
)

const dayOf = (instant: number) => dateOf("America/New_York", instant)
