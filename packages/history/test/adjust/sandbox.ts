import { stocks } from "@candela/market/Market"
import type { Bar } from "@candela/stocks"

const half = 0.5 * 10 ** -stocks.decimals

/** The fields in which a bar differs by more than the service's rounding to four decimals from its own adjusted bar. */
export const rounding = (bar: Bar, service: Bar, raw: Bar): ReadonlyArray<string> => {
  // The raw average is rounded, too: a reverse split multiplies that.
  const shares = Math.max(1, bar.open / raw.open)
  const slack = { vwap: half * (1 + shares), volume: half, open: half, high: half, low: half, close: half }
  const names = Object.keys({ ...bar, ...service }) as ReadonlyArray<keyof Bar>
  return names.filter((name) => {
    const [one, other] = [bar[name], service[name]]
    if (typeof one !== "number" || typeof other !== "number") return one !== other
    return Math.abs(one - other) > ((slack as Partial<Record<keyof Bar, number>>)[name] ?? 0) + Math.abs(other) * 1e-12
  })
}
