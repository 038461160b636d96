import type { BaseBar } from "@candela/sandbox/subjects/bars/BaseBar"
import { FastCheck } from "effect"

const price = FastCheck.integer({ min: 1, max: 500_000 }).map((cents) => cents / 100)
const share = FastCheck.double({ min: 0, max: 1, noNaN: true })

/** Minutes of every kind, as generators and imports make them; averages and volumes go through `round`. */
export const minuteOf = (round: (value: number) => number): FastCheck.Arbitrary<BaseBar> =>
  FastCheck.record({
    at: FastCheck.integer({ min: 0, max: 30_000_000 }),
    low: price,
    range: FastCheck.oneof(FastCheck.constant(0), FastCheck.integer({ min: 0, max: 2_000 })),
    open: share,
    close: share,
    average: FastCheck.oneof(share, FastCheck.constantFrom(0, 1, null)),
    volume: FastCheck.oneof(
      FastCheck.integer({ min: 0, max: 100 }),
      FastCheck.integer({ min: 0, max: 50_000_000 }),
      FastCheck.double({ min: 1e-9, max: 1e6, noNaN: true }),
      FastCheck.double({ min: 1e-4, max: 1e6, noNaN: true }).map(round),
    ),
    transactions: FastCheck.oneof(FastCheck.integer({ min: 0, max: 5_000 }), FastCheck.constant(null)),
  }).map(({ at, average, close, low, open, range, transactions, volume }) => {
    const cents = (value: number) => Math.round(value * 100) / 100
    const h = cents(low + range / 100)
    const within = (part: number) => Math.min(h, Math.max(low, cents(low + (h - low) * part)))
    return {
      t: at * 60_000,
      o: within(open),
      h,
      l: low,
      c: within(close),
      v: volume,
      vw: average === null ? null : round(low + (h - low) * average),
      n: transactions,
    }
  })
