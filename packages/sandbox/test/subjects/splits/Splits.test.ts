import { dayNumber, startOfDay } from "@candela/market/TimeZone"
import { defaultNow } from "@candela/sandbox/dataset/Dataset"
import * as Service from "@candela/sandbox/http/Service"
import { all as routes } from "@candela/sandbox/routes/Routes"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Struct } from "effect"
import { keys, Tables } from "../../contract/support.js"
import { ask } from "../../http/support.js"

const answerAt = (now: number, path: string) =>
  Effect.gen(function* () {
    const service = yield* Service.make({ routes, keys, now: Effect.succeed(now), seed: 1 })
    const { json } = yield* ask(service, path)
    return json["results"] as ReadonlyArray<Readonly<Record<string, unknown>>>
  })

type Row = Record<"execution_date" | "id" | "ticker", string>

const rowsAt = (now: number) =>
  Effect.map(answerAt(now, "/stocks/v1/splits?sort=ticker.asc"), (rows) => rows as ReadonlyArray<Row>)

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

    it.effect(
      "are listed from their announcement on, which is a day in New York, and apply from their own day on",
      () =>
        Effect.gen(function* () {
          const begin = (date: string) => startOfDay("America/New_York", dayNumber(date))
          const tickersAt = (now: number) => Effect.map(rowsAt(now), (rows) => rows.map(({ ticker }) => ticker))
          assert.deepStrictEqual(yield* tickersAt(begin("2024-05-22") - 1), ["ODFL", "WMT"])
          assert.deepStrictEqual(yield* tickersAt(begin("2024-05-22")), ["NVDA", "ODFL", "WMT"])
          const closeAt = (now: number) =>
            Effect.map(answerAt(now, "/v2/aggs/ticker/NVDA/range/1/day/2024-05-20/2024-05-20"), ([bar]) =>
              Number(bar!["c"]),
            )
          const traded = yield* closeAt(begin("2024-05-21"))
          assert.isAbove(traded, 200)
          assert.strictEqual(yield* closeAt(begin("2024-06-10") - 1), traded)
          assert.closeTo(yield* closeAt(begin("2024-06-10")), traded / 10, 1e-4)
        }),
    )

    it.effect("are the same in the older shape, where those that reduce the shares are told apart", () =>
      Effect.gen(function* () {
        const all = yield* answerAt(defaultNow, "/stocks/v1/splits?sort=ticker.asc")
        const ask = (more: string) =>
          answerAt(defaultNow, `/v3/reference/splits?sort=ticker&order=asc&limit=1000${more}`)
        const older = all.map((row) => Struct.omit(row, "adjustment_type", "historical_adjustment_factor"))
        assert.deepStrictEqual(yield* ask(""), older)
        const isReverse = ({ split_from: from, split_to: to }: (typeof all)[number]) => Number(to) < Number(from)
        assert.deepStrictEqual(yield* ask("&reverse_split=true"), older.filter(isReverse))
        assert.deepStrictEqual(
          yield* ask("&reverse_split=false"),
          older.filter((row) => !isReverse(row)),
        )
      }),
    )

    it.effect("hold one that is announced and not yet in force at the default present", () =>
      Effect.gen(function* () {
        const rows = yield* rowsAt(defaultNow)
        const today = "2025-06-30"
        assert.deepStrictEqual(
          rows.filter((row) => row.execution_date > today).map((row) => Object.values(Struct.omit(row, "id"))),
          [["NFLX", "2025-07-14", "forward_split", 1, 10, 0.1]],
        )
      }),
    )
  })
})
