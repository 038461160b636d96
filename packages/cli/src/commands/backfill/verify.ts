/**
 * `candela backfill verify`: compares the finished jobs of a plan with the store.
 *
 * @module
 */
import * as Backfill from "@candela/backfill/Backfill"
import * as Effect from "effect/Effect"
import * as Command from "../../command/Command.js"
import { Failed } from "../../command/Failed.js"
import * as Option from "../../command/Option.js"
import * as Report from "../../output/Report.js"
import * as Progress from "../../progress/Progress.js"
import * as HistoryOptions from "../history/Options.js"
import * as Text from "../history/Text.js"
import * as Options from "./Options.js"

const problems: Readonly<Record<Backfill.Problem, readonly [one: string, many: string]>> = {
  damage: ["damaged or lost file", "damaged or lost files"],
  absent: ["period that the store lacks", "periods that the store lacks"],
  gap: ["period with trading days without bars", "periods with trading days without bars"],
  integrity: ["period with bars that look wrong", "periods with bars that look wrong"],
}

const placeOf = ({ dataset, period, ticker }: Backfill.Finding) => `${ticker} ${dataset === "bars" ? period : dataset}`

/** Lines for findings of each kind: how many, and where the first ones are. */
const kinds = (findings: ReadonlyArray<Backfill.Finding>): ReadonlyArray<string> =>
  Object.entries(problems).flatMap(([problem, [one, many]]) => {
    const places = findings.filter((finding) => finding.problem === problem).map(placeOf)
    return places.length === 0 ? [] : [`  ${Text.count(places.length, one, many)}: ${Text.some(places)}`]
  })

/** Lines for people: what is to be done, what is not, and where the details are. */
const lines = (verification: Backfill.Verification): ReadonlyArray<string> => {
  const { bytes, files, findings, found, jobs, rows, tickers } = verification
  const count = Object.values(found).reduce((sum, one) => sum + one, 0)
  const again = findings.filter(({ waits }) => waits)
  const left = findings.filter(({ waits }) => !waits)
  const more = count - findings.length
  return [
    `${Text.count(files, "file")} with ${Text.count(rows, "row")} (${Text.size(bytes)}) of ${Text.count(tickers, "ticker")}: ${count === 0 ? "all as they should be" : Text.count(count, "finding")}`,
    ...(again.length === 0 ? [] : [`To fetch again, ${Text.count(jobs, "job")}:`, ...kinds(again)]),
    ...(left.length === 0
      ? []
      : ["Nothing to do: the service has it so, or it is outside of the plan:", ...kinds(left)]),
    ...(more > 0 ? [`  and ${Text.count(more, "other finding")}`] : []),
    ...(count === 0 ? [] : ["--format json lists each finding, with its files and days."]),
  ]
}

/** The command. */
export const command: Command.Command = Command.make("verify", {
  summary: "Compare what a plan has done with the store; what is damaged waits again",
  text:
    "Size, SHA-256 and number of rows of each file, then the bars themselves: order, prices, days without bars against the market's calendar, jumps without a split. " +
    "Jobs whose files or bars are damaged wait again, for the next run. A fault that is still there after that is what the service has: it is reported, and fetched no more. It sends no requests. " +
    "Exit code 1 where jobs wait again.",
  options: {
    ...HistoryOptions.store,
    ...Options.database,
    ...Options.plan,
    ...Options.jobs,
    "files-only": Option.flag("Only the files: bars are not read."),
    concurrency: Option.withDefault(
      Option.whole({ value: "N", text: "Tickers that are verified in parallel.", min: 1, max: 64 }),
      4,
    ),
    ...Report.options,
  },
  examples: ["backfill verify --store data", "backfill verify --store data --tickers AAPL --periods 2025-05,2025-06"],
  run: (options) =>
    Options.existing(options.database, (place) =>
      Effect.gen(function* () {
        const plan = yield* Options.chosen(place, options.plan)
        const { concurrency, periods, tickers } = options
        const verification = yield* Effect.gen(function* () {
          const progress = yield* Progress.make
          yield* progress.update({ waiting: "Checking the files" })
          return yield* Backfill.verify(plan, {
            ...{ concurrency, periods, tickers, integrity: !options["files-only"] },
            onProgress: ({ done, rows, tickers }) =>
              progress.update({
                label: `${done.toLocaleString("en-US")} of ${Text.count(tickers, "ticker")}`,
                rows,
                done: done / tickers,
              }),
          })
        }).pipe(Effect.scoped, Effect.provide(Options.store(options.store)))
        const { jobs } = verification
        yield* Report.write(options, lines(verification), verification)
        if (jobs > 0) {
          return yield* new Failed({
            message: `${Text.count(jobs, "job waits", "jobs wait")} again. Fetch ${jobs === 1 ? "it" : "them"}: candela backfill run --store ${options.store}${Options.again(options.database, plan)}`,
          })
        }
      }),
    ),
})
