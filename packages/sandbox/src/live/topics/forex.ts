/** Topics of currency pairs. @module */
import { ForexLive } from "@candela/forex/Live"
import { forex } from "@candela/market/Market"
import { Array, Effect } from "effect"
import { Store } from "../../store/Store.js"
import * as BarDay from "./BarDay.js"
import * as LiveTopic from "./LiveTopic.js"

const minute = 60_000

const read = BarDay.of(forex)

const bars = BarDay.bars(read, ({ bar: { c, h, l, o, t: s, v } }, e) => ({ o, c, h, l, v, s, e }))

interface StoredQuote {
  readonly at: number
  readonly x: number
  readonly a: number
  readonly b: number
}

const quotesSql = `
  SELECT (participant_timestamp // 1000000)::DOUBLE AS at, ask_exchange::DOUBLE AS x, ask_price AS a, bid_price AS b
  FROM forex_quotes WHERE ticker = $1 AND participant_timestamp >= $2 AND participant_timestamp < $3
  ORDER BY participant_timestamp, sequence`

const nanos = (ms: number) => BigInt(ms) * 1_000_000n

/** Quotes of the tables. Their exchange is text on the wire. */
const quotes: LiveTopic.EventsOfDay = (ticker, { from, to }) =>
  Effect.gen(function* () {
    const { query } = yield* Store
    const rows = yield* query<StoredQuote>(quotesSql, [ticker, nanos(from), nanos(to)])
    const byMinute = Array.groupBy(rows, ({ at }) => String(Math.floor(at / minute) * minute))
    return (start) => (byMinute[start] ?? []).map(({ a, at, b, x }) => ({ at, row: { x: String(x), a, b, t: at } }))
  })

/** Topics of currency pairs. */
export const topics = LiveTopic.ofService(ForexLive.topics, {
  minuteBars: bars("minutes"),
  secondBars: bars("seconds"),
  quotes,
  launchpadMinuteBars: BarDay.fullBars(read)("minutes"),
  ...BarDay.ofHosts(read),
})
