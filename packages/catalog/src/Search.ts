/**
 * Finds endpoints and topics by the words of people. The module contains no texts of the catalogue:
 * a page may import it.
 *
 * @module
 */
import * as Vocabulary from "./internal/vocabulary.js"
import { informs, meanings, meaningsOf, stem } from "./internal/words.js"

/** Endpoint or topic as the search reads it: an entry of the catalogue is one. */
export interface Searchable {
  /** Whether it is a topic of the live channel: an endpoint may have the same name. */
  readonly live?: boolean
  /** Name: `stocks.bars`. */
  readonly name: string
  /** Description of the result. */
  readonly text: string
  /** Parameters. */
  readonly parameters: ReadonlyArray<{ readonly name: string; readonly text: string }>
  /** Fields. */
  readonly fields: ReadonlyArray<{ readonly path: string; readonly text: string }>
}

/** Market of an instrument in a question: `AAPL`, `EURUSD`, `BTC/USD`, `X:BTCUSD`. */
const marketsOf = (question: string): ReadonlyArray<string> =>
  Array.from(question.matchAll(/\b(?:([CX]):)?([A-Z]{2,6})(?:[-/]([A-Z]{3,4}))?\b/g), ([, prefix, one = "", other]) => {
    const codes = other === undefined ? [one, one.slice(0, -3), one.slice(-3)] : [one, other]
    if (prefix === "X" || codes.some((code) => Vocabulary.coins.has(code))) return "crypto"
    if (prefix === "C" || codes.some((code) => Vocabulary.currencies.has(code))) return "forex"
    if (prefix === undefined && other === undefined && Vocabulary.products.has(one)) return "futures"
    return meanings.has(stem(one.toLowerCase())) || one === "US" ? "" : "stock"
  }).filter((market) => market !== "")

/** A day in a question: `2025-06-02`, `2 June`, `June 2`. */
const date =
  /\b\d{4}-\d\d-\d\d\b|\b\d{1,2}(st|nd|rd|th)?\.? (of )?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d{1,2}\b/i

/** Words of questions for the live channel. */
const streaming = /\b(live|stream|websocket|socket|subscri|push|notif|alert|as (it|they) (happen|come|close))/i

/** Whether a question names two currencies with a word between them: `euro to yen`, `pound against the dollar`. */
const namesPair = (words: ReadonlyArray<string>): boolean => {
  const isCurrency = (word: string) => word === "forex" || word === "dollar"
  return words.some((word, at) => isCurrency(word) && words.slice(at + 2, at + 5).some(isCurrency))
}

/** Words of a question, and what its codes and dates stand for. */
const askedIn = (question: string): ReadonlyArray<string> => {
  const words = meaningsOf(question)
  const others = [namesPair(words) ? ["exchang-rat"] : [], marketsOf(question), date.test(question) ? ["dat"] : []]
  return [...new Set([...words, ...others.flat()])].filter(informs)
}

/** Weight of a word by its place. */
const weights = { phrases: 12, name: 10, summary: 6, service: 8, text: 3, parameters: 1.5, fields: 2 } as const

/** Words of an endpoint, by their weight, and the phrases that people use for it. */
interface Indexed {
  readonly words: ReadonlyMap<string, number>
  readonly phrases: ReadonlyArray<ReadonlyArray<string>>
}

/** Phrases that people use for an endpoint or a topic. */
const phrasesOf = (name: string, live: boolean | undefined): string =>
  (live === true ? Vocabulary.topics[name.slice(name.indexOf(".") + 1)] : Vocabulary.endpoints[name]) ?? ""

const indexOf = ({ fields, live, name, parameters, text }: Searchable): Indexed => {
  const words = new Map<string, number>()
  const addWords = (found: ReadonlyArray<string>, weight: number) => {
    for (const word of found) words.set(word, Math.max(words.get(word) ?? 0, weight))
  }
  const add = (text: string, weight: number) => addWords(meaningsOf(text, true), weight)
  const [service = ""] = name.split(".")
  const phrases = phrasesOf(name, live)
    .split(", ")
    .map((phrase) => meaningsOf(phrase).filter(informs))
  for (const phrase of phrases) addWords(phrase, weights.phrases / Math.sqrt(phrase.length))
  add(name, weights.name)
  if (live === true) add(Vocabulary.liveChannel, weights.service)
  add(Vocabulary.services[service] ?? "", weights.service)
  add(text.slice(0, 80), weights.summary)
  add(text, weights.text)
  for (const { name, text } of parameters) add(`${name} ${text}`, weights.parameters)
  for (const { path, text } of fields) add(`${path} ${text}`, weights.fields)
  return { words, phrases }
}

/** Weight of a word in an endpoint: half when it is only the beginning of one. */
const weightIn = (words: Indexed["words"], word: string): number => {
  const whole = words.get(word)
  if (whole !== undefined) return whole
  let most = 0
  if (word.length > 3) for (const [longer, weight] of words) if (weight > most && longer.startsWith(word)) most = weight
  return most / 2
}

