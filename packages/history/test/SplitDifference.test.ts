import { SplitDifference } from "@candela/history"
import { dateOfDay, dayNumber, midnight } from "@candela/market/TimeZone"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { zone } from "./adjust/support.js"
import { runs } from "@candela/support/seeded"

/** Ten days in a row. */
const dates = Array.from({ length: 10 }, (_, index) => dateOfDay(dayNumber("2024-03-04") + index))

interface Split {
  readonly execution_date: string
  readonly split_from: number
  readonly split_to: number
}

const split = (execution_date: string, split_from: number, split_to: number): Split => ({
  execution_date,
  split_from,
  split_to,
})

/** Bars of the days with these closes, as they were traded, and as a service shows them that applies these splits. */
const served = (closes: ReadonlyArray<number>, applied: ReadonlyArray<Split>) => {
  const raw = closes.map((close, index) => ({ timestamp: midnight(zone, dates[index]!), close }))
  const adjusted = raw.map(({ close, timestamp }, index) => {
    const later = applied.filter(({ execution_date }) => execution_date > dates[index]!)
    const scaled = later.reduce((price, { split_from, split_to }) => (price * split_from) / split_to, close)
    return { timestamp, close: Math.round(scaled * 10_000) / 10_000 }
  })
  return { raw, adjusted }
}

const closes = [120.1, 121.37, 119.02, 118.55, 122.9, 123.11, 40.2, 40.77, 41.03, 40.95]

const find = (applied: ReadonlyArray<Split>, splits: ReadonlyArray<Split>, more: object = {}) =>
  SplitDifference.find({ ...served(closes, applied), splits, ...more })

const oneToOne = { from: 1, to: 1 }
const [after, date] = ["2024-03-09", "2024-03-10"]
const threeForOne = split(date, 1, 3)

describe("the closes and the list of splits", () => {
  it("that agree differ nowhere", () => {
    assert.deepStrictEqual(find([], []), [])
    assert.deepStrictEqual(find([threeForOne], [threeForOne]), [])
    assert.deepStrictEqual(
      find([threeForOne, split("2024-03-07", 20, 1)], [split("2024-03-07", 20, 1), threeForOne]),
      [],
    )
  })

  it("tell of a split that is not listed", () => {
    assert.deepStrictEqual(find([threeForOne], []), [
      {
        date,
        after,
        kind: "unlisted",
        expected: oneToOne,
        found: { from: 1, to: 3 },
        message: "between 2024-03-09 and 2024-03-10, the adjusted closes show a split of 1 to 3 that is not listed",
      },
    ])
  })

  it("tell of a listed split that is not applied", () => {
    assert.deepStrictEqual(find([], [threeForOne]), [
      {
        date,
        after,
        kind: "unapplied",
        expected: { from: 1, to: 3 },
        found: oneToOne,
        message: "between 2024-03-09 and 2024-03-10, a split of 1 to 3 is listed, but the adjusted closes show none",
      },
    ])
  })

  it("tell of a split that is listed with other numbers of shares", () => {
    assert.deepStrictEqual(find([split(date, 20, 1)], [threeForOne]), [
      {
        date,
        after,
        kind: "ratio",
        expected: { from: 1, to: 3 },
        found: { from: 20, to: 1 },
        message: "between 2024-03-09 and 2024-03-10, a split of 1 to 3 is listed, but the adjusted closes show 20 to 1",
      },
    ])
  })

  it("tell of a split that is applied on another day than it is listed for, in the order of time", () => {
    const found = find([split("2024-03-12", 1, 3)], [threeForOne])
    assert.deepStrictEqual(
      found.map(({ date, kind }) => [date, kind]),
      [
        ["2024-03-10", "unapplied"],
        ["2024-03-12", "unlisted"],
      ],
    )
  })

  it("tell of one of several splits, between others that agree", () => {
    const agreed = [split("2024-03-06", 2, 1), split("2024-03-12", 1, 7)]
    const [first, ...rest] = find([...agreed, split("2024-03-08", 2, 3)], agreed)
    assert.deepStrictEqual(rest, [])
    assert.deepInclude(first, { date: "2024-03-08", kind: "unlisted", found: { from: 2, to: 3 } })
  })

  it("tell of a split after the last day, unless the list is read as of that day", () => {
    const announced = split("2024-03-20", 1, 4)
    const [difference, ...rest] = find([], [announced])
    assert.deepStrictEqual(rest, [])
    assert.deepStrictEqual(difference, {
      after: "2024-03-13",
      kind: "unapplied",
      expected: { from: 1, to: 4 },
      found: oneToOne,
      message: "after 2024-03-13, a split of 1 to 4 is listed, but the adjusted closes show none",
    })
    assert.deepStrictEqual(find([], [announced], { asOf: "2024-03-13" }), [])
  })

  it("are compared on the days that both have, in whatever order; a close that rounding leaves nothing of tells nothing", () => {
    const { adjusted, raw } = served(closes, [threeForOne])
    const some = adjusted.filter((_, index) => index !== 5).reverse()
    const [difference] = SplitDifference.find({ raw: raw.slice(1), adjusted: some, splits: [] })
    assert.deepInclude(difference, { after: "2024-03-08", date, found: { from: 1, to: 3 } })
    const tiny = served([0.0004, 0.0004, 5], [split("2024-03-06", 100, 1)])
    const lost = tiny.adjusted.map((bar, index) => (index === 1 ? { ...bar, close: 0 } : bar))
    assert.deepStrictEqual(
      SplitDifference.find({ raw: tiny.raw, adjusted: lost, splits: [split("2024-03-06", 100, 1)] }),
      [],
    )
    assert.deepStrictEqual(SplitDifference.find({ raw: [], adjusted, splits: [threeForOne] }), [])
  })

  const price = fc.integer({ min: 200, max: 100_000 }).map((cents) => cents / 100)
  const day = fc.integer({ min: 1, max: 9 })
  // The ratios of 6 to 5 and more: two decimals of a price tell them from each other.
  const shares = fc.constantFrom<readonly [number, number]>(
    [1, 2],
    [1, 3],
    [1, 4],
    [2, 3],
    [5, 6],
    [1, 10],
    [20, 1],
    [3, 1],
  )
  const listOf = fc
    .uniqueArray(fc.tuple(day, shares), { maxLength: 3, selector: ([day]) => day })
    .map((list) => list.map(([day, [from, to]]) => split(dates[day]!, from, to)))

  it.prop(
    "that agree to the rounding never differ; those that do not differ on just the days whose splits are others, by just those",
    { closes: fc.array(price, { minLength: 10, maxLength: 10 }), applied: listOf, listed: listOf },
    ({ applied, closes, listed }) => {
      const input = served(closes, applied)
      assert.deepStrictEqual(SplitDifference.find({ ...input, splits: applied }), [])
      const sharesOn = (list: ReadonlyArray<Split>, date: string) => {
        const found = list.find(({ execution_date }) => execution_date === date)
        return found === undefined ? oneToOne : { from: found.split_from, to: found.split_to }
      }
      const expected = dates.flatMap((date) => {
        const [expected, found] = [sharesOn(listed, date), sharesOn(applied, date)]
        return expected.from === found.from && expected.to === found.to ? [] : [{ date, expected, found }]
      })
      const found = SplitDifference.find({ ...input, splits: listed })
      assert.deepStrictEqual(
        found.map(({ date, expected, found }) => ({ date, expected, found })),
        expected,
      )
    },
    { fastCheck: { seed: 48, numRuns: runs(800) } },
  )
})

