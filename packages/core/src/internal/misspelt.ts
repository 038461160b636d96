/** Names that are not known, and the ones that were probably meant. */

const pairsOf = (text: string) =>
  Array.from(text.toLowerCase().slice(1), (letter, at) => text[at]!.toLowerCase() + letter)

/** Share of common pairs of letters from which a name was probably meant; equal names have almost a half. */
const similar = 0.2

/**
 * Tells to leave a misspelt name out, with the one that was probably meant, and the names by similarity:
 * common pairs of letters, relative to their length. Filters are named once, without their operators.
 */
export const withoutName = (what: string, names: ReadonlyArray<string>, misspelt: string): string => {
  const pairs = pairsOf(misspelt)
  const likeness = (name: string) =>
    pairsOf(name).filter((pair) => pairs.includes(pair)).length / (name.length + misspelt.length)
  const sorted = [...names].sort((one, other) => likeness(other) - likeness(one))
  const [best = ""] = sorted
  const filtered = names.some((name) => name.includes(".")) ? ", and filters on them such as .gte and .any_of" : ""
  const all = sorted.filter((name) => !name.includes(".")).join(", ") + filtered
  return likeness(best) < similar
    ? `omitted: the ${what} are ${all}`
    : `omitted. Did you mean "${best}"? The ${what} are ${all}`
}
