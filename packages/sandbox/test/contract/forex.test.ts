import { Forex } from "@candela/forex/Forex"
import type { ForexSnapshot } from "@candela/forex/Snapshots"
import { dateOfDay, dayMillis } from "@candela/market/TimeZone"
import { defaultNow } from "@candela/sandbox/dataset/Dataset"
import { round } from "@candela/sandbox/numbers/Rounding"
import { Store } from "@candela/sandbox/store/Store"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { connections, type keys, serviceOf, type Stored, Tables } from "./support.js"

const forexOf = (key: keyof typeof keys | (string & {}) = "key") => serviceOf(Forex, key)

interface Quote {
  readonly ask: number
  readonly bid: number
  readonly nanos: bigint
  readonly sequence: bigint
}

const minute = 60_000

/** The last quote of a pair before an instant, from the table. */
const lastQuote = (ticker: string, before = defaultNow) =>
  Effect.gen(function* () {
    const { query } = yield* Store
    const [quote] = yield* query<Quote>(
      `SELECT ask_price AS ask, bid_price AS bid, participant_timestamp AS nanos, sequence FROM forex_quotes
       WHERE ticker = $1 AND participant_timestamp < $2 ORDER BY participant_timestamp DESC, sequence DESC LIMIT 1`,
      [ticker, BigInt(before) * 1_000_000n],
    )
    return quote!
  })

const last = ({ ask, bid, nanos }: Pick<Quote, "ask" | "bid" | "nanos">) => ({
  ask,
  bid,
  exchange: 48,
  timestamp: Number(nanos / 1_000_000n),
})

const price = ({ c, h, l, o, v }: Stored) => ({ open: o, high: h, low: l, close: c, volume: v })

const millis = "ticker, t::DOUBLE AS t, o, h, l, c, v, vw, n::DOUBLE AS n"

/** What the tables say of a pair on the data set's last day, a Monday, as seen at an instant of it. */
const snapshotAt = (ticker: string, visible: number) =>
  Effect.gen(function* () {
    const { query } = yield* Store
    const today = Math.floor(visible / dayMillis)
    const minutes = yield* query<Stored>(
      `SELECT ${millis} FROM minute_bars WHERE ticker = $1 AND t >= $2 AND t + 60000 <= $3 ORDER BY t`,
      [ticker, BigInt(today * dayMillis), BigInt(visible)],
    )
    const [before] = yield* query<Stored>(`SELECT ${millis} FROM day_bars WHERE ticker = $1 AND date = $2`, [
      ticker,
      dateOfDay(today - 1),
    ])
    const quote = yield* lastQuote(ticker, visible)
    const newest = minutes.at(-1)!
    const minuteEnd = BigInt(newest.t + minute) * 1_000_000n
    const sumOf = (value: (minute: Stored) => number) => minutes.reduce((sum, bar) => sum + value(bar), 0)
    const change = newest.c - before!.c
    return {
      ticker,
      day: {
        open: minutes[0]!.o,
        high: Math.max(...minutes.map(({ h }) => h)),
        low: Math.min(...minutes.map(({ l }) => l)),
        close: newest.c,
        volume: sumOf(({ v }) => v),
        vwap: round(sumOf(({ v, vw }) => v * vw) / sumOf(({ v }) => v), 8),
      },
      min: { ...price(newest), vwap: newest.vw, transactions: newest.n, timestamp: newest.t },
      prevDay: { ...price(before!), vwap: before!.vw },
      lastQuote: { ...last(quote), id: "0" },
      todaysChange: round(change, 8),
      todaysChangePerc: round((change / before!.c) * 100, 4),
      updated: quote.nanos > minuteEnd ? quote.nanos : minuteEnd,
      fmv: round((quote.ask + quote.bid) / 2, 8),
    } satisfies ForexSnapshot
  })

