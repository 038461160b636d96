import * as LiveTelemetry from "@candela/core/LiveTelemetry"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Metric } from "effect"
import * as Scripted from "./scripted.js"
import { listen, pass, scenario, service, settle, trade } from "./scripted.js"

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth)

/** An event of trades, with the text of one of its values. */
const event = (values: Readonly<Record<string, string>>) => {
  const texts = { ev: '"T"', sym: '"AAPL"', p: "1", t: "1", ...values }
  return `[{${Object.entries(texts)
    .map(([name, text]) => `"${name}":${text}`)
    .join()}}]`
}

const success = (message: string) => Scripted.status("success", message)

/** Frames that cost the stream of their ticker. */
const rejected = {
  "a value that is nested deeply": event({ p: nested(100_000) }),
  "a text for a number": event({ p: '"1"' }),
  "a number beyond all doubles": event({ p: "1e999" }),
  "a value of its prototype": '[{"__proto__":{"p":1},"ev":"T","sym":"AAPL","t":1}]',
}

/** Frames that cost nothing, with the number of rows in them. */
const borne: Readonly<Record<string, readonly [frame: string, rows: number, unknown: number]>> = {
  "lists that are nested deeply": [nested(100_000), 0, 1],
  "a member that no schema names, nested deeply": [event({ zz: nested(100_000) }), 1, 0],
  "one event without a list": [event({}).slice(1, -1), 1, 0],
  "a prototype among its members": [event({ __proto__x: "{}" }).replace("__proto__x", "__proto__"), 1, 0],
  "a ticker that objects have": [event({ sym: '"__proto__"' }), 0, 0],
  "codes that objects have": ['[{"ev":"__proto__"},{"ev":"constructor"},{"ev":{}},[{"ev":"T"}]]', 0, 4],
  "half a frame": [event({}).slice(0, -3), 0, 1],
  "half a character": ["\ud83d", 0, 1],
  "many events of no topic": [JSON.stringify(Array.from({ length: 100_000 }, () => ({ ev: "ZZ" }))), 0, 100_000],
  "many answers to nothing": [
    JSON.stringify(Array.from({ length: 10_000 }, (_, index) => success(`subscribed to: T.N${index}`))),
    0,
    0,
  ],
  "answers about what is held": [
    JSON.stringify([success("unsubscribed to: T.AAPL"), success("subscribed to: T.*")]),
    0,
    0,
  ],
  "statuses that are no texts": [`[{"ev":"status","status":${nested(100_000)},"message":{"a":[]}}]`, 0, 0],
  "the key was accepted again": [JSON.stringify([Scripted.status("connected"), Scripted.status("auth_success")]), 0, 0],
}

/** Lets a service say a frame to two streams, and then a row for each of them. */
const hearing = (
  frame: string,
  check: (streams: {
    readonly one: Effect.Effect.Success<ReturnType<typeof listen>>
    readonly other: Effect.Effect.Success<ReturnType<typeof listen>>
    readonly unknown: number
  }) => Effect.Effect<void, unknown>,
) => {
  const live = service()
  return scenario(
    live,
    Effect.gen(function* () {
      const unknown = LiveTelemetry.of(LiveTelemetry.unknown, "cluster", "stocks")
      const before = yield* Metric.value(unknown)
      const one = yield* listen(["AAPL"])
      const other = yield* listen(["MSFT"])
      yield* settle
      live.last().frame(frame)
      live.last().say(trade("AAPL", 9), trade("MSFT", 9))
      yield* settle
      const after = yield* Metric.value(unknown)
      assert.deepStrictEqual(other.rows(), [{ ticker: "MSFT", price: 1, timestamp: 9 }])
      assert.strictEqual(live.peers.length, 1)
      yield* check({ one, other, unknown: after.count - before.count })
    }),
  )
}

describe("a hostile frame", () => {
  for (const [name, frame] of Object.entries(rejected))
    it.scoped(`with ${name} costs the stream of its ticker`, () =>
      hearing(frame, ({ one }) =>
        Effect.gen(function* () {
          const error = yield* Effect.flip(Fiber.join(one.fiber))
          assert.strictEqual(error._tag, "LiveDecodeError")
          assert.isBelow(error.message.length, 400)
        }),
      ),
    )

  for (const [name, [frame, rows, unknown]] of Object.entries(borne))
    it.scoped(`with ${name} costs nothing else`, () =>
      hearing(frame, (heard) =>
        Effect.sync(() => {
          assert.strictEqual(heard.one.rows().length, rows + 1)
          assert.strictEqual(heard.unknown, unknown)
        }),
      ),
    )

  it.scoped("with long words is quoted in part, and without what a terminal would interpret", () => {
    const words = `\u001b[2J ${"x".repeat(100_000)}`
    const live = service({
      message: (peer, message) =>
        message.action === "subscribe"
          ? peer.say(Scripted.status("error", words))
          : Scripted.faultless.message(peer, message),
    })
    return scenario(
      live,
      Effect.gen(function* () {
        const refused = yield* Effect.flip(Fiber.join((yield* listen(["AAPL"])).fiber))
        yield* pass("2 seconds")
        const { fiber } = yield* listen(["MSFT"])
        yield* settle
        live.last().end(1008, words)
        yield* settle
        for (const error of [refused, yield* Effect.flip(Fiber.join(fiber))]) {
          assert.isBelow(error.message.length, 1_000)
          assert.include(error.message, "\\u001b[2J xxx")
        }
      }),
      { reconnect: { attempts: 1 } },
    )
  })
})
