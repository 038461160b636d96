/**
 * The connections that queries share, and what is kept on them.
 */
import { Store, StoreError } from "@candela/sandbox/store/Store"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Either, Exit, FastCheck as fc, Fiber } from "effect"
import { runs } from "@candela/support/seeded"

/** Runs for hours unless it is interrupted. */
const endless = "SELECT count(*) AS rows FROM range($1) a, range($1) b WHERE a.range * b.range = -1"
const hours = [1_000_000_000n]

const connection = (store: Store.Service) =>
  Effect.map(store.query<{ readonly id: bigint }>("SELECT current_connection_id() AS id"), ([row]) => row!.id)

const connections = (store: Store.Service) =>
  Effect.map(
    store.query<{ readonly count: number }>("SELECT count::INTEGER AS count FROM duckdb_connection_count()"),
    ([row]) => row!.count,
  )

/** Lets the event loop turn: each count meets a statement in another step. */
const turns = (count: number) =>
  Effect.promise(async () => {
    for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
  })

const value = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.string({ unit: "grapheme-ascii" }),
)

/** Queries with what is bound to them. Some are refused: a parameter is missing, or is no number. */
const query = fc.oneof(
  fc.tuple(fc.constant("SELECT $1 AS value, typeof($1) AS type"), fc.array(value, { maxLength: 1 })),
  fc.tuple(fc.constant("SELECT $1 AS one, $2 AS other"), fc.array(value, { maxLength: 2 })),
  fc.tuple(fc.constant("SELECT $1::INTEGER + 1 AS next"), fc.tuple(value)),
  fc.tuple(fc.constant("SELECT count(*)::INTEGER AS rows FROM range($1)"), fc.tuple(fc.integer({ min: 0, max: 9 }))),
  fc.tuple(fc.constant("SELECT $from AS value, typeof($to) AS type"), fc.record({ from: value, to: value })),
)

describe("queries", () => {
  it.scoped.prop(
    "give what they give on a new connection, whatever was run before with whatever was bound",
    { queries: fc.array(query, { minLength: 1, maxLength: 12 }) },
    ({ queries }) =>
      Effect.gen(function* () {
        const store = yield* Store.make({})
        for (const [sql, parameters] of queries) {
          // A transaction has a connection of its own, which has run nothing.
          const alone = yield* Effect.either(store.transaction(({ query }) => query(sql, parameters)))
          const among = yield* Effect.either(store.query(sql, parameters))
          assert.deepStrictEqual(
            Either.mapLeft(among, ({ message }) => message),
            Either.mapLeft(alone, ({ message }) => message),
          )
        }
      }),
    { fastCheck: { seed: 18, numRuns: runs(60) } },
  )

  it.scoped("share a connection, one after the other, and no more than run at once", () =>
    Effect.gen(function* () {
      const store = yield* Store.make({})
      const ids = yield* Effect.replicateEffect(connection(store), 10)
      assert.strictEqual(new Set(ids).size, 1)
      yield* Effect.replicateEffect(store.query("SELECT sum(range) AS sum FROM range($1)", [10_000]), 40, {
        concurrency: "unbounded",
      })
      assert.strictEqual(yield* connections(store), 3)
    }),
  )

  it.scoped("are right when there are more of them than are kept prepared", () =>
    Effect.gen(function* () {
      const store = yield* Store.make({})
      for (let round = 0; round < 2; round++) {
        for (let index = 0; index < 120; index++) {
          assert.deepStrictEqual(yield* store.query(`SELECT $1 + ${index} AS sum`, [round]), [{ sum: round + index }])
        }
      }
    }),
  )

  it.scoped("see the tables as they are, when these were made anew with other columns", () =>
    Effect.gen(function* () {
      const store = yield* Store.make({})
      const rows = store.query("SELECT * FROM notes WHERE id = $1", [1])
      yield* store.run("CREATE TABLE notes AS SELECT 1 AS id, 'first' AS text")
      assert.deepStrictEqual(yield* rows, [{ id: 1, text: "first" }])
      yield* store.run("DROP TABLE notes; CREATE TABLE notes AS SELECT 1 AS id, 2.5::DOUBLE AS price, true AS flag")
      assert.deepStrictEqual(yield* rows, [{ id: 1, price: 2.5, flag: true }])
      yield* store.run("DROP TABLE notes")
      assert.include((yield* Effect.flip(rows)).message, "notes does not exist")
    }),
  )

  it.scoped("are not seen by, and do not see, what a statement or a transaction does to its connection", () =>
    Effect.gen(function* () {
      const store = yield* Store.make({})
      const kept = yield* connection(store)
      yield* store.run("CREATE TEMP TABLE mine AS SELECT 1 AS one")
      yield* store.run("BEGIN")
      yield* store.transaction((transaction) => transaction.run("CREATE TEMP TABLE mine AS SELECT 1 AS one"))
      assert.include((yield* Effect.flip(store.query("FROM mine"))).message, "mine does not exist")
      yield* store.run("BEGIN; COMMIT")
      yield* store.query("SELECT 1")
      assert.notStrictEqual(yield* connection(store), kept)
      assert.strictEqual(yield* connections(store), 1)
    }),
  )
})

