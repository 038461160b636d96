/**
 * Tools for deriving finer data: seconds from minutes, trades from seconds. Derived data depend on
 * the row alone, and add up to it.
 *
 * @module
 */
import { round, scaleOf } from "../../numbers/Rounding.js"
import type { BaseBar } from "./BaseBar.js"

/** Random numbers from 0 to 1 that depend on a bar alone. */
export const chanceOf = ({ c, t, v }: BaseBar, length: number): (() => number) => {
  let state = (Math.imul(t / length, 0x9e3779b1) ^ (v * 64) ^ Math.imul(c * 10_000, 31)) | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}

/** The prices of a bar. */
export type Prices = Pick<BaseBar, "o" | "h" | "l" | "c">

/** Number of ticks in a unit of price: cents when all prices are in cents, finer when they are finer. */
export const ticksOfUnit = ({ c, h, l, o }: Prices): number =>
  [1e2, 1e4, 1e6].find((scale) => [o, h, l, c].every((price) => Math.round(price * scale) / scale === price)) ?? 1e8

/**
 * Minimum number of trades of a bar: one for each of its prices, and two when it ends at its opening price but left it.
 */
export const leastTrades = ({ c, h, l, o }: Prices): number =>
  h === l ? 1 : 2 + (h === o || h === c ? 0 : 1) + (l === o || l === c ? 0 : 1)

/**
 * Number of parts of a unit of volume: 1 when the volume is whole and enough for `shares`, 10,000 when it has
 * up to four decimals. A volume with more decimals, or with too many parts to count exactly, is not divided: 0.
 */
export const partsOfUnit = (volume: number, decimals: number, shares = 0): number => {
  if (Number.isInteger(volume) && volume >= shares) return 1
  const parts = scaleOf(decimals)
  return round(volume, decimals) === volume && volume * parts <= Number.MAX_SAFE_INTEGER ? parts : 0
}

const sumOf = (values: ReadonlyArray<number>) => values.reduce((sum, value) => sum + value, 0)

/**
 * Distributes `total` units by weight: to each its `least`, or one where these are too many; some
 * get nothing when there are not enough for that.
 */
export const deal = (
  total: number,
  weights: ReadonlyArray<number>,
  least: ReadonlyArray<number>,
): ReadonlyArray<number> => {
  const first = [least, weights.map(() => 1)].find((shares) => sumOf(shares) <= total) ?? weights.map(() => 0)
  const rest = total - sumOf(first)
  const all = sumOf(weights)
  let weighed = 0
  let dealt = 0
  return weights.map((weight, index) => {
    weighed += weight
    const until = index === weights.length - 1 ? rest : Math.min(rest, Math.floor((weighed / all) * rest))
    const share = until - dealt
    dealt = until
    return first[index]! + share
  })
}

/** Picks `count` of the first `places` whole numbers, in order. */
export const pick = (count: number, places: number, random: () => number): ReadonlyArray<number> => {
  const picked: Array<number> = []
  for (let place = 0; place < places; place++) {
    if (random() * (places - place) < count - picked.length) picked.push(place)
  }
  return picked
}

/** Weights that balance the pieces above an average price against those below. */
export const balance = (
  pieces: ReadonlyArray<Pick<Prices, "h" | "l">>,
  average: number | null,
  random: () => number,
): ReadonlyArray<number> => {
  const base = pieces.map(() => 0.2 + random())
  if (average === null) return base
  const distance = pieces.map(({ h, l }) => (h + l) / 2 - average)
  const side = (sign: number) => sumOf(distance.map((away, index) => Math.max(0, sign * away) * base[index]!))
  const [above, below] = [side(1), side(-1)]
  if (above === 0 || below === 0) return base
  return base.map((weight, index) => {
    const away = distance[index]!
    return weight * (away > 0 ? below : away < 0 ? above : Math.min(above, below))
  })
}
