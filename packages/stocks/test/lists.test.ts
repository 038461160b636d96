import * as Mock from "@candela/core/Mock"
import {
  type CashFlowStatement,
  type DividendV3,
  type NewsArticle,
  type Ratios,
  type Split,
  Stocks,
} from "@candela/stocks"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Stream } from "effect"
import { requested, scripted } from "./service.js"

const bounds = ["gt", "gte", "lt", "lte"]

/** A filter with every operator that it takes: the equality is `value`, every bound too, every list holds it. */
const filter = (name: string, value: string | number, several: ReadonlyArray<string> = []) => ({
  [name]: value,
  ...Object.fromEntries(bounds.map((operator) => [`${name}.${operator}`, value])),
  ...Object.fromEntries(several.map((operator) => [`${name}.${operator}`, [value]])),
})

const numbers = [
  "price",
  "average_volume",
  "market_cap",
  "earnings_per_share",
  "price_to_earnings",
  "price_to_book",
  "price_to_sales",
  "price_to_cash_flow",
  "price_to_free_cash_flow",
  "dividend_yield",
  "return_on_assets",
  "return_on_equity",
  "debt_to_equity",
  "current",
  "quick",
  "cash",
  "ev_to_sales",
  "ev_to_ebitda",
  "enterprise_value",
  "free_cash_flow",
]

const cik = "0000320193"

/** For each method its path, a request with every parameter, and requests that it refuses. */
const lists: {
  readonly [K in "cashFlowStatements" | "dividendsV3" | "news" | "ratios" | "splits"]: {
    readonly path: string
    readonly everything: object
    readonly refused: ReadonlyArray<readonly [request: object, parameter: string]>
  }
} = {
  cashFlowStatements: {
    path: "/stocks/financials/v1/cash-flow-statements",
    everything: {
      ...filter("cik", cik, ["any_of"]),
      tickers: "BRK.A",
      "tickers.any_of": ["BRK.A"],
      "tickers.all_of": ["BRK.A"],
      ...filter("period_end", "2024-03-31"),
      ...filter("filing_date", "2024-05-02"),
      ...filter("fiscal_year", 2024),
      ...filter("fiscal_quarter", 1),
      ...filter("timeframe", "trailing_twelve_months", ["any_of"]),
      ...filter("min_ticker", "BRK.A", ["any_of"]),
      ...filter("max_ticker", "BRK.B", ["any_of"]),
      limit: 50_000,
      sort: "net_income.desc",
    },
    refused: [
      [{ timeframe: "monthly" }, "timeframe"],
      [{ "tickers.gt": "A" }, "tickers.gt"],
      [{ cik: "320193" }, "cik"],
      [{ sort: "total_assets" }, "sort"],
      [{ limit: 50_001 }, "limit"],
    ],
  },
  dividendsV3: {
    path: "/v3/reference/dividends",
    everything: {
      ...filter("ticker", "AAPL"),
      ...filter("ex_dividend_date", "2024-05-10"),
      ...filter("record_date", "2024-05-13"),
      ...filter("declaration_date", "2024-05-02"),
      ...filter("pay_date", "2024-05-16"),
      ...filter("cash_amount", 0.25),
      frequency: 3,
      dividend_type: "CD",
      order: "asc",
      limit: 1000,
      sort: "cash_amount",
    },
    refused: [
      [{ "ticker.any_of": ["AAPL"] }, "ticker.any_of"],
      [{ frequency: 0.5 }, "frequency"],
      [{ "frequency.gt": 1 }, "frequency.gt"],
      [{ dividend_type: "XX" }, "dividend_type"],
      [{ pay_date: "2024-02-30" }, "pay_date"],
      [{ sort: "frequency" }, "sort"],
      [{ sort: "ticker.asc" }, "sort"],
      [{ limit: 1001 }, "limit"],
    ],
  },
  ratios: {
    path: "/stocks/financials/v1/ratios",
    everything: {
      ...filter("ticker", "AAPL", ["any_of"]),
      ...filter("cik", cik, ["any_of"]),
      ...Object.assign({}, ...numbers.map((name) => filter(name, -0.5))),
      limit: 50_000,
      sort: "price_to_earnings.desc",
    },
    refused: [
      [{ "price.any_of": [1] }, "price.any_of"],
      [{ date: "2024-01-02" }, "date"],
      [{ "current.gt": Number.NaN }, "current.gt"],
      [{ limit: 0 }, "limit"],
    ],
  },
  news: {
    path: "/v2/reference/news",
    everything: {
      ...filter("ticker", "AAPL"),
      ...filter("published_utc", "2024-05-02T20:05:00Z"),
      order: "asc",
      sort: "published_utc",
      limit: 1000,
    },
    refused: [
      [{ "ticker.any_of": ["AAPL"] }, "ticker.any_of"],
      [{ published_utc: 1_714_680_300_000 }, "published_utc"],
      [{ "published_utc.gt": "yesterday" }, "published_utc.gt"],
      [{ sort: "title" }, "sort"],
      [{ limit: 1001 }, "limit"],
    ],
  },
  splits: {
    path: "/stocks/v1/splits",
    everything: {
      ...filter("ticker", "AAPL", ["any_of"]),
      ...filter("execution_date", "2024-06-10"),
      adjustment_type: "forward_split",
      "adjustment_type.any_of": ["reverse_split", "stock_dividend"],
      limit: 5000,
      sort: "ticker.asc",
    },
    refused: [
      [{ execution_date: "2024-02-30" }, "execution_date"],
      [{ "execution_date.any_of": ["2024-06-10"] }, "execution_date.any_of"],
      [{ adjustment_type: "merger" }, "adjustment_type"],
      [{ split_from: 1 }, "split_from"],
      [{ sort: "ratio" }, "sort"],
      [{ limit: 5001 }, "limit"],
    ],
  },
}

