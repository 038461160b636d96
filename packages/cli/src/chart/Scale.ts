/**
 * Scale of prices over lines of a terminal, and its round steps.
 *
 * @module
 */

/** Scale, from the top down. */
export interface Scale {
  /** Lowest value of the scale. */
  readonly low: number
  /** Highest value of the scale. */
  readonly high: number
  /** Index of the equal part that contains a value, counted from the top, from 0. */
  readonly part: (value: number, parts: number) => number
}

/** Makes the scale from the lowest to the highest value. Equal values are in its middle, `room` away from its ends. */
export const make = (lowest: number, highest: number, room: number): Scale => {
  const isFlat = !(highest > lowest)
  const low = isFlat ? lowest - room : lowest
  const high = isFlat ? highest + room : highest
  return {
    low,
    high,
    // Halves first: the difference of huge values is not finite.
    part: (value, parts) => {
      const share = (high / 2 - value / 2) / (high / 2 - low / 2)
      return Math.min(Math.max(Math.floor(share * parts), 0), parts - 1)
    },
  }
}

/** The smallest of 1, 2 and 5 times a power of ten that is not below a positive number. */
export const roundStep = (least: number): number => {
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = [1, 2, 5, 10].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10
  return factor * power
}

/** Multiples of a round step on a scale, at least `apart` parts of `parts` from each other; no finer than `finest`. */
export const ticks = ({ high, low }: Scale, parts: number, apart: number, finest: number): ReadonlyArray<number> => {
  const step = roundStep(Math.max((high / parts - low / parts) * apart, finest))
  const first = Math.ceil(low / step - 1e-9)
  const last = Math.floor(high / step + 1e-9)
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last)) return []
  // The product of a step below 1 is not round: 3 * 0.1 is 0.30000000000000004.
  const inverse = Math.round(1 / step)
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, i) =>
    step < 1 && inverse > 0 ? (first + i) / inverse : (first + i) * step,
  )
}
