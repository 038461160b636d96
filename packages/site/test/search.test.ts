import * as Catalog from "@candela/catalog/Catalog"
import * as Search from "@candela/catalog/Search"
import { assert, describe, it } from "@effect/vitest"
import * as Ranking from "../src/browser/search.js"
import * as EndpointPage from "../src/EndpointPage.js"

const targets = Catalog.endpoints.map((entry) => ({
  ...Search.wordsOf(entry),
  path: `${EndpointPage.pathOf(entry)}.html`,
  title: entry.name,
}))

const rank = Ranking.make(targets, "/candela/")
const page = (path: string, title: string, titles: ReadonlyArray<string> = []) => ({
  id: `/candela/${path}.html#${titles.length}`,
  title,
  titles,
})

describe("the search box", () => {
  it("has the endpoint that is asked for first, from its results where they have it, and loses no result", () => {
    const results = [
      page("guides/data", "Data sets"),
      page("reference/stocks/bars", "stocks.bars: Bars"),
      page("reference/stocks/bars", "Errors", ["stocks.bars: Bars"]),
    ]
    const ranked = rank("OHLC candles", results)
    assert.deepStrictEqual(ranked[0], results[1])
    assert.includeDeepMembers([...ranked], results)
    assert.strictEqual(new Set(ranked.map(({ id, titles }) => `${id} ${titles.join()}`)).size, ranked.length)
    assert.strictEqual(rank("bitcoin price history", [])[0]!.id, "/candela/reference/crypto/bars.html#")
  })

  it("has a page first that is named like the question, and leaves other questions alone", () => {
    const results = [page("reference/options/chain", "options.chain: State"), page("guides/options", "Options")]
    assert.strictEqual(rank("options", results)[0], results[1])
    assert.deepStrictEqual([...rank("websocket", results)], results)
  })
})
