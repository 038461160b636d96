import { assert, describe, it } from "@effect/vitest"
import * as Kind from "@candela/core/Kind"
import * as Request from "@candela/core/Request"
import { Either, Schema } from "effect"
import * as Catalog from "../../src/explorer/Catalog.js"
import * as Texts from "../../src/explorer/Texts.js"

const endpoints = Catalog.names.map((name) => Catalog.find(name)!.endpoint)

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
  "",
]

describe("Texts", () => {
  it("mean in a request what they mean in a URL", () => {
    let tested = 0
    for (const endpoint of endpoints)
      for (const [name, param] of Object.entries(endpoint.wireParams))
        for (const text of [...samples, ...Kind.words(param.kind).slice(0, 3)]) {
          if (Either.isLeft(Schema.decodeUnknownEither(param.wire)(text))) continue
          const given = { ...Texts.example(endpoint), [name]: text }
          const meant = Request.decode(endpoint, given)
          const written = Request.parse(endpoint, Texts.toRequest(endpoint, given))
          assert.deepStrictEqual(
            Either.map(written, (values) => Request.withDefaults(endpoint, values)),
            meant,
            `${endpoint.name}: ${name}=${text}`,
          )
          tested++
        }
    assert.isAbove(tested, 2_000)
  })

  it("that are no value are refused in words", () => {
    const { endpoint } = Catalog.find("stocks.dividends")!
    const refused = Request.parse(
      endpoint,
      Texts.toRequest(endpoint, { limit: "many", "ex_dividend_date.gte": "soon" }),
    )
    assert.include(String(Either.getLeft(refused)), "ex_dividend_date.gte")
  })

  it("have an example for every endpoint that the client accepts", () => {
    assert.isNotEmpty(endpoints)
    for (const endpoint of endpoints) {
      const url = Request.url(endpoint, Texts.toRequest(endpoint, Texts.example(endpoint)))
      assert.isTrue(Either.isRight(url), `${endpoint.name}: ${String(url)}`)
    }
  })

  it("are sorted by every column in both directions, in either style of the service", () => {
    let columns = 0
    for (const endpoint of endpoints)
      for (const column of Request.sortColumns(endpoint))
        for (const direction of ["asc", "desc"] as const) {
          const texts = Texts.sortedBy(endpoint, Texts.example(endpoint), { column, direction })
          assert.deepStrictEqual(Texts.ordering(endpoint, texts), { column, direction })
          columns++
        }
    assert.isAbove(columns, 200)
  })
})
