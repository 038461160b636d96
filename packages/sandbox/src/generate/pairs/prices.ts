import type { Random } from "../random.js"
import { lastForexInstant } from "./hours.js"
import type { Currency, Pair } from "./profiles.js"

/** The mid price of a pair at an instant (epoch milliseconds), in its quote currency, unrounded. */
export type PriceAt = (pair: Pair, instant: number) => number

const minute = 60_000
const day = 1440 * minute

/**
 * A currency's price moves in octaves: each is a chain of straight lines between knots that lie 1, 2, 4, ... minutes apart (up to half a year) and are
 * drawn at random. Longer octaves swing further, as the square root of their length, like a random walk. The price of an instant is thus found
 * without those before it, and never strays far from its level.
 */
const octaves = 19

/** Makes the deviation of a day's change that of the currency: measured. */
const scale = 0.87

/** Milliseconds between the knots of each octave, and how far it swings. */
const lengths = Array.from({ length: octaves }, (_, octave) => minute * 2 ** octave)
const amplitudes = lengths.map((length) => scale * Math.sqrt(length / day))

/** A knot of an octave: from -1 to 1. */
const knot = (key: number, index: number) => {
  let mixed = (key + Math.imul(index, 0x9e3779b1)) | 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
  return (mixed ^ (mixed >>> 15)) / 2 ** 31
}

/** How far the logarithm of a price is from its level, in days' deviations. */
const swing = (keys: ReadonlyArray<number>, instant: number) => {
  let sum = 0
  for (let octave = 0; octave < octaves; octave++) {
    const at = instant / lengths[octave]!
    const index = Math.floor(at)
    const left = knot(keys[octave]!, index)
    sum += amplitudes[octave]! * (left + (knot(keys[octave]!, index + 1) - left) * (at - index))
  }
  return sum
}

/** The exponential function to a few digits, by exactly rounded operations alone: `Math.exp` may differ from machine to machine. */
const exponential = (exponent: number) => {
  let power = 1 + exponent / 1024
  for (let squared = 0; squared < 10; squared++) power *= power
  return power
}

/**
 * The mid prices of all pairs. Each follows from the prices of its currencies in dollars, so that cross rates agree at every instant. National
 * currencies rest at the weekend, also where they are in pairs with cryptocurrencies.
 */
export const make = (random: (key: string, index: number) => Random): PriceAt => {
  const known = new Map<Currency, ReadonlyArray<number>>()
  const keysOf = (currency: Currency) => {
    const found = known.get(currency)
    if (found !== undefined) return found
    const keys = Array.from({ length: octaves }, (_, octave) =>
      Math.floor(random(`price of ${currency.code}`, octave).uniform() * 2 ** 32),
    )
    known.set(currency, keys)
    return keys
  }
  const valueAt = (currency: Currency, instant: number) =>
    currency.volatility === 0
      ? currency.value
      : currency.value * exponential(currency.volatility * swing(keysOf(currency), instant))
  return ({ base, quote }, instant) => {
    const rest = base.crypto && quote.crypto ? instant : lastForexInstant(instant)
    return valueAt(base, base.crypto ? instant : rest) / valueAt(quote, quote.crypto ? instant : rest)
  }
}
