/**
 * Answers of bars as the service's own sample has them: sessions that begin at midnight UTC of the
 * day on which they end.
 */
import { Futures } from "@candela/futures"
import { MarketData } from "@candela/core/MarketData"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"

const asking = (resolution: string, day: string, start: string) =>
  Effect.flatMap(Futures, (futures) =>
    futures.bars({ ticker: "GCJ5", resolution: resolution as "1session", "window_start.gte": day }),
  ).pipe(
    Effect.provide(
      Futures.layer.pipe(
        Layer.provide(MarketData.layer({ baseUrl: "http://service.test", apiKey: "a-key-of-a-test" })),
        Layer.provide(
          ScriptedTransport.layer(() =>
            ScriptedTransport.text(
              `{"status":"OK","results":[{"ticker":"GCJ5","open":1,"high":1,"low":1,"close":1,"volume":1,"dollar_volume":1,` +
                `"transactions":1,"session_end_date":"${day}","window_start":${BigInt(Date.parse(start)) * 1_000_000n}}]}`,
            ),
          ),
        ),
      ),
    ),
  )

it.effect("bars of a date begin there in Chicago or in UTC, and sessions on the evening before", () =>
  Effect.gen(function* () {
    for (const [resolution, start] of [
      ["1session", "2025-02-04T00:00:00Z"],
      ["1session", "2025-02-04T23:00:00Z"],
      ["1session", "2025-02-03T23:00:00Z"],
      ["1min", "2025-02-04T00:00:00Z"],
      ["1min", "2025-02-04T06:00:00Z"],
    ] as const) {
      assert.lengthOf((yield* asking(resolution, "2025-02-04", start)).results, 1, `${resolution} ${start}`)
    }
    for (const [resolution, start] of [
      ["1session", "2025-02-03T00:00:00Z"],
      ["1min", "2025-02-03T23:59:00Z"],
    ] as const) {
      const { message } = yield* Effect.flip(asking(resolution, "2025-02-04", start))
      assert.include(message, "within the requested time", `${resolution} ${start}`)
    }
  }),
)
