import * as FileSchema from "@candela/files/FileSchema"
import { Snapshots } from "@candela/snapshots/Snapshots"
import { Stocks } from "@candela/stocks/Stocks"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Stream } from "effect"
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Workspace from "../../src/mcp/Workspace.js"

const columns = FileSchema.of(Stocks.endpoints.bars)
const bar = { volume: 1, open: 1, close: 1.5, high: 2, low: 1, timestamp: 1_748_871_000_123 }

/** A folder with a file that must not be read, and beside which none may appear. */
const folder = mkdtempSync(join(tmpdir(), "candela-mcp-"))
const file = join(folder, "secret.csv")
writeFileSync(file, "secret\n1\n")

const made = (name: string) => join(folder, name)

describe("Workspace", () => {
  const refused = [
    `SELECT * FROM read_csv('${file}')`,
    `SELECT * FROM '${file}'`,
    `SELECT * FROM read_text('${file}')`,
    `SELECT * FROM read_blob('${file}')`,
    `SELECT * FROM sniff_csv('${file}')`,
    `SELECT * FROM glob('${folder}/*')`,
    `SELECT * FROM parquet_metadata('${file}')`,
    `SELECT * FROM 'https://example.com/a.csv'`,
    `SELECT * FROM read_parquet('https://example.com/a.parquet')`,
    `COPY bars TO '${made("a.csv")}'`,
    `COPY (SELECT 1) TO '${made("a.parquet")}'`,
    `EXPORT DATABASE '${made("export")}'`,
    `ATTACH '${made("a.duckdb")}'`,
    "ATTACH ':memory:' AS other",
    "INSTALL httpfs",
    "LOAD httpfs",
    "SET enable_external_access = true",
    "SET lock_configuration = false",
    "PRAGMA enable_profiling",
    "CALL enable_logging()",
    `SELECT * FROM enable_logging(storage='file', storage_path='${made("log")}')`,
    // The name is put together: the function would end the process.
    `SELECT * FROM query('SELECT * FROM enable' || '_logging(storage=''file'', storage_path=''${made("log")}'')')`,
    `WITH x AS (SELECT * FROM (SELECT * FROM query('SELECT 1'))) SELECT * FROM x`,
    "SELECT (SELECT count(*) FROM duckdb_settings())",
    "SELECT * FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))",
    "DROP TABLE bars",
    "DELETE FROM bars",
    "CREATE TABLE other AS SELECT 1",
    "EXPLAIN ANALYZE SELECT 1",
    "SELECT 1; DROP TABLE bars",
    "SELECT 1; SELECT 2",
    "",
    "-- nothing",
    "SELECT $1",
  ]

  it.scopedLive("reads nothing but its tables, and changes nothing", () =>
    Effect.gen(function* () {
      const { keep, query } = yield* Workspace.make()
      yield* keep("bars", columns, Stream.make(bar))
      for (const sql of refused) {
        const { message } = yield* Effect.flip(query(sql, 10)).pipe(Effect.orDieWith(() => new Error(`It ran: ${sql}`)))
        assert.notInclude(message, "secret\n")
      }
      assert.deepStrictEqual(readdirSync(folder), ["secret.csv"])
      assert.isFalse(existsSync("export"))
      assert.deepStrictEqual((yield* query("SELECT count(*) FROM bars", 10)).rows, [[1]])
    }),
  )

  it.scopedLive("allows what reads tables", () =>
    Effect.gen(function* () {
      const { keep, query } = yield* Workspace.make()
      yield* keep("bars", columns, Stream.make(bar))
      const allowed = [
        "SHOW TABLES",
        "DESCRIBE bars",
        "SUMMARIZE bars",
        "FROM bars",
        "WITH x AS (FROM range(3)) SELECT * FROM x",
        "VALUES (1)",
        "PIVOT bars ON open IN (1, 2) USING count(*)",
        "SELECT unnest([1, 2])",
        "SELECT *, avg(close) OVER (ORDER BY timestamp) FROM bars",
        "SELECT date_trunc('day', timestamp AT TIME ZONE 'America/New_York') FROM bars",
      ]
      for (const sql of allowed) assert.isNotEmpty((yield* query(sql, 10)).rows, sql)
    }),
  )

  it.scopedLive("keeps instants, exact integers, absent fields and records", () =>
    Effect.gen(function* () {
      const { keep, query } = yield* Workspace.make()
      yield* keep("bars", columns, Stream.make(bar))
      const { rows } = yield* query("SELECT timestamp::VARCHAR, vwap, epoch_ms(timestamp) FROM bars", 10)
      assert.deepStrictEqual(rows, [["2025-06-02 13:30:00.123+00", null, bar.timestamp]])
      const snapshot = {
        ticker: "AAPL",
        type: "stocks",
        last_trade: { price: 1.5, sip_timestamp: 1_748_871_000_123_456_789n },
      }
      const unified = FileSchema.of(Object.values(Snapshots.endpoints)[0] as never)
      yield* keep("snapshots", unified, Stream.make(snapshot))
      assert.lengthOf((yield* query("SELECT * FROM snapshots", 10)).rows, 1)
    }),
  )

  it.scopedLive("keeps the table that was there where the rows of a new one fail", () =>
    Effect.gen(function* () {
      const { keep, query } = yield* Workspace.make()
      yield* keep("bars", columns, Stream.make(bar))
      const failing = Stream.concat(Stream.range(1, 6000).pipe(Stream.map(() => bar)), Stream.fail("lost" as const))
      assert.strictEqual(yield* Effect.flip(keep("bars", columns, failing)), "lost")
      assert.deepStrictEqual((yield* query("SELECT count(*) FROM bars", 10)).rows, [[1]])
    }),
  )

  it.scopedLive("cuts long values, and says how long they were", () =>
    Effect.gen(function* () {
      const { query } = yield* Workspace.make()
      const { rows } = yield* query("SELECT repeat('x', 1000000), 'short', range(20000)", 10)
      const [[text, short, list]] = rows as [[string, string, string]]
      assert.isBelow(text.length, 10_100)
      assert.include(text, "x... (cut: 1000000 characters)")
      assert.strictEqual(short, "short")
      assert.match(list, /^\[.*\.\.\. \(cut: \d+ characters\)$/)
      const many = Array.from({ length: 40 }, () => "repeat(chr(1), 9000)").join(", ")
      const { rows: wide } = yield* query(`SELECT ${many}`, 10)
      assert.isBelow(JSON.stringify(wide).length, 70_000)
    }),
  )

  it.scopedLive("cuts rows, and stops a query that is interrupted", () =>
    Effect.gen(function* () {
      const { query } = yield* Workspace.make()
      const { cut, rows } = yield* query("SELECT * FROM range(1000000)", 7)
      assert.lengthOf(rows, 7)
      assert.isTrue(cut)
      const long = yield* Effect.fork(query("SELECT count(*) FROM range(10000000) a, range(10000000) b", 1))
      yield* Effect.yieldNow()
      assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(long)))
      assert.deepStrictEqual((yield* query("SELECT 1", 1)).rows, [[1]])
    }),
  )
})
