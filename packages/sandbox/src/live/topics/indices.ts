/** Topics of indices. @module */
import { IndicesLive } from "@candela/indices/Live"
import { stocks } from "@candela/market/Market"
import * as BarDay from "./BarDay.js"
import * as LiveTopic from "./LiveTopic.js"

const read = BarDay.of(stocks)

const bars = BarDay.bars(read, ({ bar: { c, h, l, o, t: s } }, e, day) => ({ op: day.bars[0]!.o, o, c, h, l, s, e }))

/** Topics of indices. */
export const topics = LiveTopic.ofService(IndicesLive.topics, {
  minuteBars: bars("minutes"),
  secondBars: bars("seconds"),
  values: BarDay.values(read, (val, t) => ({ val, t })),
})
