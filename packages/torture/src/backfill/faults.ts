/** A backfill by three runners that meet faults, against one by a single process. */
import type * as Backfill from "@candela/backfill/Backfill"
import type { Process } from "@effect/platform/CommandExecutor"
import * as FileSystem from "@effect/platform/FileSystem"
import { Clock, Effect, Fiber } from "effect"
import * as Departures from "../Departures.js"
import * as SandboxProcess from "../SandboxProcess.js"
import * as Cable from "./Cable.js"
import * as Check from "./Check.js"
import * as Files from "./Files.js"
import * as Gate from "./Gate.js"
import * as Machine from "./Machine.js"
import * as Runner from "./Runner.js"

/** Requests of all runners together. With pages of this size they wait for the limit, not for two cores. */
const limit = { limit: 8, interval: 1000 }

/** Base aggregates in a page: a stretch of six months is up to forty requests, and faults come in the middle of it. */
const page = 2_500

/**
 * Seconds after which a runner's tickers are free (`cluster.ts` of `backfill`). They are to be
 * taken over within twice that time.
 */
const expiry = 10

/** Duration of a runner's stop, and of its lost connection. */
const [stopped, cut] = ["20 seconds", "10 seconds"] as const

/** The stocks of the sandbox. */
const tickers = [
  ...["AAPL", "AMZN", "BA", "BRK.A", "BRK.B", "CSCO", "DIS", "FNMA", "GOOGL", "HD", "IBM", "INTC", "JNJ", "JPM", "KO"],
  ...["META", "MSFT", "NVDA", "ODFL", "PEP", "PG", "RIVN", "SPCE", "SPLK", "SPY", "TSLA", "UNH", "V", "WMT", "XOM"],
]

/** 24 months, which end with the last whole day of the sandbox. */
const range = { from: "2023-07-01", to: "2025-06-29" }

/** Waits until something is so; `false` if it is not after so many seconds. */
const until = <E, R>(seconds: number, isSo: Effect.Effect<boolean, E, R>) =>
  Effect.repeat(Effect.delay(isSo, "100 millis"), { until: (so) => so, times: seconds * 10 })

const seconds = (since: number) => Effect.map(Clock.currentTimeMillis, (now) => (now - since) / 1000)

