/**
 * Trades and quotes of the live channel on a consolidated tape, and what they have in common with those of requests:
 * stocks and options.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Topic from "@candela/core/declare/Topic"
import * as Unit from "@candela/core/declare/Unit"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { Calendar } from "../Calendar.js"
import type { ConsolidatedQuote } from "../Quote.js"
import type { ConsolidatedTrade } from "../Trade.js"
import { open } from "./LiveBar.js"
import { midnight } from "../TimeZone.js"

const common = {
  /** The ticker, as in requests. */
  ticker: /* @__PURE__ */ Field.required(Schema.String, "sym"),
  /** Receipt by the consolidator (the securities information processor), epoch milliseconds. */
  timestamp: /* @__PURE__ */ Field.required(Unit.EpochMillis, "t"),
  /**
   * Place in the order of the ticker on this day: ascending, with gaps. It was seen repeated and falling for
   * over-the-counter stocks.
   */
  sequence_number: /* @__PURE__ */ Field.optional(Unit.Ordinal, "q"),
}

/** Fields common to the trades and quotes of a consolidated tape. */
export interface LiveTick extends Field.Row<typeof common>, Endpoint.Named {}

const ofTrade = {
  /** Exchange of the trade, the service's id, which `exchanges` names. */
  exchange: /* @__PURE__ */ Field.optional(Unit.Code, "x"),
  /** Price of one share, or of one share of an option's underlying, dollars. */
  price: /* @__PURE__ */ Field.required(Unit.Dollars, "p"),
  /** Shares or contracts traded. */
  size: /* @__PURE__ */ Field.optional(Unit.Volume, "s"),
  /** Conditions of the trade, the service's ids, which `reference.conditions` explains. */
  conditions: /* @__PURE__ */ Field.optional(/* @__PURE__ */ Field.numbers(Unit.Code), "c"),
}

/** Fields of a trade on a consolidated tape, for rows with more fields. */
export const tradeFields = { ...common, ...ofTrade }

const ofQuote = {
  /** Exchange of the bid, the service's id, which `exchanges` names. */
  bid_exchange: /* @__PURE__ */ Field.optional(Unit.Code, "bx"),
  /** Highest price at which somebody buys, dollars. */
  bid_price: /* @__PURE__ */ Field.optional(Unit.Dollars, "bp"),
  /** Size wanted at the bid: contracts of options; round lots of stocks, mostly of 100 shares. */
  bid_size: /* @__PURE__ */ Field.optional(Unit.Count, "bs"),
  /** Exchange of the ask, the service's id, which `exchanges` names. */
  ask_exchange: /* @__PURE__ */ Field.optional(Unit.Code, "ax"),
  /** Lowest price at which somebody sells, dollars. */
  ask_price: /* @__PURE__ */ Field.optional(Unit.Dollars, "ap"),
  /** Size offered at the ask: contracts of options; round lots of stocks, mostly of 100 shares. */
  ask_size: /* @__PURE__ */ Field.optional(Unit.Count, "as"),
}

/** Fields of a quote on a consolidated tape, for rows with more fields. */
export const quoteFields = { ...common, ...ofQuote }

/** A trade on a consolidated tape, of the live channel. */
export interface LiveTrade extends LiveTick, Field.Row<typeof ofTrade> {}

/** Schema of {@link LiveTrade}. */
export const LiveTrade: Field.SchemaOf<LiveTrade, typeof tradeFields> = /* @__PURE__ */ Field.struct(
  tradeFields,
  "LiveTrade",
)

/** A quote on a consolidated tape, of the live channel. */
export interface LiveQuote extends LiveTick, Field.Row<typeof ofQuote> {}

/** Schema of {@link LiveQuote}. */
export const LiveQuote: Field.SchemaOf<LiveQuote, typeof quoteFields> = /* @__PURE__ */ Field.struct(
  quoteFields,
  "LiveQuote",
)

/** A trade that requests and the live channel both have. */
export interface FollowedTrade extends Pick<
  LiveTrade,
  "ticker" | "timestamp" | "sequence_number" | "exchange" | "price" | "size" | "conditions"
> {}

/**
 * A quote that requests and the live channel both have. Sizes are left out: requests have shares of a stock, the live
 * channel round lots.
 */
export interface FollowedQuote extends Pick<
  LiveQuote,
  "ticker" | "timestamp" | "sequence_number" | "bid_exchange" | "bid_price" | "ask_exchange" | "ask_price"
> {}

/** Returns the milliseconds of exact nanoseconds: the live channel has no more. */
export const millis = (nanoseconds: bigint): number => Number(nanoseconds / 1_000_000n)

