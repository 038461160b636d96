import { assert, describe, it } from "@effect/vitest"
import { hoverOf } from "../../core/test/support/hover.js"

const program = `
import { Reference } from "@candela/reference"
import { Effect } from "effect"

export const program = Effect.gen(function* () {
  const reference = yield* Reference
  const page = yield* reference.tickers({ exchange: "XNAS", search: "apple" })
  const overview = yield* reference.ticker({ ticker: "AAPL" })
  const record = page.results[0]!
  return [record.locale, record.currency_symbol, overview.market_cap, overview.address?.postal_code, record]
})
`

const documentationOf = (marker: string) => hoverOf(program, marker).documentation

describe("what an editor shows", () => {
  it("of the methods: requests and answers by their names, and the endpoints' own doc comments", () => {
    const tickers = hoverOf(program, "tickers(")
    assert.strictEqual(
      tickers.signature,
      "(property) tickers: Paged\n(request: TickersRequest, options?: CallOptions) => Effect.Effect<Page<TickerRecord>, CallError, never>",
    )
    assert.match(tickers.documentation, /^Tickers of all markets/)
    const ticker = hoverOf(program, "ticker(")
    assert.include(
      ticker.signature,
      "(request: TickerRequest, options?: CallOptions) => Effect.Effect<TickerOverview, ",
    )
    assert.match(ticker.documentation, /^Details of a ticker/)
    assert.strictEqual(hoverOf(program, "record =").signature, "const record: TickerRecord")
  })

  it("of a parameter and a field: its doc comment, also of a shared or a nested one", () => {
    assert.match(documentationOf("exchange:"), /^Market identifier code \(ISO 10383\)/)
    assert.match(documentationOf("search:"), /^Terms that the ticker or the name must all contain/)
    assert.match(documentationOf("locale,"), /^Trading region/)
    assert.match(documentationOf("currency_symbol,"), /^Code of the trading or quote currency/)
    assert.match(documentationOf("market_cap,"), /^Market capitalization: latest close times/)
    assert.match(documentationOf("postal_code,"), /^Postal code/)
  })
})
