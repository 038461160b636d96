/** Words of a text as a search compares them: stems, without differences of phrases that mean the same. */
import * as Vocabulary from "./vocabulary.js"

/** Stem of a word: `dividend` of `dividends`, `currency` of `currencies`, `trad` of `trading` and `traded`. */
export const stem = (word: string): string => {
  if (word.length < 4) return word
  const singular = word.endsWith("ss") ? word : word.replace(/ies$/, "y").replace(/(?<=x|ch|sh|ss)es$|s$/, "")
  const root = singular.replace(/(?<=[a-z]{3})(ing|ed)$/, "")
  return root === singular ? singular.replace(/(?<=[a-z]{3})e$/, "") : root.replace(/([bdgmnprt])\1$/, "$1")
}

/** Words between those of a phrase. */
const articles: ReadonlySet<string> = /* @__PURE__ */ new Set(["a", "an", "the", "of"])

/** Stems of a text without articles; `lastTrade`, `next_url` and `p/e` are two each. */
const stemsOf = (text: string): ReadonlyArray<string> =>
  (
    text
      .replace(/'s\b/g, "")
      .replace(/([a-z])([A-Z])/g, "$1 $2")
      .replace(/\bU\.S\./g, "US")
      .toLowerCase()
      .match(/[a-z]+|[0-9]+/g) ?? []
  )
    .filter((word) => !articles.has(word))
    .map(stem)

/** Meanings of the vocabulary's phrases, by their stems: the first phrase of its line, as one word. */
export const meanings: ReadonlyMap<string, string> = /* @__PURE__ */ new Map(
  /* @__PURE__ */ Vocabulary.synonyms.flatMap((phrases) =>
    phrases.map((phrase) => [stemsOf(phrase).join(" "), stemsOf(phrases[0]!).join("-")] as const),
  ),
)

/** Maximum number of words of a phrase. */
const longest = /* @__PURE__ */ Math.max(...Array.from(meanings.keys(), (phrase) => phrase.split(" ").length))

/**
 * Meanings of a text: phrases of the vocabulary, the longest first, and all other words. `parts`: also the words of
 * each phrase.
 */
export const meaningsOf = (text: string, parts = false): ReadonlyArray<string> => {
  const stems = stemsOf(text)
  const found: Array<string> = []
  for (let at = 0; at < stems.length;) {
    let length = Math.min(longest, stems.length - at)
    while (length > 1 && !meanings.has(stems.slice(at, at + length).join(" "))) length--
    const phrase = stems.slice(at, at + length)
    found.push(meanings.get(phrase.join(" ")) ?? phrase[0]!)
    if (parts && length > 1) found.push(...phrase.map((word) => meanings.get(word) ?? word))
    at += length
  }
  return found
}

/** Words without information about data. */
const common: ReadonlySet<string> = /* @__PURE__ */ new Set(
  /* @__PURE__ */ stemsOf(
    "a about again an and any are as at be been between by can do does did for from get give had has have how i in into is it its me much of off on one or please provide show some tell that the their there these this to want was we were what when where which who will with would year you data",
  ),
)

/** Whether a word says something about data. */
export const informs = (word: string): boolean => word.length > 1 && !common.has(word)
