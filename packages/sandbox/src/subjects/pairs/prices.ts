import type { Random } from "../../numbers/random.js"
import { lastForexInstant } from "./hours.js"
import type { Currency, Pair } from "./profiles.js"

/** Mid price of a pair at an instant (epoch milliseconds), in its quote currency, unrounded. */
export type PriceAt = (pair: Pair, instant: number) => number

const minute = 60_000
const day = 1440 * minute

/**
 * A currency's price moves in octaves: each is a chain of straight lines between random knots 1, 2, 4, ...
 * minutes apart (up to half a year). Longer octaves swing further, as the square root of their length, like a
 * random walk. The price of an instant is thus found without earlier ones, and never strays far from its level.
 */
const octaves = 19

/** Measured factor that makes the standard deviation of a day's change that of the currency. */
const scale = 0.87

/**
 * Octave of a currency's price, with the two knots around the last instant: the next one is mostly between them too.
 */
interface Octave {
  readonly key: number
  /** Milliseconds between the knots. */
  readonly length: number
  /** Size of the swing. */
  readonly amplitude: number
  index: number
  left: number
  right: number
}

const octave = (key: number, number: number): Octave => {
  const length = minute * 2 ** number
  return { key, length, amplitude: scale * Math.sqrt(length / day), index: NaN, left: 0, right: 0 }
}

/** Value of an octave's knot, from -1 to 1. */
const knot = (key: number, index: number) => {
  let mixed = (key + Math.imul(index, 0x9e3779b1)) | 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
  return (mixed ^ (mixed >>> 15)) / 2 ** 31
}

/** Distance of a price's logarithm from its level, in daily standard deviations. */
const swing = (octaves: ReadonlyArray<Octave>, instant: number) => {
  let sum = 0
  for (const octave of octaves) {
    const at = instant / octave.length
    const index = Math.floor(at)
    if (index !== octave.index) {
      octave.index = index
      octave.left = knot(octave.key, index)
      octave.right = knot(octave.key, index + 1)
    }
    sum += octave.amplitude * (octave.left + (octave.right - octave.left) * (at - index))
  }
  return sum
}

/**
 * Exponential function to a few digits, with exactly rounded operations only: `Math.exp` may differ between machines.
 */
const exponential = (exponent: number) => {
  let power = 1 + exponent / 1024
  for (let squared = 0; squared < 10; squared++) power *= power
  return power
}

/**
 * Makes the mid prices of all pairs. Each is derived from the dollar prices of its currencies, so
 * that cross rates agree at every instant. Prices of national currencies do not change at the
 * weekend, even in pairs with cryptocurrencies.
 */
export const make = (random: (key: string, index: number) => Random): PriceAt => {
  const known = new Map<Currency, ReadonlyArray<Octave>>()
  const octavesOf = (currency: Currency) => {
    const found = known.get(currency)
    if (found !== undefined) return found
    const made = Array.from({ length: octaves }, (_, number) =>
      octave(Math.floor(random(`price of ${currency.code}`, number).uniform() * 2 ** 32), number),
    )
    known.set(currency, made)
    return made
  }
  const valueAt = (currency: Currency, instant: number) => {
    if (currency.volatility === 0) return currency.value
    const moved = swing(octavesOf(currency), currency.crypto ? instant : lastForexInstant(instant))
    return currency.value * exponential(currency.volatility * moved)
  }
  return ({ base, quote }, instant) => valueAt(base, instant) / valueAt(quote, instant)
}
