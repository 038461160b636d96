/**
 * Bars of the live channel, the same in several markets, and what they have in common with the bars of requests.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Topic from "@candela/core/declare/Topic"
import * as Unit from "@candela/core/declare/Unit"
import * as Schema from "effect/Schema"
import type { Bar } from "../Bar.js"
import * as Calendar from "../Calendar.js"
import { midnight } from "../TimeZone.js"

/** Fields of the prices, the volume and the start of a window. */
export const windowFields = {
  /** First price, in the quote currency. */
  open: /* @__PURE__ */ Field.required(Unit.Currency, "o"),
  /** Last price, in the quote currency. */
  close: /* @__PURE__ */ Field.required(Unit.Currency, "c"),
  /** Highest price, in the quote currency. */
  high: /* @__PURE__ */ Field.required(Unit.Currency, "h"),
  /** Lowest price, in the quote currency. */
  low: /* @__PURE__ */ Field.required(Unit.Currency, "l"),
  /** Traded volume: shares, contracts or units of the base currency; may be fractional. */
  volume: /* @__PURE__ */ Field.required(Unit.Volume, "v"),
  /** Start of the window, epoch milliseconds. */
  timestamp: /* @__PURE__ */ Field.required(Unit.EpochMillis, "s"),
  /** End of the window, epoch milliseconds. */
  end: /* @__PURE__ */ Field.optional(Unit.EpochMillis, "e"),
}

/** The prices, the volume and the start of a window. */
export interface LiveWindow extends Field.Row<typeof windowFields>, Endpoint.Named {}

/** Fields of the averages of a window. */
export const averageFields = {
  /** Volume-weighted average price of the window, in the quote currency. */
  vwap: /* @__PURE__ */ Field.optional(Unit.Currency, "vw"),
  /** Average size of the window's trades: shares, contracts or units of the base currency. */
  average_size: /* @__PURE__ */ Field.optional(Unit.Volume, "z"),
}

/** The averages of a window. */
export interface LiveAverages extends Field.Row<typeof averageFields>, Endpoint.Named {}

const own = {
  /** The ticker, as in requests. */
  ticker: /* @__PURE__ */ Field.required(Schema.String, "sym"),
  /** Volume of the day so far. */
  accumulated_volume: /* @__PURE__ */ Field.optional(Unit.Volume, "av"),
  /** Official opening price of the day, in the quote currency. */
  official_open: /* @__PURE__ */ Field.optional(Unit.Currency, "op"),
  /** Volume-weighted average price of the day so far, in the quote currency. */
  day_vwap: /* @__PURE__ */ Field.optional(Unit.Currency, "a"),
}

/** Fields of a live bar, for rows with more fields. */
export const fields = { ...own, ...windowFields, ...averageFields }

/**
 * A bar of the live channel. It is sent again when late trades change it: rows of one ticker and one `timestamp`
 * replace each other.
 */
export interface LiveBar extends LiveWindow, LiveAverages, Field.Row<typeof own> {}

/** Schema of {@link LiveBar}. */
export const LiveBar: Field.SchemaOf<LiveBar, typeof fields> = /* @__PURE__ */ Field.struct(fields, "LiveBar")

const ofPair = {
  /** The pair's ticker, as in requests. */
  ticker: /* @__PURE__ */ Field.required(Schema.String, "pair"),
}

/** Fields of a bar of a pair, for rows with more fields. */
export const pairFields = { ...ofPair, ...windowFields }

/** A bar of a pair. It may be sent again: rows of one ticker and one `timestamp` replace each other. */
export interface LivePairBar extends LiveWindow, Field.Row<typeof ofPair> {}

/** A window of a bar that requests and the live channel both have. */
export interface FollowedBar {
  /** The ticker, as in requests. */
  readonly ticker: string
  /** First price, in the quote currency. */
  readonly open: number
  /** Last price, in the quote currency. */
  readonly close: number
  /** Highest price, in the quote currency. */
  readonly high: number
  /** Lowest price, in the quote currency. */
  readonly low: number
  /** Traded volume. */
  readonly volume: number
  /** Start of the window, epoch milliseconds. */
  readonly timestamp: number
  /** Volume-weighted average price of the window, in the quote currency; absent if the live channel has none. */
  readonly vwap?: number
}

