/**
 * Second bars, derived from minute bars: the tables hold minutes, and a minute's trades are spread over some of its seconds.
 *
 * The derivation depends on the minute's row alone, and its seconds add up to the minute: open, high, low, close, volume and
 * transactions exactly, and the average price too, once it is rounded.
 *
 * @module
 */
import { average, round, scaleOf } from "../Rounding.js"
import type { BaseBar } from "./BaseBar.js"

/** Numbers from 0 to 1 that follow from a seed alone. */
const generator = (seed: number) => {
  let state = seed | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}

/** Cents where all prices are in cents, finer where they are finer. */
const tickOf = ({ c, h, l, o }: BaseBar) =>
  [1e2, 1e4, 1e6].find((scale) => [o, h, l, c].every((price) => Math.round(price * scale) / scale === price)) ?? 1e8

/**
 * Into how many parts a unit of volume is divided: 1 where the volume is whole, 10,000 where it has up to four decimals. A volume of more decimals, or of
 * too many parts to count exactly, is not divided: 0.
 */
const partsOfUnit = (volume: number, decimals: number) => {
  if (Number.isInteger(volume)) return 1
  const parts = scaleOf(decimals)
  return round(volume, decimals) === volume && volume * parts <= Number.MAX_SAFE_INTEGER ? parts : 0
}

/** Deals `total` units out by weight, at least one to each where there are enough. */
const deal = (total: number, weights: ReadonlyArray<number>): ReadonlyArray<number> => {
  const least = total >= weights.length ? 1 : 0
  const rest = total - least * weights.length
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  let weighed = 0
  let dealt = 0
  return weights.map((weight, index) => {
    weighed += weight
    const until = index === weights.length - 1 ? rest : Math.min(rest, Math.floor((weighed / all) * rest))
    const share = until - dealt
    dealt = until
    return least + share
  })
}

/** Which `count` of the minute's 60 seconds have trades, in order. */
const pickSeconds = (count: number, random: () => number): ReadonlyArray<number> => {
  const picked: Array<number> = []
  for (let second = 0; second < 60; second++) {
    if (random() * (60 - second) < count - picked.length) picked.push(second)
  }
  return picked
}

type Prices = Pick<BaseBar, "o" | "h" | "l" | "c">

/** A path from open to close that touches high and low (in either order) once, cut into `count` pieces. */
const pricePath = (minute: BaseBar, count: number, random: () => number): ReadonlyArray<Prices> => {
  const [one, other] = [Math.floor(random() * count), Math.floor(random() * count)]
  const [early, late] = [Math.min(one, other), Math.max(one, other)]
  const [first, second] = random() < 0.5 ? [minute.h, minute.l] : [minute.l, minute.h]
  const knots = [
    { at: 0, price: minute.o },
    { at: early + 0.25, price: first },
    { at: late + 0.75, price: second },
    { at: count, price: minute.c },
  ]
  const tick = tickOf(minute)
  const priceAt = (at: number) => {
    const after = Math.max(
      1,
      knots.findIndex((knot) => knot.at >= at),
    )
    const left = knots[after - 1]!
    const right = knots[after]!
    const price = left.price + ((right.price - left.price) * (at - left.at)) / (right.at - left.at)
    return Math.min(Math.max(Math.round(price * tick) / tick, minute.l), minute.h)
  }
  return Array.from({ length: count }, (_, index) => {
    const o = index === 0 ? minute.o : priceAt(index)
    const c = index === count - 1 ? minute.c : priceAt(index + 1)
    const touched = [o, c, ...(index === early ? [first] : []), ...(index === late ? [second] : [])]
    return { o, h: Math.max(...touched), l: Math.min(...touched), c }
  })
}

/** Weights that balance the pieces above the minute's average price against those below. */
const balance = (pieces: ReadonlyArray<Prices>, average: number | null, random: () => number) => {
  const base = pieces.map(() => 0.2 + random())
  if (average === null) return base
  const distance = pieces.map(({ h, l }) => (h + l) / 2 - average)
  const sum = (sign: number) =>
    distance.reduce((total, away, index) => total + Math.max(0, sign * away) * base[index]!, 0)
  const [above, below] = [sum(1), sum(-1)]
  if (above === 0 || below === 0) return base
  return base.map((weight, index) => {
    const away = distance[index]!
    return weight * (away > 0 ? below : away < 0 ? above : Math.min(above, below))
  })
}

/**
 * An average price for each piece, between its low and high, such that together they make the minute's: all at the same height between low
 * and high. `undefined` where there is no such height. What rounding takes from one piece is given to the next, so that the sum keeps less
 * than half of the last decimal's error.
 */
const averages = (minute: BaseBar, pieces: ReadonlyArray<Prices>, volumes: ReadonlyArray<number>, decimals: number) => {
  if (minute.vw === null) return pieces.map(() => null)
  const lowest = pieces.reduce((sum, { l }, index) => sum + volumes[index]! * l, 0)
  const highest = pieces.reduce((sum, { h }, index) => sum + volumes[index]! * h, 0)
  const value = minute.v * minute.vw
  const rounding = Math.abs(value) * 1e-14
  if (minute.v <= 0 || value < lowest - rounding || value > highest + rounding) return undefined
  const height = highest > lowest ? Math.min(Math.max((value - lowest) / (highest - lowest), 0), 1) : 0
  let owed = 0
  return pieces.map(({ h, l }, index) => {
    const volume = volumes[index]!
    const exact = Math.min(h, l + height * (h - l))
    const vw = average(Math.min(h, Math.max(l, exact + owed / volume)), l, h, decimals)
    owed += volume * (exact - vw)
    return vw
  })
}

const spread = (
  minute: BaseBar,
  decimals: number,
  parts: number,
  count: number,
  random: () => number,
): ReadonlyArray<BaseBar> | undefined => {
  const pieces = pricePath(minute, count, random)
  const weights = balance(pieces, minute.vw, random)
  const volumes = deal(Math.round(minute.v * parts), weights).map((share) => share / parts)
  const vws = averages(minute, pieces, volumes, decimals)
  if (vws === undefined) return undefined
  const transactions = minute.n === null ? undefined : deal(minute.n, weights)
  return pickSeconds(count, random).map((second, index) => ({
    t: minute.t + second * 1000,
    ...pieces[index]!,
    v: volumes[index]!,
    vw: vws[index]!,
    n: transactions === undefined ? null : transactions[index]!,
  }))
}

/**
 * The second bars of a minute bar, in ascending order: between one and sixty, never more than it has transactions or units of volume. Volumes and averages
 * have at most `decimals` decimals.
 */
export const secondsOf = (minute: BaseBar, decimals: number): ReadonlyArray<BaseBar> => {
  const random = generator(
    Math.imul(minute.t / 60_000, 0x9e3779b1) ^ (minute.v * 64) ^ Math.imul(minute.c * 10_000, 31),
  )
  const parts = partsOfUnit(minute.v, decimals)
  const most = Math.min(60, minute.n ?? 60, minute.v > 0 ? Math.round(minute.v * parts) : 60)
  // The average can be so near high or low that many pieces cannot make it: fewer, longer ones can.
  for (let count = Math.floor(most - (random() * most) / 3); count > 1; count = Math.floor(count / 2)) {
    const seconds = spread(minute, decimals, parts, count, random)
    if (seconds !== undefined) return seconds
  }
  return [{ ...minute, t: minute.t + Math.floor(random() * 60) * 1000 }]
}
