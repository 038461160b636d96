/**
 * Results that pages show: each figure with when and where it was measured. The file has the shape
 * of the benchmarks' record: one entry a figure, and a run replaces those of its own figures alone.
 */
import { arch, availableParallelism, cpus, loadavg, platform } from "node:os"
import type { Scale } from "./Figure.js"

/** The last recorded run of a figure. */
export interface Run {
  /** Subject of the measurement. */
  readonly title: string
  /** Day, `2026-01-31`. */
  readonly date: string
  /** Processor, number of cores, system. */
  readonly machine: string
  /** Version of Node. */
  readonly node: string
  /** Processes that wanted a processor in the minute before. */
  readonly load: number
  readonly scale: Scale["name"]
  readonly seed: number
  readonly seconds: number
  /** Promise. */
  readonly bound: string
  readonly measured: string
  readonly met: boolean
}

/** This machine, at an instant in epoch milliseconds. */
export const place = (now: number): Pick<Run, "date" | "machine" | "node" | "load"> => ({
  date: new Date(now).toISOString().slice(0, 10),
  machine: `${availableParallelism()} cores (${cpus()[0]?.model.trim() || arch()}), ${platform()}`,
  node: process.versions.node,
  load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
})

/** The runs that the text of a record holds, none in a file that is not there yet. A text that is no record throws. */
export const parse = (text: string | undefined): Readonly<Record<string, Run>> => {
  const runs: unknown = text === undefined ? {} : JSON.parse(text)
  if (typeof runs !== "object" || runs === null || Array.isArray(runs)) throw new Error("it is not a record of figures")
  return runs as Readonly<Record<string, Run>>
}

/** The text of a record with these runs in place of earlier ones of their figures. */
export const withRuns = (before: string | undefined, runs: Readonly<Record<string, Run>>): string =>
  `${JSON.stringify({ ...parse(before), ...runs }, undefined, 2)}\n`
