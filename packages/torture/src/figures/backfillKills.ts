/** Backfills whose runners are killed at random points. */
import * as Backfill from "@candela/backfill/Backfill"
import * as FileSystem from "@effect/platform/FileSystem"
import { Effect, Fiber, Option, Random } from "effect"
import * as Files from "../backfill/Files.js"
import * as Machine from "../backfill/Machine.js"
import * as Runner from "../backfill/Runner.js"
import type { Figure, Scale } from "../Figure.js"
import * as NodeProcess from "../NodeProcess.js"
import * as Service from "../store/Service.js"

const kills: Readonly<Record<Scale["name"], number>> = { test: 2, short: 6, long: 100 }

/** Kills while one plan runs, at most. */
const mostOfPlan = 4

/**
 * The longest time from a runner's start to its kill, milliseconds. It is halved whenever a plan
 * has ended before its first kill: machines differ.
 */
const longest = 2000

/** The service has daily bars only: of hours, too, it gives those. 36 months of each ticker; a year in a test. */
const optionsOf = ({ name }: Scale): Backfill.PlanOptions => ({
  universe: Machine.universe(Service.tickers, "hour"),
  range: name === "test" ? { ...Service.range, from: "2022-01-03" } : Service.range,
  batchSize: 4,
})

const runners = 2

/** Time limit for the end of a runner after SIGTERM. */
const patience = "30 seconds"

export const backfillKills: Figure = {
  name: "backfill-kills",
  what:
    Machine.missing === undefined
      ? `kill -9 at random points of ${runners} runners of a backfill on PostgreSQL, others of which go on`
      : `kill -9 at random points of a backfill on SQLite, which goes on afterwards (${Machine.missing})`,
  bound:
    "every job is done at the end, the store's files are those of a backfill that was never disturbed, byte by byte, and a runner ends when it is told to",
  run: (scale, say) =>
    Effect.gen(function* () {
      const { name, seed } = scale
      const options = optionsOf(scale)
      const files = yield* FileSystem.FileSystem
      const { apiKey, url } = yield* Service.serve
      const random = Random.make(`${seed} backfill-kills`)
      const violations: Array<string> = []
      let [killed, plans, latest] = [0, 0, longest]

      const place = Effect.gen(function* () {
        const root = yield* files.makeTempDirectoryScoped()
        const own: Runner.RunnerSettings = {
          ...{ address: { file: `${root}/backfill.db` }, folder: `${root}/store`, apiKey, url, concurrency: 2 },
        }
        return own
      })

      /** A plan that a process runs to its end, unless it is killed before. */
      const alone = (settings: Runner.RunnerSettings, plan: string, milliseconds: number) =>
        NodeProcess.killed(Runner.main, { ...settings, plan }, "Ready", milliseconds)

      const calm = yield* place
      const { plan } = yield* Machine.plan(calm, options)
      yield* alone(calm, plan, Infinity)
      const expected = yield* Files.digests(calm.folder)

      const afterKill = Effect.suspend(() => say(`${++killed} of ${kills[name]} kills`))
      const moment = Effect.suspend(() => random.nextIntBetween(0, latest))

      /** One process on SQLite, killed repeatedly, then left to complete. */
      const onSqlite = Effect.gen(function* () {
        const settings = yield* place
        const { plan } = yield* Machine.plan(settings, options)
        let isComplete = false
        for (let life = 0; !isComplete; life++) {
          const isLast = life === mostOfPlan || killed === kills[name]
          const lines = yield* alone(settings, plan, isLast ? Infinity : yield* moment)
          isComplete = lines.includes("Complete")
          if (!isComplete) yield* afterKill
        }
        return { settings, plan }
      })

      /** Runners on PostgreSQL: each that is killed is replaced. */
      const onPostgres = Effect.gen(function* () {
        const address = Machine.addressOf(yield* Machine.postgres)
        const settings = { ...(yield* place), address }
        const { plan } = yield* Machine.plan(settings, options)
        const run = yield* Effect.fork(Machine.coordinate(address, plan, { poll: "100 millis" }))
        const running = yield* Effect.replicateEffect(Machine.runner(settings), runners)
        for (let count = 0; count < mostOfPlan && killed < kills[name]; count++) {
          yield* Effect.sleep(yield* moment)
          if ((yield* Fiber.poll(run))._tag === "Some") break
          const victim = yield* random.nextIntBetween(0, runners)
          yield* running[victim]!.kill("SIGKILL")
          yield* afterKill
          running[victim] = yield* Machine.runner(settings)
        }
        yield* Fiber.join(run)
        for (const runner of running) {
          if (Option.isSome(yield* Effect.timeoutOption(runner.kill("SIGTERM"), patience))) continue
          violations.push(`seed ${seed}: a runner did not end within ${patience} of SIGTERM`)
          yield* runner.kill("SIGKILL")
        }
        return { settings, plan }
      })

      const trial = Effect.gen(function* () {
        const what = `seed ${seed}, plan ${plans++}`
        const before = killed
        const { plan, settings } = yield* Machine.missing === undefined ? onPostgres : onSqlite
        const { jobs } = yield* Backfill.status(plan).pipe(Effect.provide(Runner.database(settings.address)))
        if (jobs.done + jobs.empty !== jobs.planned) violations.push(`${what}: ${JSON.stringify(jobs)}`)
        for (const file of Files.different(yield* Files.digests(settings.folder), expected))
          violations.push(`${what}: ${file} is not that of a backfill that was never disturbed`)
        if (killed > before) return
        latest = Math.floor(latest / 2)
        if (latest === 0) violations.push(`${what}: no kill came before its end`)
      })
      while (killed < kills[name] && violations.length === 0) yield* Effect.scoped(trial)
      return {
        measured: `${killed} kills of the runners of ${plans} backfills of ${expected.size} files: ${violations.length} faults`,
        violations,
      }
    }),
}
