/** Results that pages show: each case with where and when it was measured. */
import { arch, availableParallelism, cpus, loadavg, platform } from "node:os"
import type { ReportRow } from "./Report.js"

/** Where and when a case was measured. */
export interface Circumstances {
  /** Day, `2026-01-31`. */
  readonly date: string
  /** Processor, number of cores, system. */
  readonly machine: string
  /** Version of Node. */
  readonly node: string
  /** Processes that wanted a processor in the minute before. */
  readonly load: number
}

/** A run of a case. */
export interface RecordedCase extends Circumstances {
  readonly title: string
  readonly rows: ReadonlyArray<ReportRow>
}

/** This machine, now. */
export const place = (): Circumstances => ({
  date: new Date().toISOString().slice(0, 10),
  machine: `${availableParallelism()} cores (${cpus()[0]?.model.trim() || arch()}), ${platform()}`,
  node: process.versions.node,
  load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
})

/** The text of a record with these runs in place of earlier ones of their cases. */
export const withRuns = (
  before: string | undefined,
  runs: ReadonlyArray<RecordedCase & { readonly name: string }>,
): string => {
  const kept = before === undefined ? {} : (JSON.parse(before) as Readonly<Record<string, RecordedCase>>)
  const all = { ...kept, ...Object.fromEntries(runs.map(({ name, ...run }) => [name, run])) }
  return `${JSON.stringify(all, undefined, 2)}\n`
}