describe("an interrupted query", () => {
  it.scoped("gives its connection up, once it has ended, and disturbs none that comes later", () =>
    Effect.gen(function* () {
      const store = yield* Store.make({})
      for (let round = 0; round < 12; round++) {
        const before = yield* connection(store)
        const fibers = yield* Effect.replicateEffect(Effect.fork(store.query(endless, hours)), 5)
        yield* turns(round)
        const exits = yield* Effect.forEach(fibers, Fiber.interrupt, { concurrency: "unbounded" })
        assert.isTrue(exits.every(Exit.isInterrupted))
        // None still runs, and none is left behind.
        assert.isAtMost(yield* connections(store), 3)
        const answers = yield* Effect.replicateEffect(store.query("SELECT $1 AS round", [round]), 6, {
          concurrency: "unbounded",
        })
        for (const rows of answers) assert.deepStrictEqual(rows, [{ round }])
        if (round > 5) assert.notStrictEqual(yield* connection(store), before)
      }
    }),
  )

  it.scoped("ends with a store that closes, also on a kept connection", () =>
    Effect.gen(function* () {
      const running = yield* Effect.scoped(
        Effect.gen(function* () {
          const store = yield* Store.make({})
          yield* Effect.replicateEffect(store.query("SELECT $1 AS one", [1]), 3, { concurrency: "unbounded" })
          const running = yield* Effect.fork(Effect.flip(store.query(endless, hours)))
          yield* turns(5)
          return running
        }),
      )
      assert.strictEqual((yield* Fiber.join(running)).reason, "Statement")
    }),
  )
})

describe("what is remembered", () => {
  const counting = () => {
    const seen = { loads: 0 }
    const load: Store.Load<number> = ({ query }) =>
      Effect.map(query<{ readonly rows: number }>("SELECT count(*)::INTEGER AS rows FROM notes"), ([row]) => {
        seen.loads++
        return row!.rows
      })
    return { seen, load }
  }

  const notes = Effect.tap(Store.make({}), (store) => store.run("CREATE TABLE notes (text VARCHAR)"))

  it.scoped("is read once, and again after anything was written, in whatever way", () =>
    Effect.gen(function* () {
      const store = yield* notes
      const { load, seen } = counting()
      const writes = [
        store.run("INSERT INTO notes VALUES ('x')"),
        store.append("notes", { text: ["x"] }),
        store.transaction((transaction) => transaction.run("INSERT INTO notes VALUES ('x')")),
      ]
      assert.strictEqual(yield* store.remember(load), 0)
      for (const [index, write] of writes.entries()) {
        yield* write
        for (let time = 0; time < 3; time++) assert.strictEqual(yield* store.remember(load), index + 1)
        assert.strictEqual(seen.loads, index + 2)
      }
    }),
  )

  it.scoped("is never older than what was written before it was asked for", () =>
    Effect.gen(function* () {
      const store = yield* notes
      const loaded = yield* Deferred.make<void>()
      const written = yield* Deferred.make<void>()
      const { load } = counting()
      // It has read the table before the write ends, and gives its value after.
      const slow: Store.Load<number> = (statements) =>
        load(statements).pipe(
          Effect.zipLeft(Deferred.succeed(loaded, undefined)),
          Effect.zipLeft(Deferred.await(written)),
        )
      const first = yield* Effect.fork(store.remember(slow))
      yield* Deferred.await(loaded)
      yield* store.run("INSERT INTO notes VALUES ('x')")
      yield* Deferred.succeed(written, undefined)
      assert.strictEqual(yield* Fiber.join(first), 0)
      assert.strictEqual(yield* store.remember(slow), 1)
    }),
  )

  it.scoped("is no failure", () =>
    Effect.gen(function* () {
      const store = yield* Store.make({})
      const { load } = counting()
      assert.instanceOf(yield* Effect.flip(store.remember(load)), StoreError)
      yield* store.run("CREATE TABLE notes (text VARCHAR)")
      assert.strictEqual(yield* store.remember(load), 0)
    }),
  )
})
