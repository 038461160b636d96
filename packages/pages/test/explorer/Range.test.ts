import { assert, describe, it } from "@effect/vitest"
import * as Market from "@candela/market/Market"
import * as Range from "../../src/explorer/Range.js"
import { timespans } from "../../src/explorer/View.js"

const monday = Date.parse("2025-06-30T20:00:00Z")

const from = (range: Range.ChartRange, market: Market.Market, now: number) =>
  Range.dates(range, market, now, "2003-09-10")

describe("Range", () => {
  it("goes back from the market's present day", () => {
    const begins = Range.names.map((name) => from(name, Market.stocks, monday))
    assert.deepStrictEqual(
      begins.map(({ from }) => from),
      [
        ...["2025-06-30", "2025-06-24", "2025-05-30", "2025-03-30", "2024-12-30", "2025-01-01", "2024-06-30"],
        "2003-09-10",
      ],
    )
    for (const { to } of begins) assert.strictEqual(to, "2025-06-30")
  })

  it("takes the day in the market's zone, and the last that trades", () => {
    const evening = Date.parse("2025-06-29T02:00:00Z") // Saturday in New York, Sunday in UTC.
    assert.deepStrictEqual(from("1D", Market.stocks, evening), { from: "2025-06-27", to: "2025-06-28" })
    assert.deepStrictEqual(from("1D", Market.crypto, evening), { from: "2025-06-29", to: "2025-06-29" })
  })

  it("ends a month earlier where the month before is shorter", () => {
    assert.strictEqual(from("1M", Market.crypto, Date.parse("2025-03-31T12:00:00Z")).from, "2025-02-28")
    assert.strictEqual(from("6M", Market.crypto, Date.parse("2024-08-31T12:00:00Z")).from, "2024-02-29")
  })

  it("reads two dates in order, and nothing else", () => {
    assert.deepStrictEqual(from(Range.parse("2025-01-02..2025-01-03")!, Market.stocks, monday), {
      from: "2025-01-02",
      to: "2025-01-03",
    })
    for (const text of ["", "2Y", "2025-01-03..2025-01-02", "2025-02-30..2025-03-01", "2025-01-02..", "1Y..All"])
      assert.isUndefined(Range.parse(text), text)
  })

  it("has a size of bars for every range, and a range for every size, whatever was shown before", () => {
    for (const range of Range.names) assert.isTrue(Range.fits(range, Range.sizeFor(range)), range)
    for (const size of timespans) {
      const changed = Range.names.map((range) => Range.forSize(range, size))
      for (const [at, range] of Range.names.entries()) {
        assert.isTrue(Range.fits(changed[at]!, size), `${range} ${size}`)
        if (Range.fits(range, size)) assert.strictEqual(changed[at], range)
      }
      const others = changed.filter((range, at) => range !== Range.names[at])
      assert.isAtMost(new Set(others).size, 1, size)
    }
    assert.strictEqual(Range.forSize("1Y", "minute"), "1D")
    assert.strictEqual(Range.sizeFor("1D"), "minute")
  })
})
