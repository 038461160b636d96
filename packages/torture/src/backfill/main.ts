/** The command of `./scripts/backfill-trial`. */
import * as NodeContext from "@effect/platform-node/NodeContext"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Cause, Clock, Console, Effect, Logger, LogLevel } from "effect"
import { parseArgs } from "node:util"
import type { FigureServices } from "../Figure.js"
import type { Check } from "./Check.js"
import { table } from "./Check.js"
import * as Cost from "./cost.js"
import { faults } from "./faults.js"
import * as Machine from "./Machine.js"
import { throughput } from "./throughput.js"
import { simulated } from "./universe.js"

interface Part {
  readonly name: string
  readonly what: string
  /** Whether it needs PostgreSQL. */
  readonly isShared: boolean
  readonly run: (
    /** 1, or less for a run that only shows that it works. */
    size: number,
    say: (progress: string) => Effect.Effect<void>,
  ) => Effect.Effect<ReadonlyArray<Check>, unknown, FigureServices>
}

const parts: ReadonlyArray<Part> = [
  {
    name: "faults",
    what: "three runners under one rate limit: one is killed, one stopped, one cut off, the database restarted",
    isShared: true,
    run: (_, say) => faults(say),
  },
  {
    name: "throughput",
    what: "1,000 pages by 1, 2 and 3 runners, answers held back for 50 ms",
    isShared: true,
    run: (size, say) => throughput(1000 * size, say),
  },
  {
    name: "cost-sqlite",
    what: "the engine's own cost: no-op months a second, one process on SQLite",
    isShared: false,
    run: (size) => Cost.sqlite(200 * size),
  },
  {
    name: "cost-postgres",
    what: "the engine's own cost: no-op months a second, three runners on PostgreSQL",
    isShared: true,
    run: (size) => Cost.postgres(200 * size),
  },
  {
    name: "universe",
    what: "10,000 tickers by 240 months: planned, and 20,000 jobs run against constant pages",
    isShared: false,
    run: (size) => simulated(20_000 * size),
  },
]

const USAGE = `Usage: ./scripts/backfill-trial [--only PART,...] [--short]

Tries backfills by several processes on this machine: PostgreSQL on a socket of its own, the sandbox, runners. All data are synthetic.
Installs Debian's package of PostgreSQL if there is none. Prints figures and bounds; exits with 1 if a bound is missed.

  --only PART    only these parts, separated by commas
  --short        a tenth of the pages, tickers and jobs, to see that it works: its bounds are those of the whole
  --help         prints this

Parts:
${parts.map(({ name, what }) => `  ${name.padEnd(14)} ${what}`).join("\n")}
`

const chosen = () => {
  const { values } = parseArgs({
    options: { only: { type: "string", multiple: true }, short: { type: "boolean" }, help: { type: "boolean" } },
  })
  if (values.help === true) return undefined
  const only = values.only?.flatMap((names) => names.split(","))
  const unknown = (only ?? []).filter((name) => !parts.some((part) => part.name === name))
  if (unknown.length > 0) throw new Error(`There is no part "${unknown.join('", "')}"`)
  return {
    parts: parts.filter(({ name }) => only === undefined || only.includes(name)),
    size: values.short === true ? 0.1 : 1,
  }
}

const main = Effect.gen(function* () {
  const call = yield* Effect.either(Effect.try({ try: chosen, catch: (error) => (error as Error).message }))
  if (call._tag === "Left") return yield* Effect.as(Console.error(`${call.left}\n\n${USAGE}`), 2)
  if (call.right === undefined) return yield* Effect.as(Console.log(USAGE), 0)
  let missed = 0
  for (const { isShared, name, run, what } of call.right.parts) {
    const begun = yield* Clock.currentTimeMillis
    yield* Console.log(`\n${name}: ${what}`)
    if (isShared && Machine.missing !== undefined) {
      missed += 1
      yield* Console.log(`  ✗ not run: ${Machine.missing}`)
      continue
    }
    const checks = yield* run(call.right.size, (progress) => Console.error(`  ... ${progress}`)).pipe(
      Effect.scoped,
      Effect.catchAllCause((cause) =>
        Effect.succeed([{ what: "ends", measured: Cause.pretty(cause), bound: "without an error", isMet: false }]),
      ),
    )
    missed += checks.filter(({ isMet }) => !isMet).length
    const seconds = ((yield* Clock.currentTimeMillis) - begun) / 1000
    yield* Console.log(`${table(checks)}\n  (${seconds.toFixed(0)} s)`)
  }
  yield* Console.log(missed === 0 ? "\nall bounds met" : `\n${missed} bounds missed`)
  return missed === 0 ? 0 : 1
})

NodeRuntime.runMain(
  Effect.map(Effect.provide(main, NodeContext.layer), (code) => {
    process.exitCode = code
  }).pipe(Logger.withMinimumLogLevel(LogLevel.Fatal)),
  { disablePrettyLogger: true },
)
