/**
 * State of a chart's live connection, in words.
 *
 * @module
 */
import type { LiveError } from "@candela/core/LiveError"
import type { MarketDataError } from "@candela/core/MarketDataError"
import { localTime } from "@candela/market/Candles"
import * as LiveCandles from "@candela/market/internal/LiveCandles"
import type { Zone } from "@candela/market/TimeZone"
import { byId, element } from "../common/Dom.js"
import * as Failure from "./Failure.js"
import * as Format from "./Format.js"

/** Shows words, unless they are shown: a screen reader reads each change. */
const write = (state: string, words: string, ...more: ReadonlyArray<HTMLElement>) => {
  const into = byId("live-state")
  into.dataset["state"] = state
  if (into.firstChild?.textContent !== words || more.length > 0) into.replaceChildren(words, ...more)
}

/** Shows that the chart does not follow. */
export const clear = (): void => write("off", "")

/** Shows a state. */
export const show = (state: LiveCandles.Following, zone: Zone): void => {
  const words = LiveCandles.inWords(state, (instant) => Format.seconds(localTime(zone, instant)))
  write(state._tag, words[0]!.toUpperCase() + words.slice(1))
}

/** Why a chart follows no longer. */
export const reason = (error: LiveError | MarketDataError): string => {
  switch (error._tag) {
    case "LiveUnauthorized":
    case "Refused":
      return `Refused. The service says: ${error.detail}`
    case "Evicted":
      return "Stopped: another program or tab uses this key"
    case "Disconnected":
      return "Stopped: the connection is lost"
    case "Overflow":
    case "LiveDecodeError":
      return `Stopped: ${error.message}`
    default:
      return `Stopped: ${Failure.words(error).title}`
  }
}

/** Shows that the chart follows no longer, with a button that calls `retry`. */
export const stopped = (error: LiveError | MarketDataError, retry: () => void): void =>
  write("stopped", `${reason(error)} `, element("button", { type: "button", onclick: retry }, "Try again"))
