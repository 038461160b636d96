import * as Database from "@candela/backfill/Database"
import * as NodeContext from "@effect/platform-node/NodeContext"
import * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck as fc } from "effect"
import * as Jobs from "../src/internal/plan/jobs.js"
import * as Ledger from "../src/internal/plan/ledger.js"
import * as Tables from "../src/internal/database/tables.js"
import * as Support from "./support.js"

const states = fc.array(fc.constantFrom(...Object.values(Jobs.letter)), { minLength: 1, maxLength: 40 })

const results = (most: number) =>
  fc.array(
    fc.record({
      index: fc.nat(most),
      state: fc.constantFrom(Jobs.letter.done, Jobs.letter.empty, Jobs.letter.failed),
      rows: fc.nat(1000),
    }),
    { maxLength: 30 },
  )

/** A plan of one ticker with some states. */
const planned = (plan: string, jobs: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`INSERT INTO backfill_plans ${sql.insert({
      ...{ plan, market: "stocks", timespan: "minute", multiplier: 1, from_day: "2020-01-01", to_day: "2023-12-31" },
      ...{ page_of: 12, attempts: 5, state: "open", detail: "", created_at: 0 },
    })}`
    yield* sql`INSERT INTO backfill_tickers ${sql.insert({ plan, ticker: "AAPL", jobs, round: 0, next_at: 0, row_count: 0 })}`
  })

const row = (plan: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [one] = yield* sql<{ jobs: string; row_count: bigint }>`SELECT * FROM backfill_tickers WHERE plan = ${plan}`
    return { jobs: one!.jobs, rows: Number(one!.row_count) }
  })

/** A client that carries out each statement, and loses the answer of the first one. */
const withLostAnswer = (sql: SqlClient.SqlClient) => {
  let carriedOut = 0
  const client = new Proxy(sql, {
    apply: (target, self, parts) =>
      Effect.flatMap(Reflect.apply(target, self, parts) as Effect.Effect<unknown, SqlError>, (rows) =>
        ++carriedOut === 1
          ? Effect.fail(new SqlError({ message: "the answer is lost", cause: new Error("Connection terminated") }))
          : Effect.succeed(rows),
      ),
  })
  return { client, carriedOut: () => carriedOut }
}

/** A database in a folder that is removed. */
const withDatabase = <A, E>(test: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.flatMap(Support.folder, (folder) =>
    Effect.provide(Effect.zipRight(Tables.make, test), Database.sqlite(`${folder}/backfill.db`)),
  ).pipe(Effect.scoped, Effect.provide(NodeContext.layer))

describe("results of jobs", () => {
  it("written together are those written one by one", () => {
    fc.assert(
      fc.property(states, results(45), (before, results) => {
        const together = Jobs.settled(before.join(""), results)
        const oneByOne = results.reduce(
          ({ jobs, rows }, result) => {
            const after = Jobs.settled(jobs, [result])
            return { jobs: after.jobs, rows: rows + after.rows }
          },
          { jobs: before.join(""), rows: 0 },
        )
        assert.deepStrictEqual(together, oneByOne)
        assert.strictEqual(together.jobs.length, before.length)
        for (const [index, state] of before.entries())
          if (state !== Jobs.letter.waiting) assert.strictEqual(together.jobs[index], state)
      }),
    )
  })

  it.live("are written where jobs wait, and leave what others have changed since they were read", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* planned("one", "wwww-")
      const reading = yield* Ledger.read("one", "AAPL")
      assert.deepInclude(reading, { jobs: "wwww-", failures: new Map() })
      // Somebody leaves the second job out, and another runner has done the third one.
      yield* sql`UPDATE backfill_tickers SET jobs = 'wsdw-', row_count = 7`
      const done = [0, 1, 2].map((index) => ({ index, state: Jobs.letter.done, rows: 10 }))
      const after = yield* Ledger.write(reading, done)
      assert.strictEqual(after.jobs, "dsdw-")
      assert.deepStrictEqual(yield* row("one"), { jobs: "dsdw-", rows: 17 })
    }).pipe(withDatabase),
  )

  it.live("are written by one statement, which tells whether the plan is still open", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* planned("five", "ww")
      const reading = yield* Ledger.read("five", "AAPL")
      yield* sql`UPDATE backfill_plans SET state = 'paused' WHERE plan = 'five'`
      const after = yield* Ledger.write(reading, [{ index: 0, state: Jobs.letter.done, rows: 10 }])
      assert.strictEqual(after.definition.state, "paused")
      assert.deepStrictEqual(after, yield* Ledger.read("five", "AAPL"))
    }).pipe(withDatabase),
  )

  it.live("of two runners are counted once", () =>
    Effect.gen(function* () {
      yield* planned("two", "wwwwwwww")
      const reading = yield* Ledger.read("two", "AAPL")
      const write = (indexes: ReadonlyArray<number>) =>
        Ledger.write(
          reading,
          indexes.map((index) => ({ index, state: Jobs.letter.done, rows: 1 })),
        )
      yield* Effect.all([write([0, 1, 2, 3]), write([2, 3, 4, 5]), write([5, 6])], { concurrency: "unbounded" })
      assert.deepStrictEqual(yield* row("two"), { jobs: "dddddddw", rows: 7 })
    }).pipe(withDatabase),
  )

  it.live("that failed count once, also where the answer of the database is lost", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* planned("four", "www")
      const reading = yield* Ledger.read("four", "AAPL")
      const error = { _tag: "TransportError", message: "cut" }
      const lossy = withLostAnswer(sql)
      const attempts = Effect.provideService(
        Ledger.attempted(reading, "2020-01", error),
        SqlClient.SqlClient,
        lossy.client,
      )
      assert.strictEqual(yield* attempts, 1)
      assert.strictEqual(lossy.carriedOut(), 2)
      assert.deepStrictEqual([...(yield* Ledger.read("four", "AAPL")).failures], [["2020-01", 1]])
    }).pipe(withDatabase),
  )

  it.live("take the failures before them out of the list, and those of no other job", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* planned("three", "www")
      const reading = yield* Ledger.read("three", "AAPL")
      const error = { _tag: "TransportError", message: "cut" }
      assert.strictEqual(yield* Ledger.attempted(reading, "2020-01", error), 1)
      assert.strictEqual(yield* Ledger.attempted(yield* Ledger.read("three", "AAPL"), "2020-01", error), 2)
      assert.strictEqual(yield* Ledger.attempted(reading, "2020-02", error), 1)
      const again = yield* Ledger.read("three", "AAPL")
      assert.deepStrictEqual([...again.failures].sort(), [
        ["2020-01", 2],
        ["2020-02", 1],
      ])
      yield* Ledger.write(again, [{ index: 0, state: Jobs.letter.done, rows: 1 }])
      const left = yield* sql<{ period: string }>`SELECT period FROM backfill_failures`
      assert.deepStrictEqual(
        left.map(({ period }) => period),
        ["2020-02"],
      )
    }).pipe(withDatabase),
  )
})
