/**
 * Spellings of pairs in the live channel: several for one pair, by the topic. Requests have one: `C:EURUSD`.
 *
 * @module
 */
import type * as Topic from "@candela/core/declare/Topic"
import * as Ticker from "../Ticker.js"

/**
 * Both currencies of a pair. Without a hyphen the last three letters are the quote currency: the service has no other
 * pairs, as the patterns of its document say. With a hyphen they are what stands on its sides.
 */
const parts = (ticker: string): readonly [base: string, quote: string] => {
  const pair = ticker.slice(ticker.indexOf(":") + 1)
  // protects: A quote currency of another length than three letters is taken from the ticker's hyphen.
  // mutant: "is that of each topic": pair.indexOf("-") → -1
  const hyphen = pair.indexOf("-")
  return hyphen < 0 ? [pair.slice(0, -3), pair.slice(-3)] : [pair.slice(0, hyphen), pair.slice(hyphen + 1)]
}

const make = (market: "C:" | "X:", prefix: string, separator: string): Topic.Spelling => ({
  toWire: (ticker) => prefix + parts(ticker).join(separator),
  fromWire: (ticker) => market + ticker.slice(prefix.length).replace(separator, ""),
})

/** `EUR/USD` for `C:EURUSD`: quotes and bars of currency pairs. */
export const forex: Topic.Spelling = /* @__PURE__ */ make("C:", "", "/")

/** `BTC-USD` for `X:BTCUSD`: trades, quotes and bars of crypto pairs. */
export const crypto: Topic.Spelling = /* @__PURE__ */ make("X:", "", "-")

/** `C:EUR-USD` for `C:EURUSD`: launchpad bars of currency pairs. */
export const hyphenatedForex: Topic.Spelling = /* @__PURE__ */ make("C:", "C:", "-")

/** `X:BTC-USD` for `X:BTCUSD`: values and launchpad bars of crypto pairs. */
export const hyphenatedCrypto: Topic.Spelling = /* @__PURE__ */ make("X:", "X:", "-")

/** `C:EURUSD`, as responses have it: values of currency pairs. */
export const canonical: Topic.Spelling = { toWire: Ticker.canonical, fromWire: Ticker.canonical }
