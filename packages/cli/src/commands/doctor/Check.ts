/**
 * What a check of the doctor says.
 *
 * @module
 */
import { wrapAfter } from "../../terminal/Wrap.js"

/** Whether something is as it should be. */
export type Status = "ok" | "warning" | "failure"

/** One check. */
export interface Check {
  /** What was checked, in a word: `key`. */
  readonly check: string
  /** The verdict. */
  readonly status: Status
  /** What was found, and what to do. */
  readonly detail: string
}

/** All is well. */
export const ok = (check: string, detail: string): Check => ({ check, status: "ok", detail })

/** It works, and somebody should know. */
export const warning = (check: string, detail: string): Check => ({ check, status: "warning", detail })

/** It does not work. */
export const failure = (check: string, detail: string): Check => ({ check, status: "failure", detail })

const colors: Readonly<Record<Status, string>> = { ok: "32", warning: "33", failure: "31" }

/** Lines for each check, no wider than so many columns: details stand in a column of their own. */
export const lines = (
  checks: ReadonlyArray<Check>,
  { columns, hasColors }: { readonly columns: number; readonly hasColors: boolean },
): ReadonlyArray<string> => {
  const width = Math.max(...checks.map(({ check }) => check.length))
  const before = "warning".length + 2 + width + 2
  return checks.map(({ check, detail, status }) => {
    const word = status.padEnd("warning".length)
    const details = wrapAfter(before, detail, columns)
    return `${hasColors ? `\x1b[${colors[status]}m${word}\x1b[0m` : word}  ${check.padEnd(width)}  ${details}`
  })
}
