/**
 * The live channel in words.
 *
 * @module
 */
import * as Topics from "@candela/catalog/Topics"
import type { Gap, Settled } from "@candela/core/Live"
import { didYouMean } from "../command/nearest.js"

/** Says that there is no topic of a name, and which there are. */
export const unknownTopic = (name: string): string => {
  const all = Topics.topics.map(({ name }) => name)
  const [service = "", method = ""] = name.split(".")
  const methods = Topics.topics.filter((topic) => topic.service === service).map((topic) => topic.method)
  const hint = methods.length > 0 ? didYouMean(method, methods, `${service}.`) : didYouMean(name, all)
  const names = methods.length > 0 ? methods.map((each) => `${service}.${each}`) : all
  return `There is no topic ${JSON.stringify(name)}.${hint} There are:\n  ${names.join("\n  ")}`
}

const timeOf = (millis: number) => new Date(millis).toISOString().replace(".000Z", "Z")

const namesOf = (tickers: Gap["tickers"]): string => {
  if (tickers === "*") return "all tickers"
  const more = tickers.length > 5 ? ` and ${tickers.length - 5} more` : ""
  return `${tickers.slice(0, 5).join(", ")}${more}`
}

/** Says of which time a store has the final rows now. */
export const settled = ({ from, tickers, to }: Settled): string =>
  `${namesOf(tickers)}: the store has the final rows from ${timeOf(from)} to ${timeOf(to)} now.`

/** Says of a gap what must be known. */
export const gap = ({ detail, filled, from, reason, tickers, to }: Gap): string => {
  const end = filled ? "the missed rows are there" : `rows may be missing: ${detail ?? "they were not fetched"}`
  return `${namesOf(tickers)}: ${reason} from ${timeOf(from)} to ${timeOf(to)}; ${end}.`
}
