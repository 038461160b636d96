import * as Calendar from "@candela/market/Calendar"
import { stocks } from "@candela/market/Market"
import * as Trades from "@candela/market/Trades"
import type { BaseBar } from "@candela/sandbox/subjects/bars/BaseBar"
import { leastTrades } from "@candela/sandbox/subjects/bars/Deriving"
import { secondsOf } from "@candela/sandbox/subjects/bars/Seconds"
import * as Conditions from "@candela/sandbox/subjects/conditions/Conditions"
import * as Exchanges from "@candela/sandbox/subjects/exchanges/Exchanges"
import * as StockTicks from "@candela/sandbox/subjects/ticks/StockTicks"
import { nanosOf } from "@candela/sandbox/subjects/ticks/Ticks"
import { assertForAll } from "@candela/support/forAll"
import { runs } from "@candela/support/seeded"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, FastCheck, Stream } from "effect"
import { minuteOf } from "../bars/minutes.js"

const ofStocks = Conditions.all.filter(({ asset_class: assetClass }) => assetClass === "stocks")
const rules = Trades.rules(ofStocks)

const { close, open } = Calendar.session("2024-03-15")!

/** Minutes of whole shares, at the auctions, in the session and outside of it; each of its prices has a trade. */
const minute: FastCheck.Arbitrary<BaseBar> = FastCheck.tuple(
  minuteOf((value) => Math.round(value * 10_000) / 10_000),
  FastCheck.constantFrom(open - 60_000, open, open + 60_000, close - 60_000, close, close + 60_000),
  FastCheck.integer({ min: 0, max: 150 }),
  FastCheck.integer({ min: 0, max: 200_000 }),
).map(([bar, t, more, shares]) => {
  const n = leastTrades(bar) + more
  return { ...bar, t, n, v: n + shares }
})

const listing: FastCheck.Arbitrary<StockTicks.StockListing> = FastCheck.constantFrom(
  { otc: false, exchange: 12, tape: 3 },
  { otc: false, exchange: 10, tape: 1 },
  { otc: true, exchange: 12, tape: 3 },
)

const assertForEveryMinute = (
  check: (ticks: {
    readonly bar: BaseBar
    readonly listing: StockTicks.StockListing
    readonly trades: ReadonlyArray<StockTicks.StockTradeTick>
    readonly quotes: ReadonlyArray<StockTicks.StockQuoteTick>
  }) => void,
) =>
  assertForAll(
    FastCheck.tuple(minute, listing),
    ([bar, listing]) => {
      const [trades, quotes] = [StockTicks.tradesOf(bar, listing), StockTicks.quotesOf(bar, listing)]
      check({ bar, listing, trades, quotes })
    },
    { seed: 4_141, numRuns: runs(80) },
  )

/** Bars of trades by the rules, without their average. */
const barsOf = (trades: ReadonlyArray<StockTicks.StockTradeTick>, timespan: "second" | "minute") => {
  const rows = trades.map((trade) => ({
    sip_timestamp: nanosOf(trade),
    price: trade.price,
    size: trade.size,
    conditions: trade.conditions.ids,
  }))
  const stream = Trades.bars({ market: stocks, multiplier: 1, timespan, rules })(Stream.fromIterable(rows))
  return Chunk.toReadonlyArray(Effect.runSync(Stream.runCollect(stream))).map(
    ({ close, high, low, open, timestamp, transactions, volume }) => ({
      ...{ t: timestamp, o: open, h: high, l: low, c: close, v: volume, n: transactions! },
    }),
  )
}

const withoutAverage = ({ c, h, l, n, o, t, v }: BaseBar) => ({ t, o, h, l, c, v, n: n! })

