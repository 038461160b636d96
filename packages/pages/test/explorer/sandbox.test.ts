/** What the page asks of the service, answered by a sandbox in the same process. */
import { MarketData } from "@candela/core/MarketData"
import { declarations } from "@candela/catalog/Catalog"
import { Crypto } from "@candela/crypto/Crypto"
import { Forex } from "@candela/forex/Forex"
import { Futures } from "@candela/futures/Futures"
import { dateOf } from "@candela/market/TimeZone"
import { Reference } from "@candela/reference/Reference"
import { Sandbox } from "@candela/sandbox/Sandbox"
import { Stocks } from "@candela/stocks/Stocks"
import * as HttpClient from "@effect/platform/HttpClient"
import { assert, describe, layer } from "@effect/vitest"
import { Chunk, Effect, Either, Layer, Stream } from "effect"
import * as Texts from "../../src/common/Texts.js"
import * as Call from "../../src/explorer/Call.js"
import * as Columns from "../../src/common/Columns.js"
import * as Cells from "../../src/explorer/Cells.js"
import * as Format from "../../src/explorer/Format.js"
import * as Markets from "../../src/explorer/Markets.js"
import * as Pages from "../../src/explorer/Pages.js"
import * as Search from "../../src/explorer/Search.js"
import * as Studies from "../../src/explorer/Studies.js"
import * as View from "../../src/explorer/View.js"
import { sampled } from "@candela/support/seeded"
import { endpoints } from "../support.js"

const now = Date.parse("2025-06-30T20:00:00Z")

/** The paths that were asked for. */
const asked: Array<string> = []

const recording = (client: HttpClient.HttpClient) =>
  HttpClient.mapRequest(client, (request) => {
    const { pathname, search } = new URL(request.url)
    const parameters = new URLSearchParams(request.urlParams.map(([name, value]) => [name, value])).toString()
    asked.push(pathname + (search || (parameters === "" ? "" : `?${parameters}`)))
    return request
  })

const Live = Layer.mergeAll(Stocks.layer, Forex.layer, Crypto.layer, Futures.layer, Reference.layer).pipe(
  Layer.provideMerge(
    MarketData.layer({
      baseUrl: "http://sandbox",
      apiKey: "sandbox",
      codeGeneration: false,
      gzip: false,
      transformClient: recording,
    }),
  ),
  Layer.provide(Sandbox.layerHttpClient()),
)

