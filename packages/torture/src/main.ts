/** The command of `./scripts/torture`. */
import * as FileSystem from "@effect/platform/FileSystem"
import * as NodeContext from "@effect/platform-node/NodeContext"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Cause, Clock, Console, Effect, Exit, Logger, LogLevel } from "effect"
import { dirname } from "node:path"
import { parseArgs } from "node:util"
import type { Figure, Outcome, Scale } from "./Figure.js"
import { figures } from "./figures.js"
import * as Record from "./Record.js"

const USAGE = `Usage: ./scripts/torture [--short | --long | --test] [--only FIGURE,...] [--seed N] [--record FILE]

Tests the promises of SECURITY.md over real sockets on loopback: client, sandbox and a faulty proxy, each in its own process. All data are synthetic.
Prints a table of figures; exits with 1 if a bound is missed.

  --short        under 10 minutes (default)
  --long         everything: some hours
  --test         some seconds for each figure, as the test script runs it
  --only FIGURE  only these figures, separated by commas
  --seed N       repeats an earlier run
  --record FILE  keeps each figure, once it is measured, with its date, machine and load, beside the figures that the file has (docs/figures/torture.json:
                 ./scripts/site --update then writes the pages)
  --help         prints this

Figures:
${figures.map(({ name, what }) => `  ${name.padEnd(24)} ${what}`).join("\n")}
`

interface Call {
  readonly help: boolean
  readonly scale: Scale
  readonly chosen: ReadonlyArray<Figure>
  readonly record: string | undefined
}

const flag = { type: "boolean" } as const

const readCall = (args: ReadonlyArray<string>, now: number): Call => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      short: flag,
      long: flag,
      test: flag,
      help: flag,
      only: { type: "string", multiple: true },
      seed: { type: "string" },
      record: { type: "string" },
    },
  })
  const names = (["short", "long", "test"] as const).filter((name) => values[name])
  if (names.length > 1) throw new Error(`--${names.join(" and --")} exclude each other`)
  const only = values.only?.flatMap((names) => names.split(","))
  const unknown = (only ?? []).filter((name) => !figures.some((figure) => figure.name === name))
  if (unknown.length > 0) throw new Error(`There is no figure "${unknown.join('", "')}"`)
  const seed = Number(values.seed ?? now % 1_000_000_000)
  if (!Number.isSafeInteger(seed)) throw new Error("--seed takes a whole number")
  return {
    help: values.help === true,
    scale: { name: names[0] ?? "short", seed },
    chosen: figures.filter(({ name }) => only === undefined || only.includes(name)),
    record: values.record,
  }
}

const run = (
  figure: Figure,
  scale: Scale,
): Effect.Effect<Outcome & { readonly seconds: number }, never, NodeContext.NodeContext> =>
  Effect.gen(function* () {
    const start = yield* Clock.currentTimeMillis
    const exit = yield* Effect.exit(
      Effect.scoped(figure.run(scale, (progress) => Console.error(`  ${figure.name}: ${progress}`))),
    )
    const end = yield* Clock.currentTimeMillis
    const outcome = Exit.match(exit, {
      onSuccess: (outcome) => outcome,
      onFailure: (cause) => ({ measured: "did not come to its end", violations: [Cause.pretty(cause)] }),
    })
    return { ...outcome, seconds: (end - start) / 1000 }
  })

/**
 * The text of a file, if it is there: read before hours of figures, so that a file that is no
 * record is refused at once.
 */
const recordIn = (path: string) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const text = (yield* fs.exists(path)) ? yield* fs.readFileString(path) : undefined
    yield* Effect.try({
      try: () => Record.parse(text),
      catch: (error) => new Error(`${path}: ${(error as Error).message}`),
    })
    return text
  })

const writeRecord = (path: string, runs: Readonly<{ [name: string]: Record.Run }>) =>
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    // Another run may have written it in the meantime.
    const before = yield* recordIn(path)
    yield* fs.makeDirectory(dirname(path), { recursive: true })
    yield* fs.writeFileString(path, Record.withRuns(before, runs))
  })

const main = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis
  const call = yield* Effect.try(() => readCall(process.argv.slice(2), now)).pipe(
    Effect.catchAll(({ error }) => Effect.as(Console.error(`${(error as Error).message}\n\n${USAGE}`), undefined)),
  )
  if (call === undefined) return 2
  if (call.help) return yield* Effect.as(Console.log(USAGE), 0)
  const { chosen, record, scale } = call
  if (record !== undefined) {
    const problem = yield* Effect.flip(recordIn(record)).pipe(Effect.option)
    if (problem._tag === "Some") return yield* Effect.as(Console.error(problem.value.message), 2)
  }
  yield* Console.log(`torture: ${scale.name}, seed ${scale.seed}\n`)
  let missed = 0
  for (const figure of chosen) {
    const place = Record.place(yield* Clock.currentTimeMillis)
    const { measured, seconds, violations } = yield* run(figure, scale)
    const kept: Record.Run = {
      title: figure.what,
      ...place,
      scale: scale.name,
      seed: scale.seed,
      seconds: Math.round(seconds),
      bound: figure.bound,
      measured,
      met: violations.length === 0,
    }
    const mark = violations.length === 0 ? "✓" : "✗"
    yield* Console.log(
      `${mark} ${figure.what} (${seconds.toFixed(0)} s)\n    bound     ${figure.bound}\n    measured  ${measured}`,
    )
    // At once: a long run that is ended early has these.
    if (record !== undefined) yield* writeRecord(record, { [figure.name]: kept })
    for (const violation of violations) yield* Console.log(`    missed    ${violation}`)
    if (violations.length > 0) missed += 1
  }
  yield* Console.log(`\n${chosen.length - missed} passed, ${missed} failed`)
  return missed === 0 ? 0 : 1
})

NodeRuntime.runMain(
  Effect.map(Effect.provide(main, NodeContext.layer), (code) => {
    process.exitCode = code
    // Faults are injected: each first retry would be logged.
  }).pipe(Logger.withMinimumLogLevel(LogLevel.Error)),
  // A figure inspects the input of the default logger.
  { disablePrettyLogger: true },
)