describe("the factors of splits", () => {
  const factor = (date: string, from: number, to: number, historical_adjustment_factor: number, ticker = "A") => ({
    ...split(date, from, to),
    ticker,
    historical_adjustment_factor,
  })
  const kept = [factor("2024-03-10", 1, 3, 0.333333), factor("2020-08-31", 1, 4, 0.083333)]

  it("that are the products of the ratios differ nowhere, with announced splits in them or not, each split once", () => {
    const announced = "2999-01-01"
    assert.deepStrictEqual(SplitDifference.factors(kept), [])
    assert.deepStrictEqual(SplitDifference.factors([...kept, factor(announced, 1, 2, 0.5)]), [])
    assert.deepStrictEqual(
      SplitDifference.factors([
        factor("2024-03-10", 1, 3, 0.166667),
        factor("2020-08-31", 1, 4, 0.041667),
        factor(announced, 1, 2, 0.5),
      ]),
      [],
    )
    assert.deepStrictEqual(
      SplitDifference.factors([...kept, { ...kept[0]!, id: "again" }, factor("2024-03-10", 1, 3, 0.3, "B")]).map(
        ({ ticker }) => ticker,
      ),
      ["B"],
    )
    // Both apply, and each has the factor of the day.
    assert.deepStrictEqual(
      SplitDifference.factors([factor("2024-03-10", 500, 1, 1), factor("2024-03-10", 1, 500, 1)]),
      [],
    )
    // Without factors there is nothing to compare.
    assert.deepStrictEqual(SplitDifference.factors([split("2024-03-10", 1, 3)]), [])
  })

  it("tell of a list that is cut short, and of a wrong ratio", () => {
    const [difference, ...others] = SplitDifference.factors(kept.slice(1))
    assert.deepStrictEqual(others, [])
    assert.deepInclude(difference, { ticker: "A", date: "2020-08-31", listed: 0.083333, expected: 0.25 })
    assert.include(difference!.message, "the split of A on 2020-08-31 is listed with the factor 0.083333")
    assert.deepStrictEqual(
      SplitDifference.factors([kept[0]!, { ...kept[1]!, split_to: 5 }]).map(({ date }) => date),
      ["2020-08-31"],
    )
  })

  it("is compared by day: a summary stamps its bars with the close, other bars with the start of the day", () => {
    const { adjusted, raw } = served(closes, [threeForOne])
    const stamped = adjusted.map((bar) => ({ ...bar, timestamp: bar.timestamp + 16 * 3_600_000 }))
    assert.deepStrictEqual(SplitDifference.find({ raw, adjusted: stamped, splits: [threeForOne] }), [])
    assert.lengthOf(SplitDifference.find({ raw, adjusted: stamped, splits: [] }), 1)
  })
})
