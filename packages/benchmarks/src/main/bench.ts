/** The command of `./scripts/bench`. */
import { Effect } from "effect"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { parseArgs } from "node:util"
import type { Benchmark, Verdict } from "../Benchmark.js"
import { judge } from "../Benchmark.js"
import { answerCases } from "../cases/answers.js"
import { cacheCases } from "../cases/cache.js"
import { commandCases } from "../cases/command.js"
import { decodeCases } from "../cases/decode.js"
import { fileCases } from "../cases/files.js"
import { historyCases } from "../cases/history.js"
import { liveCases } from "../cases/live.js"
import { sizeCases } from "../cases/size.js"
import { storeCases } from "../cases/store.js"
import { syncCases } from "../cases/sync.js"
import * as OtherLoad from "../OtherLoad.js"
import { MostRounds } from "../Processes.js"
import * as Record from "../Record.js"
import * as Report from "../Report.js"

const benchmarks: ReadonlyArray<Benchmark> = [
  ...decodeCases,
  ...historyCases,
  ...fileCases,
  ...commandCases,
  ...cacheCases,
  ...storeCases,
  ...syncCases,
  ...answerCases,
  ...liveCases,
  ...sizeCases,
]

const USAGE = `Usage: ./scripts/bench [--only CASE,...] [--once] [--json FILE] [--markdown FILE] [--record FILE]

Measures Candela and others side by side on this machine: every contender in fresh processes, in turns, several times. All data are
synthetic. Prints a table per case; ends with 1 when a bound is missed, with 2 when a measurement failed.

  --only CASE      only these cases, separated by commas
  --once           one round of each case, which shows that it works, but measures little
  --json FILE      writes rows of { case, contender, median, ratio, bound, met, ... }
  --markdown FILE  writes the tables as Markdown
  --record FILE    keeps each case with its date, machine and load, beside the cases that the file has (docs/figures/bench.json:
                   the pages show it, once ./scripts/site --update has written them). A case beside which other programs took
                   more than a tenth of the processors is not recorded (Linux)
  --help           prints this

Cases:
${benchmarks.map(({ name, title }) => `  ${name.padEnd(16)} ${title}`).join("\n")}
`

const quit = (message: string, code: number): never => {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}

const options = (() => {
  try {
    return parseArgs({
      options: {
        only: { type: "string", multiple: true },
        once: { type: "boolean" },
        json: { type: "string" },
        markdown: { type: "string" },
        record: { type: "string" },
        help: { type: "boolean" },
      },
    }).values
  } catch (error) {
    return quit(`${(error as Error).message}\n\n${USAGE}`, 2)
  }
})()

if (options.help === true) {
  process.stdout.write(USAGE)
  process.exit(0)
}
if (options.once === true && options.record !== undefined) {
  quit("--once measures too little for --record: leave one of them out.", 2)
}
const only = options.only?.flatMap((names) => names.split(","))
const unknown = (only ?? []).filter((name) => !benchmarks.some((benchmark) => benchmark.name === name))
if (unknown.length > 0) {
  quit(`There is no case "${unknown.join('", "')}".\n\n${USAGE}`, 2)
}
const chosen = benchmarks.filter(({ name }) => only === undefined || only.includes(name))

const results: Array<{ readonly title: string; readonly verdicts: ReadonlyArray<Verdict> }> = []
const runs: Array<Record.RecordedCase & { readonly name: string }> = []
const failures: Array<string> = []
/** Cases that were measured beside another load. */
const disturbed: Array<string> = []

const recorded =
  options.record !== undefined && existsSync(options.record) ? readFileSync(options.record, "utf8") : undefined

/** Writes the record anew after each case, so that a run that is stopped keeps what it has measured. */
const keep = (run: (typeof runs)[number]): void => {
  runs.push(run)
  if (options.record === undefined) return
  mkdirSync(dirname(options.record), { recursive: true })
  writeFileSync(options.record, Record.withRuns(recorded, runs))
}

const program = Effect.forEach(chosen, (benchmark) => {
  const place = Record.place()
  const others = OtherLoad.watch()
  const took = OtherLoad.duration()
  return Effect.scoped(benchmark.run).pipe(
    // A fault of one case must not end the others.
    Effect.catchAllDefect((defect) => Effect.fail({ message: String(defect) })),
    Effect.match({
      onSuccess: (series) => {
        const verdicts = judge(benchmark, series)
        const share = others() ?? 0
        const isDisturbed = share > OtherLoad.most && OtherLoad.matters(benchmark.unit)
        if (isDisturbed) disturbed.push(benchmark.name)
        else keep({ name: benchmark.name, title: benchmark.title, ...place, rows: Report.rows(verdicts) })
        results.push({ title: benchmark.title, verdicts })
        process.stdout.write(`\n${Report.table(`${benchmark.name}: ${benchmark.title}`, verdicts)}\n`)
        process.stdout.write(`  Took ${took()}.\n`)
        if (isDisturbed) {
          process.stdout.write(
            `  Another load was seen: other programs took ${(share * 100).toFixed(0)}% of the processors. This case is not recorded.\n`,
          )
        }
      },
      onFailure: ({ message }) => {
        failures.push(benchmark.name)
        process.stdout.write(`\n${benchmark.name}: ${benchmark.title}\n  FAILED: ${message}\n`)
      },
    }),
  )
})

const once = Effect.provideService(MostRounds, 1)

const stop = new AbortController()
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => stop.abort())
}
await Effect.runPromise(options.once === true ? once(program) : program, { signal: stop.signal }).catch(
  (error: unknown) => (stop.signal.aborted ? quit("Stopped.", 130) : quit(String(error), 2)),
)

const verdicts = results.flatMap((result) => result.verdicts)
if (options.json !== undefined) {
  writeFileSync(options.json, `${JSON.stringify(Report.rows(verdicts), undefined, 2)}\n`)
}
if (options.markdown !== undefined) {
  writeFileSync(
    options.markdown,
    `${results.map(({ title, verdicts }) => Report.markdown(title, verdicts)).join("\n\n")}\n`,
  )
}
const bounded = verdicts.filter(({ bound }) => bound !== undefined)
const missed = bounded.filter(({ met }) => !met)
process.stdout.write(
  `\n${bounded.length - missed.length} of ${bounded.length} bounds met${failures.length === 0 ? "" : `; failed: ${failures.join(", ")}`}${
    disturbed.length === 0 ? "" : `; measured beside another load: ${disturbed.join(", ")}`
  }.\n`,
)
process.exitCode = failures.length > 0 ? 2 : missed.length > 0 ? 1 : 0
