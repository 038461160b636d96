import { declarations } from "@candela/catalog/Catalog"
import * as Kind from "@candela/core/internal/Kind"
import * as Request from "@candela/core/Request"
import { assert, describe, it } from "@effect/vitest"
import { Either, FastCheck as fc, Schema } from "effect"
import * as Texts from "../../src/common/Texts.js"
import { endpointOf, endpoints } from "../support.js"

/** Texts that some parameter or other accepts. */
const samples = [
  "AAPL",
  "AAPL,MSFT",
  "2025-06-02",
  "2025-06-02T09:30:00Z",
  "1751234400000",
  "1751234400000000000",
  "7",
  "-0.5",
  "true",
  "5min",
  "asc",
  "ticker.asc,date.desc",
  "CS",
]

describe("Texts", () => {
  it("mean in a request what they mean in a URL", () => {
    let tested = 0
    for (const endpoint of endpoints) {
      const declaration = declarations.get(endpoint.name)!
      for (const [name, param] of Object.entries(declaration.wireParams))
        for (const text of [...samples, ...Kind.words(param.kind).slice(0, 3)]) {
          if (Either.isLeft(Schema.decodeUnknownEither(param.wire)(text))) continue
          const given = { ...Texts.example(endpoint), [name]: text }
          const meant = Request.decode(declaration, given)
          const written = Request.parse(declaration, Texts.toRequest(endpoint, given))
          // The client refuses what a service answers without rows: ranges that end before they
          // begin, times before all records.
          if (Either.isLeft(written) && Either.isRight(meant)) {
            assert.match(
              written.left.message,
              /"[\w.]+" must be (no later than|at most|epoch) .* Nothing was sent/,
              `${endpoint.name}: ${name}=${text}`,
            )
            continue
          }
          assert.deepStrictEqual(
            Either.map(written, (values) => Request.withDefaults(declaration, values)),
            meant,
            `${endpoint.name}: ${name}=${text}`,
          )
          tested++
        }
    }
    assert.isAbove(tested, 2_000)
  })

  it("that are no value are refused in words", () => {
    const texts = { limit: "many", "ex_dividend_date.gte": "soon" }
    const request = Texts.toRequest(endpointOf("stocks.dividends"), texts)
    const refused = Request.parse(declarations.get("stocks.dividends")!, request)
    assert.include(String(Either.getLeft(refused)), "ex_dividend_date.gte")
  })

  it("have an example for every endpoint that the client accepts, of the same URL", () => {
    assert.isNotEmpty(endpoints)
    for (const endpoint of endpoints) {
      const texts = Texts.example(endpoint)
      const url = Request.url(declarations.get(endpoint.name)!, Texts.toRequest(endpoint, texts))
      // A page leaves the commas of a list readable.
      const read = Either.map(url, (text) => text.replaceAll("%2C", ",").replaceAll("%3A", ":"))
      assert.deepStrictEqual(read, Either.right(Texts.target(endpoint, texts).replaceAll("%3A", ":")), endpoint.name)
    }
  })

  // A path of one or two dots is a step upwards, however it is written.
  const text = fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => !/^\.{1,2}$/.test(text))

  it.prop("stand in a URL as they were given", { ticker: text, date: text, from: text }, ({ date, from, ticker }) => {
    const texts = { stocksTicker: ticker, multiplier: "1", timespan: "day", from, to: date, limit: "", sort: from }
    const url = new URL(`http://sandbox${Texts.target(endpointOf("stocks.bars"), texts)}`)
    assert.deepStrictEqual(url.pathname.split("/").map(decodeURIComponent), [
      "",
      "v2",
      "aggs",
      "ticker",
      ticker,
      "range",
      "1",
      "day",
      from,
      date,
    ])
    assert.deepStrictEqual([...url.searchParams], [["sort", from]])
  })

  it("leave open what the path still needs", () => {
    assert.strictEqual(Texts.target(endpointOf("stocks.openClose"), {}), "/v1/open-close/{stocksTicker}/{date}")
  })
})
