/** A line of the table of a trial. */

/** Measurement and its bound. */
export interface Check {
  readonly what: string
  readonly measured: string
  readonly bound: string
  readonly isMet: boolean
}

/** A figure that must be at most so much. */
export const atMost = (what: string, value: number, bound: number, unit: string): Check => ({
  ...{ what, measured: `${show(value)} ${unit}`, bound: `at most ${show(bound)} ${unit}`, isMet: value <= bound },
})

/** A figure that must be at least so much. */
export const atLeast = (what: string, value: number, bound: number, unit: string): Check => ({
  ...{ what, measured: `${show(value)} ${unit}`, bound: `at least ${show(bound)} ${unit}`, isMet: value >= bound },
})

/** A number that must be this one. */
export const exactly = (what: string, value: number, bound: number, unit: string): Check => ({
  ...{ what, measured: `${show(value)} ${unit}`, bound: `${show(bound)} ${unit}`, isMet: value === bound },
})

/** A figure without a bound. */
export const figure = (what: string, measured: string): Check => ({ what, measured, bound: "", isMet: true })

const show = (value: number): string =>
  value.toLocaleString("en-US", { maximumFractionDigits: Number.isInteger(value) || value >= 100 ? 0 : 2 })

/** The table of a trial. */
export const table = (checks: ReadonlyArray<Check>): string => {
  const width = (of: (check: Check) => string) => Math.max(...checks.map((check) => of(check).length))
  const [what, measured] = [width((check) => check.what), width((check) => check.measured)]
  return checks
    .map((check) =>
      `  ${check.bound === "" ? " " : check.isMet ? "✓" : "✗"} ${check.what.padEnd(what)}  ${check.measured.padEnd(measured)}  ${check.bound}`.trimEnd(),
    )
    .join("\n")
}