/** Documents as the service may write them, and what is read of each row. */
const documents = {
  cashFlowStatements: {
    results: `[{"cik":"${cik}","tickers":["AAPL"],"net_income":-1.5e9,"dividends":null,"fiscal_quarter":4.0,
      "timeframe":"biennial","restated":true},{}]`,
    rows: [
      { cik, tickers: ["AAPL"], net_income: -1_500_000_000, fiscal_quarter: 4, timeframe: "biennial" },
      {},
    ] satisfies ReadonlyArray<CashFlowStatement>,
  },
  dividendsV3: {
    results: `[{"id":"E1","ticker":"AAPL","cash_amount":1.2e-1,"currency":null,"declaration_date":"2024-05-02","dividend_type":"RC",
      "ex_dividend_date":"2024-05-10","frequency":4.0,"pay_date":null,"tax":"none"}]`,
    rows: [
      {
        id: "E1",
        ticker: "AAPL",
        cash_amount: 0.12,
        declaration_date: "2024-05-02",
        dividend_type: "RC",
        ex_dividend_date: "2024-05-10",
        frequency: 4,
      },
    ] satisfies ReadonlyArray<DividendV3>,
  },
  ratios: {
    results: `[{"ticker":"AAPL","date":"2025-06-27","market_cap":2.75e12,"price_to_earnings":null,"beta":1.1}]`,
    rows: [{ ticker: "AAPL", date: "2025-06-27", market_cap: 2_750_000_000_000 }] satisfies ReadonlyArray<Ratios>,
  },
  news: {
    results: `[{"id":"n1","title":"T","author":"A","article_url":"https://example.com/n1","published_utc":"2024-05-02T20:05:00Z",
      "publisher":{"name":"Example","homepage_url":null},"tickers":["AAPL","MSFT"],"keywords":null,"image_url":"https://example.com/n1.png",
      "insights":[{"ticker":"AAPL","sentiment":"mixed","sentiment_reasoning":"R","score":0.5}],"paywall":false}]`,
    rows: [
      {
        id: "n1",
        title: "T",
        author: "A",
        article_url: "https://example.com/n1",
        published_utc: "2024-05-02T20:05:00Z",
        publisher: { name: "Example" },
        tickers: ["AAPL", "MSFT"],
        image_url: "https://example.com/n1.png",
        insights: [{ ticker: "AAPL", sentiment: "mixed", sentiment_reasoning: "R" }],
      },
    ] satisfies ReadonlyArray<NewsArticle>,
  },
  splits: {
    results: `[{"id":"E1","ticker":"AAPL","execution_date":"2020-08-31","adjustment_type":"forward_split","split_from":1.0,"split_to":4e0,
      "historical_adjustment_factor":0.25},{"ticker":"NEW","adjustment_type":"spin_off","split_from":null,"ratio":2}]`,
    rows: [
      {
        id: "E1",
        ticker: "AAPL",
        execution_date: "2020-08-31",
        adjustment_type: "forward_split",
        split_from: 1,
        split_to: 4,
        historical_adjustment_factor: 0.25,
      },
      { ticker: "NEW", adjustment_type: "spin_off" },
    ] satisfies ReadonlyArray<Split>,
  },
}

