/**
 * Numbers and command lines for people.
 *
 * @module
 */
import * as CommandLine from "@candela/catalog/CommandLine"
import type { Store } from "@candela/history/Store"
import type * as Universe from "@candela/history/Universe"

/** Count with its noun: `1 file`, `12,345 rows`. */
export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString("en-US")} ${number === 1 ? one : many}`

/** File size: `3.4 MB`. */
export const size = (bytes: number): string => {
  const units = ["bytes", "kB", "MB", "GB", "TB"]
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const number = bytes / 1000 ** power
  return `${power > 0 && number < 10 ? number.toFixed(1) : Math.round(number)} ${units[power]}`
}

/** Summary of removed files. */
export const removed = ({ bytes, files }: Store.Removed): string =>
  files === 0 ? "Nothing to remove" : `${count(files, "file")} removed (${size(bytes)})`

/** Command that fetches rows of tickers into a store. */
export const fetching = (folder: string, universe: Universe.AnyUniverse, tickers: ReadonlyArray<string>): string => {
  if (!("timespan" in universe)) {
    return `keep ${universe.endpoint.name.split(".").map(CommandLine.kebab).join(" ")} ${tickers.join(" ")} --store ${folder}`
  }
  const { multiplier, timespan } = universe
  return `sync --store ${folder} --timespan ${timespan}${multiplier === 1 ? "" : ` --multiplier ${multiplier}`} --tickers ${tickers.join(",")}`
}

/** Maximum number of examples in a line. */
const most = 5

/** The first ones of some texts, and how many more there are. */
export const some = (texts: ReadonlyArray<string>): string =>
  texts.length <= most ? texts.join(", ") : `${texts.slice(0, most).join(", ")} and ${texts.length - most} more`
