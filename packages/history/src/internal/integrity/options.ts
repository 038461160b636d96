/** Additional input of a check of histories. */
import type { Split } from "@candela/stocks/Splits"

/** Options of a check. */
export interface Options {
  /**
   * Splits in any order, as `stocks.splits` returns them: of the ticker, or of all. Prices of raw bars
   * (`adjusted: false`) must follow them; those of adjusted bars must not jump at all, and are not adjusted if they
   * jump by the ratio of a split. Whether bars are adjusted is known by the chunks, or else by the request. A split
   * without a valid date or ratio is left out, with a warning. Default none.
   */
  readonly splits?: Iterable<Pick<Split, "ticker" | "id" | "execution_date" | "split_from" | "split_to">> | undefined
  /**
   * Periods in which tickers named the checked instruments. Default always. Several periods of a ticker are those of
   * several companies: prices of one are not compared with those of another. `Renames.listings` makes them.
   */
  readonly listings?: Iterable<Listing> | undefined
  /**
   * Smallest jump, as a factor: 1.4 finds prices of more than 1.4 times those of the previous row,
   * or less than a 1.4th. For tickers with a wide daily range, a jump is at least ten times the
   * usual range (the median of 20 days). Default 1.4.
   */
  readonly jump?: number | undefined
  /**
   * Time up to which rows are complete, epoch milliseconds: days whose session ends later never
   * count as missing. Default the clock's time when the check begins.
   */
  readonly asOf?: number | undefined
}

/**
 * Listing period of a ticker, in the fields of the service's ticker records. A renamed company has
 * two: `{ ticker: "FB", delisted_utc: "2022-06-08" }` and
 * `{ ticker: "META", list_date: "2022-06-09" }`; before that day META was a fund.
 */
export interface Listing {
  /** Ticker. Default every checked ticker. */
  readonly ticker?: string | undefined
  /** First day of the listing, `yyyy-mm-dd`. */
  readonly list_date?: string | undefined
  /** Last day of the listing: a date, or an RFC 3339 text whose date counts. */
  readonly delisted_utc?: string | undefined
}
