/**
 * Benchmarks and their bounds: ratios are computed per round, between adjacent runs; the median
 * ratio is compared with the bound.
 */
import { Data, Effect, type Scope } from "effect"
import { median } from "./Contender.js"

/** A benchmark failed: a contender failed, or contenders read different values. */
export class BenchmarkError extends Data.TaggedError("BenchmarkError")<{ readonly message: string }> {}

/** A bound of a contender, relative to another one or absolute. */
export interface Bound {
  readonly contender: string
  /** The contender that it is compared with; an absolute bound has none. */
  readonly against?: string
  /**
   * `speed`: times as fast. `share`: ratio of the amounts. `excess`: difference of the amounts.
   * `amount`: the amount itself.
   */
  readonly compare: "speed" | "share" | "excess" | "amount"
  /** Minimum for `speed`, maximum for the others. Without it the comparison is informational. */
  readonly bound?: number
  /** The goal beyond the bound. */
  readonly target?: number
  /** Where the time or the size goes, for readers of a bound that is known to be missed. */
  readonly cause?: string
}

/** The amounts of a contender, one per round; none if it was left out for the reason in `note`. */
export interface Series {
  readonly contender: string
  readonly amounts: ReadonlyArray<number>
  /** Amounts of another contender that ran right beside it, one per round. */
  readonly beside?: { readonly base: string; readonly amounts: ReadonlyArray<number> }
  readonly cold?: ReadonlyArray<number>
  readonly note?: string
}

/** A case of the benchmarks. */
export interface Benchmark {
  readonly name: string
  readonly title: string
  /** The unit of the amounts. */
  readonly unit: "ms" | "MB" | "kB" | "bytes" | "instantiations"
  readonly bounds: ReadonlyArray<Bound>
  readonly run: Effect.Effect<ReadonlyArray<Series>, BenchmarkError, Scope.Scope>
}

/** These bounds, and a comparison for every other contender that has none. */
export const comparingAll = (
  contenders: ReadonlyArray<string>,
  comparison: Required<Pick<Bound, "against" | "compare">>,
  bounds: ReadonlyArray<Bound>,
): ReadonlyArray<Bound> => {
  const others = contenders.filter(
    (name) => ![comparison.against, ...bounds.map((bound) => bound.contender)].includes(name),
  )
  return [...bounds, ...others.map((contender) => ({ contender, ...comparison }))]
}

/** Rounds of a contender on which no bound depends. */
const INFORMING = 2

/** Rounds of a contender in a case with these bounds: all of them, or few if it only informs. */
export const roundsOf = (bounds: ReadonlyArray<Bound>, contender: string): { readonly rounds?: number } => {
  const isJudged = ({ against, bound, contender: own }: Bound) =>
    bound !== undefined && (own === contender || against === contender)
  return bounds.some(isJudged) ? {} : { rounds: INFORMING }
}

/** The series of an amount that is the same in every round. */
export const constant = <E>(contender: string, amount: Effect.Effect<number, E>): Effect.Effect<Series, E> =>
  Effect.map(amount, (amount) => ({ contender, amounts: [amount] }))

/** A median with the smallest and the largest of its numbers. */
export interface Spread {
  readonly median: number
  readonly low: number
  readonly high: number
}

/** One line of a result: a contender's amount and its comparison with another. */
export interface Verdict {
  readonly case: string
  readonly contender: string
  readonly unit: Benchmark["unit"]
  readonly amount: Spread
  /** The first run of the process, for repeated work. */
  readonly cold: Spread | undefined
  readonly note: string | undefined
  readonly against: string | undefined
  readonly compare: Bound["compare"] | undefined
  readonly ratio: Spread | undefined
  /** The two amounts of the round with the median ratio: its quotient is this ratio. */
  readonly pair: readonly [own: number, other: number] | undefined
  readonly bound: number | undefined
  readonly target: number | undefined
  /** False only where a bound is missed. */
  readonly met: boolean
  /** Why the bound is missed; `undefined` where it is met. */
  readonly cause: string | undefined
}

/** Puts numbers together as a median and its spread. */
export const spread = (numbers: ReadonlyArray<number>): Spread => ({
  median: median(numbers),
  low: Math.min(...numbers),
  high: Math.max(...numbers),
})

/** A contender and the one it is compared with, in one round. */
interface Pair {
  readonly own: number
  readonly other: number
  readonly ratio: number
}

const ratioOf = (compare: Bound["compare"], own: number, other: number): number => {
  switch (compare) {
    case "speed":
      return other / own
    case "share":
      return own / other
    case "excess":
      return own - other
    case "amount":
      return own
  }
}

const compared = ({ against, compare }: Bound, own: Series, other: Series | undefined): ReadonlyArray<Pair> => {
  // protects: A contender is compared with the run beside it, not with another one of the same contender.
  // mutant: "compares with the runs beside a contender": own.beside?.base === against ? own.beside : other → other
  const reference = own.beside?.base === against ? own.beside : other
  return own.amounts.map((amount, round) => {
    const beside = reference?.amounts[round] ?? Number.NaN
    return { own: amount, other: beside, ratio: ratioOf(compare, amount, beside) }
  })
}

/** Returns the pair in the middle, or the lower one of two. */
const middle = (pairs: ReadonlyArray<Pair>): Pair =>
  pairs.toSorted((a, b) => a.ratio - b.ratio)[Math.floor((pairs.length - 1) / 2)]!

const holds = (bound: Bound, ratio: number): boolean =>
  bound.bound === undefined || (bound.compare === "speed" ? ratio >= bound.bound : ratio <= bound.bound)

/**
 * Judges the series of a benchmark: a verdict per bound, and one for every contender without a
 * bound. Bounds against contenders that were left out are skipped.
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
      const pairs =
        bound === undefined
          ? []
          : compared(
              bound,
              own,
              series.find(({ contender }) => contender === bound.against),
            )
      const ratio = pairs.length === 0 ? undefined : spread(pairs.map(({ ratio }) => ratio))
      const isQuotient = pairs.length > 0 && (bound?.compare === "speed" || bound?.compare === "share")
      const met = bound === undefined || ratio === undefined || holds(bound, ratio.median)
      const { other, own: amount } = isQuotient ? middle(pairs) : { own: NaN, other: NaN }
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
        pair: isQuotient ? [amount, other] : undefined,
        bound: bound?.bound,
        target: bound?.target,
        met,
        cause: met ? undefined : bound?.cause,
      }
    }
    const bounds = benchmark.bounds.filter(
      ({ against, contender }) => contender === own.contender && !leftOut.includes(against),
    )
    return bounds.length === 0 ? [verdict(undefined)] : bounds.map(verdict)
  })
}
