/** A time without listening, until each of its tickers is settled: filled, or not. */
import type { Gap } from "../../Live.js"

/** How a lapse ended. */
export type Outcome = "filled" | "partly" | "unfilled" | "failed"

/** A lapse. */
export interface Lapse {
  readonly reason: Gap["reason"]
  readonly from: number
  to: number
  /** Requests that are left. */
  requests: number
  /** Question for the volumes; 0 if none is open. */
  volumes: number
  /** Rows that were told because of it. */
  rows: number
  readonly pending: Set<string>
  readonly filled: Set<string>
  /** Tickers that were not filled, by the reason. */
  readonly unfilled: Map<string, Array<string>>
  /** Absent while it is filled. */
  outcome: Outcome | undefined
}

/** Begins a lapse. */
export const make = (reason: Lapse["reason"], from: number, to: number, requests: number): Lapse => ({
  ...{ reason, from, to, requests, volumes: 0, rows: 0, outcome: undefined },
  ...{ pending: new Set(), filled: new Set(), unfilled: new Map() },
})

/** Records that a ticker is settled. `detail` is why it was not filled. */
export const settle = ({ filled, pending, unfilled }: Lapse, name: string, detail: string | undefined): void => {
  pending.delete(name)
  if (detail === undefined) filled.add(name)
  else unfilled.set(detail, [...(unfilled.get(detail) ?? []), name])
}

/** Whether something is waited for. */
export const isOpen = ({ pending, volumes }: Lapse): boolean => pending.size > 0 || volumes > 0

/** Number of its tickers. */
export const tickers = ({ filled, pending, unfilled }: Lapse): number =>
  filled.size + pending.size + [...unfilled.values()].reduce((sum, { length }) => sum + length, 0)

/** Ends a lapse, and returns what is told of it. */
export const end = (self: Lapse, isOfAll: boolean): ReadonlyArray<Gap> => {
  const { filled, from, reason, to, unfilled } = self
  const isFilled = filled.size > 0 || unfilled.size === 0
  self.outcome = unfilled.size === 0 ? "filled" : isFilled ? "partly" : "unfilled"
  const gap = { _tag: "Gap", reason, from, to } as const
  const all = isOfAll && unfilled.size === 0
  return [
    ...(isFilled ? [{ ...gap, tickers: all ? ("*" as const) : [...filled], filled: true }] : []),
    ...Array.from(unfilled, ([detail, names]) => ({ ...gap, tickers: names, filled: false, detail })),
  ]
}
