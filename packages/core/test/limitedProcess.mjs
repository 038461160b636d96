// A process that keeps a rate limit together with others, by a store on SQLite, and prints when its
// requests left, or until when the store counted them where that is earlier.
import * as RateLimit from "@candela/core/RateLimit"
import { Duration, Effect, FiberRef, Random, Schedule } from "effect"
import sqlite from "node-sqlite3-wasm"
import * as Gate from "../dist/internal/http/gate.js"

const [file, requests, limits] = process.argv.slice(2)

/** Milliseconds of the machine's monotonic clock, which all its processes share. */
const now = () => Number(process.hrtime.bigint()) / 1e6

/**
 * When the store counts the request of a fiber as sent, until it learns that it was. A machine that
 * stands still longer lets it leave later.
 */
const latest = FiberRef.unsafeMake(Infinity)

/** @returns {import("@candela/core/RateLimit").Store.Service} */
const storeIn = (/** @type {string} */ file) => {
  const database = new sqlite.Database(file)
  let isSet = false
  const consume = ({ id, windows, within }) => {
    // Nothing here outlives the test.
    if (!isSet) database.exec("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY")
    isSet = true
    database.exec("BEGIN IMMEDIATE")
    try {
      const at = now()
      const delays = windows.map(({ interval, limit }) => {
        const sql = "SELECT at FROM requests WHERE id <> ? ORDER BY at DESC LIMIT 1 OFFSET ?"
        const release = Duration.toMillis(interval) + (database.get(sql, [id, limit - 1])?.at ?? -Infinity)
        return release > at ? Math.min(release - at, Duration.toMillis(interval)) : 0
      })
      const delay = Math.max(...delays)
      if (delay === 0) {
        database.run("INSERT OR REPLACE INTO requests VALUES (?, ?)", [id, at + Duration.toMillis(within)])
        const longest = Math.max(...windows.map(({ interval }) => Duration.toMillis(interval)))
        database.run("DELETE FROM requests WHERE at <= ?", [at - longest])
      }
      database.exec("COMMIT")
      return { delay: Duration.millis(delay), counted: at + Duration.toMillis(within) }
    } catch (error) {
      database.exec("ROLLBACK")
      throw error
    }
  }
  // Another process may hold the lock.
  return {
    consume: (request) =>
      Effect.try(() => consume(request)).pipe(
        Effect.retry(Schedule.jittered(Schedule.spaced("2 millis"))),
        Effect.orDie,
        Effect.tap(({ counted }) => FiberRef.set(latest, counted)),
        Effect.map(({ delay }) => delay),
      ),
  }
}

const program = Effect.gen(function* () {
  const gate = yield* Gate.make(RateLimit.make(JSON.parse(limits)))
  const leave = Effect.gen(function* () {
    const { enter, left } = gate.attempt(() => Effect.void).admission()
    yield* enter
    yield* Effect.sleep(yield* Random.nextIntBetween(0, 10))
    const time = now()
    left()
    return Math.min(time, yield* FiberRef.get(latest))
  })
  return yield* Effect.replicateEffect(leave, Number(requests), { concurrency: "unbounded" })
})

const times = await program.pipe(
  Effect.scoped,
  Effect.provideService(RateLimit.Store, storeIn(file)),
  Effect.runPromise,
)
process.stdout.write(JSON.stringify(times))
