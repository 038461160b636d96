/**
 * `candela history verify`: compares the files of a store with their manifests, and checks its bars.
 *
 * @module
 */
import * as Integrity from "@candela/history/Integrity"
import { Store } from "@candela/history/Store"
import type * as Universe from "@candela/history/Universe"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Command from "../../command/Command.js"
import { Failed } from "../../command/Failed.js"
import * as Option from "../../command/Option.js"
import { UsageError } from "../../command/UsageError.js"
import * as Present from "../../connect/Present.js"
import * as Progress from "../../progress/Progress.js"
import * as Damages from "./Damages.js"
import * as Folder from "./Folder.js"
import * as Options from "./Options.js"
import * as MarketHistories from "./MarketHistories.js"
import * as Report from "../../output/Report.js"
import * as Text from "./Text.js"
import * as Universes from "./Universes.js"

/** Maximum number of lines of a report of integrity. */
const most = 40

/** Lines of a report of integrity. Of a long one, those of tickers that are whole are left out. */
const table = (report: Integrity.Report): ReadonlyArray<string> => {
  const whole = Integrity.table(report).trimEnd().split("\n")
  if (whole.length <= most) return ["", ...whole]
  const bad = report.tickers.filter(({ days }) => days.some(({ status }) => status !== "available"))
  const lines = Integrity.table({ ...report, tickers: bad })
    .trimEnd()
    .split("\n")
  const more = lines.length - most
  const good = report.tickers.length - bad.length
  return [
    "",
    ...lines.slice(0, most),
    ...(more > 0 ? [`and ${Text.count(more, "other line")}: --format json has all days`] : []),
    ...(good > 0 ? [`${Text.count(good, "other ticker has", "other tickers have")} all days.`] : []),
  ]
}

const encode = Schema.encodeSync(Integrity.Report)

/** Sentences about the days whose bars are not as they should be, with the command that fetches them once more. */
const refetching = (
  folder: string,
  universe: Universe.Universe | undefined,
  reports: ReadonlyArray<Integrity.Report>,
): ReadonlyArray<string> => {
  const bad = reports.flatMap(({ tickers }) =>
    tickers.flatMap(({ days, ticker }) =>
      days.flatMap(({ date, status }) => (status === "available" ? [] : [{ ticker, date }])),
    ),
  )
  if (universe === undefined || bad.length === 0) return []
  const days = bad.map(({ date }) => date).sort()
  const tickers = [...new Set(bad.map(({ ticker }) => ticker))].join(",")
  return [
    `${Text.count(bad.length, "day is", "days are")} degraded or missing. Fetch them once more; what stays so is what the service has: candela history ${Text.fetching(folder, universe, [tickers])} --from ${days[0]} --to ${days.at(-1)} --refresh`,
  ]
}

/** The command. */
export const command: Command.Command = Command.make("verify", {
  summary: "Compare the files of the store with their manifests",
  text:
    "Each file's presence, size, SHA-256 and number of rows. What is damaged is read no more, and the next sync of its time fetches it again. " +
    "Without tickers it checks the whole store. With --integrity it also checks the bars themselves: order, prices, gaps against the calendar, jumps without a split. " +
    "Exit code 1 where something was found.",
  options: {
    ...Options.store,
    ...Options.tickers,
    timespan: Option.optional(Options.bars.timespan),
    multiplier: Options.bars.multiplier,
    integrity: Option.flag("Check the bars too. It needs --tickers, --timespan and --from."),
    from: Option.optional(Options.range.from),
    to: Options.range.to,
    ...Report.options,
  },
  examples: [
    "history verify --store data",
    "history verify --store data --integrity --tickers AAPL --timespan minute --from 2025-06-02 --to 2025-06-13",
  ],
  run: (options) =>
    Effect.gen(function* () {
      const { from, integrity, multiplier, store: folder, timespan, to } = options
      const tickers = yield* Universes.tickers(options)
      if (integrity && (tickers.length === 0 || timespan === undefined || from === undefined)) {
        return yield* new UsageError({ message: "--integrity needs --tickers, --timespan and --from." })
      }
      if (tickers.length > 0 && timespan === undefined) {
        return yield* new UsageError({ message: "Say the size of the bars too: --timespan minute." })
      }
      yield* Folder.requireStore(folder)
      const store = yield* Store
      const universes = timespan === undefined ? [] : yield* Universes.of(tickers, { timespan, multiplier })
      // A range is refused before any file is read.
      const parts = yield* Effect.forEach(integrity ? universes : [], (universe) =>
        MarketHistories.of(universe, { from: from!, to }),
      )
      const [files, reports] = yield* Effect.gen(function* () {
        const progress = yield* Progress.make
        yield* progress.update({ waiting: "Checking the files" })
        const files = yield* tickers.length === 0
          ? store.verify()
          : Effect.map(
              Effect.forEach(universes, (universe) => store.verify(universe)),
              together,
            )
        yield* progress.update({ waiting: "Checking the bars" })
        return [files, yield* Effect.forEach(parts, ({ range, universe }) => store.check(universe, range))] as const
      }).pipe(Effect.scoped)
      const { bytes, damages, rows } = files
      yield* Report.write(
        options,
        [
          `${Text.count(files.files, "file")} with ${Text.count(rows, "row")} (${Text.size(bytes)}): ${damages.length === 0 ? "all as they were written" : `${damages.length} damaged`}`,
          ...Damages.lines(damages),
          ...reports.flatMap(table),
        ],
        { ...files, ...(integrity && { integrity: reports.map((report) => encode(report)) }) },
      )
      const remedies = [...Damages.remedies(folder, damages), ...refetching(folder, universes[0], reports)]
      if (remedies.length > 0) return yield* new Failed({ message: remedies.join("\n") })
    }).pipe(Folder.over(options.store), Present.live),
})

const together = (reports: ReadonlyArray<Store.Report>): Store.Report => {
  const sum = (key: "files" | "rows" | "bytes") => reports.reduce((total, report) => total + report[key], 0)
  return {
    files: sum("files"),
    rows: sum("rows"),
    bytes: sum("bytes"),
    damages: reports.flatMap(({ damages }) => damages),
  }
}
