/**
 * What the page shows, as the address says it: a view can be reloaded and sent to others. The key is no part of it.
 *
 * @module
 */
import { declarations } from "@candela/catalog/Catalog"
import * as Indicator from "@candela/market/Indicator"
import * as Range from "./Range.js"

/** The markets that have charts. */
export const marketNames = ["stocks", "forex", "crypto", "futures"] as const

/** The name of a market. */
export type MarketName = (typeof marketNames)[number]

/** The sizes of bars: those for which the service has indicators. */
export const timespans = Indicator.timespans

/** The size of a bar. */
export type Timespan = (typeof timespans)[number]

/** The studies that can stand on a chart. */
export const studyNames = ["sma", "ema", "rsi", "macd"] as const

/** The name of a study. */
export type StudyName = (typeof studyNames)[number]

/** A chart of a ticker. */
export interface Chart {
  readonly _tag: "Chart"
  readonly market: MarketName
  readonly ticker: string
  readonly timespan: Timespan
  readonly range: Range.Range
  readonly studies: ReadonlyArray<StudyName>
}

/** A table of an endpoint's rows. */
export interface Table {
  readonly _tag: "Table"
  /** The endpoint's name. */
  readonly endpoint: string
  /** The parameters as they stand in a URL, by their names. */
  readonly texts: Readonly<Record<string, string>>
}

/** What the page shows. */
export type View = Chart | Table

/** The tickers with which markets open. */
export const exampleTickers: Readonly<Record<MarketName, string>> = {
  stocks: "AAPL",
  forex: "C:EURUSD",
  crypto: "X:BTCUSD",
  futures: "ESU5",
}

/** The chart of a ticker as it opens: a year of days. */
export const chart = (market: MarketName, ticker: string = exampleTickers[market]): Chart => ({
  _tag: "Chart",
  market,
  ticker,
  timespan: "day",
  range: "1Y",
  studies: [],
})

const oneOf = <T extends string>(values: ReadonlyArray<T>, text: string | null): T | undefined =>
  values.find((value) => value === text)

/** Reads the fragment of an address, with or without its `#`. What it leaves out, or says wrongly, is as the page opens. */
export const parse = (fragment: string): View => {
  const parameters = new URLSearchParams(fragment.replace(/^#/, ""))
  const endpoint = declarations.get(parameters.get("endpoint") ?? "")
  if (endpoint !== undefined) {
    const known = Array.from(parameters).filter(([name]) => Object.hasOwn(endpoint.wireParams, name))
    return { _tag: "Table", endpoint: endpoint.name, texts: Object.fromEntries(known) }
  }
  const opening = chart(oneOf(marketNames, parameters.get("market")) ?? "stocks")
  const studies = parameters.get("studies")?.split(",") ?? []
  return {
    ...opening,
    ticker: parameters.get("ticker") || opening.ticker,
    timespan: oneOf(timespans, parameters.get("timespan")) ?? opening.timespan,
    range: Range.parse(parameters.get("range") ?? "") ?? opening.range,
    studies: studyNames.filter((name) => studies.includes(name)),
  }
}

/** Writes a view as the fragment of an address, with its `#`. */
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
        })
  return `#${parameters}`
}
