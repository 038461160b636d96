/**
 * Drawing of a chart: candles and volume, averages over them, studies below them.
 *
 * @module
 */
import type { Candle } from "@candela/market/Candles"
import {
  CandlestickSeries,
  createChart,
  CrosshairMode,
  HistogramSeries,
  LineSeries,
  TickMarkType,
  type IChartApi,
  type ISeriesApi,
  type LogicalRange,
  type UTCTimestamp,
} from "lightweight-charts"
import * as Format from "./Format.js"
import { colour } from "../common/Theme.js"
import type { StudyName } from "./View.js"

/** Value of a study at a candle's time, in milliseconds. */
export interface StudyPoint {
  readonly time: number
  readonly value: number
  readonly signal?: number | undefined
  readonly histogram?: number | undefined
}

/** Content of a chart, in ascending time. */
export interface Drawn {
  readonly candles: ReadonlyArray<Candle>
  readonly studies: ReadonlyArray<readonly [StudyName, ReadonlyArray<StudyPoint>]>
  /** Whether bars are shorter than days, so that their time of day matters. */
  readonly isIntraday: boolean
  /** Decimals of prices. */
  readonly decimals: number
}

/** Drawn chart. */
export interface Plot {
  /** Moves the visible bars by a fraction of their number; positive values move to later bars. */
  readonly pan: (part: number) => void
  /** Multiplies the number of visible bars, keeping the latest in place. */
  readonly zoom: (factor: number) => void
  /** Shows all bars. */
  readonly fit: () => void
  /** Adds a study. The visible range stays unchanged. */
  readonly addStudy: (name: StudyName, points: ReadonlyArray<StudyPoint>) => void
  /** Returns the visible range, for redrawing. */
  readonly visible: () => LogicalRange | null
  readonly remove: () => void
}

/** The library counts seconds. */
const second = 1000

const at = (time: number) => (time / second) as UTCTimestamp

const layout = () => ({
  layout: {
    // The logo adds a style element, which the Content-Security-Policy forbids: the page's footer names the product.
    attributionLogo: false,
    background: { color: colour("--surface") },
    textColor: colour("--text-muted"),
    fontFamily: getComputedStyle(document.body).fontFamily,
    fontSize: 12,
    panes: { separatorColor: colour("--line"), separatorHoverColor: colour("--line"), enableResize: true },
  },
  grid: { vertLines: { color: colour("--grid") }, horzLines: { color: colour("--grid") } },
  crosshair: {
    mode: CrosshairMode.Normal,
    vertLine: { color: colour("--line-strong"), labelBackgroundColor: colour("--crosshair") },
    horzLine: { color: colour("--line-strong"), labelBackgroundColor: colour("--crosshair") },
  },
  rightPriceScale: { borderColor: colour("--line") },
  timeScale: { borderColor: colour("--line") },
})

const prices = (decimals: number) => ({ type: "price", precision: decimals, minMove: 10 ** -decimals }) as const

const line = (chart: IChartApi, name: string, decimals: number, pane = 0): ISeriesApi<"Line"> => {
  const shared = { lineWidth: 2, priceLineVisible: false, crosshairMarkerVisible: false } as const
  const own = { color: colour(name), priceFormat: prices(decimals), lastValueVisible: pane > 0 }
  return chart.addSeries(LineSeries, { ...shared, ...own }, pane)
}

const values = (points: ReadonlyArray<StudyPoint>, of: (point: StudyPoint) => number | undefined) =>
  points.flatMap((point) => {
    const value = of(point)
    return value === undefined ? [] : [{ time: at(point.time), value }]
  })

const drawStudy = (chart: IChartApi, decimals: number, name: StudyName, points: ReadonlyArray<StudyPoint>): void => {
  const own = values(points, (point) => point.value)
  if (name === "sma" || name === "ema")
    return line(chart, name === "sma" ? "--series-1" : "--series-2", decimals).setData(own)
  const pane = chart.panes().length
  if (name === "rsi") {
    const series = line(chart, "--series-2", 2, pane)
    for (const price of [30, 70]) {
      series.createPriceLine({
        price,
        color: colour("--line-strong"),
        lineWidth: 1,
        lineStyle: 2,
        axisLabelVisible: false,
      })
    }
    series.setData(own)
  } else {
    const bars = chart.addSeries(HistogramSeries, { priceLineVisible: false, lastValueVisible: false }, pane)
    bars.setData(
      values(points, (point) => point.histogram).map((point) => ({
        ...point,
        color: colour(point.value >= 0 ? "--rise" : "--fall"),
      })),
    )
    line(chart, "--series-3", decimals, pane).setData(own)
    line(chart, "--series-1", decimals, pane).setData(values(points, (point) => point.signal))
  }
  chart.panes()[pane]?.setStretchFactor(0.28)
}

