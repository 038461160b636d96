import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { runs } from "@candela/support/seeded"
import * as Intervals from "../../src/internal/store/layout/intervals.js"

/** Any list of intervals between 0 and 40, also overlapping ones and ones without time. */
const anyList = fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 })), { maxLength: 8 })

/** A set, made of such a list. */
const anySet = anyList.map((list) =>
  list.reduce<Intervals.Intervals>((set, [from, to]) => Intervals.union(set, Intervals.of(from, to)), Intervals.empty),
)

const has = (set: Intervals.Intervals, instant: number) => set.some(([from, to]) => from <= instant && instant < to)
const instants = Array.from({ length: 42 }, (_, index) => index - 1)

/** Says for each instant whether a set has it. */
const members = (set: Intervals.Intervals) => instants.map((instant) => has(set, instant))

const assertLaw = (
  operation: (a: Intervals.Intervals, b: Intervals.Intervals) => Intervals.Intervals,
  expected: (a: boolean, b: boolean) => boolean,
) =>
  fc.assert(
    fc.property(anySet, anySet, (a, b) => {
      const result = operation(a, b)
      assert.isTrue(Intervals.isValid(result), JSON.stringify(result))
      assert.deepStrictEqual(
        members(result),
        instants.map((instant) => expected(has(a, instant), has(b, instant))),
      )
    }),
    { numRuns: runs(2000) },
  )

describe("sets of time", () => {
  it("a union has what either has", () => assertLaw(Intervals.union, (a, b) => a || b))
  it("an intersection has what both have", () => assertLaw(Intervals.intersection, (a, b) => a && b))
  it("a difference has what only the first one has", () => assertLaw(Intervals.difference, (a, b) => a && !b))

  it("the same time is the same list, in whatever order it was put together", () =>
    fc.assert(
      fc.property(anyList, (list) => {
        const build = (parts: typeof list) =>
          parts.reduce<Intervals.Intervals>((set, [from, to]) => Intervals.union(set, Intervals.of(from, to)), [])
        assert.deepStrictEqual(build(list), build([...list].reverse()))
      }),
      { numRuns: runs(1000) },
    ))

  it("refuses intervals that overlap, touch, or have no time", () => {
    assert.isTrue(
      Intervals.isValid([
        [1, 2],
        [3, 4],
      ]),
    )
    assert.isFalse(
      Intervals.isValid([
        [1, 2],
        [2, 4],
      ]),
    )
    assert.isFalse(
      Intervals.isValid([
        [3, 4],
        [1, 2],
      ]),
    )
    assert.isFalse(Intervals.isValid([[2, 2]]))
  })
})
