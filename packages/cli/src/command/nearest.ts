/** Edit distance: number of letters to insert, delete, replace or swap between two words. */
const distance = (one: string, other: string): number => {
  let before: Array<number> = []
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1]
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        next[j] = Math.min(next[j]!, before[j - 2]! + 1)
    }
    before = row
    row = next
  }
  return row[other.length]!
}

/**
 * The most similar word of a list, if any: at most two fifths of the letters are wrong, or it is
 * the beginning or the last part of only one word.
 */
export const nearest = (written: string, words: Iterable<string>): string | undefined => {
  const all = [...words]
  const text = written.toLowerCase()
  const [best] = all
    .map((word) => ({ word, wrong: distance(text, word.toLowerCase()) }))
    .filter(({ word, wrong }) => wrong <= Math.max(1, Math.floor(0.4 * Math.min(word.length, text.length))))
    .sort((one, other) => one.wrong - other.wrong)
  if (best !== undefined) return best.word
  const longer = all.filter(
    (word) => text.length > 1 && (word.toLowerCase().startsWith(text) || word.toLowerCase().endsWith(`.${text}`)),
  )
  return longer.length === 1 ? longer[0] : undefined
}

/** ` Did you mean X?`, if a word is similar to the misspelt one. `prefix` precedes the word. */
export const didYouMean = (written: string, words: Iterable<string>, prefix = ""): string => {
  const word = nearest(written, words)
  return word === undefined ? "" : ` Did you mean ${prefix}${word}?`
}
