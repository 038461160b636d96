import type { Signal } from "../../src/internal/live/signal.js"
import * as LiveTelemetry from "@candela/core/LiveTelemetry"
import { recording } from "@candela/support/tracer"
import { turn } from "@candela/support/turns"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Metric, Option, Stream, TestClock } from "effect"
import { Channel, Meters, meters, reading, serving, type LiveReading } from "./channel.js"

const name = "test.readings"

const counted = (metric: Metric.Metric.Counter<number>, labels?: LiveTelemetry.Labels) =>
  Effect.map(Metric.value(LiveTelemetry.of(metric, "topic", name, labels)), ({ count }) => count)

const filled = (outcome: string, reason: string) =>
  Effect.map(
    Metric.value(LiveTelemetry.of(LiveTelemetry.fillDuration, "topic", name, { outcome, reason })),
    ({ count, sum }) => ({ count, sum }),
  )

const at = (time: number) => ({ _tag: "Subscribed", at: time }) as const
const lost = { _tag: "Lost", reason: "cut", at: 300 } as const

/** Runs a stream of events beside signals and time, and returns its spans. */
const observed = (signals: ReadonlyArray<Signal<LiveReading>>, time: number, form: "events" | "follow" = "events") =>
  Effect.gen(function* () {
    const { spans, requests, tracer } = recording()
    const { readings } = yield* Meters
    const { send } = yield* Channel
    const events = form === "events" ? readings.events(["A"]) : readings.follow({ ticker: ["A"], from: new Date(0) })
    const fiber = yield* Effect.fork(Effect.withTracer(Stream.runDrain(events), tracer))
    yield* send(...signals)
    yield* Effect.repeatN(turn, 3)
    yield* TestClock.adjust(time)
    yield* Effect.repeatN(turn, 3)
    yield* Fiber.interrupt(fiber)
    return { fills: spans.filter(({ name }) => name === "live.fill"), spans, requests }
  })

const cut = [at(0), { _tag: "Rows", rows: [reading("A", 100)] }, lost, at(900)] as const

describe("a fill", () => {
  it.effect("is a span with its requests, and counted with its rows, gap and duration", () =>
    Effect.gen(function* () {
      const before = yield* Effect.all([
        counted(LiveTelemetry.filledRows),
        counted(LiveTelemetry.gaps, { filled: "true" }),
      ])
      const duration = yield* filled("filled", "cut")
      const { fills, spans } = yield* observed(cut, 7000)
      assert.strictEqual(fills.length, 1)
      assert.deepStrictEqual(Object.fromEntries(fills[0]!.attributes), {
        ...{ topic: name, reason: "cut", tickers: 1, rows: 2, outcome: "filled" },
      })
      assert.isTrue(Exit.isSuccess(fills[0]!.exit!))
      const calls = spans.filter(({ name }) => name === "test.readings")
      assert.isNotEmpty(calls)
      for (const { parent } of calls) assert.strictEqual(Option.getOrThrow(parent).spanId, "1".padStart(16, "0"))
      const after = yield* Effect.all([
        counted(LiveTelemetry.filledRows),
        counted(LiveTelemetry.gaps, { filled: "true" }),
      ])
      assert.deepStrictEqual([after[0] - before[0], after[1] - before[1]], [2, 1])
      const { count, sum } = yield* filled("filled", "cut")
      assert.strictEqual(count - duration.count, 1)
      assert.isAtLeast(sum - duration.sum, 5)
    }).pipe(Effect.provide(meters(serving(() => [100, 200, 300])))),
  )

  it.effect("that finds nothing out is counted as a gap that is not filled", () =>
    Effect.gen(function* () {
      const [gaps, { count }] = yield* Effect.all([
        counted(LiveTelemetry.gaps, { filled: "false" }),
        filled("unfilled", "cut"),
      ])
      const { fills } = yield* observed(cut, 7000)
      assert.deepInclude(Object.fromEntries(fills[0]!.attributes), { rows: 0, outcome: "unfilled" })
      assert.strictEqual((yield* counted(LiveTelemetry.gaps, { filled: "false" })) - gaps, 1)
      assert.strictEqual((yield* filled("unfilled", "cut")).count - count, 1)
    }).pipe(Effect.provide(meters(() => ScriptedTransport.json({ error: "Unknown API Key" }, { status: 401 })))),
  )

  it.effect("of a history that fails is told in its span", () =>
    Effect.gen(function* () {
      const failed = yield* observed([at(0)], 0, "follow")
      assert.deepInclude(Object.fromEntries(failed.fills[0]!.attributes), { reason: "start", outcome: "failed" })
    }).pipe(Effect.provide(meters(() => ScriptedTransport.json({ error: "Unknown API Key" }, { status: 401 })))),
  )

  it.effect("that a stream interrupts ends with it, and is counted", () =>
    Effect.gen(function* () {
      const { count } = yield* filled("interrupted", "start")
      const { fills } = yield* observed([at(0)], 100, "follow")
      assert.deepInclude(Object.fromEntries(fills[0]!.attributes), { outcome: "interrupted", tickers: 1 })
      assert.isTrue(Exit.isInterrupted(fills[0]!.exit!))
      assert.strictEqual((yield* filled("interrupted", "start")).count - count, 1)
    }).pipe(Effect.provide(meters(() => ScriptedTransport.hang))),
  )
})

it.effect("revisions are counted", () =>
  Effect.gen(function* () {
    const before = yield* counted(LiveTelemetry.revisions)
    yield* observed([at(0), { _tag: "Rows", rows: [reading("A", 100), reading("A", 100, 7)] }], 0)
    assert.strictEqual((yield* counted(LiveTelemetry.revisions)) - before, 1)
  }).pipe(Effect.provide(meters(serving(() => [])))),
)
