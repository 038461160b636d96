import { dayNumber, startOfDay } from "@candela/market/TimeZone"
import * as BalanceSheets from "@candela/sandbox/subjects/companies/BalanceSheets"
import * as CashFlowStatements from "@candela/sandbox/subjects/companies/CashFlowStatements"
import * as Dividends from "@candela/sandbox/subjects/dividends/Dividends"
import * as News from "@candela/sandbox/subjects/news/News"
import * as Ratios from "@candela/sandbox/subjects/ratios/Ratios"
import { all as routes } from "@candela/sandbox/routes/Routes"
import * as Service from "@candela/sandbox/http/Service"
import type * as Table from "@candela/sandbox/store/Table"
import type { NewsArticle } from "@candela/stocks/News"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { ask } from "../http/support.js"
import { canonical, connections, keys, rowsOf, stocksOf, Tables } from "./support.js"

describe("the lists of stocks", () => {
  layer(Layer.merge(connections["in process"], Tables), { excludeTestServices: true })((it) => {
    it.scoped("have each dividend in both shapes", () =>
      Effect.gen(function* () {
        const stocks = yield* stocksOf("key")
        const rows = Array.from(yield* Stream.runCollect(stocks.dividends.stream({})))
        const older = Array.from(yield* Stream.runCollect(stocks.dividendsV3.stream({ sort: "ticker", order: "asc" })))
        assert.isAbove(rows.length, 150)
        const codes: Readonly<Record<string, string>> = { recurring: "CD", supplemental: "LT" }
        assert.deepStrictEqual(
          canonical(older),
          canonical(
            rows.map((row) => {
              const {
                distribution_type: type,
                frequency = 0,
                historical_adjustment_factor: _,
                split_adjusted_cash_amount: __,
                ...same
              } = row
              return { ...same, frequency, dividend_type: codes[type!] ?? "SC" }
            }),
          ),
        )
        assert.sameMembers([...new Set(older.map(({ dividend_type }) => dividend_type))], ["CD", "LT", "SC"])
      }),
    )

    it.scoped("have no balance sheets of a fund, of an unknown company, and of tickers of two companies", () =>
      Effect.gen(function* () {
        const { balanceSheets } = yield* stocksOf("key")
        for (const request of [
          { tickers: "SPY" },
          { cik: "0000000001" },
          { tickers: "brk.a" },
          { "tickers.all_of": ["KO", "PEP"] },
          { tickers: "KO", "tickers.all_of": ["BRK.A"] },
        ]) {
          const { request_id, ...page } = yield* balanceSheets(request)
          assert.match(request_id!, /^[0-9a-f]{32}$/)
          assert.deepStrictEqual(page, { status: "OK", count: 0, results: [] })
        }
      }),
    )

    it.scoped("find the news about one of several tickers: by its name, or a range that it alone lies in", () =>
      Effect.gen(function* () {
        const { news } = yield* stocksOf("key")
        const rows = (yield* rowsOf(News.table)).filter(({ published_utc }) => published_utc < "2025-06-30T20:00:00Z")
        const found = (request: Parameters<typeof news.stream>[0]) =>
          Effect.map(Stream.runCollect(news.stream(request)), (articles) => Array.from(articles, ({ id }) => id))
        const idsOf = (keeps: (ticker: string) => boolean) =>
          rows.filter(({ tickers }) => tickers!.some(keeps)).map(({ id }) => id)
        assert.sameMembers(
          yield* found({ ticker: "BRK.B" }),
          idsOf((ticker) => ticker === "BRK.B"),
        )
        assert.sameMembers(
          yield* found({ "ticker.gte": "C", "ticker.lt": "D" }),
          idsOf((ticker) => ticker.startsWith("C")),
        )
      }),
    )

    it.scoped("take a date of publication for the whole day in UTC, and a time for the instant", () =>
      Effect.gen(function* () {
        const { news } = yield* stocksOf("key")
        const rows = (yield* rowsOf(News.table)).map(({ published_utc }) => published_utc).sort()
        // An evening in New York is the next day in UTC: none of the day is left out.
        const day = rows.find((time) => time > "2024-03-04")!.slice(0, 10)
        const ofDay = rows.filter((time) => time.startsWith(day))
        const [instant] = ofDay.slice(-1)
        const found = (request: Parameters<typeof news.stream>[0]) =>
          Effect.map(Stream.runCollect(news.stream({ ...request, order: "asc" })), (articles) =>
            Array.from(articles, ({ published_utc }) => published_utc),
          )
        assert.deepStrictEqual(yield* found({ published_utc: day }), ofDay)
        assert.deepStrictEqual(
          yield* found({ "published_utc.gte": day, "published_utc.lt": instant! }),
          ofDay.filter((time) => time < instant!),
        )
        assert.deepStrictEqual(yield* found({ published_utc: new Date(instant!) }), [instant])
        assert.deepStrictEqual(
          yield* found({ "published_utc.gt": day, "published_utc.lte": `${day.slice(0, 8)}06T12:00:00-05:00` }),
          rows.filter((time) => time.slice(0, 10) > day && time <= `${day.slice(0, 8)}06T17:00:00Z`),
        )
        assert.deepStrictEqual(
          (yield* news({ limit: 1000 })).results.map(({ published_utc }) => published_utc),
          rows
            .filter((time) => time <= "2025-06-30T20:00:00Z")
            .reverse()
            .slice(0, 1000),
        )
      }),
    )
  })
})

