import { assert, describe, it } from "@effect/vitest"
import { hoverOf } from "../../core/test/hover/hover.js"

const program = `
import { Stocks } from "@candela/stocks"
import { Effect, Stream } from "effect"

const request: Stocks.BarsRequest = { stocksTicker: "AAPL", multiplier: 1, timespan: "day", from: "2024-01-02", to: "2024-01-05" }

export const program = Effect.gen(function* () {
  const stocks = yield* Stocks
  const page = yield* stocks.bars(request)
  const rows = stocks.bars.stream(request)
  const columns = stocks.bars.columns(request)
  const bar = page.results[0]
  const day = yield* stocks.openClose({ stocksTicker: "AAPL", date: "2024-01-02" })
  return { rows, columns, close: bar?.close, day }
})
`

const signatureOf = (marker: string) => hoverOf(program, marker).signature

describe("what an editor shows", () => {
  it("of a method: its request and its answer, and the endpoint's own doc comment", () => {
    const bars = hoverOf(program, "bars(")
    assert.strictEqual(
      bars.signature,
      "(property) Stocks.Service.bars: History\n(request: Stocks.BarsRequest) => Effect.Effect<BarPage<Bar>, MarketDataError, never>",
    )
    assert.match(bars.documentation, /^Aggregate bars over a range of time.*\(specification, endpoint 1\)$/s)

    const openClose = hoverOf(program, "openClose(")
    assert.strictEqual(
      openClose.signature,
      "(property) Stocks.Service.openClose: Single\n(request: Stocks.OpenCloseRequest) => Effect.Effect<OpenClose, MarketDataError, never>",
    )
    assert.match(openClose.documentation, /^A stock's day.*\(specification, endpoint 3\)$/s)
  })

  it("of a method's other forms: what they stream", () => {
    assert.match(
      signatureOf("stream("),
      /: \(request: Stocks.BarsRequest, .*\) => Stream\.Stream<Bar, MarketDataError, never>$/,
    )
    assert.match(
      signatureOf("columns("),
      /: \(request: Stocks.BarsRequest, .*\) => Stream\.Stream<Columns<Bar>, MarketDataError, never>$/,
    )
    assert.strictEqual(signatureOf("rows ="), "const rows: Stream.Stream<Bar, MarketDataError, never>")
  })

  it("of a request, a page and a row: their names, not what they hold", () => {
    assert.strictEqual(signatureOf("request:"), "const request: Stocks.BarsRequest")
    assert.strictEqual(signatureOf("page ="), "const page: BarPage<Bar>")
    assert.strictEqual(signatureOf("bar ="), "const bar: Bar | undefined")
    assert.strictEqual(signatureOf("day ="), "const day: OpenClose")
  })

  it("of a field: its unit and its key on the wire", () => {
    assert.deepStrictEqual(hoverOf(program, "close,"), {
      signature: "(property) Bar.close: number | undefined",
      documentation: "Last price, in the quote currency. Wire key `c`.",
    })
    assert.match(hoverOf(program, "multiplier").documentation, /^How many timespans make one bar/)
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
    assert.strictEqual(hoverOf(mocks, "asked)").signature, "(parameter) asked: Stocks.BarsRequest")
    assert.strictEqual(hoverOf(mocks, "request)").signature, "(parameter) request: Stocks.OpenCloseRequest")
    const paged = hoverOf(mocks, "paged(")
    assert.include(paged.signature, "((request: Stocks.BarsRequest) => Mock.Answer<NoInfer<Bar>>)")
    assert.match(paged.documentation, /^A method that gives rows/)
    assert.match(hoverOf(mocks, "single(").documentation, /^A method that gives what a function of the request returns/)
    assert.strictEqual(hoverOf(mocks, "Test =").signature, "const Test: Layer<Stocks, never, never>")
  })

  it("stays within a line or two", () => {
    for (const marker of ["bars(", "stream(", "columns(", "openClose(", "page =", "columns ="]) {
      assert.isBelow(signatureOf(marker).length, 180, marker)
    }
  })
})
