/**
 * Finds endpoints by words.
 *
 * @module
 */
import * as Catalog from "@candela/catalog/Catalog"

/** Words of a text in lower case; `lastTrade` and `next_url` are two words each. */
const wordsOf = (text: string): ReadonlyArray<string> =>
  (
    text
      .replace(/([a-z])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  ).map(singular)

/** Singular of a word: `dividends` is `dividend`, `currencies` is `currency`. */
const singular = (word: string): string =>
  word.length < 4 || word.endsWith("ss") ? word : word.replace(/ies$/, "y").replace(/s$/, "")

/** Words of a question without information about data. */
const common: ReadonlySet<string> = new Set(
  wordsOf(
    "a all an and are at between by data for from get give how i in is list me of on or show that the to two what when where which with",
  ),
)

/** Weight of a word by its place. */
const weights = { name: 12, summary: 6, service: 5, text: 3, parameters: 2, fields: 1 } as const

interface Indexed {
  readonly entry: Catalog.Entry
  readonly words: ReadonlyMap<string, number>
}

const indexed = (entry: Catalog.Entry): Indexed => {
  const words = new Map<string, number>()
  const add = (text: string, weight: number) => {
    for (const word of wordsOf(text)) words.set(word, Math.max(words.get(word) ?? 0, weight))
  }
  add(entry.name, weights.name)
  add(entry.text.slice(0, 80), weights.summary)
  add(Catalog.services.find(({ name }) => name === entry.service)?.text ?? "", weights.service)
  add(entry.text, weights.text)
  for (const { name, text } of entry.parameters) add(`${name} ${text}`, weights.parameters)
  for (const { path, text } of entry.fields) add(`${path} ${text}`, weights.fields)
  return { entry, words }
}

/** Weight of a word in an endpoint: half when it is only the beginning of one. */
const countOf = (words: ReadonlyMap<string, number>, word: string): number => {
  const whole = words.get(word)
  if (whole !== undefined) return whole
  const longer = Array.from(words).filter(([one]) => word.length > 2 && one.startsWith(word))
  return Math.max(0, ...longer.map(([, weight]) => weight / 2))
}

/** Endpoints that match the words, the best first. A rare word counts more than one that is everywhere. */
export const find = (question: string): ReadonlyArray<Catalog.Entry> => {
  const words = [...new Set(wordsOf(question))].filter((word) => !common.has(word))
  const endpoints = Catalog.endpoints.map(indexed)
  const counts = words.map((word) => endpoints.map((one) => countOf(one.words, word)))
  const rarity = counts.map((column) =>
    Math.log(1 + endpoints.length / (1 + column.filter((count) => count > 0).length)),
  )
  return endpoints
    .map(({ entry }, at) => ({
      entry,
      score: counts.reduce((sum, column, word) => sum + column[at]! * rarity[word]!, 0),
    }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ entry }) => entry)
}
