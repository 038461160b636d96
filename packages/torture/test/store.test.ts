import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Histories from "../src/store/Histories.js"
import * as Service from "../src/store/Service.js"

const wire = [18_500, 18_501, 18_502].map((day) => Service.bar(0, day))
const rows = wire.map(({ c, h, l, n, o, t, v, vw }) => ({
  ticker: "AAPL",
  timestamp: t,
  open: o,
  high: h,
  low: l,
  close: c,
  volume: v,
  vwap: vw,
  transactions: n,
}))
const [first, second, third] = rows as [(typeof rows)[0], (typeof rows)[0], (typeof rows)[0]]
const difference = (rows: Parameters<typeof Histories.difference>[0]) =>
  Histories.difference(rows, new Map([["AAPL", { bars: wire }]]))

describe("the bars of a store beside those of its service", () => {
  it("are the same", () => {
    assert.deepStrictEqual(difference(rows), { lost: 0, repeated: 0, wrong: 0 })
  })
  it("are lost, repeated, out of order, of other values or of nobody", () => {
    assert.deepStrictEqual(difference([first, third]), { lost: 1, repeated: 0, wrong: 0 })
    assert.deepStrictEqual(difference([first, second, second, third]), { lost: 0, repeated: 1, wrong: 0 })
    assert.deepStrictEqual(difference([first, third, second]), { lost: 0, repeated: 0, wrong: 1 })
    assert.deepStrictEqual(difference([first, { ...second, volume: 1 }, third]), { lost: 0, repeated: 0, wrong: 1 })
    assert.deepStrictEqual(difference([...rows, { ...first, ticker: "MSFT" }]), { lost: 0, repeated: 0, wrong: 1 })
  })
})

describe("the files of two stores", () => {
  it("differ by their bytes and their names", () => {
    const one = new Map([
      ["a", "00"],
      ["b", "01"],
      ["c", "02"],
    ])
    const other = new Map([
      ["a", "00"],
      ["b", "11"],
      ["d", "02"],
    ])
    assert.deepStrictEqual(Histories.different(one, other), ["b", "c", "d"])
    assert.deepStrictEqual(Histories.different(one, one), [])
  })
})

describe("the service of a store", () => {
  it.scoped("tells no time, so that the clock of its stores alone dates what they write", () =>
    Effect.gen(function* () {
      const { url } = yield* Service.serve
      const response = yield* Effect.promise(() => fetch(`${url}/stocks/v1/splits?ticker=NULL`))
      assert.strictEqual(response.status, 200)
      assert.isNull(response.headers.get("date"))
    }),
  )
})