const zeroQuote = { ask: 0, bid: 0, exchange: 0, timestamp: 0 }
describe("currencies", () => {
  layer(Layer.merge(connections["in process"], Tables), { excludeTestServices: true })((it) => {
    it.scoped("are converted at the middle of the last quote, rounded as asked, with the quote", () =>
      Effect.gen(function* () {
        const forex = yield* forexOf()
        const quote = yield* lastQuote("C:AUDUSD")
        const middle = (quote.ask + quote.bid) / 2
        for (const precision of [0, 1, 2, 3, 4]) {
          for (const amount of [100, 0, -12.345, 1e9]) {
            const { request_id, ...result } = yield* forex.conversion({ from: "AUD", to: "USD", amount, precision })
            assert.match(request_id!, /^[0-9a-f]{32}$/)
            assert.deepStrictEqual(result, {
              status: "success",
              from: "AUD",
              to: "USD",
              symbol: "AUD/USD",
              initialAmount: amount,
              converted: round(amount * middle, precision),
              last: last(quote),
            })
          }
        }
        const one = yield* forex.conversion({ from: "AUD", to: "USD" })
        assert.deepInclude(one, { initialAmount: 1, converted: round(middle, 2) })
      }),
    )

    it.scoped("are converted in either order of a pair", () =>
      Effect.gen(function* () {
        const forex = yield* forexOf()
        const { ask, bid, nanos } = yield* lastQuote("C:USDJPY")
        const turned = { ask: round(1 / bid, 8), bid: round(1 / ask, 8) }
        const result = yield* forex.conversion({ from: "JPY", to: "USD", amount: 1_000_000, precision: 4 })
        assert.deepInclude(result, {
          symbol: "JPY/USD",
          converted: round((1_000_000 * (turned.ask + turned.bid)) / 2, 4),
          last: last({ ...turned, nanos }),
        })
        assert.closeTo(result.converted, 1_000_000 / ((ask + bid) / 2), 0.02)
      }),
    )

    it.scoped(
      "are not converted where the service knows no such pair, twice the same, or the plan does not include it",
      () =>
        Effect.gen(function* () {
          const forex = yield* forexOf()
          for (const [from, to] of [
            ["EUR", "XXX"],
            ["XXX", "EUR"],
            ["SEK", "NOK"],
          ] as const) {
            const error = yield* Effect.flip(forex.conversion({ from, to }))
            assert.deepInclude(error, { _tag: "NotFound", status: 404 })
          }
          for (const from of ["EUR", "XXX"]) {
            const error = yield* Effect.flip(forex.conversion({ from, to: from }))
            assert.deepInclude(error, { _tag: "Conflict", status: 409 })
          }
          for (const key of ["basic-key", "starter-key"]) {
            const error = yield* Effect.flip((yield* forexOf(key)).conversion({ from: "EUR", to: "USD" }))
            assert.deepInclude(error, { _tag: "Unauthorized", reason: "NotEntitled", status: 403 })
          }
        }),
    )

    it.scoped("are converted in real time, on plans with a delay too", () =>
      Effect.gen(function* () {
        const quote = yield* lastQuote("C:EURUSD")
        for (const key of ["developer-key", "advanced-key", "key"]) {
          const result = yield* (yield* forexOf(key)).conversion({ from: "EUR", to: "USD" })
          assert.deepInclude(result, { status: "success", last: last(quote) })
        }
      }),
    )
  })
})

describe("snapshots of currency pairs", () => {
  layer(Layer.merge(connections["in process"], Tables), { excludeTestServices: true })((it) => {
    it.scoped("show what the tables hold of each pair, in the order of the tickers", () =>
      Effect.gen(function* () {
        const forex = yield* forexOf()
        const { results, status } = yield* forex.snapshots({})
        assert.strictEqual(status, "OK")
        assert.lengthOf(results, 50)
        const tickers = results.map(({ ticker }) => ticker)
        assert.deepStrictEqual(tickers, [...tickers].sort())
        for (const snapshot of results) {
          assert.deepStrictEqual(snapshot, yield* snapshotAt(snapshot.ticker, defaultNow))
        }
      }),
    )

    it.scoped("show one pair as among all", () =>
      Effect.gen(function* () {
        const forex = yield* forexOf()
        const { results } = yield* forex.snapshots({})
        for (const snapshot of results.slice(0, 5)) {
          assert.deepStrictEqual(yield* forex.snapshot({ ticker: snapshot.ticker }), snapshot)
        }
        assert.deepStrictEqual(
          yield* forex.snapshot({ ticker: "C:AUD-CAD" }).pipe(
            Effect.flip,
            Effect.map(({ _tag }) => _tag),
          ),
          "NotFound",
        )
        assert.deepStrictEqual(yield* forex.snapshot({ ticker: "C:AUD-EUR" }), results[0])
      }),
    )

    it.scoped("are those of a list, each once, in the order of the tickers; unknown pairs are left out", () =>
      Effect.gen(function* () {
        const forex = yield* forexOf()
        const { results: all } = yield* forex.snapshots({})
        const tickers = ["C:USDJPY", "C:EUR-USD", "C:XXXYYY", "C:EURUSD"]
        const { results } = yield* forex.snapshots({ tickers })
        assert.deepStrictEqual(
          results,
          all.filter(({ ticker }) => ticker === "C:EURUSD" || ticker === "C:USDJPY"),
        )
        assert.deepStrictEqual((yield* forex.snapshots({ tickers: ["C:XXXYYY"] })).results, [])
        assert.deepStrictEqual((yield* forex.snapshots({ tickers: "" })).results, all)
      }),
    )

    it.scoped(
      "show what a plan sees: late where it has a delay, quotes and fair market value where it includes them",
      () =>
        Effect.gen(function* () {
          const tickers = ["C:EURUSD", "C:USDSEK"]
          for (const [key, delay, quotes] of [
            ["basic-key", 480, false],
            ["starter-key", 10, false],
            ["developer-key", 10, true],
            ["advanced-key", 0, true],
          ] as const) {
            const forex = yield* forexOf(key)
            const { results, status } = yield* forex.snapshots({ tickers })
            assert.strictEqual(status, delay > 0 ? "DELAYED" : "OK")
            assert.lengthOf(results, 2)
            for (const { lastQuote, updated, ...snapshot } of results) {
              const { fmv: _, ...whole } = yield* snapshotAt(snapshot.ticker, defaultNow - delay * minute)
              const { lastQuote: quote, updated: latest, ...expected } = whole
              assert.deepStrictEqual(snapshot, expected)
              assert.deepStrictEqual(lastQuote, quotes ? quote : zeroQuote)
              assert.strictEqual(updated, quotes ? latest : BigInt(expected.min.timestamp + minute) * 1_000_000n)
            }
          }
        }),
    )
  })
})
