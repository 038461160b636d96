import * as Field from "@candela/core/declare/Field"
import * as Topic from "@candela/core/declare/Topic"
import * as Unit from "@candela/core/declare/Unit"
import { LiveConnection } from "@candela/core/LiveConnection"
import * as LiveTelemetry from "@candela/core/LiveTelemetry"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck as fc, Fiber, Metric, Schema, Stream } from "effect"
import { runs, seeded } from "@candela/support/seeded"
import * as EventLoop from "../../src/internal/eventLoop.js"
import * as Turns from "../../src/internal/live/turns.js"
import * as Scripted from "./scripted.js"
import { listen, pass, scenario, service, settle, trade, trades } from "./scripted.js"

describe("frames", () => {
  it.effect.prop(
    "give the same rows however events are divided among them",
    [
      fc.array(fc.record({ sym: fc.constantFrom("AAPL", "MSFT", "TSLA", "*"), t: fc.nat(9), odd: fc.nat(9) }), {
        maxLength: 60,
      }),
      fc.infiniteStream(fc.nat(6)),
    ],
    ([events, lengths]) =>
      Effect.scoped(
        Effect.suspend(() => {
          const live = service()
          return scenario(
            live,
            Effect.gen(function* () {
              const some = yield* listen(["AAPL", "MSFT"], { onInvalidRow: "skip" })
              const all = yield* listen("*", { onInvalidRow: "skip" })
              yield* settle
              const sent = events.map(({ odd, sym, t }) => (odd === 0 ? { ev: "T", sym } : trade(sym, t)))
              for (let from = 0; from < sent.length;) {
                const to = from + lengths.next().value!
                live.last().say(...sent.slice(from, to))
                from = to
              }
              yield* settle
              const rows = events
                .filter(({ odd }) => odd > 0)
                .map(({ sym, t }) => ({ ticker: sym, price: 1, timestamp: t }))
              assert.deepStrictEqual(all.rows(), rows)
              assert.deepStrictEqual(
                some.rows(),
                rows.filter(({ ticker }) => ticker === "AAPL" || ticker === "MSFT"),
              )
            }),
          )
        }),
      ),
    { fastCheck: { ...seeded.fastCheck, numRuns: runs(100) } },
  )

  it.scoped(
    "with an event that its schema rejects cost the streams that would have had it, after the rows before",
    () => {
      const live = service()
      return scenario(
        live,
        Effect.gen(function* () {
          const before = yield* Metric.value(LiveTelemetry.of(LiveTelemetry.invalid, "topic", "T"))
          const one = yield* listen(["AAPL"])
          const other = yield* listen(["MSFT"])
          const skipping = yield* listen("*", { onInvalidRow: "skip" })
          yield* settle
          live.last().say(trade("AAPL", 1), { ...trade("AAPL", 2), p: `${Scripted.key}\u001b[2J` }, trade("MSFT", 3))
          yield* settle
          const error = yield* Effect.flip(Fiber.join(one.fiber))
          assert.strictEqual(
            error.message,
            'T sent an event whose p is not number: {"ev":"T","sym":"AAPL","p":"<redacted>\\u001b[2J","t":2} With onInvalidRow: "skip" the stream omits and counts such events.',
          )
          assert.strictEqual(one.rows().length, 1)
          assert.strictEqual(other.rows().length, 1)
          assert.strictEqual(skipping.rows().length, 2)
          const { count } = yield* Metric.value(LiveTelemetry.of(LiveTelemetry.invalid, "topic", "T"))
          assert.strictEqual(count - before.count, 1)
          assert.strictEqual(live.peers.length, 1)
        }),
      )
    },
  )

  it.scoped("that are no JSON, and events of no topic, are counted and cost nothing else", () => {
    const live = service()
    return scenario(
      live,
      Effect.gen(function* () {
        const unknown = LiveTelemetry.of(LiveTelemetry.unknown, "cluster", "stocks")
        const before = yield* Metric.value(unknown)
        const { rows } = yield* listen(["AAPL"])
        yield* settle
        const peer = live.last()
        for (const text of ['[{"ev":"T","sym"', "", "[1,null]", '[{"ev":"ZZ"},{}]']) peer.frame(text)
        peer.frame(JSON.stringify(trade("AAPL", 1)))
        yield* settle
        assert.strictEqual(rows().length, 1)
        assert.strictEqual((yield* Metric.value(unknown)).count - before.count, 6)
      }),
    )
  })

  it.scoped("keep exact integers, beside events without any", () => {
    const halts = Topic.make({
      cluster: "stocks",
      code: "LULD",
      row: Field.struct({
        ticker: Field.required(Schema.String, "T"),
        timestamp: Field.required(Unit.EpochNanos, "t"),
      }),
      ticker: trades.ticker,
      spelling: { toWire: (ticker) => `X:${ticker}`, fromWire: (spelled) => spelled.slice(2) },
      kind: "state",
      time: ({ timestamp }) => Number(timestamp / 1_000_000n),
      wildcard: false,
    })
    const live = service()
    return scenario(
      live,
      Effect.gen(function* () {
        const rows: Array<unknown> = []
        const { subscribe } = yield* LiveConnection
        yield* subscribe(halts, ["AAPL"]).pipe(
          Stream.runForEach((signal) => Effect.sync(() => signal._tag === "Rows" && rows.push(...signal.rows))),
          Effect.forkScoped,
        )
        const { rows: traded } = yield* listen(["AAPL"])
        yield* settle
        live
          .last()
          .frame(
            '[{"ev":"T","sym":"AAPL","p":1,"t":5}, {"ev":"LULD","T":"X:AAPL","t":1764347000123456789, "x":"\\"}é"}]',
          )
        yield* settle
        assert.deepStrictEqual(rows, [{ ticker: "AAPL", timestamp: 1764347000123456789n }])
        assert.deepStrictEqual(traded(), [{ ticker: "AAPL", price: 1, timestamp: 5 }])
      }),
    )
  })

  it.scoped("that arrive before the end are read before it", () => {
    const live = service()
    return scenario(
      live,
      Effect.gen(function* () {
        const { heard, rows } = yield* listen(["AAPL"])
        yield* settle
        const peer = live.last()
        for (let t = 0; t < 300; t++) peer.say(trade("AAPL", t))
        peer.end()
        yield* settle
        assert.strictEqual(rows().length, 300)
        assert.strictEqual(heard.at(-1)!._tag, "Lost")
      }),
    )
  })
})

