import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, describe, it as test, layer } from "@effect/vitest"
import type { DuckDBConnection } from "@duckdb/node-api"
import { Chunk, DateTime, Deferred, Effect, Exit, FastCheck, Fiber, Option, Stream } from "effect"
import { runs, seeded } from "@candela/support/seeded"
import * as Database from "../../src/Database.js"
import * as Library from "../../src/internal/database/library.js"
import * as Sql from "../../src/Sql.js"
import { bar, folder, write } from "./fixture.js"

/** SQL over an empty store. */
const open = Effect.flatMap(folder, (root) => Sql.open(root))

const types = [
  ["TRUE", true],
  ["42::TINYINT", 42],
  ["2147483648", 2147483648],
  ["9007199254740991::BIGINT", 9007199254740991],
  ["9007199254740993::BIGINT", 9007199254740993n],
  ["18446744073709551615::UBIGINT", 18446744073709551615n],
  ["170141183460469231731687303715884105727::HUGEINT", 170141183460469231731687303715884105727n],
  ["1.25::DECIMAL(9, 2)", 1.25],
  ["0.1::DOUBLE", 0.1],
  ["1.5::FLOAT", 1.5],
  ["'AAPL'", "AAPL"],
  ["NULL::DOUBLE", null],
  ["DATE '2024-02-29'", "2024-02-29"],
  ["TIME '09:30:00'", "09:30:00"],
  ["TIMESTAMPTZ '2024-02-29T14:30:00.125Z'", Date.parse("2024-02-29T14:30:00.125Z")],
  ["TIMESTAMP '2024-02-29T14:30:00.000125'", Date.parse("2024-02-29T14:30:00Z") + 0.125],
  ["TIMESTAMP_MS '2024-02-29T14:30:00.125'", Date.parse("2024-02-29T14:30:00.125Z")],
  ["TIMESTAMP_S '2024-02-29T14:30:00'", Date.parse("2024-02-29T14:30:00Z")],
  ["TIMESTAMP_NS '2024-02-29T14:30:00.123456789'", 1709217000123456789n],
  ["INTERVAL 90 MINUTES", "01:30:00"],
  ["[1::BIGINT, NULL, 3]", [1, null, 3]],
  ["{day: DATE '2024-02-29', closes: [1.5, 2.5]}", { day: "2024-02-29", closes: [1.5, 2.5] }],
  ["MAP {'a': 9007199254740993}", [{ key: "a", value: 9007199254740993n }]],
  ["'buy'::ENUM ('buy', 'sell')", "buy"],
  ["'\\x01\\xFF'::BLOB", new Uint8Array([1, 255])],
] as const

