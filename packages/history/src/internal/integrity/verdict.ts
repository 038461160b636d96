/** Judges the days of a ticker by each other, when all rows have come: which are missing, and which have less than the ticker usually has. */
import type { Checker, TickerState } from "./checker.js"
import type { Day, Finding, TickerReport } from "./model.js"
import type { Slot } from "./slots.js"
import type { Tally } from "./tally.js"

/** So many days before and after a day say what is usual. */
const around = 20
/** Fewer neighbours than this say nothing. */
const fewest = 5
/** What would come by chance less often than this is found. */
const chance = 1e-3
/** A ticker that trades on so many of its days is expected on each. */
const regular = 0.9

const median = (values: ReadonlyArray<number>): number | undefined => {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[sorted.length >> 1]
}

/** The slots on which rows are expected, in order: those requested, over by `asOf`, on which the market was open and the ticker listed. */
const expectedSlots = (checker: Checker, state: TickerState, asOf: number): ReadonlyArray<Slot> => {
  const found: Array<Slot> = []
  const seen = [...state.days.values()].map(({ slot }) => slot.begin)
  const firstSeen = seen.reduce((one, other) => Math.min(one, other), Infinity)
  for (const span of state.spans) {
    // A range without a beginning begins with its first row.
    const from = Math.max(span.from === -Infinity ? firstSeen : span.from, checker.plan.recordsFrom, state.listed.from)
    const to = Math.min(span.to, asOf, state.listed.to)
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

/** Whether an empty run of slots is more than the ticker's usual activity explains: that of the slots before and after it. */
const isMissing = (hasRows: ReadonlyArray<boolean>, from: number, to: number): boolean => {
  const neighbours = [...hasRows.slice(Math.max(0, from - around), from), ...hasRows.slice(to, to + around)]
  const share = neighbours.filter(Boolean).length / neighbours.length
  // Without neighbours the share is `NaN`: nothing came at all.
  return !(share < regular) || (1 - share) ** (to - from) < chance
}

/** The slots that are missing. */
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

/** What a day's regular session lacks, given the shares of windows that the days around it have. */
const lacking = (tally: Tally, neighbours: ReadonlyArray<Tally>): Finding | undefined => {
  const { length } = tally.grid!
  const { begin, length: longest } = tally.gap
  const shares = neighbours.length < fewest ? undefined : neighbours.map(shareOf)
  const windows = neighbours.reduce((sum, { grid }) => sum + grid!.length, 0)
  const seen = neighbours.reduce((sum, { seen }) => sum + seen, 0)
  // However full the days are, they do not show that no window is ever empty.
  const usual = shares === undefined ? 1 - 1 / (length + 1) : seen / (windows + 1)
  // A day without neighbours speaks for itself where most of it has rows.
  const own = shares === undefined && longest * 2 > length ? 0 : tally.seen / (length - longest || 1)
  // Empty windows come in clusters: the square leaves room for them.
  return longest >= 2 && length * (1 - Math.min(usual, own) ** 2) ** longest < chance
    ? { reason: "gap", count: longest, first: begin }
    : shares && thin(tally, shares)
}

/** Whether a day is below the spread of the days around it: of their shares, and of chance. */
const thin = ({ grid, seen }: Tally, shares: ReadonlyArray<number>): Finding | undefined => {
  const { begin, length } = grid!
  const usual = median(shares)!
  const spread = median(shares.map((share) => Math.abs(share - usual)))!
  const lost = usual * length - seen
  const least = 6 * spread * length + 5 * Math.sqrt(length * usual * (1 - usual)) + 5
  return lost > least ? { reason: "thin", count: Math.round(lost), first: begin } : undefined
}

/** Shared by all days without findings: most have none. */
const nothing: ReadonlyArray<Finding> = []

const dayOf = (slot: Slot, tally: Tally | undefined, found: ReadonlyArray<Finding>, isMissing: boolean): Day => ({
  date: slot.date,
  status: isMissing ? "missing" : found.length > 0 ? "degraded" : "available",
  rows: tally?.rows ?? 0,
  findings: found,
})

/** The report of a ticker. Days whose session ends after `asOf` (epoch milliseconds) are judged by the rows that came. */
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
