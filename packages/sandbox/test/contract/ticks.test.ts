import { Crypto } from "@candela/crypto/Crypto"
import { Futures } from "@candela/futures/Futures"
import type { Bar } from "@candela/market/Bar"
import * as Market from "@candela/market/Market"
import * as Trades from "@candela/market/Trades"
import { Options } from "@candela/options/Options"
import { Reference } from "@candela/reference/Reference"
import { Snapshots } from "@candela/snapshots/Snapshots"
import { Stocks } from "@candela/stocks/Stocks"
import { assert, describe, layer } from "@effect/vitest"
import { Chunk, Effect, Stream } from "effect"
import { connections, serviceOf } from "./support.js"

const all = <A, E>(stream: Stream.Stream<A, E>) => Effect.map(Stream.runCollect(stream), Chunk.toReadonlyArray)

/** A bar without its average: that of the trades is not the rounded one of the minute. */
const priced = ({ close, high, low, open, timestamp, transactions, volume }: Bar) => ({
  ...{ timestamp, open, high, low, close, volume, transactions },
})

const rulesOf = (assetClass: "stocks" | "options" | "crypto") =>
  Effect.gen(function* () {
    const reference = yield* serviceOf(Reference)
    return Trades.rules(yield* all(reference.conditions.stream({ asset_class: assetClass })))
  })

const minutes = { multiplier: 1, timespan: "minute" } as const

