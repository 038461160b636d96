import { Checkpoint, CheckpointError } from "@candela/core/Checkpoint"
import { Checkpoints } from "@candela/core/Checkpoints"
import * as LiveClient from "@candela/core/declare/LiveClient"
import type * as Live from "@candela/core/Live"
import { Evicted } from "@candela/core/LiveError"
import { InvalidRequest } from "@candela/core/MarketDataError"
import { impatient, steps } from "@candela/support/impatient"
import { sampled } from "@candela/support/seeded"
import { turn } from "@candela/support/turns"
import { asked } from "@candela/support/weather"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Exit, Fiber, Option, Stream, TestClock } from "effect"
import { Channel, channel, common, Meters, meters, reading, serving, topics, type Common } from "./live/channel.js"

const none = serving(() => [])

/** Runs a stream beside what the test does, and returns what it gave until then. */
const during = <A, E, R, R2>(stream: Stream.Stream<A, E, R>, script: Effect.Effect<unknown, never, R2>) =>
  Effect.gen(function* () {
    const given: Array<A> = []
    const fiber = yield* Effect.fork(Stream.runForEachChunk(stream, (chunk) => Effect.sync(() => given.push(...chunk))))
    yield* turn
    yield* script
    yield* turn
    yield* turn
    yield* Fiber.interrupt(fiber)
    return given
  })

/** The error of a stream that is refused at once: one that waits for its subscription fails the test. */
const refusal = (stream: Stream.Stream<unknown, unknown>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.fork(Effect.flip(Stream.runDrain(stream)))
    yield* turn
    const exit = yield* Fiber.poll(fiber)
    yield* Fiber.interrupt(fiber)
    assert.isTrue(Option.isSome(exit), "the stream was subscribed")
    const error = yield* yield* exit
    assert.instanceOf(error, InvalidRequest)
    return error as InvalidRequest
  })

const rowsOf = (events: ReadonlyArray<Live.Event<Common>>) =>
  events.flatMap((event) => (event._tag === "Rows" ? event.rows : []))

const at = (time: number) => ({ _tag: "Subscribed", at: time }) as const

