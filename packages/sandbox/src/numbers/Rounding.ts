/**
 * Rounding of the numbers that the sandbox computes: sums, averages, and prices and volumes that are
 * adjusted for splits. They have at most the decimals of their market (four for stocks, eight for
 * forex and crypto), rounded half away from zero, so that no answer shows float noise
 * (`54.830000000000005`). Numbers that a user imported are inputs: they are stored and sent unchanged.
 *
 * Rounding keeps the order of numbers, so a low that is rounded is never above a close that is rounded. Only
 * an average can leave its range, where imported prices have more decimals: {@link average} prevents it.
 *
 * @module
 */

const scales = Array.from({ length: 16 }, (_, decimals) => 10 ** decimals)

/** Number of units of the last decimal in one. */
export const scaleOf = (decimals: number): number => scales[decimals]!

/**
 * Numbers from this bound on have fewer decimals: a double tells numbers of fifteen digits apart,
 * so one more digit before the point leaves one less behind it.
 */
const boundOf = (decimals: number) => scaleOf(15 - decimals)

/**
 * Number of decimals, at most `decimals`, that a number of this size can have; -1 when it is too
 * large for a whole number.
 */
const fittingDecimals = (size: number, decimals: number) => {
  let fitting = decimals
  while (fitting >= 0 && !(size < boundOf(fitting))) fitting--
  return fitting
}

/**
 * Rounds half away from zero, to fewer decimals where the number is so large that a double does not
 * hold all of them. A number within a unit or two of the last place below a half counts as the
 * half: few halves are exact doubles, and arithmetic misses the others by about that much.
 */
export const round = (value: number, decimals: number): number => {
  const size = Math.abs(value)
  const fitting = fittingDecimals(size, decimals)
  if (fitting < 0) return value
  const scale = scaleOf(fitting)
  const rounded = Math.round((size + size * Number.EPSILON) * scale) / scale
  return value < 0 ? -rounded : rounded
}

/** Rounds an average of prices, without moving it past the lowest or highest of them. */
export const average = (value: number, low: number, high: number, decimals: number): number => {
  const rounded = round(value, decimals)
  if (rounded > high && value <= high) return high
  return rounded < low && value >= low ? low : rounded
}

/** {@link round} as SQL, to the last bit, for an expression that is not negative. */
export const roundSql = (value: string, decimals: number): string => {
  const cases = Array.from({ length: decimals + 1 }, (_, fewer) => decimals - fewer).map(
    (fitting) => `WHEN ${value} < ${boundOf(fitting)} THEN round(${value} + ${value} * ${Number.EPSILON}, ${fitting})`,
  )
  return `CASE ${cases.join(" ")} ELSE ${value} END`
}

/** {@link average} as SQL, to the last bit. */
export const averageSql = (value: string, low: string, high: string, decimals: number): string => {
  const rounded = roundSql(value, decimals)
  return `CASE WHEN ${rounded} > ${high} AND ${value} <= ${high} THEN ${high}
    WHEN ${rounded} < ${low} AND ${value} >= ${low} THEN ${low} ELSE ${rounded} END`
}
