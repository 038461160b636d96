/**
 * Numbers and command lines for people.
 *
 * @module
 */
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

/** Options of a store and of a bar size, as written. */
export const options = (folder: string, { multiplier, timespan }: Universe.Universe): string =>
  `--store ${folder} --timespan ${timespan}${multiplier === 1 ? "" : ` --multiplier ${multiplier}`}`

/** Maximum number of examples in a line. */
const most = 5

/** The first ones of some texts, and how many more there are. */
export const some = (texts: ReadonlyArray<string>): string =>
  texts.length <= most ? texts.join(", ") : `${texts.slice(0, most).join(", ")} and ${texts.length - most} more`
