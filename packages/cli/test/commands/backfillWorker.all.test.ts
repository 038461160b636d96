/** A worker on PostgreSQL. What runners do there, the tests of backfills show. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import * as Postgres from "../../../../scripts/internal/postgres.mjs"
import { bars, Folder, value } from "./backfillFolder.js"

describe.skipIf(Postgres.missing !== undefined)(`workers ${Postgres.missing ?? ""}`, () => {
  it.live(
    "run what another process coordinates, with the database in a variable",
    () =>
      Effect.gen(function* () {
        const { backfill, url } = yield* Folder
        const server = yield* Effect.acquireRelease(
          Effect.promise(() => Postgres.start()),
          ({ stop }) => Effect.promise(stop),
        )
        const { database, host, user } = server
        const variables = {
          CANDELA_DATABASE_URL: `postgres:///${database}?host=${encodeURIComponent(host)}&user=${user}`,
        }
        const planned = yield* backfill(`plan --store @shared --tickers AAPL,MSFT ${bars}`, { variables })
        assert.strictEqual(planned.code, 0, planned.err)
        const worker = yield* Effect.fork(backfill(`worker --store @shared --url ${url}`, { variables }))
        const run = yield* backfill("run --coordinate --format json", { variables })
        assert.strictEqual(run.code, 0, run.err)
        assert.deepInclude(value(run.out)["jobs"], { planned: 4, done: 4, waiting: 0 })
        yield* Fiber.interrupt(worker)
        const verified = yield* backfill("verify --store @shared", { variables })
        assert.strictEqual(verified.code, 0, verified.err)
      }).pipe(Effect.scoped, Effect.provide(Folder.layer)),
    { timeout: 60_000 },
  )
})
