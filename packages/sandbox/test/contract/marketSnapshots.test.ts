import { Crypto } from "@candela/crypto/Crypto"
import { Forex } from "@candela/forex/Forex"
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { connections, raw, serviceOf, stocksOf } from "./support.js"

const stocksPath = "/v2/snapshot/locale/us/markets/stocks"
const cryptoPath = "/v2/snapshot/locale/global/markets/crypto"

const forexPath = "/v2/snapshot/locale/global/markets/forex"

const tickersAt = (path: string) =>
  Effect.map(raw(path), ({ json, status }) => {
    assert.strictEqual(status, 200, path)
    return (json["tickers"] as ReadonlyArray<{ readonly ticker: string }>).map(({ ticker }) => ticker)
  })

describe("snapshots of markets", () => {
  layer(connections["in process"], { excludeTestServices: true })((it) => {
    it.scoped("say whether the key's plan delays them, and hold no fresher data then", () =>
      Effect.gen(function* () {
        for (const [key, status] of [
          ["basic-key", "DELAYED"],
          ["developer-key", "DELAYED"],
          ["advanced-key", "OK"],
        ] as const) {
          const stocks = yield* stocksOf(key)
          const crypto = yield* serviceOf(Crypto, key)
          const forex = yield* serviceOf(Forex, key)
          for (const page of [
            yield* stocks.snapshots({}),
            yield* stocks.movers({ direction: "gainers" }),
            yield* crypto.snapshots({}),
            yield* crypto.movers({ direction: "losers" }),
            yield* forex.movers({ direction: "losers" }),
          ]) {
            assert.strictEqual(page.status, status)
          }
          const [aapl] = (yield* stocks.snapshots({ tickers: ["AAPL"] })).results
          const delay = { "basic-key": 480, "developer-key": 10, "advanced-key": 0 }[key]
          const seen = BigInt(Date.parse("2025-06-30T16:00:00-04:00") - delay * 60_000) * 1_000_000n
          assert.isTrue(aapl!.updated! <= seen && aapl!.updated! > seen - 3_600_000_000_000n)
          assert.strictEqual(aapl!.lastQuote === undefined, key === "basic-key")
        }
      }),
    )

    it.scoped("are asked for in every way that clients write it", () =>
      Effect.gen(function* () {
        const both = ["AAPL", "BRK.B"]
        for (const query of ["tickers=BRK.B,AAPL", "tickers=AAPL&tickers=BRK.B,AAPL", "tickers=AAPL,BRK.B,FNMA,NONE"]) {
          assert.deepStrictEqual(yield* tickersAt(`${stocksPath}/tickers?${query}`), both, query)
        }
        const listed = yield* tickersAt(`${stocksPath}/tickers`)
        const all = yield* tickersAt(`${stocksPath}/tickers?tickers=&include_otc=True`)
        assert.deepStrictEqual(all, [...listed, "FNMA"].sort())
        assert.deepStrictEqual(yield* tickersAt(`${cryptoPath}/tickers?tickers=X:BTC-USD`), ["X:BTCUSD"])
        const { json } = yield* raw(`${cryptoPath}/tickers/X%3ABTC-USD`)
        assert.nestedInclude(json, { status: "OK", "ticker.ticker": "X:BTCUSD" })
        assert.deepStrictEqual(yield* tickersAt(`${forexPath}/tickers?tickers=C:USDJPY,C:EUR-USD`), [
          "C:EURUSD",
          "C:USDJPY",
        ])
        assert.strictEqual((yield* raw(`${stocksPath}/tickers/SPLK`)).status, 404, "it is delisted")
      }),
    )
  })
})
