import { midnight } from "@candela/market/TimeZone"
import * as Path from "@effect/platform/Path"
import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, layer } from "@effect/vitest"
import { Effect, Stream, TestClock } from "effect"
import * as Folder from "../../src/internal/store/commit/folder.js"
import { parquet } from "../../src/internal/store/partition/parquet.js"
import * as Service from "../../src/internal/store/service.js"
import { bar, folder, type History, universe, write } from "./fixture.js"

const zone = "America/New_York"
const first = midnight(zone, "2024-06-20")
const split = { id: "S", ticker: "AAPL", execution_date: "2024-06-25", split_from: 1, split_to: 2 }
const range = { from: "2024-06-20", to: "2024-06-20" }

const storeOf = (history: Partial<History>) =>
  Effect.gen(function* () {
    const root = yield* folder
    yield* write(root, [{ ticker: "AAPL", timespan: "day", bars: [bar(first)], ...history }])
    const [fs, path] = yield* Effect.all([FileSystem.FileSystem, Path.Path])
    return Service.make({ ...Folder.make({ fs, path, root }), format: parquet() })
  })

const days = universe({ timespan: "day" }, ["AAPL"])

layer(NodeContext.layer)("adjusted reads of a store", (it) => {
  it.scoped("apply an announced split from its day on: rows, columns and views of a connection that lives on", () =>
    Effect.gen(function* () {
      const store = yield* storeOf({ splits: [split] })
      const sql = yield* store.connect()
      const opens = Effect.gen(function* () {
        const rows = yield* Stream.runCollect(store.read(days, range, { adjust: "splits" }))
        const columns = yield* Stream.runCollect(store.columns(days, range, { adjust: "splits" }))
        const [view] = yield* sql.rows("SELECT open FROM bars_adjusted")
        return [Array.from(rows)[0]!.open, Array.from(columns)[0]!.columns.open[0], view!["open"]]
      })
      yield* TestClock.setTime(midnight(zone, "2024-06-25") - 1)
      assert.deepStrictEqual(yield* opens, [100, 100, 100])
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(yield* opens, [50, 50, 50])
    }),
  )

  it.scoped(
    "apply a split that is past by the store, where the clock is behind: by its bars, or by the list's day",
    () =>
      Effect.gen(function* () {
        const bars = [bar(first), bar(midnight(zone, "2024-06-25"), 50)]
        for (const [history, date] of [
          [{ splits: [split], bars }, "2024-06-20"],
          [
            {
              splits: [{ ...split, execution_date: "2024-06-03" }],
              bars: [bar(midnight(zone, "2024-05-31"))],
              settled: [0, midnight(zone, "2024-06-04")],
            },
            "2024-05-31",
          ],
        ] as const) {
          yield* TestClock.setTime(midnight(zone, "2020-01-01"))
          const store = yield* storeOf(history)
          for (const adjust of ["splits", "both"] as const) {
            const rows = yield* Stream.runCollect(store.read(days, { from: date, to: date }, { adjust }))
            assert.deepStrictEqual(
              Array.from(rows, ({ open }) => open),
              [50],
            )
          }
          const [view] = yield* store.sql("SELECT open FROM bars_adjusted ORDER BY timestamp")
          assert.strictEqual(view!["open"], 50)
          const [both] = yield* store.sql("SELECT open FROM bars_adjusted_dividends ORDER BY timestamp")
          assert.strictEqual(both!["open"], 50)
        }
      }),
  )

  it.scoped("need no clock: stored bars are read, and gaps told, where it is behind", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(midnight(zone, "2020-01-01"))
      const bars = [bar(first), bar(midnight(zone, "2024-06-27"), 50)]
      const settled = [midnight(zone, "2024-06-27"), midnight(zone, "2024-06-28")] as const
      const store = yield* storeOf({ bars, settled })
      const whole = { from: "2024-06-27", to: "2024-06-28" }
      assert.lengthOf(Array.from(yield* Stream.runCollect(store.read(days, whole))), 1)
      const error = yield* Effect.flip(Stream.runDrain(store.read(days, { from: "2024-06-20", to: "2024-06-28" })))
      assert.include(error.message, "2024-06-21")
    }),
  )

  it.scoped("count a split that is listed twice once", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(midnight(zone, "2024-07-01"))
      const store = yield* storeOf({ splits: [split, { ...split, id: "T" }] })
      const rows = yield* Stream.runCollect(store.read(days, range, { adjust: "both" }))
      assert.deepStrictEqual(
        Array.from(rows, ({ open }) => open),
        [50],
      )
      const [view] = yield* store.sql("SELECT open FROM bars_adjusted_dividends")
      assert.strictEqual(view!["open"], 50)
    }),
  )

  it.scoped("fail with a stored split that has no ratio; without adjusting, the bars are read", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(midnight(zone, "2024-07-01"))
      const store = yield* storeOf({ splits: [{ ...split, split_to: 0 }] })
      const error = yield* Effect.flip(Stream.runDrain(store.read(days, range, { adjust: "splits" })))
      assert.deepInclude({ ...error }, { _tag: "InvalidAction", action: "split", ticker: "AAPL" })
      const refused = yield* Effect.flip(store.sql("SELECT open FROM bars_adjusted"))
      assert.include(refused.message, "The split of AAPL on 2024-06-25 (id S) cannot adjust bars")
      assert.lengthOf(Array.from(yield* Stream.runCollect(store.read(days, range))), 1)
      assert.lengthOf(yield* store.sql("SELECT open FROM bars"), 1)
    }),
  )
})
