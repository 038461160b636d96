/** Stored files whose bytes changed: no way of reading gives their rows. */
import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, FastCheck, Option, Stream, TestClock } from "effect"
import { runs } from "@candela/support/seeded"
import { Store } from "../../src/Store.js"
import * as Checked from "../../src/internal/store/commit/checked.js"
import type { Entry } from "../../src/internal/store/layout/manifest.js"
import * as Sql from "../../src/Sql.js"
import { bar, folder, type History, universe, write } from "./fixture.js"
import { Machine } from "./memory.js"

const bars = Array.from({ length: 200 }, (_, index) =>
  bar(Date.parse("2024-03-01T15:00:00Z") + index * 60_000, 100 + index),
)
const history: History = {
  ticker: "AAPL",
  bars,
  splits: [{ id: "s", ticker: "AAPL", execution_date: "2024-03-04", split_from: 1, split_to: 2 }],
}
const range = { from: "2024-03-01", to: "2024-03-01" }
const wanted = universe({}, ["AAPL"])

const part = "bars/market=stocks/timespan=1minute/ticker=AAPL"

const fileIn = (root: string, folder: string) =>
  Effect.flatMap(FileSystem.FileSystem, (fs) =>
    Effect.map(
      fs.readDirectory(`${root}/${folder}`),
      (names) => `${root}/${folder}/${names.find((name) => name.endsWith(".parquet"))!}`,
    ),
  )

const flip = (file: string, bit: number) =>
  Effect.flatMap(FileSystem.FileSystem, (fs) =>
    Effect.flatMap(fs.readFile(file), (bytes) => {
      bytes[(bit >> 3) % bytes.length]! ^= 1 << (bit & 7)
      return fs.writeFile(file, bytes)
    }),
  )

/** All ways of reading bars of a store. */
const ways = (root: string) =>
  Effect.gen(function* () {
    const store = yield* Store
    return {
      read: Stream.runDrain(store.read(wanted, range)),
      columns: Stream.runDrain(store.columns(wanted, range)),
      "one column": Stream.runDrain(store.columns(wanted, range, { columns: ["close"] })),
      "by time": Stream.runDrain(store.columns(wanted, range, { order: "time" })),
      arrow: Stream.runDrain(store.arrow(wanted, range)),
      check: store.check(wanted, range),
      sql: store.sql("SELECT sum(close) FROM bars"),
      "sql of a ticker": store.sql("SELECT sum(close) FROM bars WHERE ticker = $1", ["AAPL"]),
      "sql of a count": store.sql("SELECT count(*) FROM bars"),
      "sql of nothing": store.sql("SELECT * FROM bars WHERE close > 1e9"),
      adjusted: store.sql("SELECT sum(close) FROM bars_adjusted"),
      "a table": store.sql("CREATE TABLE t AS SELECT * FROM bars"),
      columnar: Effect.scoped(Effect.flatMap(store.connect(), (sql) => sql.columns("FROM bars"))),
      stream: Effect.scoped(Effect.flatMap(store.connect(), (sql) => Stream.runDrain(sql.stream("FROM bars")))),
      opened: Effect.scoped(Effect.flatMap(Sql.open(root), (sql) => sql.rows("FROM bars"))),
    }
  })

const storeOf = Effect.gen(function* () {
  yield* TestClock.setTime(Date.parse("2024-06-03T18:00:00Z"))
  const root = yield* folder
  yield* write(root, [history])
  return root
})

