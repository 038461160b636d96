import { declarations } from "@candela/catalog/Catalog"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import * as View from "../../src/explorer/View.js"
import { runs } from "@candela/support/seeded"

const chart: FastCheck.Arbitrary<View.Chart> = FastCheck.record({
  live: FastCheck.boolean(),
  _tag: FastCheck.constant("Chart" as const),
  market: FastCheck.constantFrom(...View.marketNames),
  ticker: FastCheck.string({ minLength: 1 }),
  timespan: FastCheck.constantFrom(...View.timespans),
  range: FastCheck.constantFrom<View.Chart["range"]>("1D", "1M", "All", "2025-01-02..2025-03-31"),
  studies: FastCheck.subarray([...View.studyNames]),
}).map((view) => ({ ...view, live: view.live && View.canFollow(view) }))

/** Texts of some parameters, of which an endpoint may have none. */
const textsOf = (names: ReadonlyArray<string>): FastCheck.Arbitrary<Record<string, string>> =>
  names.length === 0
    ? FastCheck.constant({})
    : FastCheck.dictionary(FastCheck.constantFrom(...names), FastCheck.string(), { noNullPrototype: true })

const table: FastCheck.Arbitrary<View.Table> = FastCheck.constantFrom(...declarations.keys()).chain((endpoint) =>
  FastCheck.record({
    _tag: FastCheck.constant("Table" as const),
    endpoint: FastCheck.constant(endpoint),
    texts: textsOf(Object.keys(declarations.get(endpoint)!.wireParams)),
  }),
)

describe("View", () => {
  it("is read from the fragment that it is written as", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.oneof(chart, table), (view) => {
        assert.deepStrictEqual(View.parse(View.format(view)), view)
      }),
      { seed: 1, numRuns: runs(300) },
    )
  })

  it("opens with a year of AAPL's days, and takes what is wrong as left out", () => {
    const opening = View.chart("stocks", "AAPL")
    assert.deepInclude(opening, { timespan: "day", range: "1Y" })
    for (const fragment of [
      "",
      "#",
      "#market=moon&timespan=eon&range=2025-02-30..2025-03-01&studies=x",
      "#endpoint=a.b",
    ])
      assert.deepStrictEqual(View.parse(fragment), opening, fragment)
    assert.deepStrictEqual(View.parse("#endpoint=stocks.dividends&limit=3&nonsense=1"), {
      _tag: "Table",
      endpoint: "stocks.dividends",
      texts: { limit: "3" },
    })
  })

  it("follows the live channel only with bars of minutes or hours that end now", () => {
    const live = (fragment: string) => (View.parse(fragment) as View.Chart).live
    assert.isTrue(live("#timespan=5minute&range=5D&live=true"))
    assert.isTrue(live("#timespan=4hour&range=1M&live=true"))
    for (const fragment of [
      "#timespan=5minute&range=5D",
      "#timespan=5minute&range=5D&live=yes",
      "#timespan=day&range=1Y&live=true",
      "#timespan=minute&range=2025-01-02..2025-01-03&live=true",
    ])
      assert.isFalse(live(fragment), fragment)
  })

  it("has no parameter under the names that the address itself uses", () => {
    for (const [name, { wireParams }] of declarations) assert.doesNotHaveAnyKeys(wireParams, ["key", "endpoint"], name)
  })
})