layer(NodeContext.layer)("values", (it) => {
  it.scoped("are exact in rows", () =>
    Effect.gen(function* () {
      const sql = yield* open
      for (const [text, value] of types) {
        const [row] = yield* sql.rows(`SELECT ${text} AS value`)
        assert.deepStrictEqual(row, { value: value as Sql.Value }, text)
      }
    }),
  )

  it.scoped("are the same in columns, in typed arrays where there are such", () =>
    Effect.gen(function* () {
      const sql = yield* open
      for (const [text, value] of types) {
        const { columns, length, present } = yield* sql.columns(`SELECT unnest([${text}, NULL, ${text}]) AS value`)
        const column = columns["value"]!
        assert.strictEqual(length, 3)
        assert.deepStrictEqual([...present["value"]!], [value === null ? 0 : 0b101], text)
        if (value === null) continue
        const plain = column instanceof Uint8Array ? column[2] === 1 : column[2]
        const expected = column instanceof BigInt64Array ? BigInt(value as number) : value
        assert.deepStrictEqual(plain, expected as Sql.Value, text)
        const absent =
          column instanceof Float64Array
            ? NaN
            : column instanceof BigInt64Array
              ? 0n
              : column instanceof Uint8Array
                ? 0
                : undefined
        assert.deepStrictEqual(column[1], absent, text)
      }
      const { columns, present } = yield* sql.columns(
        "SELECT 1.5::DOUBLE AS price, 2::BIGINT AS size, now() AS time, TIMESTAMP_NS '2024-02-29' AS nanos, true AS flag, 'A' AS ticker",
      )
      assert.deepStrictEqual(
        Object.values(columns).map((column) => column.constructor),
        [Float64Array, BigInt64Array, Float64Array, BigInt64Array, Uint8Array, Array],
      )
      assert.deepStrictEqual(present, {})
    }),
  )

  it.scoped("of many rows are joined over chunks, as rows and as a stream", () =>
    Effect.gen(function* () {
      const sql = yield* open
      const query =
        "SELECT i::DOUBLE AS n, i AS size, if(i % 3 = 0, NULL, (i % 5)::TINYINT) AS few, make_timestamptz(i * 1000003) AS time, i::VARCHAR AS text FROM range(-3000, 4001) t(i) ORDER BY n"
      const rows = yield* sql.rows(query)
      assert.lengthOf(rows, 7001)
      assert.deepStrictEqual(rows[0], { n: -3000, size: -3000, few: null, time: -3000009, text: "-3000" })
      assert.deepStrictEqual(Chunk.toReadonlyArray(yield* Stream.runCollect(sql.stream(query))), rows)
      const { columns, length, present } = yield* sql.columns(query)
      assert.strictEqual(length, 7001)
      assert.deepStrictEqual(Object.keys(present), ["few"])
      rows.forEach((row, index) => {
        const isPresent = ((present["few"]![index >> 3]! >> (index & 7)) & 1) === 1
        assert.deepStrictEqual(
          {
            n: columns["n"]![index],
            size: Number(columns["size"]![index]),
            few: isPresent ? columns["few"]![index] : null,
            time: columns["time"]![index],
            text: columns["text"]![index],
          },
          row as never,
        )
      })
      assert.strictEqual(present["few"]!.at(-1)! >> (7001 & 7), 0)
    }),
  )

  it.scoped("name their columns and types before the first row, and where there are no rows", () =>
    Effect.gen(function* () {
      const sql = yield* open
      const text = "SELECT 1::BIGINT AS n, TIMESTAMPTZ '2024-02-29' AS at, ['a'] AS tags, 2 AS n"
      const columns = [
        { name: "n", type: "BIGINT" },
        { name: "at", type: "TIMESTAMP WITH TIME ZONE" },
        { name: "tags", type: "VARCHAR[]" },
        { name: "n:1", type: "INTEGER" },
      ]
      const one = yield* sql.result(text)
      assert.deepStrictEqual(one.columns, columns)
      const [row] = yield* Stream.runCollect(one.rows)
      assert.deepStrictEqual(
        Object.keys(row!),
        columns.map(({ name }) => name),
      )
      const none = yield* sql.result(`${text} LIMIT 0`)
      assert.deepStrictEqual(none.columns, columns)
      assert.strictEqual(yield* Stream.runCount(none.rows), 0)
    }),
  )

  it.scoped("of columns of one name are kept apart", () =>
    Effect.gen(function* () {
      const sql = yield* open
      assert.deepStrictEqual(yield* sql.rows("SELECT 1 AS a, 2 AS a, 3 AS __proto__"), [
        Object.fromEntries([
          ["a", 1],
          ["a:1", 2],
          ["__proto__", 3],
        ]),
      ])
      assert.deepStrictEqual(Object.keys((yield* sql.columns("SELECT 1 AS a, 2 AS a")).columns), ["a", "a:1"])
    }),
  )

  it.scoped("of parameters come back as they were, whatever text they are", () =>
    Effect.gen(function* () {
      const sql = yield* open
      const value = FastCheck.oneof(
        FastCheck.fullUnicodeString().filter((text) => !text.includes("\0")),
        FastCheck.constantFrom("'; DROP VIEW bars; --", "$1", "NULL", ""),
        FastCheck.double(),
        FastCheck.integer(),
        FastCheck.bigInt({ min: 2n ** 60n, max: 2n ** 100n }),
        FastCheck.boolean(),
      )
      for (const values of FastCheck.sample(FastCheck.tuple(value, value), {
        seed: seeded.fastCheck.seed,
        numRuns: runs(50),
      })) {
        const expected = { a: values[0], b: values[1] }
        assert.deepEqual(yield* sql.rows("SELECT $1 AS a, $2 AS b", values), [expected])
        assert.deepEqual(yield* sql.rows("SELECT $first AS a, $second AS b", { first: values[0], second: values[1] }), [
          expected,
        ])
      }
      const instant = DateTime.unsafeMake("2024-02-29T14:30:00.125Z")
      const [row] = yield* sql.rows(
        "SELECT $1 AS date, $2 AS utc, 'A' = any($3) AS a, 'A' = any($4) AS none, list_sum($5) AS sum, $6 IS NULL AS isNull, list_max($7) AS exact",
        [new Date(instant.epochMillis), instant, ["B", "A"], [], [1, 2.5], null, [2n ** 62n, 1n]],
      )
      assert.deepStrictEqual(row, {
        date: instant.epochMillis,
        utc: instant.epochMillis,
        a: true,
        none: false,
        sum: 3.5,
        isNull: true,
        exact: 2n ** 62n,
      })
    }),
  )
})

