import { Crypto, type CryptoLastTrade, type CryptoSnapshot } from "@candela/crypto"
import { Effect } from "effect"
import { describe, expect, test } from "tstyche"

describe("snapshots of crypto pairs", () => {
  test("always hold their ticker, and nothing else for certain", () => {
    expect<CryptoSnapshot["ticker"]>().type.toBe<string>()
    expect<CryptoSnapshot["lastTrade"]>().type.toBe<CryptoLastTrade | undefined>()
    expect<CryptoLastTrade["timestamp"]>().type.toBe<number | undefined>()
    expect<CryptoSnapshot["updated"]>().type.toBe<bigint | undefined>()
  })

  test("are requested by what they take alone", () => {
    Effect.map(Crypto, (crypto) => {
      crypto.movers({ direction: "losers" })
      // @ts-expect-error 'include_otc' does not exist in type 'MoversRequest'
      crypto.movers({ direction: "losers", include_otc: true })
      // @ts-expect-error Property 'ticker' is missing
      crypto.snapshot({})
    })
  })
})