export const faults = (say: (progress: string) => Effect.Effect<void>) =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const root = yield* files.makeTempDirectoryScoped({ prefix: "candela-trial-" })
    const sandbox = yield* SandboxProcess.start({
      now: SandboxProcess.ofExamples.now,
      args: ["--dataset", "demo"],
    })
    const { apiKey } = sandbox
    const universe = Machine.universe(tickers, "minute")
    const options = { universe, range, batchSize: 6 }

    yield* say("one process, on SQLite")
    const alone: Runner.RunnerSettings = {
      ...{ address: { file: `${root}/alone.db` }, folder: `${root}/alone`, apiKey, url: sandbox.url, concurrency: 4 },
    }
    const single = yield* Machine.plan(alone, options)
    yield* Effect.scoped(Effect.flatMap(Machine.runner({ ...alone, plan: single.plan }), (process) => process.exitCode))
    const expected = yield* Files.digests(alone.folder)

    yield* say("three runners, on PostgreSQL")
    const server = yield* Machine.postgres
    const address = Machine.addressOf(server)
    const cable = yield* Cable.lay(server)
    const gate = yield* Gate.open({ upstream: sandbox.url, entrances: 4, hold: 0, page })
    const folder = `${root}/store`
    const settings = (entrance: number): Runner.RunnerSettings => ({
      ...{ address, folder, apiKey, url: gate.urls[entrance]!, concurrency: 16, limit },
    })
    const { jobs, plan } = yield* Machine.plan(settings(0), options)
    const runners: Array<Process> = [
      yield* Machine.runner(settings(0)),
      yield* Machine.runner(settings(1)),
      yield* Machine.runner({
        ...settings(2),
        address: { ...address, host: cable.host, port: cable.port } as Runner.Address,
      }),
    ]
    const checks: Array<Check.Check> = []
    let [done, memory] = [0, 0]
    const watch = (status: Backfill.Status) =>
      Effect.sync(() => {
        done = (status.jobs.planned - status.jobs.waiting) / jobs
        memory = Math.max(memory, ...runners.map(({ pid }) => Runner.peakMemory(pid)))
      })
    const run = yield* Effect.fork(Machine.coordinate(address, plan, { poll: "250 millis", onProgress: watch }))

    /** Waits for its turn. */
    const turn = (share: number, what: string) =>
      Effect.gen(function* () {
        const isOver = Effect.map(Fiber.poll(run), (exit) => exit._tag === "Some")
        yield* until(
          300,
          Effect.map(isOver, (over) => over || done >= share),
        )
        if (yield* isOver) checks.push({ what, measured: "too late", bound: "while jobs wait", isMet: false })
        yield* say(`${what}, at ${Math.round(done * 100)} % of ${jobs} jobs`)
      })

    /**
     * Does something to a runner, and measures how long it takes until somebody asks again for a ticker
     * that it had been asking for; others, if it is gone, once they have taken all of its tickers.
     */
    const disturbed = (number: number, what: string, isGone: boolean, fault: Effect.Effect<unknown, unknown>) =>
      Effect.gen(function* () {
        const latest = new Map((yield* gate.arrivals).map((arrival) => [arrival.ticker, arrival]))
        const waiting = yield* Machine.ask<{ readonly ticker: string }>(
          address,
          "SELECT ticker FROM backfill_tickers WHERE jobs LIKE '%w%'",
        )
        const its = new Set(
          waiting.map(({ ticker }) => ticker).filter((ticker) => latest.get(ticker)?.entrance === number),
        )
        const at = yield* Clock.currentTimeMillis
        yield* Effect.orDie(fault)
        const asked = Effect.map(
          gate.arrivals,
          (all) =>
            all.find(
              (arrival) =>
                // What had its permit already arrives within a second.
                its.has(arrival.ticker) &&
                (isGone ? arrival.at > at && arrival.entrance !== number : arrival.at > at + 1000),
            )?.at,
        )
        const held = Machine.ask<{ readonly locks: string }>(
          address,
          `SELECT COUNT(*) AS locks FROM cluster_locks WHERE address LIKE '%/${runners[number]!.pid}/%'`,
        )
        const locks = yield* Effect.fork(
          Effect.zipRight(
            until(
              60,
              Effect.map(held, ([row]) => Number(row!.locks) === 0),
            ),
            seconds(at),
          ),
        )
        yield* until(
          60,
          Effect.map(asked, (time) => time !== undefined),
        )
        const first = ((yield* asked) ?? Infinity) - at
        checks.push(Check.atMost(`${what}: a ticker of it is asked for after`, first / 1000, 2 * expiry, "s"))
        if (!isGone) return yield* Fiber.interrupt(locks)
        checks.push(Check.atMost("  others have all of its tickers after", yield* Fiber.join(locks), 2 * expiry, "s"))
      })

    yield* turn(0.05, "kill -9 of a runner")
    yield* disturbed(0, "kill -9", true, runners[0]!.kill("SIGKILL"))
    runners.push(yield* Machine.runner(settings(3)))

    yield* turn(0.28, `another one stopped for ${stopped}`)
    const frozen = runners[1]!.pid
    const signal = (name: "SIGSTOP" | "SIGCONT") => Effect.sync(() => process.kill(Number(frozen), name))
    const wake = yield* Effect.fork(Effect.zipRight(Effect.sleep(stopped), signal("SIGCONT")))
    yield* disturbed(1, "SIGSTOP", true, signal("SIGSTOP"))
    yield* Fiber.join(wake)

    yield* turn(0.6, "the database crashes, and starts again")
    yield* Effect.promise(server.end)
    yield* Effect.promise(server.again)

    yield* turn(0.65, `the connection of the third one is cut for ${cut}`)
    const mend = yield* Effect.fork(Effect.zipRight(Effect.sleep(cut), cable.mend))
    yield* disturbed(2, "connection cut", false, cable.cut)
    yield* Fiber.join(mend)

    const { seconds: time, status } = yield* Fiber.join(run)
    const arrivals = (yield* gate.arrivals).map(({ at }) => at).sort((one, other) => one - other)
    const { done: full, empty, failed, planned } = status.jobs
    const differences = Files.different(yield* Files.digests(folder), expected)
    for (const name of differences.slice(0, 5)) yield* say(`not that of the single process: ${name}`)
    const busiest = Departures.busiest(arrivals, limit.interval)
    return [
      Check.exactly(
        `files that are not byte by byte those of one process, of ${expected.size}`,
        differences.length,
        0,
        "files",
      ),
      Check.exactly("jobs lost", planned - full - empty, 0, `of ${planned} jobs`),
      Check.exactly("jobs set aside", failed, 0, "jobs"),
      ...checks,
      Check.atMost(`most requests in ${limit.interval} ms at the service`, busiest, limit.limit, "requests"),
      Check.atMost("largest runner", memory, 500, "MB"),
      Check.figure(
        "requests",
        `${arrivals.length} of pages of ${page.toLocaleString("en-US")} in ${time.toFixed(0)} s`,
      ),
    ]
  }).pipe(Effect.scoped)