layer(NodeContext.layer)("queries", (it) => {
  it.scoped("may have any form of a SELECT, and tables and views of their own", () =>
    Effect.gen(function* () {
      const root = yield* folder
      yield* write(root, [
        { ticker: "AAPL", bars: [bar("2024-03-01T15:00:00Z", 10)] },
        { ticker: "MSFT", bars: [bar("2024-03-01T15:00:00Z", 20)] },
      ])
      const sql = yield* Sql.open(root)
      assert.deepStrictEqual(
        yield* sql.rows("PIVOT bars ON ticker IN ('AAPL', 'MSFT') USING first(open) GROUP BY timestamp"),
        [{ timestamp: Date.parse("2024-03-01T15:00:00Z"), AAPL: 10, MSFT: 20 }],
      )
      yield* sql.rows("CREATE TABLE mine AS SELECT * FROM bars WHERE open > $1", [15])
      assert.deepStrictEqual(yield* sql.rows("SELECT ticker FROM mine"), [{ ticker: "MSFT" }])
      yield* sql.rows('create or replace view "of ""mine" as(FROM mine)')
      assert.deepStrictEqual(yield* sql.rows('SELECT ticker FROM "of ""mine"'), [{ ticker: "MSFT" }])
      for (const text of [
        "WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT max(i) AS value FROM n",
        "FROM bars a JOIN mine b USING (ticker) SELECT 3 AS value",
        "SELECT 1 + row_number() OVER (ORDER BY open) AS value FROM bars QUALIFY value = 3",
        "VALUES (3) ORDER BY ALL;",
        "SELECT unnest([3]) AS value -- the third",
        "SELECT count(*) AS value FROM generate_series(1, 3)",
        "SELECT a.n AS value FROM range(3, 4) a(n), LATERAL (SELECT a.n)",
        "SELECT count(*) AS value FROM (SHOW TABLES) WHERE name IN ('bars', 'mine', 'of \"mine')",
        "SELECT count(*) + 1 AS value FROM (UNPIVOT mine ON open, close)",
      ]) {
        const [row] = yield* sql.rows(text)
        assert.deepStrictEqual(Object.values(row!), [3], text)
      }
      for (const text of ["DESCRIBE bars", "SUMMARIZE bars"]) assert.isNotEmpty(yield* sql.rows(text))
    }),
  )

  it.scoped("run side by side, and instants are those of UTC", () =>
    Effect.gen(function* () {
      const sql = yield* open
      const sums = yield* Effect.forEach(
        [1, 2, 3, 4],
        (n) => sql.rows("SELECT sum(i * $1) AS sum FROM range(1000) t(i)", [n]),
        {
          concurrency: 4,
        },
      )
      assert.deepStrictEqual(
        sums.flat().map(({ sum }) => sum),
        [499500, 999000, 1498500, 1998000],
      )
      assert.deepStrictEqual(
        yield* sql.rows(
          "SELECT hour(TIMESTAMPTZ '2024-07-01T14:30:00Z') AS utc, hour(timezone('America/New_York', TIMESTAMPTZ '2024-07-01T14:30:00Z')) AS local",
        ),
        [{ utc: 14, local: 10 }],
      )
    }),
  )

  it.scoped("that are wrong are errors with DuckDB's words", () =>
    Effect.gen(function* () {
      const sql = yield* open
      const failed = (text: string, params?: Sql.Params) => Effect.flip(sql.rows(text, params))
      for (const [text, words] of [
        ["SELEC 1", "syntax error"],
        ["SELECT closing FROM bars", 'Candidate bindings: "close"'],
        ["SELECT 'x'::INTEGER", "Could not convert"],
        ["SELECT * FROM quotes", "quotes"],
        ["", "no statement"],
        ["-- nothing", "no statement"],
      ] as const) {
        const error = yield* failed(text)
        assert(error._tag === "SqlError")
        assert.strictEqual(error.reason, "query", text)
        assert.strictEqual(error.text, text)
        assert.include(error.message, words)
      }
      for (const params of [
        { other: 1 },
        [1, 2],
        [{} as never],
        [() => 1],
        ["A\0B"],
        [new Date(NaN)],
      ] as ReadonlyArray<Sql.Params>) {
        const error = yield* failed("SELECT $1", params)
        assert(error._tag === "SqlError")
        assert.strictEqual(error.reason, "parameter")
      }
      const unbound = yield* failed("SELECT $1 + $2", [1])
      assert.include(unbound.message, "2")
    }),
  )

  it.scoped("stop when they are interrupted, and when their stream ends early", () =>
    Effect.gen(function* () {
      const sql = yield* open
      const endless = "SELECT count(*) FROM range(10000000000000) a(i) WHERE hash(i) = 1"
      const fiber = yield* Effect.fork(sql.rows(endless))
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(fiber)))
      const some = yield* sql.stream("SELECT i FROM range(10000000000000) t(i)").pipe(Stream.take(3), Stream.runCollect)
      assert.deepStrictEqual(Chunk.toReadonlyArray(some), [{ i: 0 }, { i: 1 }, { i: 2 }])
      assert.deepStrictEqual(yield* sql.rows("SELECT 1 AS one"), [{ one: 1 }])
    }),
  )
})

