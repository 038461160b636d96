/**
 * A chart as lines of text: a headline, candles or a line, volume, and the axes.
 *
 * @module
 */
import * as Foreign from "@candela/core/internal/Foreign"
import { isRising, merge, type Candle } from "@candela/market/Candles"
import * as Chart from "./Chart.js"
import * as Glyphs from "./Glyphs.js"
import { leastHeight } from "./Height.js"
import * as Numbers from "./Numbers.js"
import * as Scale from "./Scale.js"
import * as Screen from "./Screen.js"
import * as TimeAxis from "./TimeAxis.js"

/** Properties of the terminal for a chart. */
export interface ChartSize {
  /** Number of columns, the maximum width of a line. */
  readonly columns: number
  /** Number of lines of the whole chart. */
  readonly height: number
  /** Whether colours tell rising from falling. */
  readonly hasColors: boolean
}

interface Piece {
  readonly text: string
  readonly style?: Screen.CharacterStyle
}

/** Style for the change of the range. */
const styleOf = ({ base, candles }: Chart.Chart): Screen.CharacterStyle =>
  candles.at(-1)!.close < base ? "fall" : "rise"

const headline = (chart: Chart.Chart): ReadonlyArray<Piece> => {
  const { base, candles, format, ticker } = chart
  const { close } = candles.at(-1)!
  return [
    { text: Foreign.show(ticker), style: "strong" },
    { text: Chart.size(chart) },
    { text: format.price(close), style: "strong" },
    { text: format.change(base, close), style: styleOf(chart) },
    { text: Chart.range(chart), style: "faint" },
    { text: Chart.zone(chart), style: "faint" },
  ]
}

/** Pieces separated by two blanks, on as many lines as needed. */
const wrapped = (
  pieces: ReadonlyArray<Piece>,
  columns: number,
): ReadonlyArray<ReadonlyArray<Piece & { readonly column: number }>> => {
  const lines: Array<Array<Piece & { readonly column: number }>> = [[]]
  let column = 0
  for (const piece of pieces) {
    if (column > 0 && column + piece.text.length > columns) {
      lines.push([])
      column = 0
    }
    lines.at(-1)!.push({ ...piece, column })
    column += piece.text.length + 2
  }
  return lines
}

/** Range of the price axis: of closes alone for a line. */
const extent = (candles: ReadonlyArray<Candle>, isLine: boolean): readonly [low: number, high: number] => {
  let [low, high] = [Infinity, -Infinity]
  for (const candle of candles) {
    low = Math.min(low, isLine ? candle.close : candle.low)
    high = Math.max(high, isLine ? candle.close : candle.high)
  }
  return [low, high]
}

/** Volume with its place and style. */
interface Volume {
  readonly columns: Glyphs.Columns
  readonly volume: number
  readonly style: Screen.CharacterStyle
}

const volumesOfCandles = (candles: ReadonlyArray<Candle>, slots: Glyphs.Slots): ReadonlyArray<Volume> =>
  candles.map((candle, index) => ({
    columns: slots.columns(index),
    volume: candle.volume,
    style: isRising(candle) ? "rise" : "fall",
  }))

/** Volume of each column: the average of its bars, because some columns have one bar more than others. */
const volumesOfColumns = (candles: ReadonlyArray<Candle>, width: number): ReadonlyArray<Volume> =>
  merge(candles, width).map((candle, column) => ({
    columns: { begin: column, count: 1 },
    volume: candle.volume / candle.bars,
    style: isRising(candle) ? "rise" : "fall",
  }))

interface Layout {
  readonly isLine: boolean
  readonly prices: Glyphs.Area
  readonly volumes: Glyphs.Area
  readonly scale: Scale.Scale
  readonly ticks: ReadonlyArray<number>
  /** Whether there is room for prices beside the plot. */
  readonly hasAxis: boolean
}

/** Distributes the lines and columns. */
const layout = ({ candles, format }: Chart.Chart, { columns, height }: ChartSize, head: number): Layout => {
  const free = Math.max(height, leastHeight) - head - 2
  const hasVolume = free >= 5 && candles.some(({ volume }) => volume > 0)
  const below = hasVolume ? Math.min(Math.max(Math.round(free * 0.2), 1), 6) : 0
  // One line without wicks, if there is room.
  const gap = hasVolume && free >= 16 ? 1 : 0
  const lines = Math.max(free - below - gap, 1)
  const finest = 10 ** -format.decimals
  const within = (width: number, hasAxis: boolean): Layout & { readonly labels: number } => {
    const isLine = candles.length > width
    const [low, high] = extent(candles, isLine)
    const scale = Scale.make(low, high, Math.max(Math.abs(low) * 0.01, finest * 5))
    const ticks = Scale.ticks(scale, lines, lines < 16 ? 2 : 3, finest)
    const labels = [...ticks, candles.at(-1)!.close].map((price) => format.price(price).length)
    return {
      ...{ isLine, scale, ticks, hasAxis },
      prices: { left: 0, top: head, width, height: lines },
      volumes: { left: 0, top: head + lines + gap, width, height: below },
      labels: 2 + Math.max(...labels, "volume".length),
    }
  }
  // Prices of candles and of closes alone may need labels of different widths, and the width
  // decides which of the two are drawn.
  const widest = Math.max(within(columns, true).labels, within(1, true).labels)
  return columns - widest < 12 ? within(Math.max(columns, 1), false) : within(columns - widest, true)
}

