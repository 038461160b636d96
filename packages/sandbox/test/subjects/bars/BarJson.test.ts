import * as Bars from "@candela/sandbox/subjects/bars/Bars"
import { barsToJson } from "@candela/sandbox/subjects/bars/BarJson"
import type { BaseBar } from "@candela/sandbox/subjects/bars/BaseBar"
import * as Market from "@candela/market/Market"
import { minuteBars } from "@candela/sandbox/subjects/bars/StoredBars"
import { Store } from "@candela/sandbox/store/Store"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, FastCheck, Layer } from "effect"
import { assertForAll } from "../../forAll.js"
import { runs } from "@candela/support/seeded"
import { write } from "./tables.js"

const parameters = { seed: 31_415, numRuns: runs(5_000) }

/** Numbers as they are in prices and volumes, at the edges of four decimals and of exact integers, and any others. */
const number = FastCheck.oneof(
  FastCheck.integer({ min: 0, max: 10_000_000 }).map((value) => value / 100),
  FastCheck.integer({ min: 0, max: 2 ** 40 }).map((value) => value / 10_000),
  FastCheck.integer({ min: 0, max: 2 ** 40 }).map((value) => value / 100_000),
  FastCheck.maxSafeInteger(),
  FastCheck.maxSafeInteger().map((value) => value / 10_000),
  FastCheck.maxSafeInteger().map((value) => value / 1e8),
  FastCheck.integer({ min: 0, max: 2 ** 40 }).map((value) => value / 1e8),
  FastCheck.integer({ min: 0, max: 2 ** 40 }).map((value) => value / 1e9),
  FastCheck.double({ noNaN: true, noDefaultInfinity: true }),
  FastCheck.double({ min: 0.0001, max: 1e12, noNaN: true }),
  FastCheck.constantFrom(
    0,
    -0,
    0.1 + 0.2,
    1e21,
    1e-7,
    5e-324,
    1.7976931348623157e308,
    2 ** 53,
    999_999_999,
    1e9,
    1e11,
    0.0001,
    0.000001,
    0.00000099,
    0.00000101,
  ),
)

const bar: FastCheck.Arbitrary<BaseBar> = FastCheck.record({
  t: FastCheck.maxSafeInteger(),
  o: number,
  h: number,
  l: number,
  c: number,
  v: number,
  vw: FastCheck.option(number),
  n: FastCheck.option(FastCheck.oneof(FastCheck.nat(), FastCheck.maxSafeNat())),
})

/** What the platform writes. */
const expected = (bars: ReadonlyArray<BaseBar>, otc: boolean) =>
  JSON.stringify(
    bars.map(({ c, h, l, n, o, t, v, vw }) => ({
      v,
      vw: vw ?? undefined,
      o,
      c,
      h,
      l,
      t,
      n: n ?? undefined,
      otc: otc || undefined,
    })),
  )

describe("the JSON text of bars", () => {
  it("is to the letter what the platform writes: every number in its shortest form, read back as the same", () =>
    assertForAll(
      FastCheck.tuple(FastCheck.array(bar, { maxLength: 4 }), FastCheck.boolean()),
      ([bars, otc]) => assert.strictEqual(barsToJson(bars, otc), expected(bars, otc)),
      parameters,
    ))

  it("has whole numbers without a point, and leaves out what is not known", () => {
    const known = { t: 1_709_251_200_000, o: 100, h: 101.5, l: 99.01, c: 100.0001, v: 1e6, vw: 100.25, n: 12 }
    assert.strictEqual(
      barsToJson([known, { ...known, vw: null, n: null }], false),
      '[{"v":1000000,"vw":100.25,"o":100,"c":100.0001,"h":101.5,"l":99.01,"t":1709251200000,"n":12},' +
        '{"v":1000000,"o":100,"c":100.0001,"h":101.5,"l":99.01,"t":1709251200000}]',
    )
  })

  it("of no bars is an empty array", () => {
    assert.strictEqual(barsToJson([], false), "[]")
    assert.strictEqual(barsToJson([], true), "[]")
  })
})

const firstMinute = Date.parse("2024-01-01T00:00:00Z")

layer(Layer.effectDiscard(Effect.suspend(() => write([]))).pipe(Layer.provideMerge(Store.layer({}))))(
  "the JSON text of a page",
  (it) => {
    it.effect.prop(
      "is to the letter what the platform writes of the rows in the table, whatever numbers they hold",
      {
        bars: FastCheck.array(bar, { minLength: 1, maxLength: 5 }),
        sort: FastCheck.constantFrom("asc" as const, "desc" as const),
      },
      ({ bars, sort }) =>
        Effect.gen(function* () {
          const store = yield* Store
          const rows = bars.map((bar, index) => ({ ...bar, t: firstMinute + index * 60_000 }))
          yield* store.run("DELETE FROM minute_bars")
          yield* minuteBars.append(
            store,
            rows.map((row) => ({ ...row, ticker: "X:BTCUSD" })),
          )
          const request = { ticker: "X:BTCUSD", market: Market.crypto, multiplier: 1, timespan: "minute" } as const
          const range = { from: firstMinute, to: rows.at(-1)!.t, now: firstMinute + 86_400_000, sort, limit: 50_000 }
          const page = yield* Bars.page({ ...request, ...range, adjusted: true })
          assert.strictEqual(page.results, expected(sort === "asc" ? rows : [...rows].reverse(), false))
        }),
      { fastCheck: { seed: 8, numRuns: runs(100) } },
    )
  },
)
