/** What a check of histories knows beside the rows. */
import type { Split } from "@candela/stocks/Splits"

/** What is known of the tickers. */
export interface Options {
  /**
   * Splits in any order, as `stocks.splits` gives them: those of the ticker, or of all. Only raw bars (`adjusted: false`) are compared with them; the prices of adjusted
   * ones must not jump at all. Default none.
   */
  readonly splits?: Iterable<Pick<Split, "ticker" | "execution_date" | "split_from" | "split_to">> | undefined
  /** Since when, and until when, tickers named what they are taken for. Default always. */
  readonly listings?: Iterable<Listing> | undefined
  /**
   * The smallest jump, as a factor: 1.4 finds prices that are more than 1.4 times those of the row before, or less than a 1.4th. Where a ticker's prices reach far in
   * a day, a jump is ten times the usual reach (the median of 20 days) at least. Default 1.4.
   */
  readonly jump?: number | undefined
  /** Rows that came until then, epoch milliseconds: days whose session ends later are not found missing. Default the clock's time when the check begins. */
  readonly asOf?: number | undefined
}

/**
 * When a ticker was listed, in the words of the service's ticker records. A company that was renamed has two: `{ ticker: "FB", delisted_utc: "2022-06-08" }` and
 * `{ ticker: "META", list_date: "2022-06-09" }`; before that day META was a fund.
 */
export interface Listing {
  /** Default every ticker that is checked. */
  readonly ticker?: string | undefined
  /** First day on which it was listed, `yyyy-mm-dd`. */
  readonly list_date?: string | undefined
  /** Last day on which it was listed: a date or an RFC 3339 text, of which the date counts. */
  readonly delisted_utc?: string | undefined
}