const names = Object.keys(lists) as ReadonlyArray<keyof typeof lists>

/** What all methods of the lists have in common. */
type Ask = (
  request: object,
) => Effect.Effect<{ readonly results: ReadonlyArray<object> }, { readonly _tag: string; readonly message: string }>

for (const name of names) {
  const { everything, path, refused } = lists[name]
  const method = Effect.map(Stocks, (stocks) => stocks[name] as Ask)

  describe(`stocks.${name}`, () => {
    it.effect("is requested by every parameter, under the service's names", () =>
      Effect.gen(function* () {
        const ask = yield* method
        yield* ask(everything)
        yield* ask({})
        const [all, none] = yield* requested
        assert.strictEqual(none, path)
        const sent = new URLSearchParams(all!.slice(path.length))
        const written = Object.entries(everything).map(([key, value]) => [key, String(value)])
        assert.deepStrictEqual(Object.fromEntries(sent), Object.fromEntries(written))
        assert.sameMembers([...sent.keys()], Object.keys(Stocks.endpoints[name].wireParams))
      }).pipe(Effect.provide(scripted(() => ScriptedTransport.json({ status: "OK", results: [] })))),
    )

    it.effect(
      "is read as the service may write it: nulls, absent and unknown fields, new words, numbers in any form",
      () =>
        Effect.gen(function* () {
          const { results } = yield* (yield* method)({})
          assert.deepStrictEqual(results, documents[name].rows as ReadonlyArray<object>)
        }).pipe(Effect.provide(scripted([ScriptedTransport.text(`{"count":7,"results":${documents[name].results}}`)]))),
    )

    it.effect("is refused before anything is sent where the service would refuse it", () =>
      Effect.gen(function* () {
        const ask = yield* method
        for (const [request, parameter] of refused) {
          assert.deepInclude<object>(yield* Effect.flip(ask(request)), { _tag: "InvalidRequest", parameter })
        }
        assert.deepStrictEqual(yield* requested, [])
      }).pipe(Effect.provide(scripted([]))),
    )
  })
}

it.effect("the lists are mocked", () =>
  Effect.gen(function* () {
    const stocks = yield* Stocks
    for (const name of names) {
      const stream: Stream.Stream<object, unknown> = stocks[name].stream({})
      assert.deepStrictEqual(Chunk.toReadonlyArray(yield* Stream.runCollect(stream)), documents[name].rows)
    }
  }).pipe(
    Effect.provide(
      Mock.layer(Stocks, {
        cashFlowStatements: Mock.paged(documents.cashFlowStatements.rows),
        dividendsV3: Mock.paged(documents.dividendsV3.rows),
        ratios: Mock.paged(documents.ratios.rows),
        news: Mock.paged(documents.news.rows),
        splits: Mock.paged(documents.splits.rows),
      }),
    ),
  ),
)
