/** Pages a second of one, two and three runners, where waiting for answers is what takes the time. */
import * as FileSystem from "@effect/platform/FileSystem"
import { Effect } from "effect"
import * as SandboxProcess from "../SandboxProcess.js"
import * as Check from "./Check.js"
import * as Gate from "./Gate.js"
import * as Machine from "./Machine.js"
import type * as Runner from "./Runner.js"

/** Times as much as one runner that so many do at least. */
const bounds: Readonly<Record<number, number>> = { 2: 1.7, 3: 2.4 }

/** Delay of each answer of the sandbox, milliseconds. */
const hold = 50

/**
 * Jobs of a runner at a time. With two, three runners, their service and their database keep two
 * cores busy, and the cores are the limit.
 */
const concurrency = 1

/**
 * Each page is a week of hours of a ticker. Two requests more are for the splits and dividends of
 * each 50 tickers, of which there are none.
 */
const range = { from: "2025-05-27", to: "2025-05-30" }

/**
 * Minutes in an answer, of which the week has some 2,600: a page takes several, each asked for when
 * the one before has come. Small ones cost their service little beside the waiting.
 */
const page = 600

/** Runs so many pages by one, two and three runners. */
export const throughput = (pages: number, say: (progress: string) => Effect.Effect<void>) =>
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const { apiKey, url } = yield* SandboxProcess.start(SandboxProcess.ofExamples)
    const gate = yield* Gate.open({ upstream: url, entrances: 1, hold, page, as: "AAPL" })
    const universe = Machine.universe(Machine.madeUp(pages), "hour")

    const seconds = (runners: number) =>
      Effect.gen(function* () {
        const folder = yield* files.makeTempDirectoryScoped({ prefix: "candela-trial-" })
        const address = Machine.addressOf(yield* Machine.postgres)
        const settings: Runner.RunnerSettings = { address, folder, apiKey, url: gate.urls[0]!, concurrency }
        const { plan } = yield* Machine.plan(settings, { universe, range })
        yield* Effect.replicateEffect(Machine.runner(settings), runners, { concurrency: "unbounded" })
        const { seconds, status } = yield* Machine.coordinate(address, plan, { poll: "250 millis" })
        if (status.jobs.done !== pages) return yield* Effect.dieMessage("a page was not done")
        yield* say(`${runners} runners: ${seconds.toFixed(1)} s`)
        return seconds
      }).pipe(Effect.scoped)

    const alone = yield* seconds(1)
    const checks = [Check.figure("1 runner", `${(pages / alone).toFixed(1)} pages a second, ${pages} pages`)]
    for (const runners of [2, 3]) {
      const time = yield* seconds(runners)
      checks.push(Check.atLeast(`${runners} runners`, alone / time, bounds[runners]!, "times one runner"))
    }
    return checks
  }).pipe(Effect.scoped)
