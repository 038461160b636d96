/**
 * `candela history verify`: compares the files of a store with their manifests, and checks its bars.
 *
 * @module
 */
import * as Integrity from "@candela/history/Integrity"
import { Store } from "@candela/history/Store"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Command from "../../command/Command.js"
import { Failed } from "../../command/Failed.js"
import * as Option from "../../command/Option.js"
import { UsageError } from "../../command/UsageError.js"
import * as Present from "../../connect/Present.js"
import * as Folder from "./Folder.js"
import * as Options from "./Options.js"
import * as Part from "./Part.js"
import * as Report from "../../output/Report.js"
import * as Text from "./Text.js"
import * as Universes from "./Universes.js"

const problems: Readonly<Record<Store.Damage["problem"], string>> = {
  lost: "it is not there",
  size: "it has another size",
  digest: "it has other bytes",
  rows: "it has another number of rows than its manifest says",
  manifest: "the manifest cannot be read",
  period: "it holds rows outside its period",
}

const shown = ({ file, folder, problem }: Store.Damage) => `${folder}/${file}: ${problems[problem]}`

const encode = Schema.encodeSync(Integrity.Report)

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
      const files = yield* tickers.length === 0
        ? store.verify()
        : Effect.map(
            Effect.forEach(universes, (universe) => store.verify(universe)),
            together,
          )
      const reports = yield* Effect.forEach(integrity ? universes : [], (universe) =>
        Effect.flatMap(Part.of(universe, { from: from!, to }), ({ range }) => store.check(universe, range)),
      )
      const { bytes, damages, rows } = files
      yield* Report.write(
        options,
        [
          `${Text.count(files.files, "file")} with ${Text.count(rows, "row")} (${Text.size(bytes)}): ${damages.length === 0 ? "all as they were written" : `${damages.length} damaged`}`,
          ...damages.map(shown),
          ...reports.flatMap((report) => ["", Integrity.table(report)]),
        ],
        { ...files, ...(integrity && { integrity: reports.map((report) => encode(report)) }) },
      )
      const days = reports.flatMap(({ tickers }) => tickers.flatMap(({ days }) => days))
      const bad = days.filter(({ status }) => status !== "available")
      const remedies = [
        ...(damages.length === 0
          ? []
          : [
              `${Text.count(damages.length, "file is", "files are")} damaged. Such files are read no more, and the next sync of their time fetches them again: candela history sync --store ${folder} ...`,
            ]),
        ...(bad.length === 0
          ? []
          : [
              `${Text.count(bad.length, "day is", "days are")} degraded or missing. Fetch them once more with candela history sync --refresh; what stays so is what the service has.`,
            ]),
      ]
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