const drawPrices = (chart: IChartApi, { candles, decimals }: Drawn): ISeriesApi<"Candlestick"> => {
  const rise = colour("--rise")
  const fall = colour("--fall")
  const volume = chart.addSeries(HistogramSeries, {
    priceFormat: { type: "volume" },
    priceScaleId: "volume",
    priceLineVisible: false,
    lastValueVisible: false,
  })
  volume.priceScale().applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } })
  volume.setData(
    candles.map(({ close, open, time, volume }) => ({
      time: at(time),
      value: volume,
      color: `${close >= open ? rise : fall}59`,
    })),
  )
  const series = chart.addSeries(CandlestickSeries, {
    upColor: rise,
    downColor: fall,
    wickUpColor: rise,
    wickDownColor: fall,
    borderVisible: false,
    priceFormat: prices(decimals),
  })
  series.priceScale().applyOptions({ scaleMargins: { top: 0.12, bottom: 0.2 } })
  series.setData(candles.map((candle) => ({ ...candle, time: at(candle.time) })))
  return series
}

/** Half the width of a label of the time axis, in pixels. */
const labelWidth = 26

/**
 * Draws into an element, in the colours of the theme. `onMoved` receives the time of the candle
 * under the pointer; `undefined` when it leaves.
 */
export const draw = (
  into: HTMLElement,
  drawn: Drawn,
  onMoved: (time: number | undefined) => void,
  visible: LogicalRange | null = null,
): Plot => {
  const chart = createChart(into, {
    ...layout(),
    autoSize: true,
    timeScale: {
      ...layout().timeScale,
      timeVisible: drawn.isIntraday,
      secondsVisible: false,
      tickMarkMaxCharacterLength: 6,
      // The label of a day includes its month, because the month's own label may not fit.
      tickMarkFormatter: (time: number, type: TickMarkType) =>
        type === TickMarkType.DayOfMonth ? Format.day(time * second) : null,
      minBarSpacing: 0.005,
      // Otherwise bars are at most half as wide as the chart, and a few bars leave the rest empty.
      maxBarSpacing: 10_000,
      lockVisibleTimeRangeOnResize: true,
    },
    localization: { timeFormatter: (time: number) => Format.time(time * second, drawn.isIntraday) },
  })
  drawPrices(chart, drawn)
  const addStudy = (name: StudyName, points: ReadonlyArray<StudyPoint>) =>
    drawStudy(chart, drawn.decimals, name, points)
  for (const [name, points] of drawn.studies) addStudy(name, points)
  const scale = chart.timeScale()
  const count = drawn.candles.length
  const fit = () => {
    // Leaves room for the complete labels of the first and the last bar.
    const bars = (count * labelWidth) / Math.max(into.clientWidth - 2 * labelWidth, labelWidth)
    scale.setVisibleLogicalRange({ from: -bars, to: count - 1 + bars })
  }
  if (visible === null) fit()
  else scale.setVisibleLogicalRange(visible)
  chart.subscribeCrosshairMove(({ time }) => onMoved(time === undefined ? undefined : (time as number) * second))
  const show = (change: (from: number, to: number) => readonly [number, number]) => {
    const visible = scale.getVisibleLogicalRange()
    if (visible === null) return
    const [from, to] = change(visible.from, visible.to)
    scale.setVisibleLogicalRange({ from, to })
  }
  return {
    pan: (part) => show((from, to) => [from + (to - from) * part, to + (to - from) * part]),
    zoom: (factor) => show((from, to) => [to - Math.max((to - from) * factor, 4), to]),
    fit,
    addStudy,
    visible: () => scale.getVisibleLogicalRange(),
    remove: () => chart.remove(),
  }
}
