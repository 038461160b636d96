/**
 * Legend with the values under the pointer, or the latest ones.
 *
 * @module
 */
import type { Candle } from "@candela/market/Candles"
import { byId, element } from "../common/Dom.js"
import * as Format from "./Format.js"
import type { Drawn, StudyPoint } from "./Plot.js"
import type { StudyName } from "./View.js"

const entry = (label: string, value: string, className = "") =>
  element("span", { className }, element("i", {}, label), ` ${value}`)

const ofCandle = (candle: Candle, before: Candle | undefined, { decimals, isIntraday }: Drawn) => {
  const price = (value: number) => Format.price(value, decimals)
  const from = before?.close ?? candle.open
  return element(
    "p",
    {},
    element("span", {}, Format.time(candle.time, isIntraday)),
    entry("O", price(candle.open)),
    entry("H", price(candle.high)),
    entry("L", price(candle.low)),
    entry("C", price(candle.close)),
    element("span", { className: candle.close < from ? "fall" : "rise" }, Format.change(from, candle.close, decimals)),
    entry("Vol", Format.volume(candle.volume)),
  )
}

const ofStudy = (name: StudyName, label: string, point: StudyPoint | undefined, decimals: number) => {
  const places = name === "rsi" ? 2 : name === "macd" ? decimals + 2 : decimals
  const values =
    point === undefined ? [] : name === "macd" ? [point.value, point.signal, point.histogram] : [point.value]
  const texts = values.flatMap((value) => (value === undefined ? [] : [Format.price(value, places)]))
  return entry(label, texts.length === 0 ? "–" : texts.join("  "), `study ${name}`)
}

/** Empties the legend. */
export const clear = (): void => byId("legend").replaceChildren()

/** Shows the latest values, and returns the function that shows those of a time. */
export const make = (
  drawn: Drawn,
  labels: Readonly<Record<StudyName, string>>,
): ((time: number | undefined) => void) => {
  const { candles, decimals, studies } = drawn
  const indices = new Map(candles.map(({ time }, index) => [time, index]))
  const points = studies.map(([name, values]) => [name, new Map(values.map((point) => [point.time, point]))] as const)
  const show = (time: number | undefined) => {
    const index = (time === undefined ? undefined : indices.get(time)) ?? candles.length - 1
    const candle = candles[index]!
    const shown = points.map(([name, values]) => ofStudy(name, labels[name], values.get(candle.time), decimals))
    byId("legend").replaceChildren(
      ofCandle(candle, candles[index - 1], drawn),
      ...(shown.length > 0 ? [element("p", {}, ...shown)] : []),
    )
  }
  show(undefined)
  return show
}
