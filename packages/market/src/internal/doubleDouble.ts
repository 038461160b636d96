/**
 * Number with twice the precision of a double: the sum of two doubles.
 *
 * A running sum of doubles drifts: each step rounds, so the sum depends on its start. Here, adding
 * a price and subtracting it again later leaves no error, and an average over hundreds of thousands
 * of prices is right to the last bit of a double, whatever its start.
 *
 * @module
 */

/** 2^27 + 1: a product with it divides a double into halves of 26 bits, whose products are exact (Veltkamp). */
const splitter = 134_217_729

const highHalf = (value: number) => {
  const product = splitter * value
  return product - (product - value)
}

/** Variable number with twice the precision of a double. */
export class DoubleDouble {
  /** Number as a double. */
  high = 0
  /** Error of the double. */
  private low = 0

  /** Sets the number to a double. */
  set(value: number): void {
    this.high = value
    this.low = 0
  }

  /** Adds a double and its error (Knuth's two-sum). */
  add(value: number, lacking = 0): void {
    const sum = this.high + value
    const added = sum - this.high
    const error = this.high - (sum - added) + (value - added) + this.low + lacking
    this.high = sum + error
    // protects: A running sum does not drift: an indicator's values are those of computing each one anew.
    // mutant: "are those of computing each one anew": error - (this.high - sum) → 0
    this.low = error - (this.high - sum)
  }

  /** Moves the number by `weight` of its distance to a value. */
  moveTowards(value: number, weight: number): void {
    const distance = value - this.high
    const subtracted = value - distance
    const lacking = value - (distance + subtracted) + (subtracted - this.high) - this.low
    const step = weight * distance
    const [w, d] = [highHalf(weight), highHalf(distance)]
    const error = w * d - step + w * (distance - d) + (weight - w) * d + (weight - w) * (distance - d)
    this.add(step, error + weight * lacking)
  }
}
