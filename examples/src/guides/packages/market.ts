import { Bar } from "@candela/market"

// The trading day of a bar in its market's zone: bars of days differ in their instants, not in their days.
const midnight = Date.parse("2025-06-27T00:00:00-04:00")
const close = Date.parse("2025-06-27T16:00:00-04:00")
for (const timestamp of [midnight, close]) {
  const bar: Bar = { timestamp, open: 10, high: 12, low: 9, close: 11, volume: 100 }
  console.log(Bar.tradingDay(bar, "stocks"))
}