describe("a method of a topic", () => {
  it.effect("streams the rows, in the chunks of the channel", () =>
    Effect.gen(function* () {
      const { readings } = yield* Meters
      const { calls, running, send } = yield* Channel
      const rows = [reading("A", 1), reading("A", 2), reading("BC", 2)]
      const chunks = yield* during(
        Stream.chunks(readings(["A", "B-C", "A"], { buffer: { rows: 5 } })),
        Effect.zipRight(
          send(at(0), { _tag: "Rows", rows }, { _tag: "Lost", reason: "cut", at: 3 }, at(4)),
          Effect.sync(() => assert.strictEqual(running(), 1)),
        ),
      )
      assert.deepStrictEqual(chunks.map(Chunk.toReadonlyArray), [rows])
      assert.deepStrictEqual(calls, [
        { topic: "test.readings", tickers: ["A", "BC"], options: { buffer: { rows: 5 } } },
      ])
      assert.strictEqual(running(), 0)
    }).pipe(Effect.provide(meters(none))),
  )

  const refused: ReadonlyArray<readonly [title: string, tickers: unknown, options: unknown, expected: string]> = [
    ["without tickers", [], undefined, '"tickers" must be a list of tickers such as ["A'],
    ["with a ticker for a list", "A", undefined, '"tickers" must be a list of tickers such as ["A'],
    ["with all and one", ["A", "*"], undefined, "and not both"],
    ["with a ticker of another market", ["C:EURUSD"], undefined, "currency pairs are of @candela/forex"],
    ["with an option that is misspelt", ["A"], { bufer: {} }, 'Did you mean "buffer"?'],
    ["with a part of an option that is misspelt", ["A"], { buffer: { row: 1 } }, 'Did you mean "rows"?'],
    ["with options that are none", ["A"], 5, '"options" must be an object of options'],
    ["with a buffer of no rows", ["A"], { buffer: { rows: 0 } }, '"buffer.rows" must be a whole number of at least 1'],
    ["with conflate where each row counts", ["A"], { buffer: { overflow: "conflate" } }, "each row counts"],
    ["with a policy that is none", ["A"], { buffer: { overflow: "block" } }, '"fail", "dropOldest" or "conflate"'],
    ["with a pause without conflate", ["A"], { buffer: { every: "1 second" } }, '"buffer.every" must be omitted'],
    ["with an invalid treatment of rows", ["A"], { onInvalidRow: "drop" }, '"fail" or "skip"'],
  ]
  for (const [title, tickers, options, expected] of refused) {
    it.effect(`${title} is refused before anything is subscribed`, () =>
      Effect.gen(function* () {
        const { readings } = yield* Meters
        const { calls } = yield* Channel
        const streams = [
          readings(tickers as never, options as never),
          readings.events(tickers as never, options as never),
        ]
        for (const stream of streams) {
          assert.include((yield* refusal(stream)).message, expected)
        }
        assert.deepStrictEqual(calls, [])
      }).pipe(Effect.provide(meters(none))),
    )
  }

  for (const [title, fill, expected] of [
    ["a time that is none", { within: -1 }, '"fill.within" must be a duration such as "5 seconds"'],
    ["a number that is none", { settle: Number.NaN }, '"fill.settle" must be a duration'],
    ["a time without an end", { within: Infinity }, '"fill.within" must be a duration'],
    ["no requests", { requests: 0 }, '"fill.requests" must be a whole number of at least 1'],
    ["more time for an answer than for the fill", { settle: "2 minutes" }, '"fill.settle" must be at most fill.within'],
  ] as const) {
    it.effect(`of events with ${title} for filling is refused before anything is subscribed`, () =>
      Effect.gen(function* () {
        const { readings } = yield* Meters
        const { calls } = yield* Channel
        for (const stream of [
          readings.events(["A"], { fill }),
          readings.follow({ ticker: "A", from: "2025-06-02", fill }),
        ]) {
          assert.include((yield* refusal(stream)).message, expected)
        }
        assert.deepStrictEqual(calls, [])
      }).pipe(Effect.provide(meters(none))),
    )
  }

  it.effect("refuses all tickers where the topic has no wildcard, and rows beside conflate", () =>
    Effect.gen(function* () {
      const { states } = yield* Meters
      const all = yield* refusal(states("*" as never))
      assert.include(all.message, "all cannot be subscribed at once")
      const rows = yield* refusal(states(["A"], { buffer: { rows: 10 } }))
      assert.include(rows.message, "conflate keeps one row of each ticker")
      const every = yield* refusal(states(["A"], { buffer: { overflow: "conflate", every: -1 } }))
      assert.include(every.message, '"buffer.every" must be a duration')
    }).pipe(Effect.provide(meters(none))),
  )

  it.effect("fails with the error of the channel, after the rows before it", () =>
    Effect.gen(function* () {
      const { readings } = yield* Meters
      const { fail, send } = yield* Channel
      const error = new Evicted({ cluster: "stocks", origin: "wss://x", urlFrom: "url", times: 3, within: 600_000 })
      yield* send(at(0), { _tag: "Rows", rows: [reading("A", 1)] })
      yield* fail(error)
      const seen: Array<unknown> = []
      const exit = yield* Effect.exit(
        Stream.runForEach(readings.events(["A"]), (event) => Effect.sync(() => seen.push(event))),
      )
      assert.deepStrictEqual(seen, [{ _tag: "Rows", rows: [common("A", 1)] }])
      assert.deepStrictEqual(exit, Exit.fail(error))
    }).pipe(Effect.provide(meters(none))),
  )
})

describe("a method of rows alone", () => {
  it.effect("needs no market data, has no other methods, and refuses the options of those", () =>
    Effect.gen(function* () {
      const { send } = yield* Channel
      const { readings } = yield* LiveClient.rows(topics)
      assert.notProperty(readings, "events")
      assert.notProperty(readings, "follow")
      const error = yield* refusal(readings(["A"], { fill: {} } as never))
      assert.include(error.message, '"fill" must be omitted')
      const rows = [reading("A", 1), reading("A", 2)]
      const script = send(at(0), { _tag: "Rows", rows }, { _tag: "Lost", reason: "cut", at: 3 }, at(4))
      assert.deepStrictEqual(yield* during(readings(["A"]), script), rows)
    }).pipe(Effect.provide(channel)),
  )
})

