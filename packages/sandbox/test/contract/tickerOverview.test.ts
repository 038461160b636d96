import { Reference } from "@candela/reference/Reference"
import type { TickerOverview } from "@candela/reference/TickerOverview"
import { details, figures } from "@candela/sandbox/subjects/tickers/TickerDetails"
import { Store } from "@candela/sandbox/store/Store"
import { assert, describe, layer } from "@effect/vitest"
import { Array, Effect, FastCheck as fc, Layer } from "effect"
import { connections, raw, serviceOf, stocksOf, Tables } from "./support.js"
import { runs, sampled } from "@candela/support/seeded"

const today = "2025-06-30"

/** What the tables hold, all of it. */
const tables = Effect.gen(function* () {
  const store = yield* Store
  const read = <Row extends object>(select: string, from: string) => store.query<Row>(`SELECT ${select} FROM ${from}`)
  return {
    tickers: yield* read<Ticker>("*", "tickers ORDER BY ticker"),
    details: (yield* read<Store.Row>(details.select, details.name)).map(details.read),
    figures: (yield* read<Store.Row & Filed>(`${figures.select}, period_end, filing_date`, figures.name)).map(
      (stored) => ({ ...figures.read(stored), period_end: stored.period_end, filing_date: stored.filing_date }),
    ),
    closes: Array.groupBy(
      yield* read<{ ticker: string; date: string; c: number }>("ticker, date, c", "day_bars ORDER BY date"),
      ({ ticker }) => ticker,
    ),
  }
})

interface Filed {
  readonly period_end: string
  readonly filing_date: string
}

interface Ticker {
  readonly ticker: string
  readonly name: string
  readonly market: string
  readonly locale: string
  readonly type: string | null
  readonly primary_exchange: string | null
  readonly cik: string | null
  readonly composite_figi: string | null
  readonly share_class_figi: string | null
  readonly currency_name: string
  readonly list_date: string | null
  readonly delisted_date: string | null
  readonly former_name: string | null
  readonly renamed_date: string | null
}

const present = (values: object) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))

/** The overview of a ticker on a day, put together here by hand. */
const expected = (
  { closes, details, figures, tickers }: Effect.Effect.Success<typeof tables>,
  ticker: string,
  day: string,
) => {
  const row = tickers.find((row) => row.ticker === ticker)!
  if (row.list_date !== null && day < row.list_date) return undefined
  const active = row.delisted_date === null || day < row.delisted_date
  const filed = figures.filter(
    (filing) => filing.ticker === ticker && filing.period_end <= day && filing.filing_date <= today,
  )
  const {
    filing_date: _,
    period_end: __,
    ...shares
  } = filed.sort((one, other) => (one.period_end < other.period_end ? -1 : 1)).at(-1) ?? {}
  const weighted = (shares as Partial<TickerOverview>).weighted_shares_outstanding
  const close = closes[ticker]?.filter(({ date }) => date <= day).at(-1)?.c
  return {
    ...present({
      ticker,
      name: row.renamed_date !== null && day < row.renamed_date ? row.former_name : row.name,
      market: row.market,
      locale: row.locale,
      type: row.type,
      primary_exchange: row.primary_exchange,
      cik: row.cik,
      composite_figi: row.composite_figi,
      share_class_figi: row.share_class_figi,
      currency_name: row.currency_name,
      list_date: row.list_date,
    }),
    active,
    ...(active ? {} : { delisted_utc: `${row.delisted_date}T00:00:00Z` }),
    ...details.find((row) => row.ticker === ticker),
    ...shares,
    ...(active && weighted !== undefined && close !== undefined ? { market_cap: Math.round(close * weighted) } : {}),
  }
}

