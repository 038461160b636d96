import * as Calendar from "@candela/market/Calendar"
import * as BalanceSheets from "@candela/sandbox/subjects/companies/BalanceSheets"
import * as CashFlowStatements from "@candela/sandbox/subjects/companies/CashFlowStatements"
import * as Dividends from "@candela/sandbox/subjects/dividends/Dividends"
import * as News from "@candela/sandbox/subjects/news/News"
import * as Splits from "@candela/sandbox/subjects/splits/Splits"
import { Store } from "@candela/sandbox/store/Store"
import type { NewsArticle } from "@candela/stocks/News"
import { assert, describe, layer } from "@effect/vitest"
import { Array, Effect } from "effect"
import { rowsOf, Tables } from "../../contract/support.js"

const articles = Effect.map(rowsOf(News.table), (rows) =>
  [...rows].sort((one, other) => (one.published_utc < other.published_utc ? -1 : 1)),
)

const newYork = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York", dateStyle: "short" })

/** The day in New York on which an article was published. */
const dayOf = ({ published_utc }: NewsArticle) => newYork.format(Date.parse(published_utc))

/** The days and tickers of the articles that have a keyword. */
const about = (rows: ReadonlyArray<NewsArticle>, keyword: string) =>
  rows.filter(({ keywords }) => keywords!.includes(keyword)).map((row) => `${dayOf(row)} ${row.tickers!.join()}`)

describe("the news of the data set", () => {
  layer(Tables)((it) => {
    it.effect("come through the whole span, each once, about tickers that are listed, from addresses of nobody", () =>
      Effect.gen(function* () {
        const rows = yield* articles
        const days = Calendar.sessions("2023-07-05", "2025-06-30").map(({ date }) => date)
        assert.includeMembers([...new Set(rows.map(dayOf))], days, "every trading day has some")
        assert.isTrue(rows.length > 600 && rows.length < 2000, String(rows.length))
        assert.strictEqual(new Set(rows.map(({ id }) => id)).size, rows.length)
        assert.strictEqual(new Set(rows.map(({ article_url }) => article_url)).size, rows.length)
        const listed = new Set((yield* (yield* Store).query("SELECT ticker FROM tickers")).map(({ ticker }) => ticker))
        for (const row of rows) {
          const {
            amp_url,
            article_url,
            description,
            image_url,
            insights = [],
            publisher,
            tickers,
          } = row as Required<NewsArticle>
          assert.match(row.published_utc, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
          for (const ticker of tickers) assert.isTrue(listed.has(ticker), ticker)
          for (const { ticker } of insights) assert.include(tickers, ticker)
          for (const url of [article_url, image_url, amp_url ?? article_url, ...Object.values(publisher).slice(1)]) {
            assert.strictEqual(new URL(url as string).host, "example.com")
          }
          assert.include(description, "synthetic")
        }
        assert.isTrue(rows.some(({ amp_url }) => amp_url === undefined))
        assert.isTrue(rows.some(({ insights }) => insights === undefined))
        assert.sameMembers(
          [...new Set(rows.flatMap(({ insights = [] }) => insights.map(({ sentiment }) => sentiment)))],
          ["positive", "neutral", "negative"],
        )
      }),
    )

    it.effect("tell each dividend when it is declared, each statement when it is filed, each split on its day", () =>
      Effect.gen(function* () {
        const rows = yield* articles
        const dividends = (yield* rowsOf(Dividends.table)).filter((row) => row.declaration_date! >= "2023-07-03")
        assert.sameMembers(
          about(rows, "dividends"),
          dividends.map((row) => `${row.declaration_date} ${row.ticker}`),
        )
        const sheets = (yield* rowsOf(BalanceSheets.table)).filter(({ timeframe }) => timeframe === "quarterly")
        assert.sameMembers(
          about(rows, "earnings"),
          sheets.map((row) => `${row.filing_date} ${row.tickers!.join()}`),
        )
        assert.sameMembers(
          about(rows, "stock splits"),
          // Announced splits are listed, too.
          (yield* rowsOf(Splits.table))
            .map((row) => `${row.execution_date} ${row.ticker}`)
            .filter((text) => text < "2025-06-30"),
        )
      }),
    )

    it.effect("judge a statement by the net income of a year before", () =>
      Effect.gen(function* () {
        const earnings = new Map(
          (yield* articles)
            .filter(({ keywords }) => keywords!.includes("earnings"))
            .map((row) => [`${dayOf(row)} ${row.tickers!.join()}`, row]),
        )
        const flows = (yield* rowsOf(CashFlowStatements.table)).filter(({ timeframe }) => timeframe === "quarterly")
        let judged = 0
        for (const flow of flows) {
          const before = flows.find(
            (row) =>
              row.cik === flow.cik &&
              row.fiscal_year === flow.fiscal_year! - 1 &&
              row.fiscal_quarter === flow.fiscal_quarter,
          )
          if (before === undefined) continue
          judged++
          const change = (flow.net_income! - before.net_income!) / Math.abs(before.net_income!)
          const article = earnings.get(`${flow.filing_date} ${flow.tickers!.join()}`)!
          const expected = Math.abs(change) <= 0.02 ? "neutral" : change > 0 ? "positive" : "negative"
          assert.deepStrictEqual(
            article.insights!.map(({ sentiment, ticker }) => [ticker, sentiment]),
            flow.tickers!.map((ticker) => [ticker, expected]),
          )
        }
        assert.isAbove(judged, 90)
      }),
    )

    it.effect("name the stocks whose closes changed most on a day; a split changes nothing", () =>
      Effect.gen(function* () {
        const store = yield* Store
        const rows = (yield* articles).filter(({ keywords }) => keywords!.includes("markets"))
        const splits = yield* rowsOf(Splits.table)
        // The renamed company, and the one whose ticker it took, have bars alone.
        const closes = yield* store.query<{ readonly ticker: string; readonly date: string; readonly close: number }>(
          `SELECT ticker, date, coalesce(session_close, c) AS close FROM day_bars
           WHERE ticker NOT LIKE '%:%' AND ticker NOT IN ('DOC', 'PEAK') ORDER BY ticker, date`,
        )
        const changes = closes.flatMap(({ close, date, ticker }, index) => {
          const last = closes[index - 1]
          if (last?.ticker !== ticker) return []
          const split = splits.find((split) => split.ticker === ticker && split.execution_date === date)
          return [{ ticker, date, change: (close * (split ? split.split_to / split.split_from : 1)) / last.close - 1 }]
        })
        const byDay = Array.groupBy(changes, ({ date }) => date)
        for (const row of rows) {
          const ofDay = byDay[dayOf(row)]!.sort((one, other) => other.change - one.change)
          assert.deepStrictEqual(row.tickers, [ofDay[0]!.ticker, ofDay.at(-1)!.ticker], row.title)
          assert.include(row.description, `${(100 * ofDay[0]!.change).toFixed(1)}%`)
        }
        assert.strictEqual(rows.length, Object.keys(byDay).length)
      }),
    )
  })
})
