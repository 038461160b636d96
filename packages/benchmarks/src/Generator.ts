/**
 * A seeded generator of pseudo-random numbers (mulberry32): the same seed gives the same bytes on every machine.
 */
export interface Generator {
  /** A whole number from `low` to `high`, both included. */
  readonly integer: (low: number, high: number) => number
}

/** Makes a generator from a 32-bit seed. */
export const make = (seed: number): Generator => {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  return {
    integer: (low, high) => low + (next() % (high - low + 1)),
  }
}