describe("the ticks of a minute of a stock", () => {
  it("make its bar and those of its seconds, by the rules of the conditions that the service lists", () =>
    assertForEveryMinute(({ bar, trades }) => {
      assert.deepStrictEqual(barsOf(trades, "minute"), [withoutAverage(bar)])
      assert.deepStrictEqual(barsOf(trades, "second"), secondsOf(bar, stocks.decimals).map(withoutAverage))
    }))

  it("have trades that move no price: odd lots of any price, late reports, averages, and official prices", () => {
    const bar = { t: open, o: 172.5, h: 172.81, l: 172.44, c: 172.6, v: 184_213, vw: 172.6123, n: 2_204 }
    const trades = StockTicks.tradesOf(bar, { otc: false, exchange: 12, tape: 3 })
    const having = (id: number) => trades.filter(({ conditions }) => conditions.ids.includes(id))
    for (const id of [2, 14, 32, 37, 41]) assert.isAbove(having(id).length, 0, `condition ${id}`)
    assert.isTrue(having(37).some(({ price }) => price > bar.h || price < bar.l))
    assert.isTrue(having(37).every(({ size }) => size < 100))
    assert.isTrue(having(32).every(({ delay }) => delay > 20e9))
    // An auction, and the report of its price by the exchange of the listing.
    const [opening, official] = trades
    assert.deepStrictEqual([opening!.conditions.ids, official!.conditions.ids], [[25], [16]])
    assert.deepInclude(official, { price: bar.o, exchange: 12, ms: opening!.ms, nanos: opening!.nanos })
    const closing = StockTicks.tradesOf({ ...bar, t: close }, { otc: false, exchange: 10, tape: 1 })
    assert.deepStrictEqual([closing[0]!.conditions.ids, closing[1]!.conditions.ids], [[19], [15]])
    assert.deepInclude(closing[1], { price: bar.o, exchange: 10 })
  })

  it("lie in it, in the order of time and of their numbers, at the exchange before at the consolidator", () =>
    assertForEveryMinute(({ bar, quotes, trades }) => {
      for (const ticks of [trades, quotes]) {
        ticks.forEach((tick, index) => {
          assert.isTrue(tick.ms >= bar.t && tick.ms < bar.t + 60_000 && tick.nanos >= 0 && tick.nanos < 1_000_000)
          assert.isTrue(StockTicks.atExchange(tick) < nanosOf(tick))
          const before = ticks[index - 1]
          if (before === undefined) return
          assert.isTrue(nanosOf(before) <= nanosOf(tick), `time ${index}`)
          assert.isBelow(before.sequence, tick.sequence)
        })
      }
      const numbers = [...trades, ...quotes].map(({ sequence }) => sequence)
      assert.strictEqual(new Set(numbers).size, numbers.length)
      assert.strictEqual(new Set(trades.map(({ id }) => id)).size, trades.length)
    }))

  it("have a quote around each trade that is no late report and no average", () =>
    assertForEveryMinute(({ quotes, trades }) => {
      for (const trade of trades) {
        if (trade.conditions.ids.some((id) => [2, 13, 15, 16, 32].includes(id))) continue
        const quote = quotes.findLast((quote) => nanosOf(quote) <= nanosOf(trade))!
        assert.isTrue(quote.bid < quote.ask && quote.bid <= trade.price && trade.price <= quote.ask)
      }
    }))

  it("name exchanges, facilities and conditions that the reference has", () => {
    const exchanges = new Set(Exchanges.all.flatMap((one) => (one.asset_class === "stocks" ? [one.id] : [])))
    const conditions = new Set(ofStocks.map(({ id }) => id))
    return assertForEveryMinute(({ quotes, trades }) => {
      for (const { conditions: list, exchange, facility } of trades) {
        assert.isTrue(exchanges.has(exchange) && (facility === 0 || exchanges.has(facility)))
        assert.isTrue(list.ids.every((id) => conditions.has(id)))
      }
      for (const { askExchange, bidExchange } of quotes)
        assert.isTrue(exchanges.has(askExchange) && exchanges.has(bidExchange))
    })
  })

  it("end with the last trade and quote, and follow from the minute alone", () =>
    assertForEveryMinute(({ bar, listing, quotes, trades }) => {
      assert.deepStrictEqual(StockTicks.lastOf(bar, listing), { trade: trades.at(-1)!, quote: quotes.at(-1)! })
      assert.strictEqual(trades.at(-1)!.price, bar.c)
      assert.deepStrictEqual(StockTicks.tradesOf({ ...bar }, listing), trades)
    }))
})