/** A row, some of whose fields may be `undefined`. */
type Partly<Row> = { readonly [K in keyof Row]: Row[K] | undefined }

/**
 * Returns a row without the fields that are `undefined` and the lists that are empty: rows of requests and of the live
 * channel then compare field by field.
 */
export const present = <Row extends object>(row: Partly<Row>): Row =>
  Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  ) as Row

const keysOfTick = ["ticker", "timestamp", "sequence_number"] as const

/** Makes the common part of a trade of a request. */
export const tradeOfHistory = (row: ConsolidatedTrade, ticker: string): FollowedTrade =>
  tradeOfLive({ ...row, ticker, timestamp: millis(row.sip_timestamp) })

/** Makes the common part of a live trade. */
export const tradeOfLive = (row: FollowedTrade): FollowedTrade =>
  present(Struct.pick(row, ...keysOfTick, "exchange", "price", "size", "conditions"))

/** Makes the common part of a quote of a request. */
export const quoteOfHistory = (row: ConsolidatedQuote, ticker: string): FollowedQuote =>
  quoteOfLive({ ...row, ticker, timestamp: millis(row.sip_timestamp) })

/** Makes the common part of a live quote. */
export const quoteOfLive = (row: FollowedQuote): FollowedQuote =>
  present(Struct.pick(row, ...keysOfTick, "bid_exchange", "bid_price", "ask_exchange", "ask_price"))

/** Request for the ticks of a ticker, by the endpoint's own name of the ticker. */
export const request =
  ({ params }: { readonly params: Endpoint.Params }): Topic.Fill<never, never>["request"] =>
  (ticker, from, to) => ({
    [Object.keys(params)[0]!]: ticker,
    "timestamp.gte": BigInt(from) * 1_000_000n,
    "timestamp.lt": BigInt(to + 1) * 1_000_000n,
    order: "asc",
  })

const dayMillis = 86_400_000

// protects: A trade is no repetition of another day's with the same id.
// mutant: "tell trades apart": [Math.floor(timestamp / dayMillis), ...key] → [...key]
/** Makes a key that is unique in all of time of one that is unique within a day, as sequence numbers and ids are. */
export const keyOfDay = (timestamp: number, ...key: ReadonlyArray<string | number | undefined>): string =>
  [Math.floor(timestamp / dayMillis), ...key].join("/")

/** The key of a tick with a sequence number: that number, within its day. */
export const keyOfSequence = ({
  sequence_number,
  timestamp,
}: Pick<FollowedTrade, "timestamp" | "sequence_number">): string => keyOfDay(timestamp, sequence_number)

/** What the trades or quotes of a market have of their own. */
export interface Options<Row, RI, Past, Common, Wildcard extends boolean> extends Pick<
  Topic.Declaration<Row, RI, Common, Wildcard>,
  "cluster" | "feed" | "delayed" | "code" | "row" | "ticker" | "spelling" | "wildcard" | "steady"
> {
  /** Sessions of the market. */
  readonly calendar: Calendar
  /** Endpoint with the rows, under the name of its method. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the bound's types are invariant
  readonly endpoint: Endpoint.History<any, Past, any, any>
  /** Makes the common part of a row of the endpoint. */
  readonly ofHistory: (row: Past, ticker: string) => Common
  /** Makes the common part of a row of the live channel. */
  readonly ofLive: (row: Row) => Common
  /** Identifies a row within its ticker. */
  readonly key: (row: Common) => string
}

type Ticked = { readonly timestamp: number }

const ticks =
  (method: "trades" | "quotes", kind: "log" | "state") =>
  <Row extends Ticked, RI, Past, Common extends Ticked, const Wildcard extends boolean>({
    calendar,
    endpoint,
    key,
    ofHistory,
    ofLive,
    ...own
  }: Options<Row, RI, Past, Common, Wildcard>): Topic.Topic<Row, Common, Wildcard> =>
    Topic.make<Row, RI, Common, Wildcard>({
      ...own,
      kind,
      // The form of the history is known: it has one.
      time: (({ timestamp }: Common) => timestamp) as never,
      key: key as never,
      open: open(calendar),
      fill: {
        ...{ endpoint, method, request: request(endpoint), ofHistory, ofLive },
        startOfDay: (day) => midnight(calendar.market.zone, day),
      },
    })

/** Topic of the trades of a market, which the endpoint of its trades fills. */
export const trades = /* @__PURE__ */ ticks("trades", "log")

/** Topic of the quotes of a market, which the endpoint of its quotes fills. The last one of a ticker counts. */
export const quotes = /* @__PURE__ */ ticks("quotes", "state")
