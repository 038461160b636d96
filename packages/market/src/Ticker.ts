/**
 * Tickers as request parameters. They are case-sensitive; a prefix names the market: `C:` forex,
 * `X:` crypto, `O:` options, `I:` indices, none for stocks.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Param from "@candela/core/declare/Param"
import * as Schema from "effect/Schema"
import * as Meant from "./internal/meant.js"

/** A stock's ticker: `AAPL`, `BRK.A`. */
export const Stock: Param.Required<string> = /* @__PURE__ */ Param.ticker(
  "stocks",
  /^(?![A-Z]:)\S{1,50}$/,
  "a stock's ticker such as AAPL or BRK.A, without blanks and without a market's prefix",
  Meant.stock,
)

/**
 * Returns the ticker that the service uses in responses: pairs without hyphen (`C:EUR-USD` is
 * `C:EURUSD`), others unchanged.
 */
// protects: A pair is found under its ticker with a hyphen, though the service answers without.
// mutant: "finds a pair under its ticker with a hyphen": without .replace(/^([CX]:\w+)-/, "$1")
export const canonical = (ticker: string): string => ticker.replace(/^([CX]:\w+)-/, "$1")

/** A ticker that may be a pair. Handlers receive it in its {@link canonical} form. */
const pair = (...ticker: Parameters<typeof Param.ticker>): Param.Required<string> => {
  const param = Param.ticker(...ticker)
  const wire = Schema.transform(param.wire, Schema.String, {
    strict: true,
    decode: canonical,
    encode: (ticker) => ticker,
  })
  return { ...param, wire }
}

/** A ticker of any market: `AAPL`, `C:EURUSD`, `X:BTCUSD`, `O:SPY251219C00650000`, `I:SPX`. */
export const Any: Param.Required<string> = /* @__PURE__ */ pair(
  "any",
  /^\S{1,50}$/,
  "a ticker such as AAPL or X:BTCUSD, without blanks",
  Meant.any,
)

/** A currency pair's ticker: `C:EURUSD` or `C:EUR-USD`. */
export const Forex: Param.Required<string> = /* @__PURE__ */ pair(
  "forex",
  /^C:[A-Z]{3}-?[A-Z]{3}$/,
  "a currency pair's ticker such as C:EURUSD or C:EUR-USD",
  /* @__PURE__ */ Meant.pair("C:"),
)

/** The code of a national currency: `EUR`. */
export const Currency: Param.Required<string> = /* @__PURE__ */ Param.text(
  /^[A-Z]{3}$/,
  "a currency's code of three capital letters, such as EUR",
)

/** A crypto pair's ticker: `X:BTCUSD` or `X:BTC-USD`. */
export const Crypto: Param.Required<string> = /* @__PURE__ */ pair(
  "crypto",
  /^X:[A-Z0-9]{1,20}-?[A-Z0-9]{1,20}$/,
  "a crypto pair's ticker such as X:BTCUSD or X:BTC-USD",
  /* @__PURE__ */ Meant.pair("X:"),
)

/**
 * An option contract's ticker: root, expiration date, `C` or `P`, and the strike in thousandths,
 * `O:AAPL250718C00200000`.
 */
export const Option: Param.Required<string> = /* @__PURE__ */ Param.ticker(
  "options",
  /^O:[A-Z0-9.]{1,8}\d{6}[CP]\d{8}$/,
  "an option's ticker such as O:AAPL250718C00200000",
  Meant.option,
)

/** The ticker of an index: `I:SPX`. */
export const Index: Param.Required<string> = /* @__PURE__ */ Param.ticker(
  "indices",
  /^I:\S{1,48}$/,
  "the ticker of an index such as I:SPX",
  Meant.index,
)

/** A futures contract's ticker, the product's code and the expiry: `ESU5`, `GCJ5`; a combination may contain blanks. */
export const Contract: Param.Required<string> = /* @__PURE__ */ Param.ticker(
  "futures",
  /^\S(?:[^\n]{0,98}\S)?$/,
  "a futures contract's ticker such as ESU5 or GCJ5",
  Meant.contract,
)

/** Returns the path placeholder of a declaration's ticker, `{fxTicker}`: the first of the parameters. */
export const inPath = (params: Endpoint.Params): string => `{${Object.keys(params)[0]}}`