describe("the overview of a ticker", () => {
  layer(Layer.merge(connections["in process"], Tables), { excludeTestServices: true })((it) => {
    it.scoped("is that of the tables, for every ticker of every market", () =>
      Effect.gen(function* () {
        const reference = yield* serviceOf(Reference)
        const known = yield* tables
        const markets = new Set(known.tickers.map(({ market }) => market))
        assert.sameMembers([...markets], ["stocks", "otc", "fx", "crypto", "indices"])
        yield* Effect.forEach(
          sampled(known.tickers, 0),
          ({ ticker }) =>
            Effect.map(reference.ticker({ ticker }), (found) =>
              assert.deepStrictEqual<unknown>(found, expected(known, ticker, today), ticker),
            ),
          { concurrency: 8 },
        )
      }),
    )

    it.scoped("is that of a day", () =>
      Effect.gen(function* () {
        const reference = yield* serviceOf(Reference)
        const known = yield* tables
        const day = fc
          .oneof(
            fc.date({ min: new Date("2023-01-01"), max: new Date("2025-07-31"), noInvalidDate: true }),
            fc.date({ min: new Date("1960-01-01"), max: new Date("2023-01-01"), noInvalidDate: true }),
          )
          .map((date) => date.toISOString().slice(0, 10))
        const samples = fc.sample(fc.tuple(fc.constantFrom(...known.tickers.map(({ ticker }) => ticker)), day), {
          seed: 5,
          numRuns: runs(60),
        })
        // The days on which something changes, and those before them.
        const edges = [
          ["AAPL", "2007-01-08"],
          ["AAPL", "2007-01-09"],
          ["WMT", "2024-02-25"],
          ["WMT", "2024-02-26"],
          ["SPLK", "2024-03-17"],
          ["SPLK", "2024-03-18"],
          ["RIVN", "2021-11-09"],
          ["RIVN", "2021-11-10"],
          ["MSFT", "2025-06-29"],
          ["MSFT", "2025-06-30"],
        ] as const
        const seen = new Set<boolean>()
        for (const [ticker, date] of [...samples, ...edges]) {
          const wanted = expected(known, ticker, date < today ? date : today)
          seen.add(wanted === undefined)
          if (wanted === undefined) {
            assert.strictEqual((yield* Effect.flip(reference.ticker({ ticker, date })))._tag, "NotFound")
          } else {
            assert.deepStrictEqual<unknown>(yield* reference.ticker({ ticker, date }), wanted, `${ticker} ${date}`)
          }
        }
        assert.strictEqual(seen.size, 2)
      }),
    )

    it.scoped("has the market's value of the bars that the service gives, also on both sides of a split", () =>
      Effect.gen(function* () {
        const reference = yield* serviceOf(Reference)
        const stocks = yield* stocksOf("key")
        for (const [ticker, date] of [
          ["NVDA", "2024-06-07"],
          ["NVDA", "2024-06-10"],
          ["BRK.A", "2025-06-27"],
          ["FNMA", "2025-06-27"],
        ] as const) {
          const request = { multiplier: 1, timespan: "day", from: date, to: date, adjusted: false } as const
          const [bar] = (yield* stocks.bars({ stocksTicker: ticker, ...request })).results
          const found = yield* reference.ticker({ ticker, date })
          assert.strictEqual(found.market_cap, Math.round(bar!.close * found.weighted_shares_outstanding!), ticker)
        }
        const worth = (date: string) =>
          Effect.map(reference.ticker({ ticker: "NVDA", date }), ({ market_cap }) => market_cap!)
        assert.closeTo((yield* worth("2024-06-10")) / (yield* worth("2024-06-07")), 1, 0.15)
      }),
    )

    it.scoped("is not found where no ticker has the name, in its case, or none was listed on the day", () =>
      Effect.gen(function* () {
        const reference = yield* serviceOf(Reference)
        for (const request of [
          { ticker: "NOSUCH" },
          { ticker: "aapl" },
          { ticker: "X:AAPL" },
          { ticker: "RIVN", date: "2021-11-09" },
          { ticker: "AAPL", date: "0001-01-01" },
        ]) {
          const error = yield* Effect.flip(reference.ticker(request))
          assert.strictEqual(error._tag, "NotFound")
          assert.include(error.message, "reference.ticker: not found (404, request ")
        }
      }),
    )

    it.scoped("finds a pair with a hyphen or without, and an encoded ticker", () =>
      Effect.gen(function* () {
        const reference = yield* serviceOf(Reference)
        const euro = yield* reference.ticker({ ticker: "C:EURUSD" })
        assert.strictEqual(euro.name, "Euro - United States Dollar")
        assert.deepStrictEqual(yield* reference.ticker({ ticker: "C:EUR-USD" }), euro)
        assert.deepStrictEqual((yield* raw("/v3/reference/tickers/C%3AEUR-USD")).json["results"], euro)
        assert.strictEqual((yield* reference.ticker({ ticker: "X:BTC-USD" })).ticker, "X:BTCUSD")
        assert.strictEqual((yield* reference.tickers({ ticker: "X:BTC-USD" })).results[0]!.ticker, "X:BTCUSD")
        assert.strictEqual((yield* Effect.flip(reference.ticker({ ticker: "BRK-A" })))._tag, "NotFound")
      }),
    )
  })
})