describe("the lists of stocks at another time", () => {
  layer(Tables)((it) => {
    const resultsAt = (now: number, path: string) =>
      Effect.gen(function* () {
        const service = yield* Service.make({ routes, keys, now: Effect.succeed(now), seed: 1 })
        const { json } = yield* ask(service, path)
        return json["results"] as ReadonlyArray<unknown>
      })
    const midnight = (date: string) => startOfDay("America/New_York", dayNumber(date))

    for (const [table, path] of [
      [CashFlowStatements.table, "/stocks/financials/v1/cash-flow-statements?limit=50000"],
      [BalanceSheets.table, "/stocks/financials/v1/balance-sheets?limit=50000"],
      [Dividends.table, "/stocks/v1/dividends?limit=5000"],
    ] as const) {
      it.effect(`have the ${table.name} from the day in New York on which they are published`, () =>
        Effect.gen(function* () {
          const rows = (yield* rowsOf<object, Table.Hidden>(table)) as ReadonlyArray<Readonly<Record<string, string>>>
          const days = rows.map((row) => row[table.visible!]!).sort()
          const day = days[Math.floor(days.length / 2)]!
          const published = (now: number) => Effect.map(resultsAt(now, path), ({ length }) => length)
          assert.strictEqual(yield* published(midnight(day) - 1), days.filter((other) => other < day).length)
          assert.deepStrictEqual(
            canonical(yield* resultsAt(midnight(day), path)),
            canonical(rows.filter((row) => row[table.visible!]! <= day)),
          )
          assert.strictEqual(yield* published(0), 0)
        }),
      )
    }

    it.effect("have the dividends in the older shape that are declared by the day in New York", () =>
      Effect.gen(function* () {
        const day = (yield* rowsOf(Dividends.table)).find(({ ticker }) => ticker === "META")!.declaration_date!
        const path = `/v3/reference/dividends?ticker=META&declaration_date=${day}`
        assert.lengthOf(yield* resultsAt(midnight(day) - 1, path), 0)
        assert.lengthOf(yield* resultsAt(midnight(day), path), 1)
      }),
    )

    it.effect("have the ratios of the last trading day that is over: one row a stock", () =>
      Effect.gen(function* () {
        const rows = yield* rowsOf(Ratios.table)
        const path = "/stocks/financials/v1/ratios?limit=50000"
        for (const [now, date] of [
          [midnight("2025-06-28"), "2025-06-27"],
          [midnight("2025-07-01") - 1, "2025-06-27"],
          [midnight("2025-07-01"), "2025-06-30"],
        ] as const) {
          assert.deepStrictEqual(
            yield* resultsAt(now, path),
            rows.filter((row) => row.date === date).sort((one, other) => (one.ticker < other.ticker ? -1 : 1)),
          )
        }
        assert.deepStrictEqual(yield* resultsAt(midnight("2024-06-03"), path), [])
      }),
    )

    it.effect("have the news from the second on at which they are published", () =>
      Effect.gen(function* () {
        const { id, published_utc, tickers } = (yield* rowsOf(News.table)).find(
          (row) => row.published_utc > "2024-03-04",
        )!
        const path = `/v2/reference/news?ticker=${tickers![0]}&published_utc=${published_utc}`
        assert.deepStrictEqual(yield* resultsAt(Date.parse(published_utc) - 1, path), [])
        const found = yield* resultsAt(Date.parse(published_utc), path)
        assert.deepStrictEqual(
          found.map((row) => (row as NewsArticle).id),
          [id],
        )
      }),
    )
  })
})
