/** Topics of indices. @module */
import { stocks } from "@candela/market/Market"
import { Effect } from "effect"
import * as BarDay from "./BarDay.js"
import * as LiveTopic from "./LiveTopic.js"

const read = (ticker: string, range: LiveTopic.DayBounds) => BarDay.read({ ticker, market: stocks }, range)

const bars =
  (size: "minutes" | "seconds"): LiveTopic.LiveTopic["day"] =>
  (ticker, range) =>
    Effect.map(read(ticker, range), (day) =>
      BarDay.bars(day, size, ({ bar: { c, h, l, o, t: s } }, e) => ({ op: day.bars[0]!.o, o, c, h, l, s, e })),
    )

/** Values: one at the end of each second bar. */
const values: LiveTopic.LiveTopic["day"] = (ticker, range) =>
  Effect.map(
    read(ticker, range),
    (day) => (start) =>
      day.seconds(start).map(({ bar: { c: val, t } }) => ({ at: t + 1_000, row: { val, t: t + 1_000 } })),
  )

/** Topics of the cluster `indices`. */
export const topics = LiveTopic.ofCluster("indices", [
  { code: "AM", key: "sym", day: bars("minutes") },
  { code: "A", key: "sym", day: bars("seconds") },
  { code: "V", key: "T", day: values },
])