/**
 * Functions in FROM that run a text. The last one puts together the name of a function that ends
 * the process, so the others stand first.
 */
const runningAText = [
  "SELECT * FROM main.Query('SELECT 1')",
  `SELECT * FROM "query"('SELECT 1')`,
  "SELECT * FROM query_table('bar' || 's')",
  "SELECT * FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))",
  "SELECT * FROM query('SELECT * FROM enable' || '_logging(storage = ''file'', storage_path = ''/log'')')",
]

layer(NodeContext.layer)("a query", (it) => {
  it.scoped("writes nothing, and reads nothing but the store", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const parent = yield* folder
      const root = `${parent}/store`
      yield* write(root, [{ ticker: "AAPL", bars: [bar("2024-03-01T15:00:00Z")] }])
      yield* fs.writeFileString(`${parent}/secret.csv`, "a,b\n1,2\n")
      yield* fs.makeDirectory(`${root}-other`)
      yield* fs.writeFileString(`${root}-other/secret.csv`, "a,b\n1,2\n")
      const before = yield* fs.readDirectory(parent, { recursive: true })
      const sql = yield* Sql.open(root)
      const statements = [
        ...runningAText.flatMap((query) => [
          query,
          `WITH x AS (SELECT * FROM (${query})) FROM x`,
          `SELECT (SELECT count(*) FROM (${query}))`,
          `SELECT 1 WHERE EXISTS (${query})`,
          `SELECT 1 UNION ALL (SELECT count(*) FROM (${query}))`,
          `PIVOT (${query}) ON a IN (1) USING count(*)`,
          `CREATE TABLE x AS ${query}`,
          `CREATE OR REPLACE VIEW "x" AS ${query}`,
        ]),
        `COPY (SELECT 1) TO '${parent}/out.csv'`,
        `COPY (SELECT 1) TO '${root}/out.csv'`,
        `SELECT 1; COPY (SELECT 1) TO '${root}/out.csv'`,
        `COPY (SELECT 1) TO '${root}/out.csv'; SELECT 1`,
        `EXPLAIN ANALYZE COPY (SELECT 1) TO '${root}/out.csv'`,
        `PREPARE p AS COPY (SELECT 1) TO '${root}/out.csv'`,
        `EXPORT DATABASE '${root}/out'`,
        `ATTACH '${root}/out.db'`,
        "CREATE PERSISTENT SECRET s (TYPE http)",
        `SELECT * FROM enable_logging(storage = 'file', storage_config = {'path': '${root}/log'})`,
        `CALL Enable_Logging('QueryLog')`,
        "SELECT 1; SELECT 2",
        "CREATE TABLE x AS SELECT 1; SELECT 2",
        "CREATE MACRO x() AS TABLE SELECT 1",
        "CREATE TABLE x (a INTEGER)",
        "CREATE TYPE x AS ENUM (SELECT 'a')",
        "CREATE SEQUENCE x",
        "SELECT * FROM duckdb_settings()",
        "SELECT * FROM duckdb_secrets()",
        "EXPLAIN ANALYZE SELECT 1",
        "PIVOT bars ON ticker USING count(*)",
        "SELECT 1\0; SELECT 2",
        `PRAGMA enable_profiling = 'json'`,
        "SET lock_configuration = false",
        "SET enable_external_access = true",
        "RESET allowed_directories",
        "INSTALL httpfs",
        "LOAD httpfs",
        "DROP VIEW bars",
        `SELECT * FROM read_csv('${parent}/secret.csv')`,
        `SELECT * FROM '${root}/../secret.csv'`,
        `SELECT * FROM '${root}-other/secret.csv'`,
        `SELECT * FROM glob('${parent}/*')`,
        "SELECT * FROM read_csv('http://localhost:9/x.csv')",
      ]
      for (const statement of statements) {
        const error = yield* Effect.flip(sql.rows(statement)).pipe(
          Effect.orDieWith(() => new Error(`It ran: ${statement}`)),
        )
        assert.strictEqual(error._tag, "SqlError", statement)
      }
      assert.deepStrictEqual(yield* fs.readDirectory(parent, { recursive: true }), before)
      assert.lengthOf(yield* sql.rows("FROM bars"), 1)
    }),
  )
})

