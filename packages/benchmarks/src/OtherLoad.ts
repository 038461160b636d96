/** What other programs take of the processors while a case is measured. */
import { readFileSync } from "node:fs"
import { cpus } from "node:os"
import type { Benchmark } from "./Benchmark.js"
import * as Stopwatch from "./Stopwatch.js"

/** Processor times at an instant, in milliseconds since the start of the machine. */
export interface Sample {
  /** Time of all cores, busy or not. */
  readonly all: number
  /** Time of all cores in which something ran. */
  readonly busy: number
  /** Time of this process and of its children that have ended. */
  readonly own: number
}

/** Whether another load changes amounts of a unit: sizes and counts are the same on a busy machine. */
export const matters = (unit: Benchmark["unit"]): boolean => unit === "ms" || unit === "MB"

/** Share of the processors from which a measurement is not recorded: it then differs by more than a tenth. */
export const most = 0.1

/** Returns the share of all cores' time that other programs took between two samples, 0 to 1. */
export const share = (before: Sample, after: Sample): number => {
  const all = after.all - before.all
  const others = after.busy - before.busy - (after.own - before.own)
  return all <= 0 ? 0 : Math.min(1, Math.max(0, others / all))
}

/** Length of a tick of `/proc`, in milliseconds: the same on every architecture of Linux that Node supports. */
const tick = 10

/**
 * Returns the time of a process and of its ended children from the text of its `/proc/<pid>/stat`, in
 * milliseconds. Its name is in parentheses and may have spaces.
 */
export const timeOf = (stat: string): number => {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) * tick
}

/** Takes a sample; `undefined` on systems without `/proc`, where the time of ended children is not known. */
export const sample = (): Sample | undefined => {
  if (process.platform !== "linux") return undefined
  const cores = cpus().map(({ times }) => ({ idle: times.idle, busy: times.user + times.nice + times.sys + times.irq }))
  const busy = cores.reduce((sum, core) => sum + core.busy, 0)
  return {
    all: busy + cores.reduce((sum, { idle }) => sum + idle, 0),
    busy,
    own: timeOf(readFileSync("/proc/self/stat", "utf8")),
  }
}

/** Begins to watch. The result returns the share of other programs since then; `undefined` where it is not known. */
export const watch = (): (() => number | undefined) => {
  const before = sample()
  return () => {
    const after = sample()
    return before === undefined || after === undefined ? undefined : share(before, after)
  }
}

/**
 * Begins to take the time. The result says in words how long it has been, and the processor time where that is known.
 */
export const duration = (): (() => string) => {
  const [begin, before] = [Stopwatch.now(), sample()]
  const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`
  return () => {
    const after = sample()
    const own = before === undefined || after === undefined ? undefined : after.own - before.own
    return `${seconds(Stopwatch.now() - begin)}${own === undefined ? "" : `, ${seconds(own)} of processor time`}`
  }
}