layer(NodeContext.layer)("a file with another bit", (it) => {
  it.scoped("is an error in every way of reading, also once it has been read", () =>
    Effect.gen(function* () {
      const root = yield* storeOf
      const file = yield* fileIn(root, part)
      yield* Effect.gen(function* () {
        const all = yield* ways(root)
        for (const [name, way] of Object.entries(all)) {
          assert.isTrue(
            Option.isSome(yield* Effect.option(way as Effect.Effect<unknown, unknown>)),
            `${name} of the sound file`,
          )
        }
        // The last byte of the data, so that the file still decodes.
        yield* flip(file, 8 * 150)
        for (const [name, way] of Object.entries(all)) {
          const error = yield* Effect.flip(way as Effect.Effect<unknown, unknown>)
          assert.deepInclude(error, { _tag: "StoreError", reason: "file", path: file }, name)
          assert.match((error as Error).message, /SHA-256.*`verify`.*`sync`/s, name)
        }
      }).pipe(Effect.provide(Store.layer(root)))
    }),
  )

  it.scoped("or one that is lost is an error of the store in every way of reading, which names it", () =>
    Effect.gen(function* () {
      const root = yield* storeOf
      const file = yield* fileIn(root, part)
      yield* write(root, [{ ...history, ticker: "KO" }])
      yield* Effect.flatMap(FileSystem.FileSystem, (fs) => fs.remove(file))
      yield* Effect.gen(function* () {
        const all = yield* ways(root)
        for (const [name, way] of Object.entries(all)) {
          const error = yield* Effect.flip(way as Effect.Effect<unknown, unknown>)
          assert.deepInclude(error, { _tag: "StoreError", reason: "file", path: file }, name)
          assert.include(
            (error as Error).message,
            "the file is not there. The next `sync` fetches its rows again.",
            name,
          )
        }
      }).pipe(Effect.provide(Store.layer(root)))
    }),
  )

  it.scoped("wherever the bit is", () =>
    Effect.gen(function* () {
      const root = yield* storeOf
      const file = yield* fileIn(root, part)
      const bits = FastCheck.sample(FastCheck.nat({ max: 1e6 }), { numRuns: runs(40), seed: 1 })
      for (const bit of bits) {
        yield* flip(file, bit)
        const sum = Effect.gen(function* () {
          const store = yield* Store
          return yield* Stream.runFold(store.read(wanted, range), 0, (sum, { close }) => sum + close)
        }).pipe(Effect.provide(Store.layer(root)))
        assert.deepInclude(yield* Effect.flip(sum), { reason: "file" }, `bit ${bit}`)
        yield* flip(file, bit)
      }
    }),
  )

  it.scoped("of the splits is an error of what is adjusted, also in an open connection", () =>
    Effect.gen(function* () {
      const root = yield* storeOf
      const file = yield* fileIn(root, "splits/ticker=AAPL")
      yield* Effect.gen(function* () {
        const store = yield* Store
        const sql = yield* store.connect()
        assert.lengthOf(yield* sql.rows("FROM splits"), 1)
        yield* flip(file, 8 * 40)
        assert.deepInclude(yield* Effect.flip(sql.rows("FROM splits")), { reason: "file", path: file })
        for (const way of [
          Stream.runDrain(store.read(wanted, range, { adjust: "splits" })),
          store.sql("FROM bars_adjusted"),
          store.sql("FROM splits"),
        ]) {
          assert.deepInclude(yield* Effect.flip(Effect.asVoid(way as Effect.Effect<unknown, unknown>)), {
            reason: "file",
            path: file,
          })
        }
      }).pipe(Effect.provide(Store.layer(root)))
    }),
  )
})

layer(NodeContext.layer)("SQL over a store", (it) => {
  it.scoped("checks only the files that a query reads", () =>
    Effect.gen(function* () {
      const root = yield* folder
      yield* write(
        root,
        ["AAPL", "MSFT"].map((ticker) => ({ ticker, bars })),
      )
      yield* flip(yield* fileIn(root, part.replace("AAPL", "MSFT")), 8 * 150)
      const sql = yield* Sql.open(root)
      assert.lengthOf(yield* sql.rows("SELECT ticker FROM bars WHERE ticker = 'AAPL' LIMIT 1"), 1)
      assert.lengthOf(yield* sql.rows("SELECT ticker FROM bars WHERE ticker = $t LIMIT 1", { t: "AAPL" }), 1)
      yield* sql.rows("CREATE VIEW mine AS SELECT * FROM bars")
      for (const query of [
        "FROM bars WHERE ticker >= 'AAPL'",
        "SELECT count(*) FROM bars",
        // Its plan has no scan: statistics could have been the reason.
        "SELECT count(*) FROM bars WHERE 1 = 0",
        "SELECT max(close) FROM mine",
        "SELECT a.close FROM bars a JOIN bars b USING (timestamp) WHERE a.ticker = 'AAPL' AND b.ticker = 'MSFT'",
      ]) {
        assert.deepInclude(yield* Effect.flip(sql.rows(query)), { reason: "file" }, query)
      }
    }),
  )
})

describe("checks of files", () => {
  const entry = { file: "f", bytes: 3, sha256: "", rows: 1, first: 0, last: 0, knownAt: "2024-01-01" } satisfies Entry

  it.effect("read a file once, and again when its size or its time of change differs", () =>
    Effect.gen(function* () {
      const machine = new Machine()
      let reads = 0
      const fs: FileSystem.FileSystem = {
        ...machine.fileSystem,
        readFile: (path) => Effect.suspend(() => (reads++, machine.fileSystem.readFile(path))),
      }
      const sha256 = "039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81"
      const content = (bytes: ReadonlyArray<number>, at: number) =>
        machine.files.set("/f", { bytes: new Uint8Array(bytes), flushed: true, at })
      const ensure = Checked.ensure({ fs, checked: Checked.make() } as never, "/f", { ...entry, sha256 })
      content([1, 2, 3], 1)
      yield* ensure
      yield* ensure
      assert.strictEqual(reads, 1)
      content([1, 2, 3], 2)
      yield* ensure
      assert.strictEqual(reads, 2)
      content([1, 2, 4], 3)
      assert.include((yield* Effect.flip(ensure)).message, "SHA-256")
      content([1, 2], 3)
      assert.include((yield* Effect.flip(ensure)).message, "2 bytes in place of 3")
    }),
  )

  it("forget the files that were used longest ago", () => {
    const checked = Checked.make(2)
    for (const file of ["a", "b"]) checked.remember(file, entry, file)
    assert.strictEqual(checked.stateOf("a", entry), "a")
    checked.remember("c", entry, "c")
    assert.deepStrictEqual(
      ["a", "b", "c"].map((file) => checked.stateOf(file, entry)),
      ["a", undefined, "c"],
    )
    assert.isUndefined(checked.stateOf("a", { ...entry, sha256: "of other bytes" }))
  })
})
