import { Crypto } from "@candela/crypto/Crypto"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { connections, raw, serviceOf } from "./support.js"

describe("averages of many bars", () => {
  layer(connections["in process"], { excludeTestServices: true })((it) => {
    it.scoped("an average comes with no more bars than the request that gives the same", () =>
      Effect.gen(function* () {
        const crypto = yield* serviceOf(Crypto)
        const asked = { cryptoTicker: "X:BTCUSD", timespan: "minute", window: 50_000, limit: 5 } as const
        const { underlying } = yield* crypto.sma({ ...asked, expand_underlying: true })
        const { json } = yield* raw(underlying!.url!)
        const times = (json["results"] as ReadonlyArray<{ readonly t: number }>).map(({ t }) => t)
        assert.lengthOf(times, 50_000)
        assert.deepStrictEqual(
          underlying!.aggregates!.map(({ timestamp }) => timestamp),
          times,
        )
      }),
    )
  })
})
