/**
 * The state of a chart's connection in one line.
 *
 * @module
 */
import * as Foreign from "@candela/core/internal/Foreign"
import { localTime } from "@candela/market/Candles"
import * as LiveCandles from "@candela/market/internal/LiveCandles"
import type { Zone } from "@candela/market/TimeZone"
import * as Screen from "./Screen.js"
import * as Times from "./Times.js"

/** A chart that is followed. */
export interface FollowedState {
  readonly ticker: string
  readonly zone: Zone
  readonly state: LiveCandles.Following
}

/** One line about all charts: what they have in common, or each by its ticker; and what is not seen of them. */
export const line = (
  charts: ReadonlyArray<FollowedState>,
  { columns, hasColors, isCut }: { readonly columns: number; readonly hasColors: boolean; readonly isCut: boolean },
): string => {
  const texts = charts.map(({ state, zone }) =>
    LiveCandles.inWords(state, (instant) => Times.seconds(localTime(zone, instant))),
  )
  const isOne = texts.every((text) => text === texts[0])
  const states = isOne ? texts[0]! : charts.map(({ ticker }, at) => `${ticker} ${texts[at]}`).join("  ")
  const text = Foreign.show(isCut ? `${states}; the terminal is too low for all charts` : states)
  const isLive = charts.every(({ state }) => state._tag === "Live")
  const screen = Screen.make(columns, 1)
  screen.write(0, 0, isLive ? "●" : "○", isLive ? "rise" : "fall")
  const room = columns - 2
  screen.write(2, 0, text.length <= room ? text : `${text.slice(0, room - 1)}…`)
  const hint = "Ctrl-C ends"
  if (2 + text.length + 2 + hint.length <= columns) screen.write(columns - hint.length, 0, hint, "faint")
  return screen.lines(hasColors)[0]!
}
