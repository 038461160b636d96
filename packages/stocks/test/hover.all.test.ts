import { assert, describe, it } from "@effect/vitest"
import { hoverOf } from "@candela/support/hover"

const program = `
import { Stocks } from "@candela/stocks"
import { Effect, Stream } from "effect"

const request: Stocks.BarsRequest = { stocksTicker: "AAPL", multiplier: 1, timespan: "day", from: "2024-01-02", to: "2024-01-05" }

export const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  const page = yield* stocks.bars(request)
  const rows = stocks.bars.stream(request)
  const columns = stocks.bars.columns({ stocksTicker: "AAPL", multiplier: 1, timespan: "day", from: "2024-01-02", to: 0 })
  const pages = stocks.bars.pages(request)
  const bar = page.results[0]
  const day = yield* stocks.openClose({ stocksTicker: "AAPL", date: "2024-01-02" })
  const previous = yield* stocks.previousDayBar({ stocksTicker: "AAPL" })
  const own = previous.results[0]?.ticker
  return { rows, columns, pages, close: bar?.close, day, count: page.queryCount, own }
})
`

const signatureOf = (marker: string) => hoverOf(program, marker).signature

describe("what an editor shows", () => {
  it("of a method: its request and its answer, and the endpoint's own doc comment", () => {
    const bars = hoverOf(program, "bars(")
    assert.strictEqual(
      bars.signature,
      "(property) bars: History\n(request: BarsRequest, options?: CallOptions) => Effect.Effect<BarPage<Bar>, CallError, never>",
    )
    assert.match(bars.documentation, /^Aggregate bars over a time range/s)

    const openClose = hoverOf(program, "openClose(")
    assert.strictEqual(
      openClose.signature,
      "(property) openClose: Call\n(request: OpenCloseRequest, options?: CallOptions) => Effect.Effect<OpenClose, CallError, never>",
    )
    assert.match(openClose.documentation, /^A stock's day/s)

    assert.strictEqual(
      signatureOf("previousDayBar("),
      "(property) previousDayBar: Call\n(request: PreviousDayBarRequest, options?: CallOptions) => Effect.Effect<BarPage<PreviousDayBar>, CallError, never>",
    )
  })

  it("of a method's other forms: what they stream", () => {
    const forms = {
      "stream(":
        '(request: Omit<BarsRequest, "limit">, options?: HistoryOptions) => Stream.Stream<Bar, StreamError, never>',
      "columns({":
        '(request: Omit<BarsRequest, "limit">, options?: HistoryOptions) => Stream.Stream<Columns<Bar>, StreamError, never>',
      "pages(":
        "(request: BarsRequest, options?: HistoryPageOptions) => Stream.Stream<BarPage<Bar>, StreamError, never>",
    }
    for (const [form, signature] of Object.entries(forms)) assert.include(signatureOf(form), `: ${signature}`)
    assert.match(hoverOf(program, "stream(").documentation, /^All rows.*`Stream\.take` returns the first ones\.$/s)
    assert.strictEqual(signatureOf("rows ="), "const rows: Stream.Stream<Bar, StreamError, never>")
  })

  it("of a request, a page and a row: their names, not what they hold", () => {
    assert.strictEqual(signatureOf("request:"), "const request: BarsRequest")
    assert.strictEqual(signatureOf("page ="), "const page: BarPage<Bar>")
    assert.strictEqual(signatureOf("bar ="), "const bar: Bar | undefined")
    assert.strictEqual(signatureOf("day ="), "const day: OpenClose")
  })

  it("of a mock: the request and the rows of the method that it stands for", () => {
    const mocks = `
      import { Mock } from "@candela/core"
      import { Stocks, type Bar, type OpenClose } from "@candela/stocks"
      declare const bar: Bar
      declare const day: OpenClose
      export const Test = Mock.layer(Stocks, {
        bars: Mock.paged((asked) => (asked.stocksTicker === "AAPL" ? [bar] : [])),
        openClose: Mock.single((request) => ({ ...day, symbol: request.stocksTicker })),
      })
    `
    assert.strictEqual(hoverOf(mocks, "asked)").signature, "(parameter) asked: BarsRequest")
    assert.strictEqual(hoverOf(mocks, "request)").signature, "(parameter) request: OpenCloseRequest")
    const paged = hoverOf(mocks, "paged(")
    assert.include(paged.signature, "((request: BarsRequest) => Mock.Answer<Bar, ")
    assert.match(paged.documentation, /^Mocks a method that returns rows/)
    assert.match(hoverOf(mocks, "single(").documentation, /^Returns the result of a function of the request/)
    assert.strictEqual(hoverOf(mocks, "Test =").signature, "const Test: Layer<Stocks, never, never>")
  })

  it("of a topic: its rows, and the topic's own doc comment", () => {
    const program = `
      import { StocksLive } from "@candela/stocks/Live"
      declare const live: StocksLive.Service
      export const trades = live.trades(["AAPL"])
      export const quoted = live.quotes.follow({ ticker: "AAPL", from: "2025-06-02" })
    `
    const method = hoverOf(program, "trades([")
    assert.include(method.signature, "=> Stream<LiveStockTrade, LiveError | InvalidRequest, never>")
    assert.match(method.documentation, /^Trades of stocks/)
    assert.match(hoverOf(program, "quoted =").signature, /^const quoted: Stream<Event<FollowedQuote>, /)
  })

  it("stays within a line or two", () => {
    for (const marker of ["bars(", "openClose(", "previousDayBar(", "page =", "columns =", "pages ="]) {
      assert.isBelow(signatureOf(marker).length, 155, marker)
    }
    for (const form of ["stream(", "pages("]) assert.isBelow(signatureOf(form).length, 200, form)
    assert.isBelow(signatureOf("columns({").length, 210)
  })
})
