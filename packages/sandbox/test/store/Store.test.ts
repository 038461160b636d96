import { Store, type StoreError } from "@candela/sandbox/store/Store"
import { assert, describe, it, layer } from "@effect/vitest"
import { Deferred, Effect, Exit, FastCheck as fc, Fiber, Scope } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { runs } from "@candela/support/seeded"

const temporaryDirectory = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "candela-store-"))),
  (directory) => Effect.sync(() => rmSync(directory, { recursive: true })),
)

/** Runs for hours unless it is interrupted. */
const endless = "SELECT sum(a.range * b.range) AS total FROM range(100000000) a, range(100000000) b"

/**
 * Lets the event loop turn: the database's answers arrive between turns, so each count meets a
 * statement in another step.
 */
const turns = (count: number) =>
  Effect.promise(async () => {
    for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
  })

layer(Store.layer({}))("a database in memory", (it) => {
  it.effect("gives each type of column its value", () =>
    Effect.gen(function* () {
      const store = yield* Store
      const rows =
        yield* store.query(`SELECT 9007199254740993::BIGINT AS big, 7::INTEGER AS small, 0.1::DOUBLE AS price, true AS flag,
        'A.B' AS name, DATE '2024-02-29' AS date, NULL AS nothing, 1.25::DECIMAL(9, 2) AS money`)
      assert.deepStrictEqual(rows, [
        {
          big: 9007199254740993n,
          small: 7,
          price: 0.1,
          flag: true,
          name: "A.B",
          date: "2024-02-29",
          nothing: null,
          money: 1.25,
        },
      ])
    }),
  )

  it.effect("reads every time as UTC, wherever the machine stands", () =>
    Effect.gen(function* () {
      const store = yield* Store
      const rows = yield* store.query("SELECT epoch_ms(TIMESTAMPTZ '2024-07-01 00:00:00') AS t")
      assert.deepStrictEqual(rows, [{ t: 1_719_792_000_000n }])
    }),
  )

  it.effect("binds parameters by position and by name", () =>
    Effect.gen(function* () {
      const store = yield* Store
      const byPosition = yield* store.query("SELECT $1 AS a, $2 AS b, typeof($3) AS c", ["x", null, 9007199254740993n])
      assert.deepStrictEqual(byPosition, [{ a: "x", b: null, c: "BIGINT" }])
      const byName = yield* store.query("SELECT $from::BIGINT AS a, typeof($to) AS b", {
        from: 1_709_000_000_000,
        to: 2.5,
      })
      assert.deepStrictEqual(byName, [{ a: 1_709_000_000_000n, b: "DOUBLE" }])
      // Beyond 64 bits nothing is cut.
      const large = yield* store.query("SELECT $1 = 1e300 AS double, $2 > 9223372036854775807 AS integer", [
        1e300,
        2n ** 64n,
      ])
      assert.deepStrictEqual(large, [{ double: true, integer: true }])
    }),
  )

  it.effect.prop(
    "a bound text is never read as SQL",
    { text: fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\0")) },
    ({ text }) =>
      Effect.gen(function* () {
        const store = yield* Store
        assert.deepStrictEqual(yield* store.query("SELECT $text AS text", { text }), [{ text }])
      }),
    { fastCheck: { seed: 1, numRuns: runs(50) } },
  )

  it.effect("joins the first column into one text, without the nulls", () =>
    Effect.gen(function* () {
      const store = yield* Store
      const text = yield* store.text(
        "SELECT CASE WHEN range = 1 THEN NULL ELSE 'row' || range || ',' END FROM range($1) ORDER BY range",
        [4],
      )
      assert.strictEqual(text, "row0,row2,row3,")
      assert.strictEqual(yield* store.text("SELECT 'x' WHERE false"), "")
    }),
  )

  it.effect("appends whole columns, more rows than the database takes at once, each type as its column wants it", () =>
    Effect.gen(function* () {
      const store = yield* Store
      yield* store.run(
        "CREATE TABLE appended (name VARCHAR, t BIGINT, date DATE, price DOUBLE, flag BOOLEAN, nothing DOUBLE, names VARCHAR[], times BIGINT[])",
      )
      const numbers = Array.from({ length: 5000 }, (_, index) => index)
      // In an order of their own, and without the column "nothing".
      yield* store.append("appended", {
        flag: numbers.map((n) => n > 2),
        name: numbers.map((n) => `row ${n}`),
        t: numbers.map((n) => (n % 2 === 0 ? n * 1e9 : BigInt(n) * 10n ** 9n)),
        date: numbers.map((n) => (n % 10 === 0 ? null : "1969-12-31")),
        price: numbers.map((n) => n / 4),
        names: numbers.map((n) => (n === 0 ? null : [`${n}`, null])),
        times: numbers.map((n) => (n === 0 ? [] : [n, BigInt(n) * 10n ** 9n])),
      })
      yield* store.append("appended", { name: [] })
      assert.deepStrictEqual(yield* store.query("SELECT count(*)::INTEGER AS rows FROM appended"), [{ rows: 5000 }])
      assert.deepStrictEqual(yield* store.query("SELECT * FROM appended WHERE name IN ('row 4999', 'row 0')"), [
        { name: "row 0", t: 0n, date: null, price: 0, flag: false, nothing: null, names: null, times: [] },
        {
          name: "row 4999",
          t: 4_999_000_000_000n,
          date: "1969-12-31",
          price: 1249.75,
          flag: true,
          nothing: null,
          names: ["4999", null],
          times: [4_999n, 4_999_000_000_000n],
        },
      ])
      for (const [table, columns, detail] of [
        ["appended", { name: ["x"], t: ["not a number"] }, ""],
        ["appended", { name: ["x"], other: ["y"] }, "other"],
        ["appended", { name: ["x"], t: [1, 2] }, "length"],
        ["nowhere", { name: ["x"] }, "nowhere"],
      ] as const) {
        const error = yield* Effect.flip(store.append(table, columns))
        assert.strictEqual(error.reason, "Statement")
        assert.include(error.detail, detail)
      }
      assert.deepStrictEqual(yield* store.query("SELECT count(*)::INTEGER AS rows FROM appended"), [{ rows: 5000 }])
    }),
  )

  it.effect("gives back each of many appended rows: a value for all of them, nulls of some chunks only, lists", () =>
    Effect.gen(function* () {
      const store = yield* Store
      yield* store.run("CREATE TABLE chunked (same VARCHAR, late VARCHAR, early BIGINT, list BIGINT[])")
      const rows = Array.from({ length: 5000 }, (_, index) => ({
        same: "longer than twelve bytes",
        late: index < 4000 ? null : `row ${index}`,
        early: index < 1000 ? BigInt(index) : null,
        list: index % 3 === 0 ? null : Array.from({ length: index % 7 }, () => BigInt(index)),
      }))
      yield* store.append("chunked", {
        same: rows.map(({ same }) => same),
        late: rows.map(({ late }) => late),
        early: rows.map(({ early }) => early),
        list: rows.map(({ list }) => list),
      })
      assert.deepStrictEqual(yield* store.query("FROM chunked"), rows)
    }),
  )

  it.effect("lets the event loop turn between the chunks of what it appends", () =>
    Effect.gen(function* () {
      const store = yield* Store
      yield* store.run("CREATE TABLE many (n BIGINT)")
      let turned = 0
      const count = yield* Effect.fork(Effect.forever(Effect.tap(turns(1), () => Effect.sync(() => turned++))))
      yield* Effect.yieldNow()
      yield* store.append("many", { n: Array.from({ length: 20 * 2_048 }, (_, index) => index) })
      assert.isAtLeast(turned, 19)
      yield* Fiber.interrupt(count)
    }),
  )

  it.effect("a refused statement fails with its text and what the database said", () =>
    Effect.gen(function* () {
      const store = yield* Store
      const error = yield* Effect.flip(store.query("SELECT price FROM nowhere"))
      assert.strictEqual(error._tag, "StoreError")
      assert.strictEqual(error.reason, "Statement")
      assert.include(error.message, "SELECT price FROM nowhere")
      assert.include(error.message, "Table with name nowhere does not exist")
    }),
  )

  it.effect("forgets the results of queries when the tables change", () =>
    Effect.gen(function* () {
      const store = yield* Store
      yield* store.run("CREATE TABLE changing (n BIGINT)")
      const read = Effect.all({
        rows: store.query("SELECT n FROM changing WHERE n > $1 ORDER BY n", [0n]),
        columns: store.columns("SELECT n FROM changing WHERE n > $1 ORDER BY n", [0n]),
        text: store.text("SELECT n::VARCHAR FROM changing WHERE n > $1 ORDER BY n", [0n]),
      })
      const has = (...all: ReadonlyArray<bigint>) =>
        Effect.map(read, (found) =>
          assert.deepStrictEqual(found, { rows: all.map((n) => ({ n })), columns: { n: all }, text: all.join("") }),
        )
      yield* has()
      yield* store.append("changing", { n: [1] })
      yield* has(1n)
      yield* store.run("INSERT INTO changing VALUES (2)")
      yield* has(1n, 2n)
      yield* store.transaction((transaction) => transaction.run("DELETE FROM changing WHERE n = 1"))
      yield* has(2n)
    }),
  )

  it.effect("computes the result of a query once, for each of its values and their types", () =>
    Effect.gen(function* () {
      const store = yield* Store
      // A result that differs with each run shows which ones ran.
      const ran = (...values: ReadonlyArray<Store.Scalar>) =>
        Effect.map(
          store.query<{ readonly id: string; readonly type: string }>(
            "SELECT gen_random_uuid()::VARCHAR AS id, typeof($1) AS type",
            values,
          ),
          ([row]) => row!,
        )
      const all: ReadonlyArray<Store.Scalar> = [1, 1n, "1", "[1]", true, null, Infinity, -Infinity, NaN, 2n ** 64n]
      const first = yield* Effect.forEach(all, (value) => ran(value))
      assert.strictEqual(new Set(first.map(({ id }) => id)).size, all.length)
      assert.deepStrictEqual(yield* Effect.forEach(all, (value) => ran(value)), first)
    }),
  )

  it.effect("statements run side by side, more of them than there are connections", () =>
    Effect.gen(function* () {
      const store = yield* Store
      const answers = yield* Effect.forEach(
        Array.from({ length: 40 }, (_, index) => index),
        (index) => store.query<{ readonly n: number }>("SELECT $1 AS n", [index]),
        { concurrency: "unbounded" },
      )
      assert.deepStrictEqual(
        answers.map((rows) => rows[0]?.n),
        Array.from({ length: 40 }, (_, index) => index),
      )
    }),
  )

  it.effect("interruption stops a running statement and frees its place", () =>
    Effect.gen(function* () {
      const store = yield* Store
      for (let round = 0; round < 5; round++) {
        const fibers = yield* Effect.forEach([1, 2, 3, 4, 5], () => Effect.fork(store.query(endless)))
        yield* turns(4 * round)
        const exits = yield* Effect.forEach(fibers, Fiber.interrupt, { concurrency: "unbounded" })
        assert.isTrue(exits.every(Exit.isInterrupted))
      }
      assert.deepStrictEqual(yield* store.query("SELECT 1 AS one"), [{ one: 1 }])
    }),
  )

  it.effect("a transaction is kept when its body succeeds, and undone when it fails or is interrupted", () =>
    Effect.gen(function* () {
      const store = yield* Store
      yield* store.run("CREATE TABLE notes (text VARCHAR)")
      const write = (text: string) =>
        store.transaction((transaction) => transaction.run("INSERT INTO notes VALUES ($1)", [text]))

      yield* write("kept")
      const failure = yield* Effect.flip(
        store.transaction((transaction) =>
          transaction.run("INSERT INTO notes VALUES ('failed')").pipe(Effect.zipRight(Effect.fail("no" as const))),
        ),
      )
      assert.strictEqual(failure, "no")

      const written = yield* Deferred.make<void>()
      const fiber = yield* Effect.fork(
        store.transaction((transaction) =>
          transaction
            .run("INSERT INTO notes VALUES ('interrupted')")
            .pipe(Effect.zipRight(Deferred.succeed(written, undefined)), Effect.zipRight(Effect.never)),
        ),
      )
      yield* Deferred.await(written)
      yield* Fiber.interrupt(fiber)

      assert.deepStrictEqual(yield* store.query("SELECT text FROM notes"), [{ text: "kept" }])
    }),
  )
})

describe("the options of a database", () => {
  it.scoped("threads are as many as a statement may use, 2 unless it is told otherwise", () =>
    Effect.gen(function* () {
      const threads = (options: Store.Options) =>
        Effect.flatMap(Store.make(options), (store) =>
          store.query("SELECT current_setting('threads')::INTEGER AS threads"),
        )
      assert.deepStrictEqual(yield* threads({ threads: 3 }), [{ threads: 3 }])
      assert.deepStrictEqual(yield* threads({}), [{ threads: 2 }])
    }),
  )
})

describe("a database in a file", () => {
  it.scoped("keeps its rows, and is read by two stores at once", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryDirectory, "data.duckdb")
      yield* Effect.scoped(
        Effect.gen(function* () {
          const store = yield* Store.make({ path })
          yield* store.run("CREATE TABLE notes (text VARCHAR)")
          yield* store.run("INSERT INTO notes VALUES ('kept')")
        }),
      )
      const first = yield* Store.make({ path, readOnly: true })
      const second = yield* Store.make({ path, readOnly: true })
      assert.strictEqual(first.path, path)
      for (const store of [first, second]) {
        assert.deepStrictEqual(yield* store.query("FROM notes"), [{ text: "kept" }])
        const error: StoreError = yield* Effect.flip(store.run("DELETE FROM notes"))
        assert.include(error.message, "read-only")
      }
    }),
  )

  it.scoped("a missing file fails by its name", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryDirectory, "missing.duckdb")
      const error = yield* Effect.flip(Store.make({ path, readOnly: true }))
      assert.strictEqual(error.reason, "Open")
      assert.include(error.message, path)
    }),
  )

  it.effect("closing stops what runs, and refuses what comes later", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const store = yield* Scope.extend(Store.make({}), scope)
      const running = yield* Effect.forEach([1, 2, 3, 4], () => Effect.fork(Effect.flip(store.query(endless))))
      yield* turns(1)
      yield* Scope.close(scope, Exit.void)
      const errors = yield* Effect.forEach(running, Fiber.join)
      assert.deepStrictEqual(errors.map((error) => error.reason).sort(), [
        "Closed",
        "Statement",
        "Statement",
        "Statement",
      ])
      assert.strictEqual((yield* Effect.flip(store.query("SELECT 1"))).reason, "Closed")
    }),
  )
})
