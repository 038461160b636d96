/**
 * Result of a check of the doctor.
 *
 * @module
 */
import * as Foreign from "@candela/core/internal/Foreign"
import { wrapAfter } from "../../terminal/Wrap.js"

/** Status of a check. */
export type Status = "ok" | "warning" | "failure"

/** One check. */
export interface Check {
  /** Subject of the check, in a word: `key`. */
  readonly check: string
  /** Verdict of the check. */
  readonly status: Status
  /** Finding, and its remedy. */
  readonly detail: string
}

/** Successful check. */
export const ok = (check: string, detail: string): Check => ({ check, status: "ok", detail })

/** Check that works, with something to know. */
export const warning = (check: string, detail: string): Check => ({ check, status: "warning", detail })

/** Failed check. */
export const failure = (check: string, detail: string): Check => ({ check, status: "failure", detail })

const colors: Readonly<Record<Status, string>> = { ok: "32", warning: "33", failure: "31" }

/** Lines for each check, within the columns: details are in a separate column. */
export const lines = (
  checks: ReadonlyArray<Check>,
  { columns, hasColors }: { readonly columns: number; readonly hasColors: boolean },
): ReadonlyArray<string> => {
  const width = Math.max(...checks.map(({ check }) => check.length))
  const before = "warning".length + 2 + width + 2
  return checks.map(({ check, detail, status }) => {
    const word = status.padEnd("warning".length)
    // protects: What the doctor finds is printed.
    // mutant: "is examined without acting": Foreign.lines(detail) → detail
    const details = wrapAfter(before, Foreign.lines(detail), columns)
    return `${hasColors ? `\x1b[${colors[status]}m${word}\x1b[0m` : word}  ${check.padEnd(width)}  ${details}`
  })
}
