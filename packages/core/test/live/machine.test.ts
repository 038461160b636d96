import { InvalidRequest, TransportError } from "@candela/core/MarketDataError"
import { assert, describe, it } from "@effect/vitest"
import * as Machine from "../../src/internal/live/machine.js"
import type * as Specs from "../../src/internal/live/spec.js"
import type { Bar, LiveBar } from "./simulation.js"

const minute = 60_000

const bar = (ticker: string, timestamp: number, volume = 100): Bar => ({
  ticker,
  timestamp,
  close: 1,
  volume,
})

const live = (ticker: string, timestamp: number, dayVolume: number, volume = 100): LiveBar => ({
  ...bar(ticker, timestamp, volume),
  dayVolume,
})

const specOf = (spec: Partial<Specs.Spec<LiveBar, Bar>>): Specs.Spec<LiveBar, Bar> => ({
  tickers: ["A", "B"],
  tickerOf: ({ ticker }) => ticker,
  common: ({ close, ticker, timestamp, volume }) => ({ ticker, timestamp, close, volume }),
  time: ({ timestamp }) => timestamp,
  key: ({ timestamp }) => timestamp,
  late: 16 * minute,
  volume: { total: ({ dayVolume }) => dayVolume, own: ({ volume }) => volume },
  span: minute,
  delay: minute,
  unfilled: undefined,
  snapshot: false,
  settle: 5000,
  within: minute,
  requests: 200,
  capacity: 1000,
  from: undefined,
  ...spec,
})

/** A machine that has told the first bar of each ticker, and lost its connection. */
const cut = (spec: Partial<Specs.Spec<LiveBar, Bar>> = {}) => {
  const machine = Machine.make(specOf(spec))
  machine.take({ _tag: "Subscribed", at: 0 }, 0)
  const rows = [live("A", 0, 100), live("B", 0, 100)].slice(0, spec.tickers?.length)
  machine.take({ _tag: "Rows", rows }, minute)
  machine.events()
  machine.take({ _tag: "Lost", reason: "cut", at: minute + 1 }, minute + 2)
  return machine
}

const subscribed = (machine: Specs.Machine<LiveBar, Bar>, at: number) => {
  machine.take({ _tag: "Subscribed", at }, at)
  return machine.questions()
}

const gap = { _tag: "Gap", reason: "cut", from: minute + 1, to: 90_000 } as const

const answer = (machine: Specs.Machine<LiveBar, Bar>, { id }: Specs.Question, at: number, rows: ReadonlyArray<Bar>) => {
  machine.take({ _tag: "Answer", id, at, rows }, at)
  machine.take({ _tag: "Answered", id, at }, at)
}

