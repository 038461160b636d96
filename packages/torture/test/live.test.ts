import type { Event } from "@candela/core/Live"
import * as NodeContext from "@effect/platform-node/NodeContext"
import * as FileSystem from "@effect/platform/FileSystem"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Random } from "effect"
import * as Hostile from "../src/live/Hostile.js"
import * as Ledger from "../src/live/Ledger.js"
import * as Log from "../src/live/Log.js"

interface Row {
  readonly ticker: string
  readonly at: number
  readonly close: number
}

const row = (at: number, close = 1, ticker = "AAPL"): Row => ({ ticker, at, close })
const rows = (...rows: ReadonlyArray<Row>): Event<Row> => ({ _tag: "Rows", rows })
const revised = (before: Row, row: Row): Event<Row> => ({ _tag: "Revised", before, row })

const judge = (events: ReadonlyArray<Event<Row>>, history: ReadonlyArray<Row>, until?: number) => {
  const form = { key: ({ at }: Row) => at, time: ({ at }: Row) => at }
  const ledger = Ledger.make<Row>(form as never)
  events.forEach(ledger.take)
  return ledger.judge(history, until)
}

const none = { lost: 0, repeated: 0, disordered: 0, stale: 0, invented: 0 }

describe("what was told beside the history", () => {
  it("is the same, revisions included", () => {
    const events = [rows(row(1), row(2), row(1, 1, "MSFT")), revised(row(1), row(1, 5)), rows(row(3))]
    assert.deepStrictEqual(judge(events, [row(1, 5), row(2), row(3), row(1, 1, "MSFT")]), none)
  })
  it("is lost, repeated, out of order, stale or invented", () => {
    assert.deepStrictEqual(judge([rows(row(1))], [row(1), row(2)]), { ...none, lost: 1 })
    assert.deepStrictEqual(judge([rows(row(1)), rows(row(1))], [row(1)]), { ...none, repeated: 1 })
    assert.deepStrictEqual(judge([rows(row(2), row(1))], [row(1), row(2)]), { ...none, disordered: 1 })
    assert.deepStrictEqual(judge([rows(row(1))], [row(1, 5)]), { ...none, stale: 1 })
    assert.deepStrictEqual(judge([rows(row(1), row(2))], [row(1)]), { ...none, invented: 1 })
    assert.strictEqual(Ledger.faults(judge([rows(row(2), row(1), row(1))], [])), 4)
  })
  it("is not judged from an instant on", () => {
    assert.deepStrictEqual(judge([rows(row(1), row(7))], [row(1), row(6)], 6), none)
  })
})

describe("the file of a program that is killed", () => {
  it.scoped("loses the rows after its position, and a line that was half written", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const path = `${yield* files.makeTempDirectoryScoped()}/bars`
      yield* Log.resume(path, 0)
      Log.append(path, rows(row(1), row(2)))
      Log.append(path, revised(row(1), row(1, 5)))
      Log.append(path, rows(row(3)))
      yield* files.writeFileString(path, '{"row":{"tick', { flag: "a" })
      yield* Log.resume(path, 3)
      const whole = [rows(row(1)), rows(row(2)), revised(row(1), row(1, 5)), rows(row(3))]
      assert.deepStrictEqual(yield* Log.read<Row>(path), whole)
      yield* Log.resume(path, 2)
      assert.deepStrictEqual(yield* Log.read<Row>(path), whole.slice(0, 3))
      yield* Log.resume(path, 0)
      assert.deepStrictEqual(yield* Log.read<Row>(path), [])
    }).pipe(Effect.provide(NodeContext.layer)),
  )
})

it("hostile frames are the same for the same seed, and have the good events", () => {
  const frames = (seed: string) =>
    Effect.runSync(Effect.withRandom(Effect.replicateEffect(Hostile.next([Hostile.bands(7)]), 50), Random.make(seed)))
  assert.deepStrictEqual(frames("a"), frames("a"))
  assert.notDeepEqual(frames("a"), frames("b"))
  for (const frame of frames("a")) assert.include(frame.toString(), Hostile.bands(7))
})
