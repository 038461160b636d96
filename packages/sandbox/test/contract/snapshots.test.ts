import { NotFound } from "@candela/core/MarketDataError"
import { forex, stocks } from "@candela/market/Market"
import { Store } from "@candela/sandbox/store/Store"
import type { SnapshotSession } from "@candela/market/InstrumentState"
import type { SnapshotItem } from "@candela/snapshots/Snapshot"
import { Snapshots } from "@candela/snapshots/Snapshots"
import { assert, describe, layer } from "@effect/vitest"
import { Chunk, Effect, Either, Layer, Stream } from "effect"
import { round } from "../../src/numbers/Rounding.js"
import { connections, serviceOf, Tables } from "./support.js"

const ticker = ({ ticker }: { readonly ticker: string }) => ticker
const tickersOf = (items: ReadonlyArray<SnapshotItem>) => items.map(ticker)

/** The instruments that have a state, by their tables. */
const instruments = Effect.flatMap(Store, ({ query }) =>
  query<{ readonly ticker: string; readonly name: string; readonly market: string }>(
    `SELECT ticker, name, market FROM tickers WHERE active
     UNION ALL SELECT ticker, name, 'options' FROM option_contracts WHERE expiration_date >= '2025-06-30' ORDER BY ticker`,
  ),
)