describe("DuckDB", () => {
  test.effect("is asked for where it is not installed", () =>
    Effect.gen(function* () {
      const missing = Object.assign(new Error("Cannot find package '@duckdb/node-api'"), {
        code: "ERR_MODULE_NOT_FOUND",
      })
      const error = yield* Effect.flip(Library.load(() => Promise.reject(missing)))
      assert.strictEqual(error.reason, "library")
      assert.include(error.message, "npm install @duckdb/node-api")
      const broken = yield* Effect.flip(Library.load(() => Promise.reject(new Error("GLIBC_2.28 not found"))))
      assert.strictEqual(broken.reason, "library")
      assert.include(broken.message, "GLIBC_2.28 not found")
    }),
  )
})

/**
 * A query that DuckDB does not stop, for some seconds: long enough for a test, and short enough for
 * the end of its process.
 */
const unstoppable = "SELECT levenshtein(repeat('a', 100000), repeat('b', 100000))"

describe("a query that DuckDB does not stop", () => {
  test.scopedLive("ends when it is interrupted, and later queries and the end of the scope do not wait for it", () =>
    Effect.gen(function* () {
      const ended = { is: false }
      const root = yield* folder
      yield* Effect.scoped(
        Effect.gen(function* () {
          const sql = yield* Sql.open(root)
          const stuck = yield* Effect.fork(
            Effect.ensuring(
              sql.rows(unstoppable),
              Effect.sync(() => (ended.is = true)),
            ),
          )
          const timedOut = yield* Effect.timeoutOption(Fiber.join(stuck), "100 millis")
          assert.isTrue(Option.isNone(timedOut))
          assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(stuck)))
          assert.isTrue(ended.is)
          assert.deepStrictEqual(yield* sql.rows("SELECT 1 AS one"), [{ one: 1 }])
        }),
      )
    }).pipe(Effect.provide(NodeContext.layer)),
  )

  test.scopedLive(
    "does not hold its interruption, however long it computes",
    () =>
      Effect.gen(function* () {
        const connection = yield* Database.connect(yield* Database.open())
        const work = Database.work(connection, "never", () => new Promise(() => {}), { patience: "1 millis" })
        const stuck = yield* Effect.fork(work)
        yield* Effect.yieldNow()
        assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(stuck)))
      }),
    10_000,
  )

  test.live(
    "is interrupted until it ends: DuckDB forgets an interruption of what it has not begun",
    () =>
      Effect.gen(function* () {
        const ended = yield* Deferred.make<number>()
        let asked = 0
        let end = () => {}
        const interrupt = () => {
          if (++asked === 3) end()
          if (asked >= 3) Effect.runSync(Deferred.succeed(ended, asked))
        }
        const run = () => new Promise<never>((_, reject) => (end = () => reject(new Error("INTERRUPT Error"))))
        const work = Database.work({ interrupt } as never as DuckDBConnection, "later", run, { patience: "1 millis" })
        const stuck = yield* Effect.fork(work)
        yield* Effect.yieldNow()
        assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(stuck)))
        yield* Deferred.await(ended)
        yield* Effect.sleep("30 millis")
        assert.strictEqual(asked, 3)
      }),
    10_000,
  )
})
