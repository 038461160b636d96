/**
 * Interpolates yearly values linearly over time in years (the middle of 2024 is 2024.5); each
 * applies to the middle of its year. Constant before and after.
 */
export const yearly =
  (first: number, values: ReadonlyArray<number>) =>
  (years: number): number => {
    const place = Math.min(Math.max(years - first - 0.5, 0), values.length - 1)
    const index = Math.min(Math.floor(place), values.length - 2)
    return values[index]! + (place - index) * (values[index + 1]! - values[index]!)
  }

/**
 * True growth of average consumer prices since 1947, percent, from the middle of one year to that
 * of the next, so each value applies to the turn.
 */
export const inflation: (years: number) => number = yearly(
  1946.5,
  [
    14.4, 7.7, -1, 1.1, 7.9, 2.3, 0.8, 0.3, -0.3, 1.5, 3.3, 2.7, 1.1, 1.5, 1.1, 1.2, 1.2, 1.3, 1.6, 3, 2.8, 4.3, 5.5,
    5.8, 4.3, 3.3, 6.2, 11.1, 9.1, 5.7, 6.5, 7.6, 11.3, 13.5, 10.3, 6.1, 3.2, 4.3, 3.5, 1.9, 3.7, 4.1, 4.8, 5.4, 4.2, 3,
    3, 2.6, 2.8, 2.9, 2.3, 1.6, 2.2, 3.4, 2.8, 1.6, 2.3, 2.7, 3.4, 3.2, 2.9, 3.8, -0.3, 1.6, 3.1, 2.1, 1.5, 1.6, 0.1,
    1.3, 2.1, 2.4, 1.8, 1.2, 4.7, 8, 4.1, 2.9, 2.7,
  ],
)