describe("a gap", () => {
  it("of a ticker whose next row shows that nothing was missed costs no request", () => {
    const machine = cut()
    const [first, second] = subscribed(machine, 90_000)
    assert.strictEqual(first!.delay, 5000)
    machine.take({ _tag: "Rows", rows: [live("A", minute, 200), live("B", minute, 200)] }, 2 * minute)
    assert.deepStrictEqual(
      [first!, second!].map(({ id }) => machine.isOpen(id)),
      [false, false],
    )
    assert.deepStrictEqual(machine.events(), [
      { _tag: "Rows", rows: [bar("A", minute), bar("B", minute)] },
      { ...gap, tickers: ["A", "B"], filled: true },
    ])
  })

  it("is filled ticker by ticker, and the rows of the others go on", () => {
    const machine = cut()
    const [first, second] = subscribed(machine, 200_000)
    // A bar of the gap, and one of after it, which proves that the endpoint has caught up.
    machine.take({ _tag: "Rows", rows: [live("A", 3 * minute, 400)] }, 240_100)
    assert.deepStrictEqual(machine.events(), [])
    answer(machine, first!, 241_000, [bar("A", 0), bar("A", minute), bar("A", 2 * minute), bar("A", 3 * minute)])
    assert.deepStrictEqual(machine.events(), [
      { _tag: "Rows", rows: [bar("A", minute), bar("A", 2 * minute), bar("A", 3 * minute)] },
    ])
    answer(machine, second!, 241_000, [bar("B", 0)])
    const [again] = machine.questions()
    answer(machine, again!, 246_000, [bar("B", 0)])
    assert.deepStrictEqual(machine.events(), [{ ...gap, to: 200_000, tickers: ["A", "B"], filled: true }])
  })

  it("is asked for again from shortly before the last row: rows may be slightly out of order", () => {
    const machine = cut({ tickers: ["A"], late: 0, span: 0, volume: undefined })
    const [question] = subscribed(machine, 90_000)
    assert.deepInclude(question, { from: -2000 })
    answer(machine, question!, 90_000, [bar("A", 0), bar("A", minute)])
    const [again] = machine.questions()
    assert.deepInclude(again, { from: minute - 2000 })
    answer(machine, again!, 95_000, [bar("A", minute - 1), bar("A", minute)])
    assert.deepStrictEqual(machine.events(), [{ _tag: "Rows", rows: [bar("A", minute), bar("A", minute - 1)] }])
  })

  it("of a followed ticker of which nothing was told begins with the history: a delayed feed has its rows late", () => {
    const machine = Machine.make(specOf({ tickers: ["A"], from: 0 }))
    const [first] = subscribed(machine, 90_000)
    answer(machine, first!, 95_000, [])
    const [second] = machine.questions()
    answer(machine, second!, 100_000, [])
    assert.deepInclude(machine.events(), {
      _tag: "Gap",
      reason: "start",
      from: 0,
      to: 90_000,
      tickers: ["A"],
      filled: true,
    })
    machine.take({ _tag: "Lost", reason: "cut", at: 15 * minute }, 15 * minute)
    const [question] = subscribed(machine, 20 * minute)
    assert.deepInclude(question, { from: 0 })
  })

  it("that another cut interrupts is not filled by what was heard before it", () => {
    const machine = cut({ tickers: ["A"] })
    const [question] = subscribed(machine, 90_000)
    machine.take({ _tag: "Rows", rows: [live("A", 3 * minute, 999)] }, 4 * minute)
    machine.take({ _tag: "Lost", reason: "cut", at: 4 * minute }, 4 * minute + 1)
    assert.deepStrictEqual(subscribed(machine, 10 * minute), [])
    answer(machine, question!, 10 * minute, [bar("A", 0), bar("A", 3 * minute)])
    assert.deepStrictEqual(machine.events(), [{ _tag: "Rows", rows: [bar("A", 3 * minute)] }])
  })

  it("is not taken for empty where it is shown by a row that came again, before which others were missed", () => {
    const machine = cut({ tickers: ["A"] })
    subscribed(machine, 10 * minute)
    // The bar after the last one, changed by a late trade: bars after it were missed.
    machine.take({ _tag: "Rows", rows: [live("A", minute, 207, 107)] }, 10 * minute + 1)
    assert.deepStrictEqual(machine.events(), [])
  })

  it("is not taken for filled by an older value of a row that was held", () => {
    const machine = cut({ tickers: ["A"] })
    const [question] = subscribed(machine, 90_000)
    machine.take({ _tag: "Rows", rows: [live("A", minute, 999, 107)] }, 2 * minute)
    answer(machine, question!, 2 * minute, [bar("A", 0), bar("A", minute)])
    assert.deepStrictEqual(machine.events(), [{ _tag: "Rows", rows: [bar("A", minute)] }])
    answer(machine, machine.questions()[0]!, 2 * minute + 250, [bar("A", 0), bar("A", minute, 107)])
    assert.deepStrictEqual(machine.events(), [
      { _tag: "Revised", before: bar("A", minute), row: bar("A", minute, 107) },
      { ...gap, tickers: ["A"], filled: true },
    ])
  })

  it("that the endpoint does not catch up with is told, and the stream goes on", () => {
    const machine = cut({ tickers: ["A"] })
    let [question] = subscribed(machine, 90_000)
    machine.take({ _tag: "Rows", rows: [live("A", 3 * minute, 999)] }, 4 * minute)
    for (let now = 4 * minute; question !== undefined; now += 4000) {
      answer(machine, question, now, [bar("A", 0)])
      ;[question] = machine.questions()
      assert.isBelow(now, 10 * minute)
    }
    assert.deepStrictEqual(machine.events(), [
      { _tag: "Rows", rows: [bar("A", 3 * minute)] },
      {
        ...gap,
        tickers: ["A"],
        filled: false,
        detail: "the endpoint did not catch up within 60 s (fill.within)",
      },
    ])
  })

  it("of more tickers than requests is told for those that are not asked for", () => {
    const machine = cut({ requests: 1 })
    const [question] = subscribed(machine, 90_000)
    answer(machine, question!, 95_000, [bar("A", 0)])
    const detail = "the 1 requests of a gap were used up (fill.requests)"
    assert.deepStrictEqual(machine.events(), [{ ...gap, tickers: ["B", "A"], filled: false, detail }])
  })

  it("is asked for again after an error that may pass, and told after one that does not", () => {
    const machine = cut()
    const [first, second] = subscribed(machine, 90_000)
    const lost = new TransportError({ endpoint: "test.bars", reason: "Connection", detail: "reset" })
    machine.take({ _tag: "Failed", id: first!.id, error: lost }, 95_000)
    const [again] = machine.questions()
    assert.deepInclude(again, { _tag: "Rows", ticker: "A" })
    const error = new InvalidRequest({ endpoint: "test.bars", parameter: "to", value: "", expected: "a day" })
    machine.take({ _tag: "Failed", id: second!.id, error }, 95_000)
    answer(machine, again!, 96_000, [bar("A", 0)])
    answer(machine, machine.questions()[0]!, 99_000, [bar("A", 0)])
    const told = machine.events()
    assert.deepStrictEqual(
      told.map((event) => event._tag === "Gap" && [event.tickers, event.filled, event.detail]),
      [
        [["A"], true, undefined],
        [["B"], false, error.message],
      ],
    )
  })

  it("holds no more rows than its buffer, and asks for those that it drops", () => {
    const machine = cut({ tickers: ["A"], capacity: 3 })
    const [question] = subscribed(machine, 90_000)
    const after = [3, 4, 5, 6, 7].map((index) => live("A", index * minute, 999))
    for (const row of after) machine.take({ _tag: "Rows", rows: [row] }, row.timestamp + minute)
    // The endpoint has all of them, but the fourth was dropped with those before it: it proves nothing.
    answer(machine, question!, 8 * minute + 10, [bar("A", 0), bar("A", 3 * minute), bar("A", 4 * minute)])
    assert.deepStrictEqual(machine.events(), [{ _tag: "Rows", rows: [bar("A", 3 * minute), bar("A", 4 * minute)] }])
    const [again] = machine.questions()
    answer(
      machine,
      again!,
      8 * minute + 500,
      [5, 6, 7].map((index) => bar("A", index * minute)),
    )
    assert.deepStrictEqual(machine.events(), [
      { _tag: "Rows", rows: [5, 6, 7].map((index) => bar("A", index * minute)) },
      { ...gap, tickers: ["A"], to: 90_000, filled: true },
    ])
  })

  it("is one of the tickers that a full buffer dropped: an overflow is a gap", () => {
    const machine = Machine.make(specOf({}))
    machine.take({ _tag: "Subscribed", at: 0 }, 0)
    machine.take({ _tag: "Dropped", rows: 2, tickers: ["A"], from: 2 * minute, to: 2 * minute }, 3 * minute)
    const [question] = machine.questions()
    answer(machine, question!, 3 * minute, [bar("A", 0), bar("A", minute)])
    answer(machine, machine.questions()[0]!, 3 * minute + 5000, [bar("A", 0), bar("A", minute)])
    assert.deepStrictEqual(machine.events(), [
      { _tag: "Rows", rows: [bar("A", minute)] },
      { _tag: "Gap", reason: "overflow", tickers: ["A"], from: 2 * minute, to: 3 * minute, filled: true },
    ])
  })

  it("is told and not filled where no endpoint has the rows", () => {
    const machine = cut({ unfilled: "none" })
    assert.deepStrictEqual(subscribed(machine, 90_000), [])
    assert.deepStrictEqual(machine.events(), [{ ...gap, tickers: ["A", "B"], filled: false, detail: "none" }])
  })
})

