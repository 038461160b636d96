/**
 * Topics of the hosts `business` and `launchpad`, in all markets but indices and futures: fair market values, last
 * values and minute bars. Values are synthetic: they are the closing prices of second bars.
 *
 * @module
 */
import type * as Topic from "@candela/core/declare/Topic"
import * as Markets from "@candela/market/Market"
import { Effect } from "effect"
import * as BarDay from "./BarDay.js"
import * as LiveTopic from "./LiveTopic.js"
import * as Options from "./options.js"
import { spelt } from "./pairs.js"
import * as Stocks from "./stocks.js"

type Read = (ticker: string, range: LiveTopic.DayBounds) => ReturnType<typeof BarDay.read>

const values =
  (read: Read, key: "fmv" | "val", unit: number): LiveTopic.LiveTopic["day"] =>
  (ticker, range) =>
    Effect.map(
      read(ticker, range),
      (day) => (start) =>
        day.seconds(start).map(({ bar: { c, t } }) => ({ at: t + 1_000, row: { [key]: c, t: (t + 1_000) * unit } })),
    )

const bars =
  (read: Read): LiveTopic.LiveTopic["day"] =>
  (ticker, range) =>
    Effect.map(read(ticker, range), (day) =>
      BarDay.bars(day, "minutes", (sent, end) => BarDay.fieldsOf(sent, day.bars[0]!.o, end)),
    )

const same = (ticker: string) => ticker

/** Spellings of a cluster's tickers: of values, and of bars. */
interface Spellings {
  readonly values: (ticker: string) => string
  readonly bars: (ticker: string) => string
}

const ofCluster = (
  cluster: Topic.Cluster,
  read: Read,
  minutes: LiveTopic.LiveTopic["day"],
  spellings: Spellings = { values: same, bars: same },
  unit = 1,
) =>
  LiveTopic.ofCluster(cluster, [
    { code: "FMV", key: "sym", feed: "business", toWire: spellings.values, day: values(read, "fmv", unit) },
    { code: "LV", key: "sym", feed: "launchpad", toWire: spellings.values, day: values(read, "val", unit) },
    { code: "AM", key: "sym", feed: "launchpad", toWire: spellings.bars, day: minutes },
  ])

const of =
  (market: Markets.Market): Read =>
  (ticker, range) =>
    BarDay.read({ ticker, market }, range)

const nanoseconds = 1_000_000

/** The topics. Those of options have nanoseconds, as in the service's examples. */
export const topics: ReadonlyArray<LiveTopic.LiveTopic> = [
  ...ofCluster("stocks", of(Markets.stocks), Stocks.launchpadBars),
  ...ofCluster("options", Options.read, Options.minuteBars, undefined, nanoseconds),
  ...ofCluster("forex", of(Markets.forex), bars(of(Markets.forex)), { values: same, bars: spelt("C:", "-") }),
  ...ofCluster("crypto", of(Markets.crypto), bars(of(Markets.crypto)), {
    ...{ values: spelt("X:", "-"), bars: spelt("X:", "-") },
  }),
]
