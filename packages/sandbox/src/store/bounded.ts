/** A map of bounded size: keys of requests are not bounded. */
export interface Bounded<A> {
  /** Value of a key; `undefined` for one that is not held, or holds `undefined`. */
  readonly get: (key: string) => A | undefined
  /** Whether a key is held. */
  readonly has: (key: string) => boolean
  /** Holds a value. */
  readonly set: (key: string, value: A) => void
  /** Holds nothing any more. */
  readonly clear: () => void
}

/** Share of the whole that one value may take, as a divisor. */
const largestShare = 16

/** Makes a map that begins anew rather than hold more than `most`, in the unit of `weigh`; default: entries. */
export const make = <A>(most: number, weigh: (key: string, value: A) => number = () => 1): Bounded<A> => {
  const held = new Map<string, A>()
  let weight = 0
  const clear = () => {
    held.clear()
    weight = 0
  }
  return {
    get: (key) => held.get(key),
    has: (key) => held.has(key),
    clear,
    set: (key, value) => {
      // Concurrent requests compute a value more than once: it is counted once.
      if (held.has(key)) return
      const own = weigh(key, value)
      // One large value does not displace all others.
      if (own > Math.max(1, most / largestShare)) return
      // protects: Requests for ever other tickers do not fill the sandbox's memory.
      // mutant: "holds no more than it may": never
      if (weight + own > most) clear()
      weight += own
      held.set(key, value)
    },
  }
}