describe("trades and quotes", () => {
  layer(connections["in process"], { excludeTestServices: true })((it) => {
    it.scoped("of a stock make the service's bars of seconds and minutes, around the opening and the close", () =>
      Effect.gen(function* () {
        const stocks = yield* serviceOf(Stocks)
        const rules = yield* rulesOf("stocks")
        for (const [from, to] of [
          ["2025-06-27T13:25:00Z", "2025-06-27T13:31:59.999Z"],
          ["2025-06-27T19:59:00Z", "2025-06-27T20:20:59.999Z"],
        ] as const) {
          const asked = { stockTicker: "AAPL", "timestamp.gte": from, "timestamp.lte": to } as const
          const trades = yield* all(stocks.trades.stream({ ...asked, order: "asc" }))
          assert.deepStrictEqual([...trades].reverse(), yield* all(stocks.trades.stream(asked)))
          for (const timespan of ["minute", "second"] as const) {
            const options = { market: Market.stocks, multiplier: 1, timespan, rules }
            const made = yield* all(Trades.bars(options)(Stream.fromIterable(trades)))
            const range = { from: Date.parse(from), to: Date.parse(to), adjusted: false }
            const bars = yield* stocks.bars({ stocksTicker: "AAPL", ...minutes, timespan, ...range, limit: 50_000 })
            assert.deepStrictEqual(made.map(priced), bars.results.map(priced))
            const columns = Trades.barColumns(options)(stocks.trades.columns({ ...asked, order: "asc" }))
            const inColumns = yield* all(Stream.flatMap(columns, (chunk) => Stream.fromIterable(chunk.toRows())))
            assert.deepStrictEqual(inColumns, made)
          }
        }
      }),
    )

    it.scoped("of a stock have the auctions at their official prices", () =>
      Effect.gen(function* () {
        const stocks = yield* serviceOf(Stocks)
        const day = yield* stocks.openClose({ stocksTicker: "AAPL", date: "2025-06-26", adjusted: false })
        const tradesFrom = (time: string) =>
          all(Stream.take(stocks.trades.stream({ stockTicker: "AAPL", "timestamp.gte": time, order: "asc" }), 2))
        const [opening, open] = yield* tradesFrom("2025-06-26T13:30:00Z")
        assert.deepStrictEqual([opening!.conditions, open!.conditions], [[25], [16]])
        assert.deepStrictEqual([opening!.price, open!.price], [day.open, day.open])
        const [closing, close] = yield* tradesFrom("2025-06-26T20:00:00Z")
        assert.deepStrictEqual([closing!.conditions, close!.conditions], [[8], [15]])
        assert.deepStrictEqual([closing!.price, close!.price], [day.close, day.close])
      }),
    )

    it.scoped("of a stock: each trade meets its quote, and the last ones are those of snapshots", () =>
      Effect.gen(function* () {
        const stocks = yield* serviceOf(Stocks)
        const asked = { stockTicker: "MSFT", "timestamp.gte": "2025-06-30T19:59:30Z", order: "asc" } as const
        const joined = yield* all(Trades.withQuotes(stocks.quotes.stream(asked))(stocks.trades.stream(asked)))
        assert.isAbove(joined.length, 10)
        for (const { quote, trade } of joined) {
          if (trade.conditions?.some((id) => [2, 13, 15, 16, 32].includes(id))) continue
          assert.isTrue(quote!.bid_price! <= trade.price && trade.price <= quote!.ask_price!)
        }
        const ticker = { stocksTicker: "MSFT" }
        const [trade, quote] = yield* Effect.all([stocks.lastTrade(ticker), stocks.lastQuote(ticker)])
        const { lastQuote, lastTrade } = yield* stocks.snapshot(ticker)
        const { trade: last, quote: lastOf } = joined.at(-1)!
        assert.deepInclude(trade, { ...last, ticker: "MSFT" })
        assert.deepInclude(quote, { ...lastOf!, ticker: "MSFT" })
        const { sip_timestamp: at, ...shown } = last
        for (const [key, value] of Object.entries(lastTrade!)) {
          assert.deepStrictEqual(value, key === "timestamp" ? at : (shown[key as keyof typeof shown] ?? []), key)
        }
        assert.deepStrictEqual(lastQuote, {
          ...{
            ask: lastOf!.ask_price!,
            ask_size: lastOf!.ask_size!,
            bid: lastOf!.bid_price!,
            bid_size: lastOf!.bid_size!,
          },
          timestamp: lastOf!.sip_timestamp,
        })
      }),
    )

    it.scoped("of a crypto pair and of a contract make their bars", () =>
      Effect.gen(function* () {
        const [crypto, futures] = yield* Effect.all([serviceOf(Crypto), serviceOf(Futures)])
        const filters = { "timestamp.gte": "2025-06-27T14:00:00Z", "timestamp.lt": "2025-06-27T14:03:00Z" } as const
        const range = { from: Date.parse(filters["timestamp.gte"]), to: Date.parse(filters["timestamp.lt"]) - 1 }
        const pair = { cryptoTicker: "X:BTCUSD", ...filters, order: "asc" } as const
        const rules = yield* rulesOf("crypto")
        const made = yield* all(Trades.bars({ market: Market.crypto, ...minutes, rules })(crypto.trades.stream(pair)))
        const { results } = yield* crypto.bars({ cryptoTicker: "X:BTCUSD", ...minutes, ...range })
        assert.deepStrictEqual(made.map(priced), results.map(priced))

        const contract = { ticker: "ESU5", ...filters, sort: "timestamp.asc" } as const
        const own = { market: Market.futures, ...minutes, rules: Trades.noConditions }
        const ofContract = yield* all(Trades.bars(own)(futures.trades.stream(contract)))
        const bars = yield* futures.bars({
          ticker: "ESU5",
          resolution: "1min",
          "window_start.gte": filters["timestamp.gte"],
          "window_start.lt": filters["timestamp.lt"],
          sort: "window_start.asc",
        })
        assert.deepStrictEqual(
          ofContract.map(priced),
          bars.results.map(({ window_start: at, transactions, ...bar }) =>
            priced({ ...bar, transactions: transactions!, timestamp: Number(at / 1_000_000n) }),
          ),
        )
        const quoted = Trades.withQuotes(futures.quotes.stream(contract))(futures.trades.stream(contract))
        for (const { quote, trade } of yield* all(quoted)) {
          assert.isTrue(quote!.bid_price! <= trade.price && trade.price <= quote!.ask_price!)
          assert.strictEqual(trade.session_end_date, "2025-06-27")
        }
        // The session of a trading date begins on the evening before.
        const session = { ticker: "ESU5", session_end_date: "2025-06-27", sort: "timestamp.asc", limit: 1 } as const
        const [first] = (yield* futures.trades(session)).results
        assert.isTrue(first!.timestamp < 1_751_000_400_000_000_000n && first!.timestamp >= 1_750_975_200_000_000_000n)
      }),
    )

    it.scoped("of an option contract lie in its life and in the session, and end with those of its snapshot", () =>
      Effect.gen(function* () {
        const [options, snapshots] = yield* Effect.all([serviceOf(Options), serviceOf(Snapshots)])
        const ticker = "O:AAPL250703C00190000"
        const asked = { optionsTicker: ticker, "timestamp.gte": "2025-06-30T19:58:00Z", order: "asc" } as const
        const joined = yield* all(Trades.withQuotes(options.quotes.stream(asked))(options.trades.stream(asked)))
        for (const { quote, trade } of joined) {
          assert.isTrue(quote!.bid_price! < trade.price && trade.price < quote!.ask_price!)
        }
        const { results } = yield* snapshots.list({ "ticker.any_of": [ticker] })
        const [item] = results
        if (item?.type !== "options") return assert.fail("no snapshot")
        const { quote, trade } = joined.at(-1)!
        assert.deepInclude(item.last_trade, {
          price: trade.price,
          sip_timestamp: trade.sip_timestamp,
          size: trade.size!,
        })
        assert.deepInclude(item.last_quote, { ask: quote!.ask_price!, bid: quote!.bid_price! })
        const last = yield* options.lastTrade({ optionsTicker: ticker })
        assert.deepInclude(last, { price: trade.price, sip_timestamp: trade.sip_timestamp, ticker })
        const rules = yield* rulesOf("options")
        const bars = yield* all(
          Trades.bars({ market: Market.stocks, ...minutes, rules })(
            Stream.fromIterable(joined.map(({ trade }) => trade)),
          ),
        )
        const { close, high, low, open, transactions, volume } = item.last_minute!
        assert.deepInclude(bars.at(-1), {
          close: close!,
          high: high!,
          low: low!,
          open: open!,
          transactions: transactions!,
          volume: volume!,
        })
        // Nothing trades outside of the session, nor before it is listed.
        const early = { optionsTicker: ticker, "timestamp.lt": "2025-06-30T13:30:00Z", "timestamp.gte": "2025-06-30" }
        assert.deepStrictEqual((yield* options.trades(early)).results, [])
        const [first] = yield* all(Stream.take(options.trades.stream({ optionsTicker: ticker, order: "asc" }), 1))
        assert.isTrue(first!.sip_timestamp > 1_740_000_000_000_000_000n)
      }),
    )

    it.scoped("of one instant are divided between pages, each once", () =>
      Effect.gen(function* () {
        const stocks = yield* serviceOf(Stocks)
        // The auction and the report of its price.
        const asked = { stockTicker: "AAPL", "timestamp.gte": "2025-06-27T13:30:00Z", order: "asc" } as const
        const whole = (yield* stocks.trades({ ...asked, limit: 6 })).results
        assert.strictEqual(whole[0]!.sip_timestamp, whole[1]!.sip_timestamp)
        const single = yield* all(Stream.take(stocks.trades.stream(asked, { pageSize: 1 }), 6))
        assert.deepStrictEqual(single, whole)
      }),
    )

    it.scoped("are seen late on a plan with a delay", () =>
      Effect.gen(function* () {
        const stocks = yield* serviceOf(Stocks, "developer-key")
        const last = yield* stocks.lastTrade({ stocksTicker: "AAPL" })
        assert.isTrue(last.sip_timestamp! < BigInt(Date.parse("2025-06-30T20:00:00Z")) * 1_000_000n)
      }),
    )
  })
})
