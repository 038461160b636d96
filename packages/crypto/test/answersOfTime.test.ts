/**
 * Right answers whose first row begins earlier than a window of our own, since the specification
 * leaves open from when a service counts.
 */
import { MarketData } from "@candela/core/MarketData"
import { Crypto } from "@candela/crypto"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"

const asking = <A, E>(call: (crypto: Crypto.Service) => Effect.Effect<A, E>, answer: string) =>
  Effect.flatMap(Crypto, call).pipe(
    Effect.provide(Crypto.layer),
    Effect.provide(MarketData.layer({ baseUrl: "http://service.test", apiKey: "a-key-of-a-test" })),
    Effect.provide(ScriptedTransport.layer(() => ScriptedTransport.text(answer))),
  )

const hour = 3_600_000
const from = Date.parse("2025-06-02T00:00:00Z")

const bars = (multiplier: number, timespan: "minute" | "hour", timestamp: number) =>
  asking(
    (crypto) => crypto.bars({ cryptoTicker: "X:BTCUSD", multiplier, timespan, from: "2025-06-02", to: "2025-06-10" }),
    `{"status":"OK","results":[{"v":1,"o":1,"h":1,"l":1,"c":1,"t":${timestamp}}]}`,
  )

describe("the first bar", () => {
  it.effect("of windows that do not divide an hour may begin up to their length before the range", () =>
    Effect.gen(function* () {
      for (const [multiplier, timespan, length] of [
        [7, "minute", 7 * 60_000],
        [4, "hour", 4 * hour],
        [7, "hour", 7 * hour],
        [23, "hour", 23 * hour],
      ] as const) {
        // Windows counted from 1970, and the earliest possible.
        for (const first of [Math.floor(from / length) * length, from - length + 1])
          assert.lengthOf((yield* bars(multiplier, timespan, first)).results, 1)
        const { message } = yield* Effect.flip(bars(multiplier, timespan, from - length))
        assert.include(message, "within the requested time")
      }
    }),
  )

  it.effect("of windows that divide an hour begins with its own window", () =>
    Effect.gen(function* () {
      assert.include((yield* Effect.flip(bars(30, "minute", from - 1))).message, "within the requested time")
    }),
  )
})

describe("an indicator", () => {
  const averages = (values: string, underlying = "{}") =>
    asking(
      (crypto) => crypto.sma({ cryptoTicker: "X:BTCUSD", timespan: "hour", "timestamp.gt": "2025-06-02" }),
      `{"status":"OK","results":{"underlying":${underlying},"values":[${values}]}}`,
    )

  it.effect("after a date may have values of this day: a service may read it as its midnight", () =>
    Effect.gen(function* () {
      assert.lengthOf((yield* averages(`{"timestamp":${from + hour},"value":1}`)).results, 1)
      const { message } = yield* Effect.flip(averages(`{"timestamp":${from - hour},"value":1}`))
      assert.include(message, "within the requested time")
    }),
  )

  it.effect("with a number beyond a double beside its values is refused", () =>
    Effect.gen(function* () {
      const bar = `{"v":1e400,"o":1,"h":1,"l":1,"c":1,"t":${from}}`
      const { message } = yield* Effect.flip(averages("", `{"aggregates":[${bar}]}`))
      assert.include(message, "a number in the range of a double, but is Infinity")
    }),
  )

  it.effect("of a year as a number is refused, although its first records are unknown", () =>
    Effect.gen(function* () {
      const call = (crypto: Crypto.Service) => crypto.sma({ cryptoTicker: "X:BTCUSD", "timestamp.gte": 2025 })
      assert.include((yield* Effect.flip(asking(call, "{}"))).message, 'did you mean "2025-01-01"?')
    }),
  )
})
