import { dayNumber, startOfDay } from "@candela/market/TimeZone"
import * as Service from "@candela/sandbox/http/Service"
import { all as routes } from "@candela/sandbox/routes/Routes"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Struct } from "effect"
import { keys, Tables } from "../../contract/support.js"
import { ask } from "../../http/support.js"

const rowsAt = (now: number) =>
  Effect.gen(function* () {
    const service = yield* Service.make({ routes, keys, now: Effect.succeed(now), seed: 1 })
    const { json } = yield* ask(service, "/stocks/v1/splits?sort=ticker.asc")
    return json["results"] as ReadonlyArray<{ readonly id: string; readonly ticker: string }>
  })

describe("the splits of the data set", () => {
  layer(Tables)((it) => {
    it.effect("tell shares, kind and factor: prices before a 10-for-1 split count a tenth", () =>
      Effect.gen(function* () {
        const rows = yield* rowsAt(startOfDay("America/New_York", dayNumber("2025-01-02")))
        assert.deepStrictEqual(
          rows.map((row) => Object.values(Struct.omit(row, "id"))),
          [
            ["NVDA", "2024-06-10", "forward_split", 1, 10, 0.1],
            ["ODFL", "2024-03-11", "forward_split", 1, 2, 0.5],
            ["SPCE", "2024-06-17", "reverse_split", 20, 1, 20],
            ["WMT", "2024-02-26", "forward_split", 1, 3, 0.333333],
          ],
        )
        assert.strictEqual(new Set(rows.map(({ id }) => id)).size, rows.length)
      }),
    )

    it.effect("are listed from their day in New York on", () =>
      Effect.gen(function* () {
        const begin = startOfDay("America/New_York", dayNumber("2024-06-10"))
        const tickersAt = (now: number) => Effect.map(rowsAt(now), (rows) => rows.map(({ ticker }) => ticker))
        assert.deepStrictEqual(yield* tickersAt(begin - 1), ["ODFL", "WMT"])
        assert.deepStrictEqual(yield* tickersAt(begin), ["NVDA", "ODFL", "WMT"])
      }),
    )
  })
})
