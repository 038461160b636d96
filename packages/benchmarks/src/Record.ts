/** Results that pages show: each case with where and when it was measured. */
import { arch, availableParallelism, cpus, loadavg, platform } from "node:os"
import type { Row } from "./Report.js"

/** Where and when a case was measured. */
export interface Place {
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
export interface Run extends Place {
  readonly title: string
  readonly rows: ReadonlyArray<Row>
}

/** This machine, now. */
export const place = (): Place => ({
  date: new Date().toISOString().slice(0, 10),
  machine: `${availableParallelism()} cores (${cpus()[0]?.model.trim() || arch()}), ${platform()}`,
  node: process.versions.node,
  load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
})

/** The text of a record with these runs in place of earlier ones of their cases. */
export const withRuns = (before: string | undefined, runs: ReadonlyArray<Run & { readonly name: string }>): string => {
  const kept = before === undefined ? {} : (JSON.parse(before) as Readonly<Record<string, Run>>)
  const all = { ...kept, ...Object.fromEntries(runs.map(({ name, ...run }) => [name, run])) }
  return `${JSON.stringify(all, undefined, 2)}\n`
}
