import * as Mock from "@candela/core/Mock"
import { Stocks, type StockSnapshot } from "@candela/stocks"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { requested, scripted } from "./service.js"

/** A snapshot as the service may write it. */
const wire = `{
  "ticker": "BCAT", "todaysChange": -0.124, "todaysChangePerc": -6.01e-1, "updated": 1605192894630916600, "fmv": 20.5, "venue": {"x": 1},
  "day": {"c": 20.506, "dv": "37216.25", "h": 20.64, "l": 20.506, "o": 20.64, "v": 37216.25, "vw": 20.616, "otc": true},
  "min": {"av": 3.7216e4, "dav": "37216.25", "c": 20.506, "h": 20.506, "l": 20.506, "n": 1.0, "o": 20.506, "t": 1684428600000, "v": 5e3, "vw": 20.5105, "otc": null},
  "prevDay": {"c": 20.63, "h": 21, "l": 20.5, "o": 20.79, "v": 292738, "vw": 20.6939},
  "lastQuote": {"P": 20.6, "S": 22, "p": 20.5, "s": 13, "t": 1605192959994246101},
  "lastTrade": {"c": [14, 41], "ds": "2416.5", "i": "71675577320245", "p": 20.506, "s": 2416, "t": 1605192894630916603, "x": 4}
}`

const snapshot: StockSnapshot = {
  ticker: "BCAT",
  todaysChange: -0.124,
  todaysChangePerc: -0.601,
  updated: 1_605_192_894_630_916_600n,
  fmv: 20.5,
  day: {
    ...{ open: 20.64, high: 20.64, low: 20.506, close: 20.506, volume: 37_216.25, vwap: 20.616 },
    ...{ decimal_volume: "37216.25", otc: true },
  },
  min: {
    ...{ open: 20.506, high: 20.506, low: 20.506, close: 20.506, volume: 5000, vwap: 20.5105 },
    ...{ transactions: 1, timestamp: 1_684_428_600_000 },
    ...{ accumulated_volume: 37_216, decimal_accumulated_volume: "37216.25" },
  },
  prevDay: { open: 20.79, high: 21, low: 20.5, close: 20.63, volume: 292_738, vwap: 20.6939 },
  lastQuote: { ask: 20.6, ask_size: 22, bid: 20.5, bid_size: 13, timestamp: 1_605_192_959_994_246_101n },
  lastTrade: {
    ...{ conditions: [14, 41], decimal_size: "2416.5", id: "71675577320245", price: 20.506, size: 2416 },
    ...{ timestamp: 1_605_192_894_630_916_603n, exchange: 4 },
  },
}

describe("snapshots of stocks", () => {
  it.effect("are requested by every parameter, under the service's names; an empty list is left out", () =>
    Effect.gen(function* () {
      const stocks = yield* Stocks
      yield* stocks.snapshots({ tickers: ["AAPL", "BRK.A"], include_otc: true })
      yield* stocks.snapshots({ tickers: "" })
      yield* stocks.snapshots({})
      yield* stocks.movers({ direction: "gainers" })
      yield* stocks.movers({ direction: "losers", include_otc: false })
      const path = "/v2/snapshot/locale/us/markets/stocks"
      assert.deepStrictEqual(yield* requested, [
        `${path}/tickers?tickers=AAPL,BRK.A&include_otc=true`,
        `${path}/tickers`,
        `${path}/tickers`,
        `${path}/gainers`,
        `${path}/losers?include_otc=false`,
      ])
    }).pipe(Effect.provide(scripted(() => ScriptedTransport.json({ status: "OK", tickers: [] })))),
  )

  it.effect("are read as the service may write them, exact to the nanosecond, alone and in a list", () =>
    Effect.gen(function* () {
      const stocks = yield* Stocks
      assert.deepStrictEqual(yield* stocks.snapshot({ stocksTicker: "BCAT" }), snapshot)
      assert.deepStrictEqual(yield* requested, ["/v2/snapshot/locale/us/markets/stocks/tickers/BCAT"])
      const { results } = yield* stocks.movers({ direction: "losers" })
      assert.deepStrictEqual(results, [snapshot, { ticker: "BARE" }, {}])
    }).pipe(
      Effect.provide(
        scripted([
          ScriptedTransport.text(`{"status":"OK","request_id":"1","ticker":${wire}}`),
          ScriptedTransport.text(
            `{"status":"OK","count":3,"tickers":[${wire},{"ticker":"BARE","day":null,"lastQuote":null,"updated":null},{}]}`,
          ),
        ]),
      ),
    ),
  )

  it.effect("are mocked", () =>
    Effect.gen(function* () {
      const stocks = yield* Stocks
      assert.deepStrictEqual(yield* stocks.snapshot({ stocksTicker: "BCAT" }), snapshot)
      assert.deepStrictEqual((yield* stocks.movers({ direction: "gainers" })).results, [])
      assert.deepStrictEqual((yield* stocks.movers({ direction: "losers" })).results, [snapshot])
    }).pipe(
      Effect.provide(
        Mock.layer(Stocks, {
          snapshot: Mock.single(snapshot),
          movers: Mock.paged(({ direction }) => (direction === "losers" ? [snapshot] : [])),
        }),
      ),
    ),
  )
})
