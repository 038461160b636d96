/** Dates as days since the epoch. */

const DAY = 86_400_000

/** Returns the days since the epoch of a date `yyyy-mm-dd`; `undefined` for any other text. */
const dayOf = (date: string): number | undefined => {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return undefined
  const at = Date.parse(date)
  // Date.parse rejects February 31, but not everywhere.
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== date ? undefined : at / DAY
}

/** Returns the date of a day since the epoch; `undefined` if its year does not have four digits. */
const dateOf = (day: number): string | undefined => {
  const date = new Date(day * DAY)
  const year = date.getUTCFullYear()
  return year >= 0 && year <= 9999 ? date.toISOString().slice(0, 10) : undefined
}

/** Caches results: the rows of a file have few distinct dates. */
const remembering = <A, B>(f: (a: A) => B): ((a: A) => B) => {
  const results = new Map<A, B>()
  return (a) => {
    const known = results.get(a)
    if (known !== undefined) return known
    const result = f(a)
    results.set(a, result)
    return result
  }
}

/** {@link dayOf} for many dates. */
export const days = (): ((date: string) => number | undefined) => remembering(dayOf)

/** {@link dateOf} for many days. */
export const dates = (): ((day: number) => string | undefined) => remembering(dateOf)
