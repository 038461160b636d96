/**
 * Judges the days of a ticker by each other after the last row: which are missing, and which have
 * fewer rows than usual for the ticker.
 */
import type { Checker, TickerState } from "./checker.js"
import type { Day, Finding, TickerReport } from "./model.js"
import type { Slot } from "./slots.js"
import type { Tally } from "./tally.js"

/** Number of days before and after a day that define its usual activity. */
const around = 20
/** Minimum number of neighbours for a comparison. */
const fewest = 5
/** Probability by chance below which a gap is a finding. */
const chance = 1e-3
/** Share of trading days from which a ticker is expected on every day. */
const regular = 0.9

const median = (values: ReadonlyArray<number>): number | undefined => {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[sorted.length >> 1]
}

/**
 * Returns the slots with expected rows, in order: requested, ended by `asOf`, with the market open
 * and the ticker listed.
 */
const expectedSlots = (checker: Checker, state: TickerState, asOf: number): ReadonlyArray<Slot> => {
  const found: Array<Slot> = []
  const seen = [...state.days.values()].map(({ slot }) => slot.begin)
  const firstSeen = seen.reduce((one, other) => Math.min(one, other), Infinity)
  for (const [span, listed] of state.spans.flatMap((span) => state.listed.map((listed) => [span, listed] as const))) {
    // A range without a start begins with its first row.
    const from = Math.max(span.from === -Infinity ? firstSeen : span.from, checker.scope.recordsFrom, listed.from)
    const to = Math.min(span.to, asOf, listed.to - 1)
    for (let at = from; at <= to;) {
      const slot = checker.slotAt(at)
      const { end, hours } = slot
      const isRequested = checker.counted === undefined || checker.gridOf(slot, state.spans) !== undefined
      if (hours?.certain === true && hours.close <= asOf && isRequested && found.at(-1) !== slot) found.push(slot)
      at = end
    }
  }
  return found
}

/** Whether a run of empty slots exceeds the ticker's usual activity in the slots before and after it. */
const isMissing = (hasRows: ReadonlyArray<boolean>, from: number, to: number): boolean => {
  const neighbours = [...hasRows.slice(Math.max(0, from - around), from), ...hasRows.slice(to, to + around)]
  const share = neighbours.filter(Boolean).length / neighbours.length
  // Without neighbours the share is `NaN`: there are no rows at all.
  return !(share < regular) || (1 - share) ** (to - from) < chance
}

/** Returns the missing slots. */
const missing = (slots: ReadonlyArray<Slot>, { days }: TickerState): ReadonlySet<number> => {
  const found = new Set<number>()
  const hasRows = slots.map(({ day }) => days.has(day))
  for (let from = 0; from < slots.length; from++) {
    if (hasRows[from]!) continue
    let to = from
    while (to < slots.length && !hasRows[to]!) to++
    if (isMissing(hasRows, from, to)) for (let at = from; at < to; at++) found.add(slots[at]!.day)
    from = to
  }
  return found
}

const shareOf = ({ grid, seen }: Tally) => seen / grid!.length

/** Returns the `gap` or `thin` finding of a day's regular session, given the days around it. */
const lacking = (tally: Tally, neighbours: ReadonlyArray<Tally>): Finding | undefined => {
  const { length } = tally.grid!
  const { begin, length: longest } = tally.gap
  const shares = neighbours.length < fewest ? undefined : neighbours.map(shareOf)
  const windows = neighbours.reduce((sum, { grid }) => sum + grid!.length, 0)
  const seen = neighbours.reduce((sum, { seen }) => sum + seen, 0)
  // Even full days do not prove that no window is ever empty.
  const usual = shares === undefined ? 1 - 1 / (length + 1) : seen / (windows + 1)
  // A day without neighbours is judged by its own rows where most windows have some.
  const own = shares === undefined && longest * 2 > length ? 0 : tally.seen / (length - longest || 1)
  // Empty windows occur in clusters: the square allows for them.
  return longest >= 2 && length * (1 - Math.min(usual, own) ** 2) ** longest < chance
    ? { reason: "gap", count: longest, first: begin }
    : shares && thin(tally, shares)
}

/** Finding of a day below the days around it, beyond the spread of their shares and beyond chance. */
const thin = ({ grid, seen }: Tally, shares: ReadonlyArray<number>): Finding | undefined => {
  const { begin, length } = grid!
  const usual = median(shares)!
  const spread = median(shares.map((share) => Math.abs(share - usual)))!
  const lost = usual * length - seen
  const least = 6 * spread * length + 5 * Math.sqrt(length * usual * (1 - usual)) + 5
  return lost > least ? { reason: "thin", count: Math.round(lost), first: begin } : undefined
}

/** Empty list shared by all days without findings, which are most. */
const nothing: ReadonlyArray<Finding> = []

const dayOf = (slot: Slot, tally: Tally | undefined, found: ReadonlyArray<Finding>, isMissing: boolean): Day => ({
  date: slot.date,
  status: isMissing ? "missing" : found.length > 0 ? "degraded" : "available",
  rows: tally?.rows ?? 0,
  findings: found,
})

/** Reports on a ticker. Days whose session ends after `asOf` (epoch milliseconds) are judged by their received rows. */
export const judge = (checker: Checker, state: TickerState, asOf: number): TickerReport => {
  const slots = expectedSlots(checker, state, asOf)
  const absent = missing(slots, state)
  const expected = new Set(slots.map(({ day }) => day))
  const tallies = [...state.days.values()].sort((one, other) => one.slot.day - other.slot.day)
  const counted = tallies.filter(({ grid, slot }) => grid !== undefined && expected.has(slot.day))
  const lacks = new Map<number, Finding>()
  counted.forEach((tally, index) => {
    const neighbours = [
      ...counted.slice(Math.max(0, index - around), index),
      ...counted.slice(index + 1, index + 1 + around),
    ]
    const finding = lacking(tally, neighbours)
    if (finding !== undefined) lacks.set(tally.slot.day, finding)
  })
  const came = tallies.map((tally) => {
    const lack = lacks.get(tally.slot.day)
    const found =
      tally.findings === undefined && lack === undefined
        ? nothing
        : [...(tally.findings?.values() ?? []), ...(lack === undefined ? [] : [lack])]
    return dayOf(tally.slot, tally, found, false)
  })
  const none = slots
    .filter(({ day }) => !state.days.has(day))
    .map((slot) => dayOf(slot, undefined, nothing, absent.has(slot.day)))
  const usual = median(counted.map(shareOf))
  return {
    ticker: state.ticker,
    rows: state.rows,
    ...(usual === undefined ? {} : { usual }),
    days: [...came, ...none].sort((one, other) => (one.date < other.date ? -1 : 1)),
  }
}