describe("events", () => {
  it.effect("fill a cut from the endpoint, and go on", () =>
    Effect.gen(function* () {
      const { readings } = yield* Meters
      const { calls, send } = yield* Channel
      yield* TestClock.setTime(10_000)
      const events = yield* during(
        readings.events(["A"]),
        Effect.gen(function* () {
          yield* send(at(10_000), { _tag: "Rows", rows: [reading("A", 10_000)] })
          yield* TestClock.adjust(100)
          yield* send({ _tag: "Lost", reason: "cut", at: 10_050 })
          yield* TestClock.adjust(100)
          yield* send(at(10_200), { _tag: "Rows", rows: [reading("A", 10_210)] })
          yield* TestClock.adjust(100)
        }),
      )
      assert.deepStrictEqual(events, [
        { _tag: "Rows", rows: [common("A", 10_000)] },
        { _tag: "Rows", rows: [common("A", 10_100), common("A", 10_210)] },
        { _tag: "Gap", reason: "cut", tickers: ["A"], from: 10_050, to: 10_200, filled: true },
      ])
      // An overflow is a gap: the stream asks to drop what is too much.
      assert.deepInclude(calls[0], { options: { onInvalidRow: undefined, buffer: { overflow: "dropOldest" } } })
      assert.deepStrictEqual(yield* asked, ["/v1/readings/A/8000/70200?limit=50000"])
    }).pipe(Effect.provide(meters(serving(() => [10_000, 10_100, 10_210])))),
  )

  it.effect("tell why a gap was not filled, and go on", () =>
    Effect.gen(function* () {
      const { readings, states } = yield* Meters
      const { send } = yield* Channel
      const cut = [at(0), { _tag: "Rows", rows: [reading("A", 1)] }, { _tag: "Lost", reason: "stale", at: 5 }] as const
      const [gap] = (yield* during(
        readings.events(["A"]),
        Effect.zipRight(send(...cut, at(9)), TestClock.adjust(100)),
      )).slice(1)
      assert.deepInclude(gap, { _tag: "Gap", reason: "stale", filled: false })
      assert.include((gap as Live.Gap).detail, "the service refused the key")
      const [state] = (yield* during(states.events(["A"]), send(...cut, at(9)))).slice(1)
      assert.deepInclude(state, { _tag: "Gap", filled: false, detail: "no endpoint has the rows of test.states" })
    }).pipe(Effect.provide(meters(() => ScriptedTransport.json({ error: "Unknown API Key" }, { status: 401 })))),
  )
})

const history = [100, 200, 300]

describe("follow", () => {
  it.effect("streams the history from a day on, then the live rows", () =>
    Effect.gen(function* () {
      const { readings } = yield* Meters
      const { send } = yield* Channel
      const day = Date.parse("2025-06-02T04:00:00Z")
      yield* TestClock.setTime(day + 1000)
      const events = yield* during(
        readings.follow({ ticker: "A", from: "2025-06-02" }),
        Effect.gen(function* () {
          yield* send(at(day + 1000), { _tag: "Rows", rows: [reading("A", day + 1000)] })
          yield* TestClock.adjust(5000)
          yield* send({ _tag: "Rows", rows: [reading("A", day + 2000)] })
        }),
      )
      assert.deepStrictEqual(
        rowsOf(events).map((row) => row.at - day),
        [...history, 1000, 2000],
      )
      assert.deepInclude(events[1], { _tag: "Gap", reason: "start", filled: true, from: day, to: day + 1000 })
    }).pipe(
      Effect.provide(meters(serving(() => [...history, 1000].map((at) => at + Date.parse("2025-06-02T04:00:00Z"))))),
    ),
  )

  it.effect("fails where the history does, and refuses what it cannot follow", () =>
    Effect.gen(function* () {
      const { readings } = yield* Meters
      const { send } = yield* Channel
      const errorOf = (options: object) => refusal(readings.follow(options as never))
      assert.include((yield* errorOf({ ticker: "*", from: 0 })).message, "the history is requested for each")
      assert.include((yield* errorOf({ ticker: "A", from: "2025-02-30" })).message, 'a day such as "2025-06-02"')
      assert.include((yield* errorOf({ ticker: "A", from: "2025-06-02", until: 1 })).message, '"until" must be omitted')
      const unstored = yield* errorOf({ ticker: "A", from: "2025-06-02", checkpoint: "x" })
      assert.include(unstored.message, '"checkpoint" must be omitted, or Checkpoints.layer provided')
      yield* send(at(0))
      const unauthorized = yield* Effect.flip(Stream.runDrain(readings.follow({ ticker: "A", from: new Date(0) })))
      assert.strictEqual(unauthorized._tag, "Unauthorized")
    }).pipe(Effect.provide(meters(() => ScriptedTransport.json({ error: "Unknown API Key" }, { status: 401 })))),
  )
})

/** Checkpoints in a map. */
const stored = (saved: Map<string, Checkpoint>) =>
  Checkpoints.layerOf({
    load: (name) => Effect.succeed(Option.fromNullable(saved.get(name))),
    save: (name, checkpoint) => Effect.sync(() => void saved.set(name, checkpoint)),
    remove: (name) => Effect.sync(() => void saved.delete(name)),
  })