const drawAxis = (
  screen: Screen.Screen,
  chart: Chart.Chart,
  { prices, scale, ticks, volumes }: Layout,
  hasColors: boolean,
) => {
  const { height, top, width } = prices
  const lineOf = (price: number) => top + scale.part(price, height)
  const write = (line: number, text: string, style: Screen.CharacterStyle) => screen.write(width, line, text, style)
  for (let line = top; line < volumes.top + volumes.height; line++) write(line, "│", "faint")
  for (const tick of ticks) {
    if (hasColors) screen.write(0, lineOf(tick), "┈".repeat(width), "faint")
    write(lineOf(tick), `├ ${chart.format.price(tick)}`, "faint")
  }
  const { close } = chart.candles.at(-1)!
  write(lineOf(close), `╞ ${chart.format.price(close)}`.padEnd(screen.width - width), styleOf(chart))
}

const drawVolumes = (screen: Screen.Screen, area: Glyphs.Area, shown: ReadonlyArray<Volume>, hasAxis: boolean) => {
  const most = shown.reduce((most, { volume }) => Math.max(most, volume), 0)
  for (const { columns, style, volume } of shown) Glyphs.volume(screen, area, columns, volume / most, style)
  if (!hasAxis) return
  screen.write(area.width, area.top, `├ ${Numbers.volume(most)}`, "faint")
  if (area.height > 1) screen.write(area.width, area.top + area.height - 1, "│ volume", "faint")
}

const drawTimes = (
  screen: Screen.Screen,
  { hasAxis, prices, volumes }: Layout,
  times: ReadonlyArray<number>,
  columnOf: (index: number) => number,
) => {
  const line = volumes.top + volumes.height
  screen.write(0, line, `${"─".repeat(prices.width)}${hasAxis ? "┘" : ""}`, "faint")
  for (const { begin, column, text } of TimeAxis.labels(times, columnOf, prices.width)) {
    screen.write(column, line, "┬", "faint")
    screen.write(begin, line + 1, text, "faint")
  }
}

/** The newest bars of a chart for which there is room as candles. Its change is that of these bars. */
export const newest = (chart: Chart.Chart, size: ChartSize): Chart.Chart => {
  const candles = chart.candles.slice(
    -layout({ ...chart, candles: chart.candles.slice(-size.columns) }, size, 1).prices.width,
  )
  return candles.length === chart.candles.length ? chart : { ...chart, candles, isCut: true, base: candles[0]!.open }
}

/**
 * Draws a chart: candles, or a line when there are more bars than columns. It has at least {@link leastHeight} lines.
 */
export const draw = (chart: Chart.Chart, size: ChartSize): ReadonlyArray<string> => {
  const { candles } = chart
  const head = wrapped(headline(chart), size.columns)
  const laid = layout(chart, size, head.length)
  const { hasAxis, isLine, prices, scale, volumes } = laid
  const screen = Screen.make(Math.max(size.columns, 1), volumes.top + volumes.height + 2)
  for (const [line, pieces] of head.entries()) {
    for (const { column, style, text } of pieces) screen.write(column, line, text, style)
  }
  if (hasAxis) drawAxis(screen, chart, laid, size.hasColors)
  const slots = Glyphs.slots(prices, candles.length)
  if (isLine) Glyphs.line(screen, prices, scale, candles, styleOf(chart))
  else {
    for (const [index, candle] of candles.entries()) {
      Glyphs.candle(screen, prices, scale, { body: slots.body, middle: slots.middle(index) }, candle, size.hasColors)
    }
  }
  if (volumes.height > 0) {
    const shown = isLine ? volumesOfColumns(candles, prices.width) : volumesOfCandles(candles, slots)
    drawVolumes(screen, volumes, shown, hasAxis)
  }
  drawTimes(
    screen,
    laid,
    candles.map(({ time }) => time),
    slots.middle,
  )
  return screen.lines(size.hasColors)
}
