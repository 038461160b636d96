/**
 * Absence that the calendar or the ticker's own activity contradicts. A service now and then
 * answers with no rows, or without those of a day, for time that has some: such an answer is no
 * knowledge until a second one, at least a day later, agrees.
 *
 * A slot is a trading day of the market, or the window of a longer bar. A ticker's usual activity around slots
 * without rows is that of the nearest known slots, ten on each side: if it traded on all of them, rows are
 * expected; at least three must be known, and on each side as many as are empty, or five. So a thin ticker,
 * one that is not listed yet, and days without trading cost no further request. After the last row of a ticker
 * there is only the side before: up to five empty slots are doubtful, and any number if the whole answer is
 * empty; more than that after rows of the same answer are the end of a listing. Before the first known slot
 * there is only the side after: up to five empty slots are doubtful, more are time before the listing.
 *
 * @module
 */
import * as Intervals from "../layout/intervals.js"

/** Number of known slots on each side that are a ticker's usual activity. */
export const around = 10

/**
 * Largest number of empty slots before the first row of a ticker, or after the last row of an
 * answer, that are doubtful.
 */
const longestEnd = 5

/** Activity in the slots of some time, in ascending order. */
export interface Activity {
  readonly slots: Intervals.Intervals
  /** Whether each slot has rows. */
  readonly active: ReadonlyArray<boolean>
}

/** Known activity beside some time. */
export interface Beside {
  /** Nearest known slots before it, the nearest last. */
  readonly before: ReadonlyArray<boolean>
  /** Nearest known slots after it, the nearest first. */
  readonly after: ReadonlyArray<boolean>
}

/** Consecutive slots without rows. */
export interface EmptyRun {
  readonly time: Intervals.Interval
  /** Whether rows are expected. */
  readonly isDoubtful: boolean
  /** Whether no later rows are known. */
  readonly isTail: boolean
}

/** Least number of known slots beside a run without rows, of both sides together. */
const fewest = 3

/** Whether a ticker traded on all known slots of a side, and as many are known as there are empty ones, or five. */
// protects: A thin ticker is not asked for again and again.
// mutant: "they stay cheap": without && neighbours.every(Boolean)
const isUsual = (neighbours: ReadonlyArray<boolean>, length: number): boolean =>
  neighbours.length >= Math.min(length, 5) && neighbours.every(Boolean)

/** Returns the stretches of consecutive slots without rows, as pairs of the first index and the one after the last. */
const emptyOf = ({ active }: Activity): ReadonlyArray<readonly [from: number, to: number]> => {
  const found: Array<readonly [number, number]> = []
  for (let from = 0; from < active.length; from++) {
    if (active[from]!) continue
    let to = from
    while (to < active.length && !active[to]!) to++
    found.push([from, to])
    from = to
  }
  return found
}

const timeOf = ({ slots }: Activity, [from, to]: readonly [number, number]): Intervals.Interval => [
  slots[from]![0],
  slots[to - 1]![1],
]

/**
 * Judges the consecutive slots without rows, in ascending order. `contradicted` is time in which
 * the whole market has no rows.
 */
export const runs = (
  self: Activity,
  { after, before }: Beside,
  contradicted: Intervals.Intervals = [],
): ReadonlyArray<EmptyRun> => {
  const { active, slots } = self
  const isEmpty = !active.includes(true)
  return emptyOf(self).flatMap(([from, to]): ReadonlyArray<EmptyRun> => {
    const length = to - from
    const earlier = [...(from < around ? before : []), ...active.slice(Math.max(0, from - around), from)].slice(-around)
    const later = [...active.slice(to, to + around), ...(slots.length - to < around ? after : [])].slice(0, around)
    const isTail = !active.includes(true, to) && !after.includes(true)
    // protects: A gap in the usual activity of a ticker is not settled by one answer.
    // mutant: "is asked for again at once, and is doubtful": fewest → Infinity
    const isExpected =
      earlier.length + later.length >= fewest &&
      // protects: The first session of a store is not settled by one answer without it.
      // mutant: "of a ticker's first session is doubtful": length <= longestEnd : → false :
      (earlier.length === 0 ? length <= longestEnd : isUsual(earlier, length)) &&
      (isTail ? isEmpty || length <= longestEnd : isUsual(later, length))
    const time = timeOf(self, [from, to])
    const doubtful = isExpected ? [time] : Intervals.intersection([time], contradicted)
    return [
      ...doubtful.map((time) => ({ time, isDoubtful: true, isTail })),
      ...Intervals.difference([time], doubtful).map((time) => ({ time, isDoubtful: false, isTail })),
    ]
  })
}

/** Returns the slots without rows that may turn out doubtful once later slots are known. */
// protects: A gap at the end of what is known so far waits for the slots after it.
// mutant: "judges parts as the whole": around).fill(true) → 0)
export const undecided = (
  self: Activity,
  before: Beside["before"],
  contradicted?: Intervals.Intervals,
): Intervals.Intervals =>
  runs(self, { before, after: Array<boolean>(around).fill(true) }, contradicted)
    .filter(({ isDoubtful }) => isDoubtful)
    .map(({ time }) => time)

/** Watches rows of some time as they arrive, in ascending order. */
export class Watch {
  private readonly active: Uint8Array
  /** First slot that the next row may be in. */
  private at = 0
  /** Number of slots up to the last one with rows. */
  private seen = 0

  constructor(readonly slots: Intervals.Intervals) {
    this.active = new Uint8Array(slots.length)
  }

  /** Notes rows. `instantAt` returns their instants. */
  add(length: number, instantAt: (index: number) => number): void {
    for (let row = 0; row < length && this.at < this.slots.length;) {
      const instant = instantAt(row)
      while (this.at < this.slots.length && this.slots[this.at]![1] <= instant) this.at++
      const slot = this.slots[this.at]
      if (slot === undefined) return
      if (slot[0] <= instant) {
        this.active[this.at] = 1
        this.seen = this.at + 1
      }
      // Search the first row after the slot, or that may be in it: a slot of minutes has hundreds.
      const next = slot[0] <= instant ? slot[1] : slot[0]
      let [low, high] = [row + 1, length]
      if (low < length && instantAt(low) >= next) high = low
      while (low < high) {
        const middle = (low + high) >>> 1
        if (instantAt(middle) < next) low = middle + 1
        else high = middle
      }
      row = low
    }
  }

  /** Whether no slot has rows. */
  get isEmpty(): boolean {
    return this.seen === 0
  }

  private activity(isKnown: (index: number) => boolean, end: number): Activity {
    const slots: Array<Intervals.Interval> = []
    const active: Array<boolean> = []
    for (let index = 0; index < end; index++) {
      if (!isKnown(index)) continue
      slots.push(this.slots[index]!)
      active.push(this.active[index] === 1)
    }
    return { slots, active }
  }

  /** Activity so far: up to the last slot with rows. */
  get soFar(): Activity {
    return this.activity(() => true, this.seen)
  }

  /** Start of the first slot after the last one with rows; `undefined` if there is none. */
  get next(): number | undefined {
    return this.slots[this.seen]?.[0]
  }

  /**
   * Activity up to an instant. Later slots may still get rows, so only those that have some are
   * included, and `contradicted` time.
   */
  until(settled: number, contradicted: Intervals.Intervals = []): Activity {
    const isContradicted = (slot: Intervals.Interval) => Intervals.intersection([slot], contradicted).length > 0
    return this.activity((index) => {
      const slot = this.slots[index]!
      return slot[1] <= settled || this.active[index] === 1 || isContradicted(slot)
    }, this.slots.length)
  }
}
