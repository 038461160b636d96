/**
 * Candles, lines and volumes as characters: halves of a character for candles, eighths for volumes,
 * dots of Braille for lines.
 *
 * @module
 */
import { isRising, type Candle } from "@candela/market/Candles"
import type { Scale } from "./Scale.js"
import type { Screen, CharacterStyle } from "./Screen.js"

/** Area of a screen, in columns and lines. */
export interface Area {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Half a character of a candle. */
type Half = "none" | "wick" | "body"

const narrow: Readonly<Record<Half, Readonly<Record<Half, string>>>> = {
  none: { none: " ", wick: "╷", body: "╻" },
  wick: { none: "╵", wick: "│", body: "╽" },
  body: { none: "╹", wick: "╿", body: "┃" },
}

const wide = (upper: Half, lower: Half): string => (upper !== "body" ? "▄" : lower !== "body" ? "▀" : "█")

/** Placement of bars in an area: each has about the same share of its columns. */
export interface Slots {
  /** Column in the middle of a bar. */
  readonly middle: (index: number) => number
  /** Number of columns of a candle's body: an odd number. */
  readonly body: number
  /**
   * Columns of a bar's volume, without gaps unless each bar has one: single gaps would look like days without trading.
   */
  readonly columns: (index: number) => Columns
}

/** Columns side by side. */
export interface Columns {
  readonly begin: number
  readonly count: number
}

/** Maximum width of a body, in columns. */
const widest = 7

/** Slots of `count` bars. */
export const slots = ({ left, width }: Area, count: number): Slots => {
  const share = width / count
  const body = Math.max(Math.min(2 * Math.floor((share - 1) / 4) + 1, widest), 1)
  const begin = (index: number) => left + Math.floor(index * share)
  const middle = (index: number) => left + Math.floor((index + 0.5) * share)
  return {
    body,
    middle,
    columns: (index) =>
      share < 2
        ? { begin: begin(index), count: begin(index + 1) - begin(index) }
        : { begin: middle(index) - (body - 1) / 2, count: body },
  }
}

const styleOf = (candle: Pick<Candle, "close" | "open">): CharacterStyle => (isRising(candle) ? "rise" : "fall")

/** Draws a candle. Without colours, a rising one is hollow: a double line, or light when it is wide. */
export const candle = (
  screen: Screen,
  { height, top }: Area,
  scale: Scale,
  { body, middle }: { readonly middle: number; readonly body: number },
  candle: Candle,
  hasColors: boolean,
): void => {
  const style = styleOf(candle)
  const isHollow = !hasColors && isRising(candle)
  const part = (price: number) => scale.part(price, 2 * height)
  const [high, low] = [part(candle.high), part(candle.low)]
  const ends = [part(candle.open), part(candle.close)]
  const [upper, lower] = [Math.min(...ends), Math.max(...ends)]
  const half = (at: number): Half => (at >= upper && at <= lower ? "body" : at >= high && at <= low ? "wick" : "none")
  for (let line = 0; line < height; line++) {
    const [first, second] = [half(2 * line), half(2 * line + 1)]
    const isBody = first === "body" || second === "body"
    const [column, row] = [middle - (body - 1) / 2, top + line]
    if (!isBody && first === second && first === "none") continue
    if (isBody && isHollow) screen.write(column, row, (body === 1 ? "║" : "░").repeat(body), style)
    else if (isBody && body > 1) screen.write(column, row, wide(first, second).repeat(body), style)
    else screen.write(middle, row, narrow[first][second], style)
  }
}

const eighths = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

/** Draws a volume as a column from the bottom of an area. A positive volume is at least an eighth of a line high. */
export const volume = (
  screen: Screen,
  { height, top }: Area,
  { begin, count }: Columns,
  share: number,
  style: CharacterStyle,
): void => {
  const parts = share > 0 ? Math.min(Math.max(Math.round(share * height * 8), 1), height * 8) : 0
  for (let line = 0; line * 8 < parts; line++) {
    const character = eighths[Math.min(parts - line * 8, 8)]!
    screen.write(begin, top + height - 1 - line, character.repeat(count), style)
  }
}

/** Bits of the dots of a Braille character, by column and line. */
const dots = [
  [0x01, 0x02, 0x04, 0x40],
  [0x08, 0x10, 0x20, 0x80],
] as const

/** Draws a line through closes in Braille dots: 2 per column, 4 per line. */
export const line = (
  screen: Screen,
  { height, left, top, width }: Area,
  scale: Scale,
  candles: ReadonlyArray<Candle>,
  style: CharacterStyle,
): void => {
  const bits = new Uint8Array(width * height)
  const dot = (x: number, y: number) => {
    bits[(y >> 2) * width + (x >> 1)]! |= dots[x & 1]![y & 3]!
  }
  let [fromX, fromY] = [-1, -1]
  for (const [index, { close }] of candles.entries()) {
    const x = Math.floor(((index + 0.5) * width * 2) / candles.length)
    const y = scale.part(close, 4 * height)
    const steps = fromX < 0 ? 0 : Math.max(x - fromX, Math.abs(y - fromY))
    dot(x, y)
    for (let step = 1; step < steps; step++) {
      dot(Math.round(fromX + ((x - fromX) * step) / steps), Math.round(fromY + ((y - fromY) * step) / steps))
    }
    ;[fromX, fromY] = [x, y]
  }
  for (const [index, pattern] of bits.entries()) {
    if (pattern === 0) continue
    screen.write(left + (index % width), top + Math.floor(index / width), String.fromCodePoint(0x2800 + pattern), style)
  }
}
