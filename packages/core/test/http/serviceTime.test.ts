import * as Method from "@candela/core/Method"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { Weather } from "@candela/support/endpoints"
import { weather } from "@candela/support/weather"

const answer = (date?: string) =>
  ScriptedTransport.json({ status: "OK", results: [{ t: 0, v: 1 }] }, { headers: date === undefined ? {} : { date } })

const request = { station: "here", from: 0, to: 9 }

describe("the time of the service", () => {
  it.effect("is its last Date header, plus the time since then, whatever this machine's clock says", () =>
    Effect.gen(function* () {
      const { readings } = yield* Weather
      const time = Method.serviceTime(readings)
      assert.isUndefined(yield* time)
      yield* readings(request)
      const first = Date.UTC(2024, 0, 31, 12)
      assert.strictEqual(yield* time, first)
      yield* TestClock.adjust("90 seconds")
      assert.strictEqual(yield* time, first + 90_000)
      yield* readings(request)
      assert.strictEqual(yield* time, first + 120_000)
      // Neither an unreadable date nor a missing one changes it.
      yield* readings(request)
      yield* readings(request)
      assert.strictEqual(yield* time, first + 120_000)
    }).pipe(
      Effect.provide(
        weather([
          answer("Wed, 31 Jan 2024 12:00:00 GMT"),
          answer("Wed, 31 Jan 2024 12:02:00 GMT"),
          answer("soon"),
          answer(),
        ]),
      ),
    ),
  )
})
