/**
 * Price jumps: compared with the previous row, adjusted for splits in between, relative to the
 * ticker's usual daily range.
 */

/** Split of a ticker. */
export interface Split {
  /** First instant after it, epoch milliseconds. */
  readonly at: number
  /** New shares for one old. */
  readonly ratio: number
}

/** Fault of a price. `ratio` as in {@link Finding}. */
export interface Fault {
  readonly reason: "jump" | "split"
  readonly ratio: number
  /** New shares for one old, where a jump has the ratio of a split. */
  readonly split?: number
}

/** Number of days from which the usual daily range is taken. */
const memory = 20
/** Minimum size of a jump, as a multiple of the usual daily range. */
const times = 10

const median = (values: ReadonlyArray<number>) => [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0

/** Follows the prices of one ticker. */
export class Levels {
  /** Close of the previous row; `NaN` before the first. */
  private reference = NaN
  /** Level before a jump: a return to it ends wrong prices, and is not another jump. */
  private former = NaN
  /** Index of the next split, in the order of time. */
  private split = 0
  private readonly reaches: Array<number> = []
  private high = NaN
  private low = NaN
  /** Smallest jump as a logarithm, computed lazily once a day: few rows come near it. */
  private known: number | undefined
  private readonly floor: number

  /** `least` is the smallest jump, as a factor above 1. */
  constructor(
    private readonly splits: ReadonlyArray<Split>,
    least: number,
  ) {
    this.floor = Math.log(least)
  }

  /** Begins with the prices of another instrument: nothing is compared with those before. */
  restart(): void {
    this.reference = NaN
    this.former = NaN
    this.reaches.length = 0
    this.high = NaN
    this.low = NaN
    this.known = undefined
  }

  /** Begins a new day: the usual range comes from the days before it. */
  nextDay(): void {
    if (this.high > this.low) {
      this.reaches.push(Math.log(this.high / this.low))
      if (this.reaches.length > memory) this.reaches.shift()
      this.known = undefined
    }
    this.high = NaN
    this.low = NaN
  }

  private get bound(): number {
    return (this.known ??= Math.max(this.floor, times * median(this.reaches)))
  }

  /**
   * New shares for one old over the splits between the previous row and an instant: splits forward
   * in time multiply, those backward divide.
   */
  private sharesUntil(instant: number): number {
    let shares = 1
    for (; this.split < this.splits.length && this.splits[this.split]!.at <= instant; this.split++)
      shares *= this.splits[this.split]!.ratio
    for (; this.split > 0 && this.splits[this.split - 1]!.at > instant; this.split--)
      shares /= this.splits[this.split - 1]!.ratio
    return shares
  }

  /** Distance from a level to the farther of low and high, as a logarithm. */
  private distance(low: number, high: number, level: number): number {
    const down = Math.log(low / level)
    const up = Math.log(high / level)
    return Math.abs(down) > Math.abs(up) ? down : up
  }

  /**
   * Checks a row's prices, all positive, of a window from `begin` to `end` (inclusive) in epoch milliseconds. Those
   * of adjusted bars do not follow the splits.
   */
  next(begin: number, end: number, low: number, high: number, close: number, adjusted: boolean): Fault | undefined {
    const split = this.sharesUntil(begin)
    const shares = adjusted ? 1 : split
    // protects: The jump of a split is not a fault.
    // mutant: "explain the jump of their day": without / shares
    const level = this.reference / shares
    const former = this.former / shares
    const inside = end > begin ? this.sharesUntil(end) : 1
    this.reference = close
    this.former = NaN
    // A window that contains a split has prices from both sides.
    if (inside !== 1 && !adjusted) return undefined
    const distance = this.distance(low, high, level)
    // Without a level the distance is `NaN`.
    if (!(Math.abs(distance) > this.floor && Math.abs(distance) > this.bound)) {
      this.high = this.high > high ? this.high : high
      this.low = this.low < low ? this.low : low
      return undefined
    }
    if (Math.abs(this.distance(low, high, former)) <= this.bound) return undefined
    const isAt = (factor: number) => Math.abs(this.distance(low, high, level * factor)) <= this.bound
    if (shares !== 1 && isAt(shares)) return { reason: "split", ratio: shares }
    const ratio = Math.exp(distance)
    // As traded among adjusted bars, or adjusted once more than they should be.
    // protects: Jumps by the ratio of a split, in bars that are adjusted for it or twice, are told as such.
    // mutant: "are found in the prices of bars that are not adjusted": never
    if (split !== 1 && ((adjusted && isAt(1 / split)) || isAt(split * shares))) return { reason: "jump", ratio, split }
    this.former = level
    // protects: Jumps that no split explains are found.
    // mutant: "a jump of all that follows": return → if (shares > 0) return undefined; return
    return { reason: "jump", ratio }
  }
}
