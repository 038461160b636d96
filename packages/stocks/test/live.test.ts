import { assert, describe, it } from "@effect/vitest"
import * as Request from "@candela/core/Request"
import { StocksLive } from "@candela/stocks/Live"
import { Either, Schema } from "effect"

const { minuteBars, quotes, trades } = StocksLive.topics
const noon = Date.UTC(2025, 5, 2, 16)

describe("topics of stocks", () => {
  it("are open while the market trades, before and after the regular session, too", () => {
    const open = (time: string) => minuteBars.open(Date.parse(time))
    assert.deepStrictEqual(
      ["2025-06-02T07:59:59Z", "2025-06-02T08:00:00Z", "2025-06-02T23:59:59Z", "2025-07-04T16:00:00Z"].map(open),
      [false, true, true, false],
    )
  })

  it("ask their endpoints for a span of time, both ends included, in ascending order", () => {
    const asked = [minuteBars, trades, quotes].map(({ fill }) =>
      Either.getOrThrow(Request.url(fill!.endpoint, fill!.request("AAPL", noon, noon + 999))),
    )
    assert.deepStrictEqual(asked, [
      `/v2/aggs/ticker/AAPL/range/1/minute/${noon}/${noon + 999}?sort=asc`,
      `/v3/trades/AAPL?timestamp.gte=${noon}000000&timestamp.lt=${noon + 1000}000000&order=asc`,
      `/v3/quotes/AAPL?timestamp.gte=${noon}000000&timestamp.lt=${noon + 1000}000000&order=asc`,
    ])
    assert.deepStrictEqual(
      [minuteBars, trades, quotes].map(({ fill }) => fill!.endpoint.name),
      ["stocks.bars", "stocks.trades", "stocks.quotes"],
    )
  })

  it("make the same of a row of a request and of the live channel", () => {
    const bar = { open: 1, high: 3, low: 1, close: 2, volume: 100, vwap: 1.5, timestamp: noon }
    assert.deepStrictEqual(
      minuteBars.fill!.ofLive({ ...bar, ticker: "AAPL", end: noon + 60_000, accumulated_volume: 400, day_vwap: 1.4 }),
      minuteBars.fill!.ofHistory({ ...bar, transactions: 3 } as never, "AAPL"),
    )
    const trade = { price: 1, size: 100, exchange: 4, id: "7", trf_id: 202, sequence_number: 12, tape: 3 }
    const live = { ...trade, ticker: "AAPL", timestamp: noon, conditions: [], trf_timestamp: noon + 1 }
    assert.deepStrictEqual(
      trades.fill!.ofLive({ ...live, decimal_size: "100.0" }),
      trades.fill!.ofHistory(
        {
          ...trade,
          sip_timestamp: BigInt(noon) * 1_000_000n + 5n,
          trf_timestamp: BigInt(noon + 1) * 1_000_000n,
        } as never,
        "AAPL",
      ),
    )
    const quote = { bid_price: 1, ask_price: 2, bid_exchange: 4, ask_exchange: 5, sequence_number: 9 }
    assert.deepStrictEqual(
      quotes.fill!.ofLive({ ...quote, ticker: "AAPL", timestamp: noon, bid_size: 3 }),
      quotes.fill!.ofHistory({ ...quote, sip_timestamp: BigInt(noon) * 1_000_000n, bid_size: 300 } as never, "AAPL"),
    )
  })

  it("tell trades apart by exchange, reporting facility, id and day", () => {
    const trade = { ticker: "AAPL", price: 1, timestamp: noon, exchange: 4, trf_id: 202, id: "7", sequence_number: 1 }
    const key = (change: object) => (trades.key as (row: object) => string)({ ...trade, ...change })
    const changes = [{}, { exchange: 5 }, { trf_id: 201 }, { id: "8" }, { timestamp: noon + 86_400_000 }]
    assert.strictEqual(new Set(changes.map(key)).size, changes.length)
    assert.strictEqual(key({ price: 2, sequence_number: 3 }), key({}))
    const withoutId = { ...trade, id: undefined }
    assert.notStrictEqual(key(withoutId), key({ ...withoutId, sequence_number: 2 }))
  })

  it("read the volume of the day", () => {
    const bar = Schema.decodeUnknownSync(minuteBars.row)({
      ...{ ev: "AM", sym: "AAPL", o: 1, h: 1, l: 1, c: 1, v: 10, s: noon, av: 30, dv: "10.5", dav: "30.5" },
    })
    assert.deepStrictEqual([minuteBars.dayVolume!.total(bar), minuteBars.dayVolume!.own(bar)], [30, 10])
    assert.strictEqual(minuteBars.name, "stocks.minuteBars")
  })
})
