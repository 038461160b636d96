import { Crypto, type CryptoSnapshot } from "@candela/crypto"
import { Effect } from "effect"
import { describe, expect, test } from "tstyche"

describe("snapshots of crypto pairs", () => {
  test("always hold a last trade", () => {
    expect<CryptoSnapshot["lastTrade"]["timestamp"]>().type.toBe<number>()
    expect<CryptoSnapshot["updated"]>().type.toBe<bigint>()
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
