/** A contender: a function that runs alone in a fresh process, does the work of its case, and reports the cost. */
import { readFileSync } from "node:fs"
import * as Stopwatch from "./Stopwatch.js"

/** Result that a contender prints as one line of JSON. */
export interface Measured {
  /** The time of the work. */
  readonly milliseconds: number
  /** Number of decoded rows; zero for a contender that reads none. */
  readonly rows: number
  /** Checksum, equal for all contenders of a case that read the same. */
  readonly checksum: string
  /** The processor time of the work, of all threads, milliseconds; of histories only. */
  readonly processor?: number
  /** The largest resident memory of the process, in bytes. */
  readonly peakRss: number
  /** The time of the first piece of work of the process, where the work is repeated. */
  readonly cold?: number
  /** Median and 99th percentile of the answers to many connections, milliseconds. */
  readonly latency?: { readonly median: number; readonly p99: number }
  /** Note under the table. */
  readonly note?: string
}

/** Exports of a contender's module, by the contender's name. */
export type Trial<Input> = (input: Input) => Promise<Measured>

/**
 * The largest resident memory of this process, in bytes. Linux hands the parent's peak down in
 * `getrusage`, so there its own file of the process is read.
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

/** The times of runs, and the result of the last one. No result is kept longer than until the next run. */
const runs = async <A>(
  work: () => A | Promise<A>,
  isOver: (times: ReadonlyArray<number>) => boolean,
): Promise<{ readonly times: ReadonlyArray<number>; readonly result: A }> => {
  const times: Array<number> = []
  let result: A | undefined
  do {
    result = undefined
    const start = Stopwatch.now()
    result = await work()
    times.push(Stopwatch.now() - start)
  } while (!isOver(times))
  return { times, result }
}

/** Checksum of a history, equal for all contenders. */
export const historyChecksum = ({ rows, volume }: { readonly rows: number; readonly volume: number }): string =>
  `${rows} rows, volume ${volume}`

/** Times work that counts rows and sums volumes: the median of the runs. */
export const history = async (
  work: () => Promise<{ readonly rows: number; readonly volume: number }>,
  most = 1,
): Promise<Measured> => {
  const before = process.cpuUsage()
  const { result, times } = await runs(work, ({ length }) => length === most)
  const { system, user } = process.cpuUsage(before)
  return {
    milliseconds: median(times),
    processor: (user + system) / 1e3 / most,
    rows: result.rows,
    checksum: historyChecksum(result),
    peakRss: peakRss(),
  }
}

/** Times work that only reads bytes. */
export const drain = async (work: () => Promise<number>): Promise<Measured> => {
  const { result, times } = await runs(work, () => true)
  return { milliseconds: times[0]!, rows: 0, checksum: `${result} bytes`, peakRss: peakRss() }
}

/** Number of repetitions. */
interface Repetitions {
  /** Repetitions after the first one that are not counted. */
  readonly warmUp: number
  /** Repetitions that are counted; a third where they take longer than {@link ENOUGH}. */
  readonly counted: number
}

/** For work of many milliseconds. */
export const PAGES: Repetitions = { warmUp: 10, counted: 21 }
/** For work of a millisecond or two, whose way is longer. */
export const CALLS: Repetitions = { warmUp: 1_500, counted: 1_000 }
/** Milliseconds. */
const ENOUGH = 1_500

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
export const summary = (times: ReadonlyArray<number>, { warmUp } = PAGES): Pick<Measured, "milliseconds" | "cold"> => ({
  milliseconds: median(times.slice(1 + warmUp)),
  cold: times[0]!,
})

/**
 * Times repeated work: the first run of the process, then the median of the warm ones. The result
 * is checked outside the time.
 */
export const repeated = async <A>(
  work: () => A | Promise<A>,
  check: (result: A) => Pick<Measured, "rows" | "checksum" | "note">,
  repetitions = PAGES,
): Promise<Measured> => {
  const { counted, warmUp } = repetitions
  const begin = Stopwatch.now()
  const { result, times } = await runs(
    work,
    ({ length }) => length > warmUp + (Stopwatch.now() - begin > ENOUGH ? counted / 3 : counted),
  )
  return { ...summary(times, repetitions), ...check(result), peakRss: peakRss() }
}