describe("turns", () => {
  it.effect("read so much work each: the socket pauses while many frames wait", () =>
    Effect.gen(function* () {
      const read: Array<number> = []
      const ends: Array<string> = []
      let frame = { number: -1, left: 0 }
      let isDone = false
      const turns = Turns.make({
        now: () => 0,
        begin: (text) => (frame = { number: Number(text), left: 1_024 }),
        read: (work) => {
          const { left, number } = frame
          frame.left = Math.max(0, left - work)
          if (left > 0 && frame.left === 0) read.push(number)
          return work - left
        },
        onTurn: (waiting) => ends.push(`${read.length} read, ${waiting} wait`),
        pause: () => ends.push("pause"),
        resume: () => ends.push("resume"),
      })
      for (let frame = 0; frame < 300; frame++) turns.push(String(frame))
      turns.whenRead(() => (isDone = true))
      assert.deepStrictEqual(ends, ["pause"])
      assert.strictEqual(read.length, 4)
      yield* EventLoop.turn
      assert.deepStrictEqual(ends, ["pause", "8 read, 292 wait"])
      assert.isFalse(isDone)
      yield* Effect.repeatN(EventLoop.turn, 80)
      assert.isTrue(isDone)
      assert.strictEqual(ends[ends.indexOf("resume") - 1], "236 read, 64 wait")
      assert.deepStrictEqual(
        read,
        Array.from({ length: 300 }, (_, frame) => frame),
      )
    }),
  )

  it.effect("begin no further frame after ten milliseconds", () =>
    Effect.gen(function* () {
      let now = 0
      let begun = 0
      const turns = Turns.make({
        now: () => now,
        begin: () => {
          begun++
          now += 10
        },
        read: (work) => work,
        onTurn: () => undefined,
        pause: () => undefined,
        resume: () => undefined,
      })
      for (let frame = 0; frame < 3; frame++) turns.push("")
      for (const expected of [1, 2, 3]) {
        assert.strictEqual(begun, expected)
        yield* EventLoop.turn
      }
    }),
  )

  it.scoped("divide a long frame, and a shorter one of events that are slow to read", () => {
    const live = service()
    return scenario(
      live,
      Effect.gen(function* () {
        const { rows } = yield* listen(["AAPL"], { onInvalidRow: "skip", buffer: { rows: 100_000 } })
        yield* settle
        const turnsOf = (count: number, event: object) =>
          Effect.gen(function* () {
            const before = rows().length
            live.last().say(...Array.from({ length: count }, () => event), trade("AAPL", 1))
            let turns = 0
            for (; rows().length < before + 1 || rows().at(-1)!.timestamp !== 1; turns++) yield* EventLoop.turn
            yield* settle
            return turns
          })
        const few = yield* turnsOf(10, trade("AAPL", 2))
        assert.isAbove(yield* turnsOf(50_000, trade("AAPL", 2)), few + 4)
        assert.isAbove(yield* turnsOf(5_000, { ev: "T", sym: "AAPL" }), few + 4)
      }),
    )
  })
})

describe("the key", () => {
  it.scoped("is in no error, whatever repeats it", () => {
    const words = `${Scripted.key} is wrong`
    const live = service({ message: (peer) => peer.say(Scripted.status("auth_failed", words)) })
    return scenario(
      live,
      Effect.gen(function* () {
        const error = yield* Effect.flip(Fiber.join((yield* listen(["AAPL"])).fiber))
        assert.notInclude(JSON.stringify(error) + error.message, Scripted.key)
        assert.include(error.message, "<redacted> is wrong")
      }),
    )
  })

  it.scoped("is in no close reason and refusal", () => {
    const live = service({
      open: (peer) => (live.peers.length === 1 ? peer.accept() : peer.end(1011, Scripted.key)),
      message: (peer, message) =>
        message.action === "subscribe"
          ? peer.say(Scripted.status("error", Scripted.key))
          : Scripted.faultless.message(peer, message),
    })
    return scenario(
      live,
      Effect.gen(function* () {
        const refused = yield* Effect.flip(Fiber.join((yield* listen(["AAPL"])).fiber))
        yield* pass("2 seconds")
        const { fiber } = yield* listen(["AAPL"])
        yield* pass("1 minute")
        const lost = yield* Effect.flip(Fiber.join(fiber))
        assert.strictEqual(lost._tag, "Disconnected")
        for (const error of [refused, lost]) {
          assert.notInclude(JSON.stringify(error) + error.message, Scripted.key)
          assert.include(error.message, "<redacted>")
        }
      }),
    )
  })
})
