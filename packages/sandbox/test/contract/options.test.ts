import { stocks } from "@candela/market/Market"
import * as OptionChain from "@candela/options/OptionChain"
import * as OptionPricing from "@candela/options/OptionPricing"
import * as OptionTicker from "@candela/options/OptionTicker"
import { Options } from "@candela/options/Options"
import { combine } from "@candela/sandbox/subjects/bars/BaseBar"
import { riskFreeRate, underlyings } from "@candela/sandbox/subjects/options/underlyings"
import type { OptionSnapshot } from "@candela/snapshots/Snapshot"
import { Snapshots } from "@candela/snapshots/Snapshots"
import { Stocks } from "@candela/stocks/Stocks"
import { isAll, sampled } from "@candela/support/seeded"
import { assert, describe, layer } from "@effect/vitest"
import { Chunk, Effect, Either, Layer, Stream, Struct } from "effect"
import { connections, serviceOf, Tables } from "./support.js"

const options = serviceOf(Options)
const all = <A, E, R>(stream: Stream.Stream<A, E, R>) => Effect.map(Stream.runCollect(stream), Chunk.toReadonlyArray)
const chainOf = (underlyingAsset: string, asked: Partial<Options.ChainRequest> = {}) =>
  Effect.flatMap(options, ({ chain }) => all(chain.stream({ ...asked, underlyingAsset })))

/** The last whole day of the data, and the day of its end. */
const [before, today] = ["2025-06-27", "2025-06-30"] as const
const lastOfLife = "2025-06-20"
const day = (date: string) => ({ multiplier: 1, timespan: "day", from: date, to: date }) as const
const pricesOf = Struct.pick("open", "high", "low", "close", "volume")

/** Fields of the unified snapshot that a chain has not, or under the day of a contract. */
const unifiedAlone = [
  "last_minute",
  "last_updated",
  "market_status",
  "name",
  "session",
  "ticker",
  "timeframe",
  "type",
] as const

/** Contracts near and far from the money. */
const liquid = ["O:AAPL250718C00190000", "O:AAPL250718P00190000", "O:SPXW250718C04450000", "O:SPXW250919P04400000"]

