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
  /** Draws candles that have changed or are new, of those that there are now, and the studies again. */
  readonly grow: (drawn: Drawn, changed: ReadonlyArray<Candle>) => void
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

const prices = (decimals: number) =>
  ({ type: "custom", formatter: (price: number) => Format.price(price, decimals), minMove: 10 ** -decimals }) as const

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

/** Draws the points of something, again and again. */
type Redraw<A> = (points: ReadonlyArray<A>) => void

const drawStudy = (chart: IChartApi, decimals: number, name: StudyName): Redraw<StudyPoint> => {
  if (name === "sma" || name === "ema") {
    const series = line(chart, name === "sma" ? "--series-1" : "--series-2", decimals)
    return (points) => series.setData(values(points, (point) => point.value))
  }
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
    chart.panes()[pane]?.setStretchFactor(0.28)
    return (points) => series.setData(values(points, (point) => point.value))
  }
  const bars = chart.addSeries(HistogramSeries, { priceLineVisible: false, lastValueVisible: false }, pane)
  const own = line(chart, "--series-3", decimals, pane)
  const signal = line(chart, "--series-1", decimals, pane)
  chart.panes()[pane]?.setStretchFactor(0.28)
  const [rise, fall] = [colour("--rise"), colour("--fall")]
  return (points) => {
    bars.setData(
      values(points, (point) => point.histogram).map((point) => ({ ...point, color: point.value >= 0 ? rise : fall })),
    )
    own.setData(values(points, (point) => point.value))
    signal.setData(values(points, (point) => point.signal))
  }
}

/** Draws candles: all of them, or those that have changed since. */
interface Prices {
  readonly all: Redraw<Candle>
  readonly last: Redraw<Candle>
}

const drawPrices = (chart: IChartApi, decimals: number): Prices => {
  const rise = colour("--rise")
  const fall = colour("--fall")
  const volume = chart.addSeries(HistogramSeries, {
    priceFormat: { type: "volume" },
    priceScaleId: "volume",
    priceLineVisible: false,
    lastValueVisible: false,
  })
  volume.priceScale().applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } })
  const series = chart.addSeries(CandlestickSeries, {
    upColor: rise,
    downColor: fall,
    wickUpColor: rise,
    wickDownColor: fall,
    borderVisible: false,
    priceFormat: prices(decimals),
  })
  series.priceScale().applyOptions({ scaleMargins: { top: 0.12, bottom: 0.2 } })
  const bar = ({ close, open, time, volume }: Candle) => ({
    time: at(time),
    value: volume,
    color: `${close >= open ? rise : fall}59`,
  })
  const candle = (candle: Candle) => ({ ...candle, time: at(candle.time) })
  return {
    all: (candles) => {
      volume.setData(candles.map(bar))
      series.setData(candles.map(candle))
    },
    last: (candles) => {
      for (const one of candles) {
        volume.update(bar(one))
        series.update(candle(one))
      }
    },
  }
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
  const priced = drawPrices(chart, drawn.decimals)
  priced.all(drawn.candles)
  const studies = new Map<StudyName, Redraw<StudyPoint>>()
  const addStudy = (name: StudyName, points: ReadonlyArray<StudyPoint>) => {
    const redraw = drawStudy(chart, drawn.decimals, name)
    studies.set(name, redraw)
    redraw(points)
  }
  let last = drawn.candles.at(-1)!.time
  for (const [name, points] of drawn.studies) addStudy(name, points)
  const scale = chart.timeScale()
  let count = drawn.candles.length
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
    grow: (drawn, changed) => {
      // The library takes only the last candle and later ones by themselves.
      if (changed.every(({ time }) => time >= last)) priced.last(changed)
      else priced.all(drawn.candles)
      last = drawn.candles.at(-1)!.time
      count = drawn.candles.length
      for (const [name, points] of drawn.studies) studies.get(name)?.(points)
    },
    addStudy,
    visible: () => scale.getVisibleLogicalRange(),
    remove: () => chart.remove(),
  }
}
