import { assert, describe, it } from "@effect/vitest"
import * as Spelling from "@candela/market/live/Spelling"
import { FastCheck as fc } from "effect"

const code = fc.string({ unit: fc.constantFrom(..."ABCXYZ"), minLength: 3, maxLength: 3 })
const base = fc.string({ unit: fc.constantFrom(..."ABCXYZ019"), minLength: 1, maxLength: 6 })

describe("spelling of pairs in the live channel", () => {
  it("is that of each topic", () => {
    assert.deepStrictEqual(
      [
        Spelling.forex.toWire("C:USDCNH"),
        Spelling.hyphenatedForex.toWire("C:USDEUR"),
        Spelling.canonical.toWire("C:EUR-USD"),
        Spelling.crypto.toWire("X:BTCUSD"),
        Spelling.hyphenatedCrypto.toWire("X:BTCUSD"),
        Spelling.crypto.toWire("X:BTC-USDT"),
      ],
      ["USD/CNH", "C:USD-EUR", "C:EURUSD", "BTC-USD", "X:BTC-USD", "BTC-USDT"],
    )
  })

  it.prop("comes back as the ticker of requests, whichever way that was written", [base, code], ([base, quote]) => {
    for (const [market, spellings] of [
      ["C:", [Spelling.forex, Spelling.hyphenatedForex, Spelling.canonical]],
      ["X:", [Spelling.crypto, Spelling.hyphenatedCrypto]],
    ] as const) {
      for (const { fromWire, toWire } of spellings) {
        for (const ticker of [`${market}${base}${quote}`, `${market}${base}-${quote}`]) {
          assert.strictEqual(fromWire(toWire(ticker)), `${market}${base}${quote}`)
        }
      }
    }
  })
})