/** Length of a bar of the live channel. */
export type Length = "minute" | "second"

const spans: Readonly<Record<Length, number>> = { minute: 60_000, second: 1_000 }

type Row = Omit<FollowedBar, "vwap"> & { readonly vwap?: number | undefined }

const common = ({ close, high, low, open, timestamp, volume }: Omit<Row, "ticker">, ticker: string): FollowedBar => ({
  ...{ ticker, open, high, low, close, volume, timestamp },
})

const withVwap = (row: Omit<Row, "ticker">, ticker: string): FollowedBar =>
  row.vwap === undefined ? common(row, ticker) : { ...common(row, ticker), vwap: row.vwap }

/** Returns whether a market trades at an instant, by its calendar. */
export const open =
  (calendar: Calendar.Calendar) =>
  (at: number): boolean =>
    Calendar.stretchAt(calendar, at).part !== "closed"

/** Request for the bars of a ticker, of the length of a topic, by the endpoint's own name of the ticker. */
export const request =
  ({ params }: { readonly params: Endpoint.Params }, timespan: Length): Topic.Fill<never, never>["request"] =>
  (ticker, from, to) => ({
    [Object.keys(params)[0]!]: ticker,
    multiplier: 1,
    timespan,
    from: new Date(from),
    to: new Date(to),
    sort: "asc",
  })

/** What the bars of a market have of their own. */
export interface Options<R, RI, Wildcard extends boolean> extends Pick<
  Topic.Declaration<R, RI, FollowedBar, Wildcard>,
  "cluster" | "feed" | "delayed" | "code" | "row" | "ticker" | "spelling" | "wildcard" | "steady" | "dayVolume"
> {
  /** Sessions of the market. */
  readonly calendar: Calendar.Calendar
  /** Length of the windows. */
  readonly length: Length
  /** Endpoint of the market's bars. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the bound's types are invariant
  readonly bars: Endpoint.History<any, Bar, any, any>
  /** Whether the live channel has the average price of a window. Default `true`. */
  readonly average?: boolean
}

/** Topic of the bars of a market, which the endpoint of its bars fills. */
export const topic = <R extends Row, RI, const Wildcard extends boolean>({
  average = true,
  bars,
  calendar,
  length,
  ...own
}: Options<R, RI, Wildcard>): Topic.Topic<R, FollowedBar, Wildcard> => {
  const followed = average ? withVwap : common
  return Topic.make<R, RI, FollowedBar, Wildcard>({
    ...own,
    kind: "log",
    time: ({ timestamp }) => timestamp,
    key: ({ timestamp }) => timestamp,
    open: open(calendar),
    fill: {
      endpoint: bars,
      method: "bars",
      request: request(bars, length),
      ofHistory: (row: Bar, ticker: string) => followed(row, ticker),
      ofLive: (row) => followed(row, row.ticker),
      startOfDay: (day) => midnight(calendar.market.zone, day),
      span: spans[length],
    },
  })
}

/** Volume of the day in a {@link LiveBar}. */
export const dayVolume: Topic.DayVolume<Pick<LiveBar, "accumulated_volume" | "volume">> = {
  total: ({ accumulated_volume }) => accumulated_volume,
  own: ({ volume }) => volume,
}

/** Topic of the minute bars of a market, for launchpad plans: in every market the same rows. */
export const launchpad = <const Wildcard extends boolean>(
  own: Pick<
    Options<LiveBar, unknown, Wildcard>,
    "cluster" | "ticker" | "spelling" | "wildcard" | "calendar" | "bars" | "average"
  >,
): Topic.Topic<LiveBar, FollowedBar, Wildcard> =>
  topic({ ...own, feed: "launchpad", code: "AM", row: LiveBar, length: "minute" })
