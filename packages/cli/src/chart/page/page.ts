/**
 * Script of a chart's page: draws its bars, and shows the values under the pointer.
 *
 * @module
 */
import {
  CandlestickSeries,
  createChart,
  CrosshairMode,
  HistogramSeries,
  TickMarkType,
  type IChartApi,
  type UTCTimestamp,
} from "lightweight-charts"
import * as Numbers from "../Numbers.js"
import * as Times from "../Times.js"
import { id, type Data } from "./Data.js"

const byId = (id: string): HTMLElement => document.getElementById(id)!
const data = JSON.parse(byId(id).textContent) as Data
const { clock } = data
const format = Numbers.inNotation(data.notation)
const count = data.time.length

const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

const legend = byId("legend")

const entry = (label: string, value: string, className = "") => {
  const span = document.createElement("span")
  const name = document.createElement("i")
  span.className = className
  name.textContent = label
  span.append(name, ` ${value}`)
  return span
}

const indices = new Map(data.time.map((time, index) => [time, index]))

const showLegend = (time: number | undefined) => {
  const index = (time === undefined ? undefined : indices.get(time)) ?? count - 1
  const close = data.close[index]!
  const from = data.close[index - 1] ?? data.base
  legend.replaceChildren(
    entry("", Times.whole(data.time[index]! * 1000, clock)),
    entry("O", format.price(data.open[index]!)),
    entry("H", format.price(data.high[index]!)),
    entry("L", format.price(data.low[index]!)),
    entry("C", format.price(close)),
    entry("", format.change(from, close), close < from ? "fall" : "rise"),
    entry("Vol", Numbers.volume(data.volume[index]!)),
  )
}

const colours = () => ({
  layout: {
    // The logo adds a style element, which the Content-Security-Policy forbids: the page's footer names the product.
    attributionLogo: false,
    background: { color: colour("--surface") },
    textColor: colour("--text-muted"),
    fontFamily: getComputedStyle(document.body).fontFamily,
    fontSize: 12,
  },
  grid: { vertLines: { color: colour("--grid") }, horzLines: { color: colour("--grid") } },
  crosshair: {
    mode: CrosshairMode.Normal,
    vertLine: { color: colour("--line-strong"), labelBackgroundColor: colour("--crosshair") },
    horzLine: { color: colour("--line-strong"), labelBackgroundColor: colour("--crosshair") },
  },
  rightPriceScale: { borderColor: colour("--line") },
})

const plot = byId("plot")

/** Half the width of a label of the time axis, in pixels. */
const labelWidth = 26

const chart: IChartApi = createChart(plot, {
  ...colours(),
  autoSize: true,
  timeScale: {
    borderColor: colour("--line"),
    timeVisible: clock !== "none",
    secondsVisible: clock === "seconds",
    tickMarkMaxCharacterLength: 6,
    // The day alone does not tell its month, whose own label may have no room.
    tickMarkFormatter: (time: number, type: TickMarkType) =>
      type === TickMarkType.DayOfMonth ? Times.date(time * 1000) : null,
    minBarSpacing: 0.005,
    // Otherwise no bar is wider than half the chart, and a few bars leave the rest empty.
    maxBarSpacing: 10_000,
    lockVisibleTimeRangeOnResize: true,
  },
  localization: {
    timeFormatter: (time: number) => Times.whole(time * 1000, clock),
    priceFormatter: format.price,
  },
})
const volumes = chart.addSeries(HistogramSeries, {
  priceFormat: { type: "volume" },
  priceScaleId: "volume",
  priceLineVisible: false,
  lastValueVisible: false,
})
volumes.priceScale().applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } })
const prices = chart.addSeries(CandlestickSeries, {
  borderVisible: false,
  priceFormat: { type: "price", precision: format.decimals, minMove: 10 ** -format.decimals },
})
prices.priceScale().applyOptions({ scaleMargins: { top: 0.12, bottom: 0.2 } })
prices.setData(
  data.time.map((time, index) => ({
    time: time as UTCTimestamp,
    open: data.open[index]!,
    high: data.high[index]!,
    low: data.low[index]!,
    close: data.close[index]!,
  })),
)

/** Applies the colours of the theme to the chart. */
const paint = () => {
  const [rise, fall] = [colour("--rise"), colour("--fall")]
  chart.applyOptions(colours())
  chart.applyOptions({ timeScale: { borderColor: colour("--line") } })
  prices.applyOptions({ upColor: rise, downColor: fall, wickUpColor: rise, wickDownColor: fall })
  volumes.setData(
    data.time.map((time, index) => ({
      time: time as UTCTimestamp,
      value: data.volume[index]!,
      color: `${data.close[index]! >= data.open[index]! ? rise : fall}59`,
    })),
  )
}

const scale = chart.timeScale()

/** Shows all bars, with room for the whole label of the first and of the last one. */
const fit = () => {
  const bars = (count * labelWidth) / Math.max(plot.clientWidth - 2 * labelWidth, labelWidth)
  scale.setVisibleLogicalRange({ from: -bars, to: count - 1 + bars })
}

const show = (change: (from: number, to: number) => readonly [number, number]) => () => {
  const visible = scale.getVisibleLogicalRange()
  if (visible === null) return
  const [from, to] = change(visible.from, visible.to)
  scale.setVisibleLogicalRange({ from, to })
}
const pan = (part: number) => show((from, to) => [from + (to - from) * part, to + (to - from) * part])
const zoom = (factor: number) => show((from, to) => [to - Math.max((to - from) * factor, 4), to])

const keys: Readonly<Record<string, () => void>> = {
  ArrowLeft: pan(-0.1),
  ArrowRight: pan(0.1),
  "+": zoom(0.8),
  "=": zoom(0.8),
  "-": zoom(1.25),
  "0": fit,
}

plot.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || !Object.hasOwn(keys, event.key)) return
  keys[event.key]!()
  event.preventDefault()
})

paint()
fit()
showLegend(undefined)
chart.subscribeCrosshairMove(({ time }) => showLegend(time as number | undefined))
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint)
