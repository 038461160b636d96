/**
 * What a sync tells in its log.
 *
 * @module
 */
import * as Intervals from "../layout/intervals.js"
import type { Task } from "./tasks.js"
import type { Source } from "../layout/source.js"
import type * as Store from "../model/store.js"

/** Difference of two clocks from which it is told. */
const minute = 60_000

/** Whether the difference of the clocks changes what a sync settles, or asks for. */
export const isFelt = (
  tasks: ReadonlyArray<Task>,
  clock: number,
  ahead: number,
  settledAt: (source: Source, now: number) => number,
): boolean =>
  Math.abs(ahead) > minute &&
  tasks.some(({ source, wanted }) => {
    const [one, other] = [settledAt(source, clock), settledAt(source, clock - ahead)]
    return Intervals.intersection(wanted, [[Math.min(one, other), Math.max(one, other)]]).length > 0
  })

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", minute],
] as const

/** Writes a duration in its largest whole unit. */
const lengthOf = (milliseconds: number): string => {
  const [unit, length] = units.find(([, length]) => milliseconds >= length) ?? units[2]
  const count = Math.round(milliseconds / length)
  return `${count} ${unit}${count === 1 ? "" : "s"}`
}

const most = 3

const some = (texts: ReadonlyArray<string>): string =>
  texts.length <= most ? texts.join(", ") : `${texts.slice(0, most).join(", ")} and ${texts.length - most} more`

/** Describes the clocks' difference. */
export const clockText = (ahead: number): string =>
  `This machine's clock is ${lengthOf(Math.abs(ahead))} ${ahead > 0 ? "ahead of" : "behind"} the service's. Time is settled by the earlier of the two.`

/** Describes doubtful time. */
export const doubtfulText = (doubtful: ReadonlyArray<Store.Doubtful>): string => {
  const texts = doubtful.map(({ dataset, days, ticker }) =>
    days.length === 0 ? `${dataset} of ${ticker}` : `${dataset} of ${ticker} on ${some(days)}`,
  )
  return `The service gave no rows where some are expected: ${some(texts)}. The next sync requests it again; a second answer, at least a day after the first one, settles it.`
}

/** Describes settled time that was in the future. */
const cutText = (cuts: ReadonlyArray<Store.Cut>): string =>
  `Time in the future was marked as settled, by a clock that was ahead, or this machine's is behind: ${some([...new Set(cuts.map(({ dataset, ticker }) => `${dataset} of ${ticker}`))])}. It is requested again.`

/** Returns the warnings of a sync. */
export const warningsOf = ({
  clockAhead,
  cuts,
  doubtful,
}: Pick<Store.Summary, "clockAhead" | "cuts" | "doubtful">): ReadonlyArray<string> => [
  ...(clockAhead === undefined ? [] : [clockText(clockAhead)]),
  ...(cuts.length === 0 ? [] : [cutText(cuts)]),
  ...(doubtful.length === 0 ? [] : [doubtfulText(doubtful)]),
]