describe("options", () => {
  layer(Layer.merge(connections["in process"], Tables), { excludeTestServices: true })((it) => {
    it.scoped("contracts, chain, snapshot and the unified snapshot say the same", () =>
      Effect.gen(function* () {
        const { contract, contracts, snapshot } = yield* options
        const { list } = yield* serviceOf(Snapshots)
        // All of them with --all, else those of one expiration.
        const [asked, tickersOf] = isAll
          ? [{}, {}]
          : [{ expiration_date: "2025-07-18" }, { "ticker.gte": "O:AAPL250718", "ticker.lt": "O:AAPL250719" }]
        const unified = (yield* all(list.stream({ type: "options", ...tickersOf }))) as ReadonlyArray<OptionSnapshot>
        const chains = [...(yield* chainOf("AAPL", asked)), ...(isAll ? yield* chainOf("I:SPX") : [])]
        const listed = yield* all(contracts.stream({ ...asked, ...(isAll ? {} : { underlying_ticker: "AAPL" }) }))
        const tickers = unified.map(({ ticker }) => ticker)
        assert.isAbove(tickers.length, isAll ? 100 : 15)
        assert.deepStrictEqual(
          chains.map(({ details }) => details.ticker),
          tickers,
        )
        assert.deepStrictEqual(
          listed.map(({ ticker }) => ticker),
          tickers,
        )
        for (const [index, item] of unified.entries()) {
          const { day, details, ...state } = chains[index]!
          const { last_updated, session, ticker } = item
          const same = Struct.omit(item, ...unifiedAlone)
          assert.deepStrictEqual({ ...state, details: Struct.omit(details, "ticker") }, same, ticker)
          const { last_updated: updated, vwap, ...prices } = day!
          assert.deepStrictEqual(prices, Struct.pick(session!, ...Struct.keys(prices)))
          assert.isTrue(vwap! >= day!.low! && vwap! <= day!.high!)
          assert.strictEqual(updated, last_updated)
          assert.deepStrictEqual(Struct.pick(listed[index]!, ...Struct.keys(item.details!)), item.details)
          const { contract_type, expiration_date, strike_price } = Either.getOrThrow(OptionTicker.parse(ticker))
          assert.deepInclude(item.details, { contract_type, expiration_date, strike_price })
        }
        for (const one of sampled(chains, 3).slice(0, 6)) {
          const { ticker, underlying_ticker: underlyingAsset } = one.details
          assert.deepStrictEqual(yield* snapshot({ underlyingAsset: underlyingAsset!, optionContract: ticker }), one)
          assert.deepInclude(listed, yield* contract({ options_ticker: ticker }))
        }
        const [first] = tickers
        const elsewhere = yield* Effect.flip(snapshot({ underlyingAsset: "I:SPX", optionContract: first! }))
        assert.strictEqual(elsewhere._tag, "NotFound")
      }),
    )

    it.scoped(
      "a contract's minutes make its hours and its day, which open-close, the previous day and the chain have",
      () =>
        Effect.gen(function* () {
          const { bars, openClose, previousDayBar, snapshot } = yield* options
          for (const optionsTicker of sampled(liquid, 0)) {
            const underlyingAsset = optionsTicker.startsWith("O:AAPL") ? "AAPL" : "I:SPX"
            const of = { optionsTicker, from: before, to: today } as const
            const days = (yield* bars({ ...of, multiplier: 1, timespan: "day" })).results
            const minutes = yield* all(bars.stream({ ...of, multiplier: 1, timespan: "minute" }, { pageSize: 300 }))
            assert.lengthOf(days, 2)
            for (const bar of days) {
              const own = minutes.filter(({ timestamp: at }) => at >= bar.timestamp && at < bar.timestamp + 86_400_000)
              const base = own.map((one) => ({
                ...{ t: one.timestamp, o: one.open, h: one.high, l: one.low, c: one.close },
                ...{ v: one.volume, vw: one.vwap!, n: one.transactions! },
              }))
              const {
                c: close,
                h: high,
                l: low,
                n: transactions,
                o: open,
                v: volume,
                vw: vwap,
              } = combine(base, bar.timestamp, stocks.decimals)
              assert.deepStrictEqual(bar, {
                ...bar,
                open,
                high,
                low,
                close,
                volume,
                vwap: vwap!,
                transactions: transactions!,
              })
              const first = own[0]!.timestamp - bar.timestamp
              assert.isTrue(first >= 9.5 * 3_600_000 && own.at(-1)!.timestamp - bar.timestamp < 16 * 3_600_000)
            }
            const [last, current] = days
            const [previous] = (yield* previousDayBar({ optionsTicker })).results
            assert.deepStrictEqual(Struct.omit(previous!, "ticker"), last)
            assert.deepInclude(yield* openClose({ optionsTicker, date: before }), pricesOf(last!))
            assert.deepInclude(yield* openClose({ optionsTicker, date: today }), pricesOf(current!))
            const { day: shown } = yield* snapshot({ underlyingAsset, optionContract: optionsTicker })
            assert.deepInclude(shown, { ...pricesOf(current!), vwap: current!.vwap!, previous_close: last!.close })
            const hours = (yield* bars({ ...of, multiplier: 1, timespan: "hour" })).results
            assert.strictEqual(Math.max(...hours.map(({ high }) => high)), Math.max(...days.map(({ high }) => high)))
            // Backwards, and from the middle of a day, they are the same.
            const back = yield* all(bars.stream({ ...of, multiplier: 1, timespan: "minute", sort: "desc" }))
            assert.deepStrictEqual([...back].reverse(), minutes)
            const from = minutes[100]!.timestamp
            const rest = yield* all(bars.stream({ ...of, from, multiplier: 1, timespan: "minute" }))
            assert.deepStrictEqual(rest, minutes.slice(100))
            const seconds = { ...of, from, to: from + 59_999, multiplier: 1, timespan: "second" } as const
            const close = (yield* bars(seconds)).results.at(-1)!.close
            assert.strictEqual(close, minutes[100]!.close)
          }
        }),
    )

    it.scoped(
      "prices are within a cent of the model's, and imply the chain's volatility and greeks within their rounding",
      () =>
        Effect.gen(function* () {
          let compared = 0
          for (const { dividendYield, ticker } of underlyings) {
            for (const contract of sampled(yield* chainOf(ticker, { "expiration_date.lte": "2025-07-18" }), 1)) {
              const { greeks, implied_volatility: volatility, last_quote: quote, underlying_asset: asset } = contract
              if (greeks === undefined) continue
              const assumed = { rate: riskFreeRate, dividendYield }
              const years = OptionPricing.yearsUntil(
                contract.details.expiration_date!,
                Date.parse("2025-06-30T20:00:00Z"),
              )
              const terms = {
                ...(contract.details as Required<typeof contract.details>),
                ...{ ...assumed, years, volatility: volatility! },
              }
              const price = OptionPricing.price(terms, asset!.price ?? asset!.value!)
              assert.approximately(contract.day!.close!, Math.max(0.01, price), 0.0101, contract.details.ticker)
              // A bid of nothing moves the middle of a quote.
              if (quote!.bid === 0 || contract.day!.close === 0.01) continue
              const [vega, rounding] = [100 * greeks.vega!, 0.0101]
              if (vega < 1) continue
              const found = OptionChain.implied(contract, assumed)
              if (found === undefined) {
                // The rounded price is what the contract is worth without any volatility.
                const least = OptionPricing.price({ ...terms, volatility: 0.001 }, asset!.price ?? asset!.value!)
                assert.isAtLeast(least, quote!.midpoint! - rounding)
                continue
              }
              compared++
              assert.approximately(found.volatility, volatility!, (1.5 * rounding) / vega, contract.details.ticker)
              assert.approximately(found.greeks!.delta, greeks.delta!, 0.02)
            }
          }
          assert.isAbove(compared, 10)
        }),
    )

    it.scoped("what has expired is listed as expired, and as of an earlier day as not; its bars end with it", () =>
      Effect.gen(function* () {
        const { bars, contract, contracts, openClose, previousDayBar, snapshot } = yield* options
        const asked = { underlying_ticker: "AAPL", expiration_date: lastOfLife } as const
        assert.deepStrictEqual((yield* contracts(asked)).results, [])
        const gone = yield* all(contracts.stream({ ...asked, expired: true }))
        assert.isAbove(gone.length, 10)
        assert.deepStrictEqual(yield* all(contracts.stream({ ...asked, as_of: lastOfLife })), gone)
        assert.deepStrictEqual((yield* contracts({ ...asked, as_of: "2024-09-03" })).results, [])
        for (const type of ["call", "put"] as const) {
          const { strike_price: strike, ticker: optionsTicker } = sampled(
            gone.filter(({ contract_type }) => contract_type === type),
            0,
          )[0]!
          assert.strictEqual((yield* contract({ options_ticker: optionsTicker })).expiration_date, lastOfLife)
          const unlisted = yield* Effect.flip(contract({ options_ticker: optionsTicker, as_of: "2024-09-03" }))
          assert.strictEqual(unlisted._tag, "NotFound")
          const range = { optionsTicker, multiplier: 1, timespan: "day", from: "2025-01-01", to: today } as const
          const last = (yield* all(bars.stream(range))).at(-1)!
          assert.strictEqual(last.timestamp, Date.parse(`${lastOfLife}T04:00:00Z`))
          const { close } = yield* Effect.flatMap(serviceOf(Stocks), (_) =>
            _.openClose({ stocksTicker: "AAPL", date: lastOfLife }),
          )
          const worth = Math.max(0.01, type === "call" ? close - strike! : strike! - close)
          assert.approximately(last.close, worth, 0.0051)
          assert.deepStrictEqual((yield* previousDayBar({ optionsTicker })).results, [])
          for (const none of [
            snapshot({ underlyingAsset: "AAPL", optionContract: optionsTicker }),
            openClose({ optionsTicker, date: "2025-06-23" }),
          ]) {
            assert.strictEqual((yield* Effect.flip<unknown, { readonly _tag: string }, never>(none))._tag, "NotFound")
          }
          assert.deepStrictEqual((yield* bars({ optionsTicker, ...day("2025-06-23") })).results, [])
        }
      }),
    )

    it.scoped("a plan's delay hides the newest minutes of a contract", () =>
      Effect.gen(function* () {
        const range = { multiplier: 1, timespan: "minute", from: today, to: today, sort: "desc", limit: 1 } as const
        const newest = (key: string) =>
          Effect.flatMap(serviceOf(Options, key), ({ bars }) => bars({ optionsTicker: liquid[0]!, ...range }))
        const [whole, delayed] = [yield* newest("key"), yield* newest("starter-key")]
        assert.strictEqual(whole.results[0]!.timestamp - delayed.results[0]!.timestamp, 600_000)
        assert.strictEqual(delayed.status, "DELAYED")
      }),
    )
  })
})
