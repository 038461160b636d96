/** A contender: a function that runs alone in a fresh process, does the work of its case, and reports the cost. */
import { readFileSync } from "node:fs"
import * as Stopwatch from "./Stopwatch.js"

/** What a contender prints as one line of JSON. */
export interface Measured {
  /** The time of the work. */
  readonly milliseconds: number
  /** How many rows came out of it; zero for a contender that reads no rows. */
  readonly rows: number
  /** What every contender of a case that reads the same must agree upon. */
  readonly checksum: string
  /** The largest resident memory of the process, in bytes. */
  readonly peakRss: number
  /** The time of the first piece of work of the process, where the work is repeated. */
  readonly cold?: number
  /** Median and 99th percentile of the answers to many connections, milliseconds. */
  readonly latency?: { readonly median: number; readonly p99: number }
  /** What a reader of the table should know. */
  readonly note?: string
}

/** What a contender's module exports, by the contender's name. */
export type Run<Input> = (input: Input) => Promise<Measured>

/**
 * The largest resident memory of this process, in bytes. Linux hands the parent's peak down in `getrusage`, so there its own file of the process
 * is read.
 */
export const peakRss = (): number => {
  if (process.platform === "linux") {
    const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"))
    if (peak !== null) {
      return Number(peak[1]) * 1024
    }
  }
  return process.resourceUsage().maxRSS * 1024
}

/** Timed runs after the first, for a program that reads the same history repeatedly. */
export const LATER = 9

/** Times work that counts rows and sums volumes: the median of the runs. */
export const history = async (
  work: () => Promise<{ readonly rows: number; readonly volume: number }>,
  runs = 1,
): Promise<Measured> => {
  const times: Array<number> = []
  let sum: { readonly rows: number; readonly volume: number } = { rows: 0, volume: 0 }
  while (times.length < runs) {
    const start = Stopwatch.now()
    sum = await work()
    times.push(Stopwatch.now() - start)
  }
  const { rows, volume } = sum
  return { milliseconds: median(times), rows, checksum: `${rows} rows, volume ${volume}`, peakRss: peakRss() }
}

/** Times work that only reads bytes. */
export const drain = async (work: () => Promise<number>): Promise<Measured> => {
  const start = Stopwatch.now()
  const bytes = await work()
  return { milliseconds: Stopwatch.now() - start, rows: 0, checksum: `${bytes} bytes`, peakRss: peakRss() }
}

/** How many repetitions after the first one are not counted. */
export const WARM_UP = 10
/** How many repetitions are counted. */
export const REPETITIONS = 21
/** After this many milliseconds a slow contender stops early, but not before `FEWEST` repetitions. */
const ENOUGH = 1_500
const FEWEST = 7

/** The quantile of numbers at a share from 0 to 1. */
export const quantile = (numbers: ReadonlyArray<number>, share: number): number => {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!
}

/** The middle of some numbers. */
export const median = (numbers: ReadonlyArray<number>): number => {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The first of a process's times, and the median of the warm ones. */
export const summary = (times: ReadonlyArray<number>): Pick<Measured, "milliseconds" | "cold"> => ({
  milliseconds: median(times.slice(1 + WARM_UP)),
  cold: times[0]!,
})

/** Times repeated work: the first run of the process, then the median of the warm ones. The result is checked outside the time. */
export const repeated = async <A>(
  work: () => A | Promise<A>,
  check: (result: A) => Pick<Measured, "rows" | "checksum" | "note">,
): Promise<Measured> => {
  const times: Array<number> = []
  const begin = Stopwatch.now()
  const enough = () =>
    times.length > WARM_UP + REPETITIONS || (times.length > WARM_UP + FEWEST && Stopwatch.now() - begin > ENOUGH)
  let result: A | undefined
  while (!enough()) {
    result = undefined
    const start = Stopwatch.now()
    result = await work()
    times.push(Stopwatch.now() - start)
  }
  return { ...summary(times), ...check(result as A), peakRss: peakRss() }
}