layer(Live)("the explorer on a sandbox", (it) => {
  describe("charts", () => {
    for (const market of View.marketNames)
      it.effect(`ask for what is shown, and get a year of days: ${market}`, () =>
        Effect.gen(function* () {
          const view = View.chart(market)
          const dates = Markets.dates(view, now)
          const { call, values } = Markets.all[market].bars(view, dates)
          asked.length = 0
          const candles = Chunk.toReadonlyArray(yield* Stream.runCollect(Stream.flattenIterables(values)))
          assert.strictEqual(asked[0], Either.getOrThrow(Call.path(call)))
          assert.isAbove(candles.length, 240)
          for (const [at, { high, low, time }] of candles.entries()) {
            assert.isAtLeast(high, low)
            // Days begin at midnight by the market's clocks; the newest comes first.
            assert.strictEqual(time % 86_400_000, 0)
            if (at > 0) assert.isBelow(time, candles[at - 1]!.time)
          }
          assert.strictEqual(dateOf("UTC", candles[0]!.time), "2025-06-30")
        }),
      )

    it.effect("have the times of New York's clocks in stocks", () =>
      Effect.gen(function* () {
        const view: View.Chart = { ...View.chart("stocks"), timespan: "minute", range: "1D" }
        const { values } = Markets.all.stocks.bars(view, Markets.dates(view, now))
        const [newest] = Chunk.toReadonlyArray(yield* Stream.runCollect(Stream.flattenIterables(values)))
        assert.strictEqual(Format.time(newest!.time, true), "Mon, Jun 30, 2025 15:59")
      }),
    )

    for (const market of ["stocks", "forex", "crypto"] as const)
      it.effect(`have a value of each study for the newest day: ${market}`, () =>
        Effect.gen(function* () {
          const view = View.chart(market)
          for (const name of View.studyNames) {
            const { call, values } = Markets.all[market].study!(name, view, Markets.dates(view, now))
            asked.length = 0
            const [newest] = Chunk.toReadonlyArray(yield* Stream.runCollect(Stream.take(values, 1)))
            assert.strictEqual(asked[0], Either.getOrThrow(Call.path(call)))
            assert.strictEqual(dateOf("UTC", newest!.timestamp!), "2025-06-30")
            assert.strictEqual(newest!.signal !== undefined, name === "macd")
          }
        }),
      )
  })

  describe("studies", () => {
    it.effect("computed from the bars are those of the service", () =>
      Effect.gen(function* () {
        const view = View.chart("forex")
        const dates = Markets.dates(view, now)
        const bars = yield* Stream.runCollect(Stream.flattenIterables(Markets.all.forex.bars(view, dates).values))
        const candles = Chunk.toReadonlyArray(bars).toReversed()
        for (const name of View.studyNames) {
          const { values } = Markets.all.forex.study!(name, view, dates)
          const [newest] = Chunk.toReadonlyArray(yield* Stream.runCollect(Stream.take(values, 1)))
          const computed = Studies.compute(name, candles)
          assert.strictEqual(computed.at(-1)!.time, candles.at(-1)!.time)
          for (const line of ["value", "signal", "histogram"] as const)
            assert.closeTo(computed.at(-1)![line] ?? 0, newest![line] ?? 0, 2e-5, `${name} ${line}`)
        }
        for (const name of View.studyNames) assert.isEmpty(Studies.compute(name, candles.slice(0, 5)))
      }),
    )
  })

  describe("tables", () => {
    it.effect("open with rows for every endpoint, and have a column for each value", () =>
      Effect.forEach(sampled(endpoints, 0), (endpoint) =>
        Effect.gen(function* () {
          const { name } = endpoint
          const declaration = declarations.get(name)!
          const texts = { ...Texts.example(endpoint), ...(declaration.kind === "paged" ? { limit: "3" } : {}) }
          const pages = Pages.of(declaration, Texts.toRequest(endpoint, texts))
          const [page] = yield* Stream.runCollect(Stream.take(pages, 1))
          assert.isNotEmpty(page!.rows, name)
          const columns = Columns.of(endpoint)
          const [first] = page!.rows
          const filled = columns.filter((column) => Cells.exact(Cells.value(first, column)) !== "")
          assert.isNotEmpty(filled, name)
          const known = columns.map(({ path }) => path.split(".")[0])
          for (const field of Object.keys(first as object)) assert.include(known, field, name)
        }),
      ),
    )

    it.effect("give the next rows by the service's next_url, until there are no more", () =>
      Effect.gen(function* () {
        const endpoint = declarations.get("stocks.dividends")!
        const request = { ticker: "AAPL", limit: 3, sort: "ex_dividend_date.asc" }
        asked.length = 0
        const pages = Chunk.toReadonlyArray(yield* Stream.runCollect(Pages.of(endpoint, request)))
        assert.isAbove(pages.length, 2)
        assert.deepStrictEqual(
          pages.map(({ hasNext }) => hasNext),
          pages.map((_, at) => at < pages.length - 1),
        )
        assert.lengthOf(asked, pages.length)
        assert.isTrue(asked.slice(1).every((path) => path.includes("cursor=")))
        const dates = pages.flatMap(({ rows }) =>
          rows.map((row) => (row as { ex_dividend_date: string }).ex_dividend_date),
        )
        assert.deepStrictEqual(dates, dates.toSorted())
      }),
    )
  })

  describe("search", () => {
    for (const [market, terms, ticker] of [
      ["stocks", "microsoft", "MSFT"],
      ["stocks", "v", "V"],
      ["forex", "eurusd", "C:EURUSD"],
      ["crypto", "btc dollar", "X:BTCUSD"],
      ["futures", "ESU5", "ESU5"],
      ["futures", "crude august", "CLQ5"],
    ] as const)
      it.effect(`finds ${ticker} of ${market} for "${terms}"`, () =>
        Effect.gen(function* () {
          const [first] = yield* Search.find(market, terms)
          assert.strictEqual(first?.ticker, ticker)
          assert.isNotEmpty(first?.name)
          assert.strictEqual(yield* Search.nameOf(market, ticker), first?.name)
        }),
      )

    it.effect("finds what has exactly the name before what has it among others, in any market", () =>
      Effect.gen(function* () {
        for (const market of View.marketNames)
          assert.strictEqual((yield* Search.find(market, "bitcoin"))[0]?.ticker, "X:BTCUSD")
      }),
    )

    it.effect("finds nothing for what is nowhere, and some tickers for nothing", () =>
      Effect.gen(function* () {
        for (const market of View.marketNames) {
          assert.deepStrictEqual(yield* Search.find(market, "zzzz nowhere"), [])
          const found = yield* Search.find(market, " ")
          assert.isNotEmpty(found)
          assert.isAtMost(found.length, 20)
        }
      }),
    )
  })
})
