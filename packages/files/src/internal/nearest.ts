/** Suggestions for misspelt names. */

/** Returns the number of letters to insert, remove or replace to turn one name into the other. */
const distance = (one: string, other: string): number => {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const current = [i]
    for (let j = 1; j <= other.length; j++) {
      const replaced = previous[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)
      current.push(Math.min(replaced, previous[j]! + 1, current[j - 1]! + 1))
    }
    previous = current
  }
  return previous[other.length]!
}

/** Maximum length of a candidate: that of a damaged file may have millions of letters. */
const LONGEST = 200

/**
 * Returns the nearest candidate: one letter in three may differ, case is ignored, and a name that
 * contains the other is near.
 */
export const nearest = (name: string, candidates: Iterable<string>): string | undefined => {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "")
  const wanted = plain(name)
  let best: { readonly candidate: string; readonly far: number } | undefined
  for (const candidate of candidates) {
    if (candidate.length > LONGEST) continue
    const found = plain(candidate)
    const part = found.length > 2 && (wanted.includes(found) || found.includes(wanted))
    const far = part ? 1 : distance(wanted, found)
    if (far <= Math.max(1, wanted.length / 3) && (best === undefined || far < best.far)) best = { candidate, far }
  }
  return best?.candidate
}

/** Returns a sentence with the nearest name, with a leading space; empty if there is none. */
export const hint = (name: string, candidates: Iterable<string>): string => {
  const found = nearest(name, candidates)
  return found === undefined ? "" : ` The nearest name is "${found}".`
}
