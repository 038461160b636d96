import * as Mock from "@candela/core/Mock"
import { Crypto, type CryptoSnapshot } from "@candela/crypto"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { requested, scripted } from "./service.js"

/** A snapshot as the service may write it. */
const wire = `{
  "ticker": "X:BTCUSD", "todaysChange": -1.2e2, "todaysChangePerc": -0.75, "updated": 1605561000000000007, "fmv": null, "extra": [],
  "day": {"c": 16000, "h": 16400.5, "l": 15900, "o": 16120, "v": 9135.6, "vw": 16100.25},
  "min": {"c": 16000, "h": 16001, "l": 15999, "n": 5.0, "o": 16000.5, "t": 1605560940000, "v": 1.2e0, "vw": 16000.1},
  "prevDay": {"c": 16120, "h": 16200, "l": 15800, "o": 15850, "v": 12345, "vw": 16001},
  "lastTrade": {"c": [2], "i": "464193", "p": 16000, "s": 0.00188217, "t": 1605560999027, "x": 1}
}`

const snapshot: CryptoSnapshot = {
  ticker: "X:BTCUSD",
  todaysChange: -120,
  todaysChangePerc: -0.75,
  updated: 1_605_561_000_000_000_007n,
  day: { open: 16_120, high: 16_400.5, low: 15_900, close: 16_000, volume: 9135.6, vwap: 16_100.25 },
  min: {
    ...{ open: 16_000.5, high: 16_001, low: 15_999, close: 16_000, volume: 1.2, vwap: 16_000.1 },
    ...{ transactions: 5, timestamp: 1_605_560_940_000 },
  },
  prevDay: { open: 15_850, high: 16_200, low: 15_800, close: 16_120, volume: 12_345, vwap: 16_001 },
  lastTrade: {
    ...{ conditions: [2], id: "464193", price: 16_000, size: 0.00188217 },
    ...{ timestamp: 1_605_560_999_027, exchange: 1 },
  },
}

describe("snapshots of crypto pairs", () => {
  it.effect("are requested by every parameter, under the service's names", () =>
    Effect.gen(function* () {
      const crypto = yield* Crypto
      yield* crypto.snapshots({ tickers: ["X:BTCUSD", "X:ETH-USD"] })
      yield* crypto.snapshots({})
      yield* crypto.movers({ direction: "gainers" })
      const path = "/v2/snapshot/locale/global/markets/crypto"
      assert.deepStrictEqual(yield* requested, [
        `${path}/tickers?tickers=X:BTCUSD,X:ETH-USD`,
        `${path}/tickers`,
        `${path}/gainers`,
      ])
    }).pipe(Effect.provide(scripted(() => ScriptedTransport.json({ status: "OK", tickers: null })))),
  )

  it.effect("are read as the service may write them, alone and in a list", () =>
    Effect.gen(function* () {
      const crypto = yield* Crypto
      assert.deepStrictEqual(yield* crypto.snapshot({ ticker: "X:BTC-USD" }), snapshot)
      assert.deepStrictEqual(yield* requested, ["/v2/snapshot/locale/global/markets/crypto/tickers/X:BTC-USD"])
      assert.deepStrictEqual((yield* crypto.movers({ direction: "losers" })).results, [snapshot])
      const { vwap: _, ...day } = snapshot.day!
      assert.deepStrictEqual((yield* crypto.snapshots({})).results, [{ ...snapshot, day }])
    }).pipe(
      Effect.provide(
        scripted([
          ScriptedTransport.text(`{"status":"OK","request_id":1,"ticker":${wire}}`),
          ScriptedTransport.text(`{"tickers":[${wire}]}`),
          ScriptedTransport.text(`{"tickers":[${wire.replace(/"vw": 16100.25/, '"vw": null')}]}`),
        ]),
      ),
    ),
  )

  it.effect("are mocked", () =>
    Effect.gen(function* () {
      const crypto = yield* Crypto
      assert.deepStrictEqual(yield* crypto.snapshot({ ticker: "X:BTCUSD" }), snapshot)
      assert.deepStrictEqual((yield* crypto.movers({ direction: "losers" })).results, [snapshot])
    }).pipe(Effect.provide(Mock.layer(Crypto, { snapshot: Mock.single(snapshot), movers: Mock.paged([snapshot]) }))),
  )
})
