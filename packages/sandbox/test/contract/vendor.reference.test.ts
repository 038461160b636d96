import { Reference } from "@candela/reference/Reference"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { serviceOf } from "./support.js"
import { call, server, vendor } from "./vendor.js"

describe("the vendor's client gets what ours gets:", () => {
  layer(server, { excludeTestServices: true })((it) => {
    it.scoped("the overview of a ticker of each market, now and on a day", () =>
      Effect.gen(function* () {
        const theirs = yield* vendor()
        const reference = yield* serviceOf(Reference)
        for (const ticker of ["AAPL", "BRK.A", "SPY", "SPLK", "FNMA", "C:EURUSD", "X:BTCUSD", "I:SPX"]) {
          for (const request of [{ ticker }, { ticker, date: "2024-03-15" }]) {
            const got = yield* call(() => theirs.getTicker(request))
            assert.strictEqual(got.status, "OK")
            assert.deepEqual<unknown>(got.results, yield* reference.ticker(request))
          }
        }
      }),
    )
  })
})
