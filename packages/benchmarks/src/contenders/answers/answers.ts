/** One answer after the other, from a data set. */
import { type Measured, median, peakRss } from "../../Contender.js"
import * as Stopwatch from "../../Stopwatch.js"

/** What the contenders of a case about one answer are given. */
export interface AnswersInput {
  /** The file of the sandbox's data set. */
  readonly file: string
}

/** What is asked for: a day of a stock. */
export const TICKER = "AAPL"
/** The day. */
export const DATE = "2025-06-26"

/** The prices and the volume of the day, as every contender reads them. */
export interface Day {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
  readonly preMarket?: number | null
  readonly afterHours?: number | null
}

/** So many calls until everything on the way is compiled. */
const WARM_UP = 3_000
const CALLS = 1_000

/** The median time of a call among many, when the process is warm. What came out is read outside the time. */
export const answers = async <A>(call: () => Promise<A>, read: (answer: A) => Day): Promise<Measured> => {
  const times: Array<number> = []
  let answer: A | undefined
  while (times.length < WARM_UP + CALLS) {
    const start = Stopwatch.now()
    answer = await call()
    times.push(Stopwatch.now() - start)
  }
  const { afterHours, close, high, low, open, preMarket, volume } = read(answer as A)
  return {
    milliseconds: median(times.slice(WARM_UP)),
    rows: 1,
    checksum: [open, high, low, close, volume, preMarket, afterHours].join(" "),
    peakRss: peakRss(),
  }
}
