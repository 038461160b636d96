/**
 * What a benchmark is, and how its numbers are judged: every ratio is made round by round from runs that stood side by side, then the median is
 * held against the bound.
 */
import { Data, type Effect, type Scope } from "effect"
import { median } from "./Contender.js"

/** A benchmark that cannot be believed: a contender failed, or contenders disagree on what they read. */
export class BenchmarkError extends Data.TaggedError("BenchmarkError")<{ readonly message: string }> {}

/** Says how a contender must stand against another one, or against a fixed amount. */
export interface Bound {
  readonly contender: string
  /** The contender that it is compared with; an absolute bound has none. */
  readonly against?: string
  /** `speed`: how many times as fast. `share`: its amount as a part of the other's. `excess`: what it has more. `amount`: what it has. */
  readonly compare: "speed" | "share" | "excess" | "amount"
  /** What must hold: at least so much for `speed`, at most so much for the others. Without it the comparison is for reading only. */
  readonly bound?: number
  /** What we would like to reach. */
  readonly target?: number
}

/** What one contender showed, a number per round; none of a contender that was left out, whose note says why. */
export interface Series {
  readonly contender: string
  readonly amounts: ReadonlyArray<number>
  readonly cold?: ReadonlyArray<number>
  readonly note?: string
}

/** A case: its name on the command line, what it is in words, and how to run it. */
export interface Benchmark {
  readonly name: string
  readonly title: string
  /** The unit of the amounts. */
  readonly unit: "ms" | "MB" | "kB" | "bytes" | "instantiations"
  readonly bounds: ReadonlyArray<Bound>
  readonly run: Effect.Effect<ReadonlyArray<Series>, BenchmarkError, Scope.Scope>
}

/** A median with the smallest and the largest of its numbers. */
export interface Spread {
  readonly median: number
  readonly low: number
  readonly high: number
}

/** One line of a result: what a contender showed, and how it stands against another. */
export interface Verdict {
  readonly case: string
  readonly contender: string
  readonly unit: Benchmark["unit"]
  readonly amount: Spread
  /** The first page of the process, where the work is repeated. */
  readonly cold: Spread | undefined
  readonly note: string | undefined
  readonly against: string | undefined
  readonly compare: Bound["compare"] | undefined
  readonly ratio: Spread | undefined
  readonly bound: number | undefined
  readonly target: number | undefined
  /** False only where a bound is missed. */
  readonly met: boolean
}

/** Puts numbers together as a median and its spread. */
export const spread = (numbers: ReadonlyArray<number>): Spread => ({
  median: median(numbers),
  low: Math.min(...numbers),
  high: Math.max(...numbers),
})

const compared = (bound: Bound, own: Series, other: Series | undefined): ReadonlyArray<number> =>
  own.amounts.map((amount, round) => {
    const reference = other?.amounts[round] ?? Number.NaN
    switch (bound.compare) {
      case "speed":
        return reference / amount
      case "share":
        return amount / reference
      case "excess":
        return amount - reference
      case "amount":
        return amount
    }
  })

const holds = (bound: Bound, ratio: number): boolean =>
  bound.bound === undefined || (bound.compare === "speed" ? ratio >= bound.bound : ratio <= bound.bound)

/**
 * Judges what the contenders of a benchmark showed: a verdict per bound, and one for every contender that has none. Bounds against a contender that was left out
 * are not judged.
 */
export const judge = (
  benchmark: Pick<Benchmark, "name" | "unit" | "bounds">,
  series: ReadonlyArray<Series>,
): ReadonlyArray<Verdict> => {
  const leftOut: ReadonlyArray<string | undefined> = series
    .filter(({ amounts }) => amounts.length === 0)
    .map(({ contender }) => contender)
  return series.flatMap((own) => {
    const verdict = (bound: Bound | undefined): Verdict => {
      const ratio =
        bound === undefined
          ? undefined
          : spread(
              compared(
                bound,
                own,
                series.find(({ contender }) => contender === bound.against),
              ),
            )
      return {
        case: benchmark.name,
        contender: own.contender,
        unit: benchmark.unit,
        amount: spread(own.amounts),
        cold: own.cold === undefined ? undefined : spread(own.cold),
        note: own.note,
        against: bound?.against,
        compare: bound?.compare,
        ratio,
        bound: bound?.bound,
        target: bound?.target,
        met: bound === undefined || ratio === undefined || holds(bound, ratio.median),
      }
    }
    const bounds = benchmark.bounds.filter(
      ({ against, contender }) => contender === own.contender && !leftOut.includes(against),
    )
    return bounds.length === 0 ? [verdict(undefined)] : bounds.map(verdict)
  })
}
