/**
 * Damaged files of a store: for people, with the commands that fetch their rows again.
 *
 * @module
 */
import type { Store } from "@candela/history/Store"
import * as Arr from "effect/Array"
import * as Text from "./Text.js"

/** Words for the problem of a damaged file. */
export const problems: Readonly<Record<Store.Damage["problem"], string>> = {
  lost: "it is not there",
  size: "it has another size",
  digest: "it has other bytes",
  rows: "it has another number of rows than its manifest says",
  manifest: "the manifest cannot be read",
  period: "it holds rows outside its period",
}

/** Maximum number of files in the lines for people. */
const most = 20

/** Lines for people: each file, up to twenty. */
export const lines = (damages: ReadonlyArray<Store.Damage>): ReadonlyArray<string> => [
  ...damages.slice(0, most).map(({ file, folder, problem }) => `  ${folder}/${file}: ${problems[problem]}`),
  ...(damages.length > most ? [`  and ${Text.count(damages.length - most, "other")}: --format json lists all`] : []),
]

/** Partitions in the name of a folder: `market=stocks/ticker=X%3ABTCUSD`. */
const partitionsOf = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    folder.split("/").flatMap((name) => {
      const [key, value] = name.split("=")
      return value === undefined ? [] : [[key!, decodeURIComponent(value)] as const]
    }),
  )

const lastDay = (period: string): string => {
  const [year, month = "12"] = period.split("-")
  return new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10)
}

const firstDay = (period: string): string => `${period}-01-01`.slice(0, 10)

/** Options that select the bars of some damaged files. */
const optionsOf = (damages: ReadonlyArray<Store.Damage>): string => {
  const { timespan = "" } = partitionsOf(damages[0]!.folder)
  const [, multiplier = "1", unit = ""] = /^(\d+)([a-z]+)$/.exec(timespan) ?? []
  const tickers = [...new Set(damages.map(({ folder }) => partitionsOf(folder)["ticker"] ?? ""))].sort()
  const periods = damages.map(({ period }) => period)
  const known = periods.filter((period) => period !== undefined).sort()
  // Without its manifest it is unknown which time a folder had.
  const from = known.length < periods.length ? "FIRST-DAY" : firstDay(known[0]!)
  const to = known.length < periods.length ? "" : ` --to ${lastDay(known.at(-1)!)}`
  return `--tickers ${tickers.join(",")} --timespan ${unit}${multiplier === "1" ? "" : ` --multiplier ${multiplier}`} --from ${from}${to}`
}

/** Sentences that say how the rows of damaged files come back. */
export const remedies = (store: string, damages: ReadonlyArray<Store.Damage>): ReadonlyArray<string> => {
  const {
    bars = [],
    kept = [],
    lists = [],
  } = Arr.groupBy(damages, ({ folder }) => {
    const [dataset] = folder.split("/")
    return dataset === "bars" ? "bars" : dataset === "splits" || dataset === "dividends" ? "lists" : "kept"
  })
  const bySize = Object.values(Arr.groupBy(bars, ({ folder }) => folder.slice(0, folder.lastIndexOf("/"))))
  const tickers = [...new Set(lists.map(({ folder }) => partitionsOf(folder)["ticker"] ?? ""))]
  return [
    ...(damages.length === 0
      ? []
      : [`${Text.count(damages.length, "file is", "files are")} damaged, and no longer read.`]),
    ...bySize.map((some) => `Fetch the bars again: candela history sync --store ${store} ${optionsOf(some)}`),
    ...(tickers.length === 0 ? [] : [`The next sync of ${Text.some(tickers)} fetches splits and dividends again.`]),
    ...(kept.length === 0
      ? []
      : [
          `Rows of earlier days that history keep stored cannot be fetched again, unless the service has that day: ${Text.some(kept.map(({ file, folder }) => `${folder}/${file}`))}. Put them back from a copy.`,
        ]),
  ]
}