describe("a followed topic with a checkpoint", () => {
  const options = { ticker: "A", from: new Date(0), checkpoint: "night" } as const

  it.effect("goes on where the consumer was, and saves nothing that it has not taken", () => {
    const saved = new Map<string, Checkpoint>()
    let isLater = false
    return Effect.gen(function* () {
      const { readings } = yield* Meters
      const { send } = yield* Channel
      yield* TestClock.setTime(1000)
      // The consumer takes one chunk, and no other.
      yield* send(at(1000))
      const first = yield* Stream.runHead(readings.follow(options))
      assert.deepStrictEqual(rowsOf(Option.toArray(first)).length, 3)
      assert.strictEqual(saved.size, 0)
      const again = yield* during(
        readings.follow(options),
        Effect.zipRight(send(at(1000)), Effect.zipRight(TestClock.adjust(6000), turn)),
      )
      assert.strictEqual(rowsOf(again).length, 3)
      assert.deepInclude(saved.get("night"), { endpoint: "test.readings", rows: 3 })
      assert.deepStrictEqual(saved.get("night")!.tickers, { A: { time: 300, keys: history } })
      isLater = true
      const resumed = yield* during(
        readings.follow(options),
        Effect.gen(function* () {
          yield* send(at(7000), { _tag: "Rows", rows: [reading("A", 7100)] })
          yield* TestClock.adjust(10_000)
        }),
      )
      assert.deepStrictEqual(
        rowsOf(resumed).map(({ at }) => at),
        [7100],
      )
    }).pipe(
      Effect.provide(
        meters(
          serving(() => (isLater ? [...history, 7100] : history)),
          stored(saved),
        ),
      ),
    )
  })

  it.effect("refuses the checkpoint of another stream, and one that cannot be read", () => {
    const other = new Checkpoint({ endpoint: "test.readings", request: "/v1", rows: 0, shard: 0, shards: 1 })
    return Effect.gen(function* () {
      const { readings } = yield* Meters
      const errorOf = (name: string) => refusal(readings.follow({ ...options, checkpoint: name }))
      assert.include((yield* errorOf("night")).message, "of this stream: remove it, or choose another name")
      assert.include((yield* errorOf("bad")).message, "one that can be read (both damaged)")
    }).pipe(
      Effect.provide(
        meters(
          none,
          Checkpoints.layerOf({
            load: (checkpoint) =>
              checkpoint === "bad"
                ? new CheckpointError({ checkpoint, operation: "load", detail: "both damaged" })
                : Effect.succeedSome(other),
            save: () => Effect.void,
            remove: () => Effect.void,
          }),
        ),
      ),
    )
  })
})

describe("a stream of events", () => {
  it.effect("stops at once, also while it waits for the endpoint, and leaves nothing running", () =>
    Effect.gen(function* () {
      const { readings } = yield* Meters
      const { running, send } = yield* Channel
      yield* during(
        readings.follow({ ticker: ["A", "B", "BC", "C", "D", "E"], from: new Date(0) }),
        Effect.zipRight(send(at(0)), Effect.zipRight(TestClock.adjust(100), turn)),
      )
      assert.strictEqual(running(), 0)
      const exchanges = yield* ScriptedTransport.exchanges
      assert.isAbove(exchanges.length, 0)
      assert.deepStrictEqual(
        exchanges.filter(({ state }) => state === "open"),
        [],
      )
    }).pipe(Effect.provide(meters(() => ScriptedTransport.hang))),
  )

  it.effect("waits for its consumer: the connection's buffer has its policy", () =>
    Effect.gen(function* () {
      const { readings } = yield* Meters
      const { left, send } = yield* Channel
      yield* send(
        at(0),
        ...Array.from({ length: 50 }, (_, index) => ({ _tag: "Rows" as const, rows: [reading("A", index)] })),
      )
      yield* Effect.scoped(
        Effect.gen(function* () {
          const pull = yield* Stream.toPull(readings.events(["A"]))
          yield* pull
          for (let count = 0; count < 20; count++) yield* turn
          assert.isAtLeast(yield* left, 40)
        }),
      )
    }).pipe(Effect.provide(meters(none))),
  )
})

describe("a stream of events whose pulls are interrupted and repeated", () => {
  // Fibers of so few operations at a time can be interrupted between any two.
  const cases = [11, 13, 17, 23, 2048].flatMap((operations) =>
    Array.from({ length: 16 }, (_, index) => ({ operations, yields: index * 3 })),
  )
  for (const { operations, yields } of sampled(cases, 0)) {
    it.effect(`gives every row once at whichever step a pull is interrupted (${operations}, ${yields})`, () =>
      Effect.gen(function* () {
        const { readings } = yield* Meters
        const { fail, send } = yield* Channel
        const rows = Array.from({ length: 6 }, (_, index) => reading("A", index))
        yield* send(at(0))
        for (const row of rows) yield* send({ _tag: "Rows", rows: [row] })
        yield* fail(new Evicted({ cluster: "stocks", origin: "wss://x", urlFrom: "url", times: 3, within: 1 }))
        const waits = Array.from({ length: 60 }, (_, index) => steps({ yields: yields + (index % 7), turns: 0 }))
        const { elements } = yield* impatient(readings.events(["A"]), waits)
        assert.deepStrictEqual(
          rowsOf(elements).map(({ at }) => at),
          rows.map(({ at }) => at),
        )
      }).pipe(Effect.withMaxOpsBeforeYield(operations), Effect.provide(meters(none))),
    )
  }
})