describe("the unified snapshot", () => {
  layer(Layer.merge(connections["in process"], Tables), { excludeTestServices: true })((it) => {
    it.scoped("lists all instruments, and those of a kind", () =>
      Effect.gen(function* () {
        const { list } = yield* serviceOf(Snapshots)
        const all = yield* instruments
        assert.isAbove(all.length, 250)
        const streamed = yield* Stream.runCollect(list.stream({}))
        assert.deepStrictEqual(Chunk.toReadonlyArray(streamed).map(ticker), all.map(ticker))
        assert.lengthOf((yield* list({})).results, 10)
        const kinds = {
          stocks: ["stocks", "otc"],
          fx: ["fx"],
          crypto: ["crypto"],
          options: ["options"],
          indices: ["indices"],
        } as const
        for (const [type, markets] of Object.entries(kinds) as unknown as ReadonlyArray<["stocks", Array<string>]>) {
          const { results } = yield* list({ type, limit: 250 })
          assert.deepStrictEqual(tickersOf(results), all.filter(({ market }) => markets.includes(market)).map(ticker))
          assert.isTrue(results.every((item) => item.type === type))
        }
      }),
    )

    it.scoped("gives asked tickers their place, unknown ones too, on every page", () =>
      Effect.gen(function* () {
        const { list } = yield* serviceOf(Snapshots)
        const asked = ["X:BTCUSD", "AAPL", "NONE", "C:EURUSD", "SPLK", "AAAA", "MSFT"]
        const expected = [...asked].sort()
        const request = { "ticker.any_of": asked }
        assert.deepStrictEqual(tickersOf((yield* list({ ...request, limit: 250 })).results), expected)
        for (const limit of [2, 7]) {
          for (const order of ["asc", "desc"] as const) {
            const pages = Chunk.toReadonlyArray(yield* Stream.runCollect(list.pages({ ...request, limit, order })))
            assert.deepStrictEqual(
              pages.flatMap(({ results }) => tickersOf(results)),
              order === "asc" ? expected : [...expected].reverse(),
            )
            assert.strictEqual(pages.length, Math.ceil(7 / limit))
          }
        }
        const { results } = yield* list({ "ticker.any_of": ["NONE"], "ticker.gt": "A" })
        // SPLK is delisted: it has no state any more.
        assert.deepStrictEqual(results, [{ ticker: "NONE", error: "NOT_FOUND", message: "Ticker not found." }])
        assert.deepStrictEqual((yield* list({ "ticker.any_of": ["NONE"], "ticker.lt": "A" })).results, [])
        assert.deepStrictEqual(tickersOf((yield* list({ ticker: "AAPL" })).results), ["AAPL"])
      }),
    )

    it.scoped("agrees with the bars of each market", () =>
      Effect.gen(function* () {
        const { get } = yield* serviceOf(Snapshots)
        const { query } = yield* Store
        const [aapl, eurusd, btcusd] = yield* Effect.all([get("AAPL"), get("C:EURUSD"), get("X:BTCUSD")], {
          concurrency: "unbounded",
        })
        const [day] = yield* query<Readonly<Record<string, number>>>(
          `SELECT arg_min(o, t) AS open, max(h) AS high, min(l) AS low, arg_max(c, t) AS close, sum(v) AS volume
             FROM minute_bars WHERE ticker = 'AAPL' AND t >= epoch_ms(TIMESTAMPTZ '2025-06-30 04:00:00+00')`,
        )
        const [previous] = yield* query<{ readonly close: number }>(
          "SELECT c AS close FROM day_bars WHERE ticker = 'AAPL' AND date = '2025-06-27'",
        )
        assert.deepInclude(aapl.session, { ...day, previous_close: previous!.close })
        assert.strictEqual(aapl.session!.change, round(day!["close"]! - previous!.close, stocks.decimals))
        assert.deepInclude(aapl, { type: "stocks", market_status: "late_trading", timeframe: "REAL-TIME" })
        assert.strictEqual(aapl.last_updated, BigInt(Date.parse("2025-06-30T20:00:00Z")) * 1_000_000n)
        assert.strictEqual(aapl.type === "stocks" ? aapl.last_trade?.price : undefined, day!["close"])

        const [quote] = yield* query<{ readonly ask: number; readonly bid: number; readonly nanos: bigint }>(
          `SELECT ask_price AS ask, bid_price AS bid, participant_timestamp AS nanos FROM forex_quotes
             WHERE ticker = 'C:EURUSD' ORDER BY participant_timestamp DESC LIMIT 1`,
        )
        assert.deepInclude(eurusd, { type: "fx", market_status: "open" })
        assert.deepInclude(eurusd.type === "fx" ? eurusd.last_quote : undefined, {
          ask: quote!.ask,
          bid: quote!.bid,
          last_updated: quote!.nanos,
          midpoint: round((quote!.ask + quote!.bid) / 2, forex.decimals),
        })
        const [option, spx] = yield* Effect.all([get("O:AAPL250718C00190000"), get("I:SPX")], {
          concurrency: "unbounded",
        })
        const [level] = yield* query<{ readonly c: number }>(
          "SELECT c FROM day_bars WHERE ticker = 'I:SPX' AND date = '2025-06-30'",
        )
        assert.deepInclude(spx, { type: "indices", market_status: "late_trading", value: level!.c })
        const underlying = { ticker: "AAPL", price: aapl.session!.price! }
        assert.deepInclude(option, { type: "options", market_status: "closed", timeframe: "REAL-TIME" })
        assert.deepInclude(option.type === "options" ? option.underlying_asset : undefined, underlying)
        const { close, high, low, open } = btcusd.session as Required<SnapshotSession>
        assert.isTrue(low > 0 && low <= Math.min(open, close) && high >= Math.max(open, close))
        assert.strictEqual(btcusd.type, "crypto")
      }),
    )

    it.scoped("looks up many tickers at once, and each caller has its own answer", () =>
      Effect.gen(function* () {
        const { get } = yield* serviceOf(Snapshots)
        const known = (yield* instruments).map(ticker).filter((_, index) => index % 8 === 0)
        const answers = yield* Effect.forEach([...known, "NONE"], (name) => Effect.either(get(name)), {
          concurrency: "unbounded",
        })
        assert.deepStrictEqual(
          Either.all(answers.slice(0, -1)).pipe(Either.map((items) => items.map(ticker))),
          Either.right(known),
        )
        assert.instanceOf(Either.getOrThrow(Either.flip(answers.at(-1)!)), NotFound)
      }),
    )
  })
})