/** Weights of the words of a question in an endpoint. A phrase counts fully where the question has all of its words. */
const weightsIn = ({ phrases, words }: Indexed, asked: ReadonlyArray<string>): ReadonlyArray<number> => {
  const whole = new Set(phrases.filter((phrase) => phrase.every((word) => asked.includes(word))).flat())
  return asked.map((word) => (whole.has(word) ? weights.phrases : weightIn(words, word)))
}

/** What the search needs of an endpoint, as data: JSON for a page that has no catalogue. */
export interface Words {
  /** Name: `stocks.bars`. */
  readonly name: string
  /** Words with blanks between them, by their weight. */
  readonly words: Readonly<Record<string, string>>
  /** Phrases of people. */
  readonly phrases: ReadonlyArray<ReadonlyArray<string>>
}

/** Returns what the search needs of an endpoint. */
export const wordsOf = (endpoint: Searchable): Words => {
  const { phrases, words } = indexOf(endpoint)
  const byWeight: Record<string, string> = {}
  for (const [word, weight] of words) {
    const key = String(Math.round(weight * 100) / 100)
    byWeight[key] = byWeight[key] === undefined ? word : `${byWeight[key]} ${word}`
  }
  return { name: endpoint.name, words: byWeight, phrases }
}

const indexedOf = ({ phrases, words }: Words): Indexed => ({
  phrases,
  words: new Map(
    Object.entries(words).flatMap(([weight, words]) => words.split(" ").map((word) => [word, Number(weight)] as const)),
  ),
})

/** Endpoint that matches a question. */
export interface Match {
  /** Name: `stocks.bars`. */
  readonly name: string
  /** Whether the question is about what it gives, and not about words that occur somewhere in its texts. */
  readonly isAbout: boolean
}

/** Endpoints after the first ones are left out where they have less than this share of the best one's score. */
const least = 0.35
const always = 5

/** Average weight of a question's words in an endpoint that it is about. */
const about = weights.summary

/** An endpoint or topic in the index. */
interface Row {
  readonly name: string
  readonly live?: boolean | undefined
  readonly indexed: Indexed
}

/** Matches of a question, the best first: a rare word counts more than one that is everywhere. */
const matches = <R extends Row>(
  all: ReadonlyArray<R>,
  question: string,
): ReadonlyArray<{ readonly row: R; readonly isAbout: boolean }> => {
  const asked = askedIn(question)
  // Who does not ask for a stream means a request.
  const live = streaming.test(question) ? 1.3 : 0.6
  const rows = all.map((row) => ({ row, weights: weightsIn(row.indexed, asked) }))
  const rarities = asked.map((_, word) => {
    const everywhere = rows.reduce((sum, { weights }) => sum + weights[word]!, 0) / weights.phrases
    return Math.log(1 + rows.length / (1 + everywhere))
  })
  const found = rows
    .map(({ row, weights }) => ({
      row,
      isAbout: weights.reduce((sum, weight) => sum + weight, 0) >= about * weights.length,
      score:
        weights.reduce((sum, weight, word) => sum + weight * rarities[word]!, 0) *
        (row.live === true ? live : (Vocabulary.preferences[row.name] ?? 1)),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
  return found
    .filter(({ score }, index) => index < always || score >= least * found[0]!.score)
    .map(({ isAbout, row }) => ({ isAbout, row }))
}

/** Prepares the search among the words of endpoints. It returns the matches of a question, the best first. */
export const among = (all: ReadonlyArray<Words>): ((question: string) => ReadonlyArray<Match>) => {
  const rows = all.map((words) => ({ name: words.name, indexed: indexedOf(words) }))
  return (question) => matches(rows, question).map(({ isAbout, row }) => ({ name: row.name, isAbout }))
}

/**
 * Prepares the search among some endpoints; they are indexed at the first question. It returns the endpoints that
 * match a question, the best first.
 */
export const make = <A extends Searchable>(endpoints: ReadonlyArray<A>): ((question: string) => ReadonlyArray<A>) => {
  let rows: ReadonlyArray<Row & { readonly endpoint: A }> | undefined
  return (question) => {
    rows ??= endpoints.map((endpoint) => ({
      name: endpoint.name,
      live: endpoint.live,
      indexed: indexOf(endpoint),
      endpoint,
    }))
    return matches(rows, question).map(({ row }) => row.endpoint)
  }
}

/** Words in which people ask for an endpoint and for its service, for the index of another search. */
export const wordsFor = (name: string): ReadonlyArray<string> => {
  const phrases = [Vocabulary.endpoints[name], Vocabulary.services[name.split(".")[0]!]].filter((text) => text)
  const own = new Set(phrases.flatMap((text) => meaningsOf(text!)))
  const alike = Vocabulary.synonyms.filter((phrases) => own.has(meaningsOf(phrases[0]!)[0]!))
  return [...new Set([...phrases.flatMap((text) => text!.split(", ")), ...alike.flat()])]
}
