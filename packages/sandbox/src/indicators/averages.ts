import { round } from "../Rounding.js"
import type { Computation } from "./Indicator.js"

/** The mean of each price and those before it, `window` in all, rounded. */
export const simpleMovingAverage = (window: number, decimals: number): Computation<{ readonly value: number }> => ({
  window,
  compute: (prices) =>
    prices.slice(window - 1).map((_, index) => {
      // Each sum is taken anew, so that a value is the same to the last bit on every page.
      let sum = 0
      for (let place = index; place < index + window; place++) sum += prices[place]!
      return { value: round(sum / window, decimals) }
    }),
})
