/**
 * View of the page, stored in the address: it can be reloaded and sent to others. It does not include the key.
 *
 * @module
 */
import { declarations } from "@candela/catalog/Catalog"
import * as Window from "@candela/market/Window"
import * as Range from "./Range.js"

/** Markets with charts. */
export const marketNames = ["stocks", "forex", "crypto", "futures"] as const

/** Name of a market. */
export type MarketName = (typeof marketNames)[number]

/** Sizes of bars, shortest first, by their names in an address. */
export const sizes = {
  minute: { multiplier: 1, timespan: "minute" },
  "5minute": { multiplier: 5, timespan: "minute" },
  "15minute": { multiplier: 15, timespan: "minute" },
  "30minute": { multiplier: 30, timespan: "minute" },
  hour: { multiplier: 1, timespan: "hour" },
  "4hour": { multiplier: 4, timespan: "hour" },
  day: { multiplier: 1, timespan: "day" },
  week: { multiplier: 1, timespan: "week" },
  month: { multiplier: 1, timespan: "month" },
  quarter: { multiplier: 1, timespan: "quarter" },
  year: { multiplier: 1, timespan: "year" },
} as const

/** Name of a size of bars. */
export type Timespan = keyof typeof sizes

/** Names of the sizes. */
export const timespans = Object.keys(sizes) as ReadonlyArray<Timespan>

/** Studies for charts. */
export const studyNames = ["sma", "ema", "rsi", "macd"] as const

/** Name of a study. */
export type StudyName = (typeof studyNames)[number]

/** Chart of a ticker. */
export interface Chart {
  readonly _tag: "Chart"
  readonly market: MarketName
  readonly ticker: string
  readonly timespan: Timespan
  readonly range: Range.ChartRange
  readonly studies: ReadonlyArray<StudyName>
  /** Whether it follows the live channel. Only where {@link canFollow}. */
  readonly live: boolean
}

/** Whether a chart can follow the live channel: its bars are of minutes or hours, and end now. */
export const canFollow = ({ range, timespan }: Pick<Chart, "range" | "timespan">): boolean =>
  Range.isName(range) && Window.isClock(sizes[timespan].timespan)

/** Table of an endpoint's rows. */
export interface Table {
  readonly _tag: "Table"
  /** Name of the endpoint. */
  readonly endpoint: string
  /** Parameters by name, as in a URL. */
  readonly texts: Readonly<Record<string, string>>
}

/** View of the page. */
export type View = Chart | Table

/** Initial ticker of each market. */
export const exampleTickers: Readonly<Record<MarketName, string>> = {
  stocks: "AAPL",
  forex: "C:EURUSD",
  crypto: "X:BTCUSD",
  futures: "ESU5",
}

/** Returns the initial chart of a ticker: a year of days. */
export const chart = (market: MarketName, ticker: string = exampleTickers[market]): Chart => ({
  _tag: "Chart",
  market,
  ticker,
  timespan: "day",
  range: "1Y",
  studies: [],
  live: false,
})

const oneOf = <T extends string>(values: ReadonlyArray<T>, text: string | null): T | undefined =>
  values.find((value) => value === text)

/** Parses the fragment of an address, with or without its `#`. Missing or invalid parts get their initial values. */
export const parse = (fragment: string): View => {
  const parameters = new URLSearchParams(fragment.replace(/^#/, ""))
  const endpoint = declarations.get(parameters.get("endpoint") ?? "")
  if (endpoint !== undefined) {
    const known = Array.from(parameters).filter(([name]) => Object.hasOwn(endpoint.wireParams, name))
    return { _tag: "Table", endpoint: endpoint.name, texts: Object.fromEntries(known) }
  }
  const opening = chart(oneOf(marketNames, parameters.get("market")) ?? "stocks")
  const studies = parameters.get("studies")?.split(",") ?? []
  const timespan = oneOf(timespans, parameters.get("timespan")) ?? opening.timespan
  const range = Range.parse(parameters.get("range") ?? "") ?? opening.range
  return {
    ...opening,
    ticker: parameters.get("ticker") || opening.ticker,
    timespan,
    range,
    studies: studyNames.filter((name) => studies.includes(name)),
    live: parameters.get("live") === "true" && canFollow({ range, timespan }),
  }
}

/** Formats a view as the fragment of an address, with its `#`. */
export const format = (view: View): string => {
  const parameters =
    view._tag === "Table"
      ? new URLSearchParams({ endpoint: view.endpoint, ...view.texts })
      : new URLSearchParams({
          market: view.market,
          ticker: view.ticker,
          timespan: view.timespan,
          range: view.range,
          ...(view.studies.length > 0 ? { studies: view.studies.join(",") } : {}),
          ...(view.live ? { live: "true" } : {}),
        })
  return `#${parameters}`
}
