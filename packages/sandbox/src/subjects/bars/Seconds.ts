/**
 * Shorter bars, derived from longer ones: seconds from minutes, because the tables hold minutes, and minutes from the
 * days of which they hold none. The trades of a bar are spread over some of its parts.
 *
 * The derivation depends on the bar's row alone, and its parts add up to it: open, high, low, close, volume and
 * transactions exactly, and the average price too, once it is rounded. A part has at least one transaction for each
 * of its prices, if the bar has.
 *
 * @module
 */
import { average } from "../../numbers/Rounding.js"
import type { BaseBar } from "./BaseBar.js"
import * as Deriving from "./Deriving.js"

/** Price path from open to close that touches high and low (in either order) once, cut into `count` pieces. */
const pricePath = (
  minute: BaseBar,
  ticks: number,
  count: number,
  random: () => number,
): ReadonlyArray<Deriving.Prices> => {
  const [one, other] = [Math.floor(random() * count), Math.floor(random() * count)]
  const [early, late] = [Math.min(one, other), Math.max(one, other)]
  const [first, second] = random() < 0.5 ? [minute.h, minute.l] : [minute.l, minute.h]
  const knots = [
    { at: 0, price: minute.o },
    { at: early + 0.25, price: first },
    { at: late + 0.75, price: second },
    { at: count, price: minute.c },
  ]
  const priceAt = (at: number) => {
    const after = Math.max(
      1,
      knots.findIndex((knot) => knot.at >= at),
    )
    const left = knots[after - 1]!
    const right = knots[after]!
    const price = left.price + ((right.price - left.price) * (at - left.at)) / (right.at - left.at)
    return Math.min(Math.max(Math.round(price * ticks) / ticks, minute.l), minute.h)
  }
  return Array.from({ length: count }, (_, index) => {
    const o = index === 0 ? minute.o : priceAt(index)
    const c = index === count - 1 ? minute.c : priceAt(index + 1)
    const touched = [o, c, ...(index === early ? [first] : []), ...(index === late ? [second] : [])]
    return { o, h: Math.max(...touched), l: Math.min(...touched), c }
  })
}

/**
 * Average price of each piece, between its low and high, such that together they make the minute's: all
 * at the same height between low and high. `undefined` when no such height exists. The rounding error
 * of a piece is carried to the next, so that the sum is off by less than half of the last decimal.
 */
const averages = (
  minute: BaseBar,
  pieces: ReadonlyArray<Deriving.Prices>,
  volumes: ReadonlyArray<number>,
  decimals: number,
) => {
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

/** The parts of a bar: how many there are, and how long each is, milliseconds. */
interface Parts {
  readonly places: number
  readonly length: number
}

const secondsOfMinute: Parts = { places: 60, length: 1000 }

const spread = (
  minute: BaseBar,
  { length, places }: Parts,
  decimals: number,
  ticks: number,
  parts: number,
  count: number,
  random: () => number,
): ReadonlyArray<BaseBar> | undefined => {
  const pieces = pricePath(minute, ticks, count, random)
  const least = pieces.map(Deriving.leastTrades)
  if (minute.n !== null && least.reduce((sum, trades) => sum + trades, 0) > minute.n) return undefined
  const weights = Deriving.balance(pieces, minute.vw, random)
  const volumes = Deriving.deal(Math.round(minute.v * parts), weights, least).map((share) => share / parts)
  const vws = averages(minute, pieces, volumes, decimals)
  if (vws === undefined) return undefined
  const transactions = minute.n === null ? undefined : Deriving.deal(minute.n, weights, least)
  return Deriving.pick(count, places, random).map((place, index) => ({
    t: minute.t + place * length,
    ...pieces[index]!,
    v: volumes[index]!,
    vw: vws[index]!,
    n: transactions === undefined ? null : transactions[index]!,
  }))
}

const derive = (
  bar: BaseBar,
  into: Parts,
  decimals: number,
  ticks: number = Deriving.ticksOfUnit(bar),
): ReadonlyArray<BaseBar> => {
  const { length, places } = into
  const random = Deriving.chanceOf(bar, places * length)
  const parts = Deriving.partsOfUnit(bar.v, decimals)
  const most = Math.min(places, bar.n ?? places, bar.v > 0 ? Math.round(bar.v * parts) : places)
  // Many pieces can need more trades than the bar has, or fail to make an average near high or
  // low: fewer, longer ones can succeed.
  for (let count = Math.floor(most - (random() * most) / 3); count > 1; count = Math.floor(count / 2)) {
    const pieces = spread(bar, into, decimals, ticks, parts, count, random)
    if (pieces !== undefined) return pieces
  }
  return [{ ...bar, t: bar.t + Math.floor(random() * places) * length }]
}

/**
 * Derives the second bars of a minute bar, in ascending order: between one and sixty, never more
 * than its transactions or units of volume. Volumes and averages have at most `decimals` decimals;
 * prices are whole ticks, `ticks` to a unit of price.
 */
export const secondsOf = (bar: BaseBar, decimals: number, ticks?: number): ReadonlyArray<BaseBar> =>
  derive(bar.whole ?? bar, secondsOfMinute, decimals, ticks)

/** Derives the minute bars of a bar of `minutes` minutes, as {@link secondsOf} does those of a minute. */
export const minutesOf = (bar: BaseBar, minutes: number, decimals: number): ReadonlyArray<BaseBar> =>
  derive(bar, { places: minutes, length: 60_000 }, decimals)
