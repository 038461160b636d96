/** A simulated universe: 10,000 tickers by 240 months, planned, and a part of it run. */
import * as FileSystem from "@effect/platform/FileSystem"
import { Effect } from "effect"
import { fileURLToPath } from "node:url"
import * as NodeProcess from "../NodeProcess.js"
import * as Check from "./Check.js"
import * as Machine from "./Machine.js"
import type * as Runner from "./Runner.js"
import type { Measured, UniverseSettings } from "./universeMain.js"

const tickers = 10_000

const main = fileURLToPath(new URL("./universeMain.js", import.meta.url))

/** Does it in a process of its own, whose memory is that of the work alone. */
const measured = (settings: UniverseSettings) =>
  Effect.map(
    NodeProcess.start(main, [JSON.stringify(settings)], /^Measured (.*)$/),
    ({ said }) => JSON.parse(said[1]!) as Measured,
  )

const planned = (name: string, { jobs, memory, seconds }: Measured) => [
  Check.exactly(`jobs planned on ${name}`, jobs, tickers * 240, "jobs"),
  Check.atMost("  time", seconds, 10, "s"),
  Check.atMost("  memory of the process", memory, 300, "MB"),
]

/** Plans the universe on SQLite and, where it is installed, on PostgreSQL, and runs some jobs by the plan on SQLite. */
export const simulated = (jobs: number) =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const root = yield* files.makeTempDirectoryScoped({ prefix: "candela-trial-" })
    const folder = `${root}/store`
    const file = `${root}/backfill.db`
    const address: Runner.Address = { file }
    const checks = planned("SQLite", yield* measured({ address, folder, tickers }))
    if (Machine.missing === undefined) {
      const address = Machine.addressOf(yield* Machine.postgres)
      checks.push(...planned("PostgreSQL", yield* measured({ address, folder, tickers })))
      const [row] = yield* Machine.ask<{ readonly bytes: string }>(
        address,
        "SELECT pg_total_relation_size('backfill_tickers') AS bytes",
      )
      checks.push(Check.figure("  table of tickers", `${(Number(row!.bytes) / 1e6).toFixed(1)} MB`))
    }
    const done = yield* measured({ address, folder, tickers, jobs })
    const size = Number((yield* files.stat(file)).size)
    return [
      ...checks,
      Check.atLeast("jobs run against constant pages", done.jobs, jobs, "jobs"),
      Check.figure("  pace", `${Math.round(done.jobs / done.seconds)} jobs a second, ${done.rows} rows`),
      Check.atMost("  memory of the process", done.memory, 500, "MB"),
      Check.figure("  database after it", `${(size / 1e6).toFixed(1)} MB`),
    ]
  }).pipe(Effect.scoped)
