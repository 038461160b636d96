/**
 * Labels of a time axis: the finest calendar unit whose labels fit.
 *
 * @module
 */
import { date, minutes, month, seconds, year } from "./Times.js"

/** Label under a column. */
export interface Label {
  /** Column of the label's time. */
  readonly column: number
  /** Column of its first character. */
  readonly begin: number
  /** Text of the label, never cut. */
  readonly text: string
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const monthOf = (time: number) => {
  const date = new Date(time)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

/** Step size: the step of a time, and the label of the first time in a step, given the time before it. */
interface Unit {
  readonly step: (time: number) => number
  readonly text: (time: number, before: number) => string
}

const months = (count: number): Unit => ({
  step: (time) => Math.floor(monthOf(time) / count),
  text: (time, before) => (count >= 12 || year(time) !== year(before) ? year : month)(time),
})

/** Steps that restart with each month; the last one takes the rest of it. */
const days = (count: number, last: number): Unit => ({
  step: (time) => monthOf(time) * 31 + Math.min(Math.floor((new Date(time).getUTCDate() - 1) / count), last),
  text: date,
})

const clocks = (millis: number, text: (time: number) => string): Unit => ({
  step: (time) => Math.floor(time / millis),
  text: (time, before) => (Math.floor(time / day) !== Math.floor(before / day) ? date : text)(time),
})

/** Days and longer units, from the finest to the coarsest. */
const dayUnits: ReadonlyArray<Unit> = [
  ...(
    [
      [1, 30],
      [2, 14],
      [7, 3],
      [14, 1],
    ] as const
  ).map(([count, last]) => days(count, last)),
  ...[1, 2, 3, 6, 12, 24, 60, 120, 300, 600, 1200].map(months),
]

/** Units from the finest to the coarsest. */
const units: ReadonlyArray<Unit> = [
  ...[1, 5, 15, 30].map((count) => clocks(count * second, seconds)),
  ...[1, 5, 15, 30].map((count) => clocks(count * minute, minutes)),
  ...[1, 2, 4, 6, 12].map((count) => clocks(count * hour, minutes)),
  ...dayUnits,
]

/** Minimum number of blanks between labels. */
const gap = 2

/** Centers a label under its column, but within the axis. */
const place = (column: number, text: string, width: number): Label => ({
  column,
  begin: Math.min(Math.max(column - Math.floor(text.length / 2), 0), Math.max(width - text.length, 0)),
  text,
})

/** Labels at the starts of a unit's steps; `undefined` when they do not fit. */
const labelsOf = (
  { step, text }: Unit,
  times: ReadonlyArray<number>,
  columnOf: (index: number) => number,
  width: number,
): ReadonlyArray<Label> | undefined => {
  const found: Array<Label> = []
  for (let index = 1; index < times.length; index++) {
    const [before, time] = [times[index - 1]!, times[index]!]
    if (step(time) === step(before)) continue
    const label = place(columnOf(index), text(time, before), width)
    const last = found.at(-1)
    if (label.text.length > width) return undefined
    if (last !== undefined && last.begin + last.text.length + gap > label.begin) return undefined
    found.push(label)
  }
  return found
}

/**
 * Labels of times in ascending order in the columns of an axis. A label marks the start of a
 * calendar step; the first time has one only when there is no other.
 */
export const labels = (
  times: ReadonlyArray<number>,
  columnOf: (index: number) => number,
  width: number,
): ReadonlyArray<Label> => {
  if (times.length === 0) return []
  // Bars of a day or longer have no time of day.
  const areDays = times.every((time) => time % day === 0)
  for (const unit of areDays ? dayUnits : units) {
    const found = labelsOf(unit, times, columnOf, width)
    if (found !== undefined && found.length > 0) return found
  }
  const first = [date, areDays ? year : minutes].map((text) => text(times[0]!)).join(areDays ? ", " : " ")
  return first.length <= width ? [place(columnOf(0), first, width)] : []
}
