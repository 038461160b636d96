/** Historical quotes of a currency pair. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as ForexQuote from "@candela/market/ForexQuote"
import * as Calendar from "@candela/market/Calendar"
import * as Market from "@candela/market/Market"
import * as NoRows from "@candela/market/NoRows"
import * as Ticker from "@candela/market/Ticker"
import * as TimestampRange from "@candela/market/TimestampRange"

const params = {
  /** The pair's ticker, case-sensitive: `C:EURUSD` or `C:EUR-USD`. */
  fxTicker: Ticker.Forex,
  /**
   * Time of the quote, its `participant_timestamp`: epoch nanoseconds, or a date, which means the whole
   * day in UTC. A `Date` is an instant: as an upper bound, `new Date("2024-03-08")` leaves March 8 out.
   */
  timestamp: Filter.range(Param.DateOrNanos),
  /** Order by timestamp. Default `desc`: the latest quotes first. */
  order: Param.order("desc"),
  /** Size of a page. The maximum is the size of a stream's pages. */
  limit: Param.limit({ default: 1000, max: 50_000 }),
  /** Column to order by: `timestamp`. */
  sort: Param.sortColumn({ columns: ["timestamp"], default: "timestamp" }),
}

/** Request for quotes. */
export interface QuotesRequest extends Endpoint.RequestOf<typeof params>, Endpoint.Named {}

export const quotes: Endpoint.History<QuotesRequest, ForexQuote.ForexQuote, typeof params> = Endpoint.history({
  path: "/v3/quotes/{fxTicker}",
  params,
  row: ForexQuote.ForexQuote,
  timeRange: TimestampRange.timeRange({
    field: "timestamp",
    rowField: "participant_timestamp",
    unit: TimestampRange.nanoseconds,
    market: Market.forex,
    // Quotes of a pair are unlimited. These are the rates of a busy pair and of a usual one, so
    // that most shards fit on a page.
    perSecond: { most: 5, expected: 1 },
    direction: ({ order }: { readonly order: Param.Direction }) => order,
  }),
  noRows: (values, records) => {
    const { bounds } = TimestampRange.nanoseconds
    const { first, last } = TimestampRange.interval(values, "timestamp", TimestampRange.nanoseconds, Market.forex.zone)
    const from = first === bounds.first ? -Infinity : Number(first / 1_000_000n)
    const to = last === bounds.last ? Infinity : Number(last / 1_000_000n)
    return NoRows.inTime(Calendar.forex, { from, to }, records)
  },
  // The date is from the vendor's documentation; the specification has none.
  recordsFrom: "2009-09-25",
})