describe("a row", () => {
  it("of the endpoint is not told before its end", () => {
    const machine = cut({ tickers: ["A"] })
    const [question] = subscribed(machine, 90_000)
    answer(machine, question!, 95_000, [bar("A", 0), bar("A", minute, 7)])
    assert.deepStrictEqual(machine.events(), [])
  })

  it("that comes again is told once, and with other values as a revision", () => {
    const machine = Machine.make(specOf({ tickers: ["A"] }))
    machine.take({ _tag: "Subscribed", at: 0 }, 0)
    const [row, changed] = [live("A", 0, 100), live("A", 0, 107, 107)]
    machine.take({ _tag: "Rows", rows: [row, row, changed, changed] }, minute)
    assert.deepStrictEqual(machine.events(), [
      { _tag: "Rows", rows: [bar("A", 0)] },
      { _tag: "Revised", before: bar("A", 0), row: bar("A", 0, 107) },
    ])
  })
})

describe("what a store has settled", () => {
  const settled = (machine: Specs.Machine<LiveBar, Bar>, ...ends: ReadonlyArray<readonly [string, number]>) => {
    machine.take({ _tag: "Settled", ends: new Map(ends) }, 0)
    return machine.events()
  }

  it("is told of tickers together, but for what the stream itself took from the store", () => {
    const machine = Machine.make(specOf({ from: 0 }))
    assert.deepStrictEqual(settled(machine, ["A", minute], ["B", minute]), [])
    assert.deepStrictEqual(settled(machine, ["A", 5 * minute], ["B", 5 * minute]), [
      { _tag: "Settled", from: minute, to: 5 * minute, tickers: ["A", "B"] },
    ])
    assert.deepStrictEqual(settled(machine, ["A", 5 * minute], ["B", 3 * minute]), [])
    // The consumer has the row of the store.
    machine.take({ _tag: "Rows", rows: [live("A", 4 * minute, 100), live("A", 5 * minute, 200)] }, 6 * minute)
    assert.deepStrictEqual(machine.events(), [{ _tag: "Rows", rows: [bar("A", 5 * minute)] }])
  })

  it("waits for what is fetched, and for the connection", () => {
    const machine = Machine.make(specOf({ tickers: ["A"], from: 0 }))
    settled(machine, ["A", minute])
    const [question] = subscribed(machine, 4 * minute)
    assert.deepStrictEqual(settled(machine, ["A", 2 * minute]), [])
    answer(machine, question!, 4 * minute, [bar("A", 0)])
    answer(machine, machine.questions()[0]!, 5 * minute, [bar("A", 0)])
    assert.deepInclude(machine.events().at(-1), { _tag: "Gap", filled: true })
    machine.take({ _tag: "Lost", reason: "cut", at: 6 * minute }, 6 * minute)
    assert.deepStrictEqual(settled(machine, ["A", 2 * minute]), [])
    const [again] = subscribed(machine, 7 * minute)
    answer(machine, again!, 8 * minute, [])
    answer(machine, machine.questions()[0]!, 9 * minute, [])
    machine.events()
    assert.deepStrictEqual(settled(machine, ["A", 2 * minute]), [
      { _tag: "Settled", from: minute, to: 2 * minute, tickers: ["A"] },
    ])
  })
})
