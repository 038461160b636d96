/** Number of letters to change, add or leave out from one word to the other. */
const distance = (one: string, other: string): number => {
  let costs = Array.from({ length: other.length + 1 }, (_, k) => k)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let k = 1; k <= other.length; k++) {
      const changed = costs[k - 1]! + (one[i - 1] === other[k - 1] ? 0 : 1)
      next.push(Math.min(changed, costs[k]! + 1, next[k - 1]! + 1))
    }
    costs = next
  }
  return costs[other.length]!
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "")

/** The name that is most like another one; `undefined` if none is like it. */
export const nearest = (name: string, names: Iterable<string>): string | undefined => {
  const all = [...names].map((other) => ({ other, cost: distance(plain(name), plain(other)) }))
  const [best] = all.sort((one, other) => one.cost - other.cost)
  return best !== undefined && best.cost * 2 <= name.length ? best.other : undefined
}
