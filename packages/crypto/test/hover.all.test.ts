import { assert, describe, it } from "@effect/vitest"
import { hoverOf } from "../../core/test/support/hover.js"

const program = `
import { Crypto } from "@candela/crypto"
import { Effect } from "effect"

export const program = Effect.gen(function* () {
  const crypto = yield* Crypto
  const averages = yield* crypto.sma({ cryptoTicker: "X:BTCUSD", window: 20 })
  const bars = crypto.bars.stream({ cryptoTicker: "X:ETHUSD", multiplier: 1, timespan: "day", from: "2024-01-02", to: 0 })
  const snapshot = yield* crypto.snapshot({ ticker: "X:BTCUSD" })
  return [averages.underlying, averages.results[0]?.value, bars, snapshot.todaysChange, snapshot.lastTrade]
})
`

const documentationOf = (marker: string) => hoverOf(program, marker).documentation

describe("what an editor shows of the endpoints that markets share", () => {
  it("has the texts of the methods", () => {
    assert.match(documentationOf("sma("), /^Simple moving averages of a pair's bars, the latest first/)
    assert.match(documentationOf("snapshot({"), /^Snapshot of a pair/)
  })

  it("has the texts of the market's ticker and of the shared parameters", () => {
    assert.match(documentationOf('cryptoTicker: "X:BTCUSD", window'), /^The pair's ticker, case-sensitive: `X:BTCUSD`/)
    assert.match(documentationOf('cryptoTicker: "X:ETHUSD"'), /^The pair's ticker, case-sensitive: `X:BTCUSD`/)
    assert.match(documentationOf("window: 20"), /^Number of bars averaged per value/)
    assert.match(documentationOf("multiplier: 1"), /^Number of timespans in one bar/)
  })

  it("has the texts of shared fields, and of the market's own", () => {
    assert.strictEqual(documentationOf("underlying,"), "Bars from which the page's values were computed.")
    assert.match(documentationOf("value,"), /^Value of the indicator/)
    assert.match(documentationOf("todaysChange,"), /^Latest price less the previous day's close/)
    assert.strictEqual(documentationOf("lastTrade]"), "The last trade.")
  })
})

const own = `
import { Crypto } from "@candela/crypto"
import { Effect } from "effect"

export const own = Effect.gen(function* () {
  const crypto = yield* Crypto
  const averages = yield* crypto.sma({ cryptoTicker: "X:BTCUSD", expand_underlying: true })
  const trades = yield* crypto.trades({ from: "BTC", to: "USD", date: "2024-03-09" })
  return { averages, trades, used: averages.underlying }
})
`

describe("what an editor shows of crypto", () => {
  it("is a request, a page and their own names", () => {
    const sma = hoverOf(own, "sma(")
    assert.match(
      sma.signature,
      /\(request: (Crypto\.)?SmaRequest, options\?: CallOptions\) => Effect\.Effect<IndicatorPage<IndicatorValue>, CallError, never>$/,
    )
    assert.match(sma.documentation, /^Simple moving averages /s)
    assert.match(
      hoverOf(own, "trades(").signature,
      /\(request: (Crypto\.)?TradesRequest, options\?: CallOptions\) => Effect\.Effect<TradesPage, CallError, never>$/,
    )
    assert.strictEqual(hoverOf(own, "used").signature, "(property) used: IndicatorUnderlying | undefined")
    assert.match(hoverOf(own, "expand_underlying").documentation, /^Whether the page includes the bars/)
  })
})
