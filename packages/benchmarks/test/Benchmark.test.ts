import { assert, describe, it } from "@effect/vitest"
import { table } from "../src/Report.js"
import { type Bound, comparingAll, judge, roundsOf, type Series, spread } from "../src/Benchmark.js"

const series: ReadonlyArray<Series> = [
  { contender: "ours", amounts: [10, 20, 12], cold: [40, 50, 60] },
  { contender: "theirs", amounts: [40, 40, 60], note: "blind" },
]

const verdictsOf = (...bounds: ReadonlyArray<Bound>) => judge({ name: "case", unit: "ms", bounds }, series)

const only = (bound: Bound) => {
  const verdict = verdictsOf(bound).find(({ contender }) => contender === bound.contender)
  assert.isDefined(verdict)
  return verdict
}

describe("spread", () => {
  it("is the median with the smallest and the largest", () => {
    assert.deepStrictEqual(spread([3, 1, 2]), { median: 2, low: 1, high: 3 })
    assert.deepStrictEqual(spread([4, 1, 2, 3]), { median: 2.5, low: 1, high: 4 })
    assert.deepStrictEqual(spread([10, 9, 100]), { median: 10, low: 9, high: 100 })
  })
})

describe("comparingAll", () => {
  it("compares with the reference whoever has no bound, and not the reference with itself", () => {
    const bound = { contender: "ours", against: "others", compare: "share", bound: 1 } as const
    assert.deepStrictEqual(
      comparingAll(["ours", "theirs", "others"], { against: "others", compare: "speed" }, [bound]),
      [bound, { contender: "theirs", against: "others", compare: "speed" }],
    )
  })
})

describe("roundsOf", () => {
  it("lets those on which a bound depends take part in every round, others in two", () => {
    const bounds: ReadonlyArray<Bound> = [
      { contender: "ours", against: "theirs", compare: "share", bound: 1 },
      { contender: "others", against: "theirs", compare: "share" },
    ]
    assert.deepStrictEqual(
      ["ours", "theirs", "others"].map((name) => roundsOf(bounds, name)),
      [{}, {}, { rounds: 2 }],
    )
  })
})

describe("judge", () => {
  it("compares round by round, then takes the median", () => {
    const verdict = only({ contender: "ours", against: "theirs", compare: "speed", bound: 3, target: 4 })
    assert.deepStrictEqual(verdict.ratio, { median: 4, low: 2, high: 5 })
    assert.deepStrictEqual(verdict.amount, { median: 12, low: 10, high: 20 })
    assert.deepStrictEqual(verdict.cold, { median: 50, low: 40, high: 60 })
    assert.strictEqual(verdict.target, 4)
    assert.isTrue(verdict.met)
  })

  it("compares with the runs beside a contender, and gives the two amounts of the median ratio", () => {
    const beside = { base: "theirs", amounts: [20, 30, 60] }
    const [verdict] = judge(
      { name: "case", unit: "ms", bounds: [{ contender: "ours", against: "theirs", compare: "share" }] },
      [
        { contender: "ours", amounts: [10, 20, 12], beside },
        { contender: "theirs", amounts: [1, 2, 3, 4] },
      ],
    )
    assert.deepStrictEqual(verdict!.ratio, { median: 0.5, low: 0.2, high: 20 / 30 })
    assert.deepStrictEqual(verdict!.pair, [10, 20])
    assert.include(table("", [verdict!]), "0.50 of theirs (0.20 to 0.67): 10.0 against 20.0 ms")
  })

  it("wants at least the bound of a speed", () => {
    const speed = { contender: "ours", against: "theirs", compare: "speed" } as const
    assert.isTrue(only({ ...speed, bound: 4 }).met)
    assert.isFalse(only({ ...speed, bound: 4.01 }).met)
  })

  it("wants at most the bound of a share, an excess and an amount", () => {
    const ours = { contender: "ours", against: "theirs" } as const
    assert.deepStrictEqual(only({ ...ours, compare: "share", bound: 0.25 }).ratio, {
      median: 0.25,
      low: 0.2,
      high: 0.5,
    })
    assert.isTrue(only({ ...ours, compare: "share", bound: 0.25 }).met)
    assert.isFalse(only({ ...ours, compare: "share", bound: 0.24 }).met)
    const theirs = { contender: "theirs", against: "ours", compare: "excess" } as const
    assert.strictEqual(only({ ...theirs, bound: 30 }).ratio?.median, 30)
    assert.isTrue(only({ ...theirs, bound: 30 }).met)
    assert.isFalse(only({ ...theirs, bound: 29 }).met)
    assert.isTrue(only({ contender: "ours", compare: "amount", bound: 12 }).met)
    assert.isFalse(only({ contender: "ours", compare: "amount", bound: 11 }).met)
  })

  it("does not judge a bound against a contender that was left out, and names that one", () => {
    const bound = { contender: "ours", against: "theirs", compare: "share", bound: 0 } as const
    const left = { contender: "theirs", amounts: [], note: "not installed" }
    const verdicts = judge({ name: "case", unit: "ms", bounds: [bound] }, [series[0]!, left])
    assert.deepStrictEqual(
      verdicts.map(({ bound, contender, met, note }) => ({ bound, contender, met, note })),
      [
        { contender: "ours", bound: undefined, met: true, note: undefined },
        { contender: "theirs", bound: undefined, met: true, note: "not installed" },
      ],
    )
    assert.include(table("case", verdicts), "theirs [not installed]  left out")
  })

  it("does not take a bound against nobody for met", () => {
    assert.isFalse(only({ contender: "ours", against: "a stranger", compare: "share", bound: 9 }).met)
    assert.isFalse(only({ contender: "ours", against: "a stranger", compare: "speed", bound: 0 }).met)
  })

  it("gives a verdict per bound, and one to who has none", () => {
    const verdicts = verdictsOf(
      { contender: "ours", against: "theirs", compare: "speed", bound: 3 },
      { contender: "ours", against: "theirs", compare: "share" },
    )
    assert.deepStrictEqual(
      verdicts.map(({ contender, compare, bound, met }) => ({ contender, compare, bound, met })),
      [
        { contender: "ours", compare: "speed", bound: 3, met: true },
        { contender: "ours", compare: "share", bound: undefined, met: true },
        { contender: "theirs", compare: undefined, bound: undefined, met: true },
      ],
    )
    assert.strictEqual(verdicts[2]!.note, "blind")
  })
})
