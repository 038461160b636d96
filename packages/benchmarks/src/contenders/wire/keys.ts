/** The keys of each kind of page, as the service sends them, and what stands under them. */

/** Type of the value under a key; with `?` the key is optional. */
export type Value = "string" | "number" | "boolean" | "string?" | "number?" | "numbers?"

type Keys = Readonly<Record<string, Value>>

const envelope = { status: "string", request_id: "string", next_url: "string?" } as const

export const pages: Readonly<
  Record<"bars" | "quotes" | "trades" | "dividends", { readonly envelope: Keys; readonly row: Keys }>
> = {
  bars: {
    envelope: { ...envelope, ticker: "string", adjusted: "boolean", queryCount: "number", resultsCount: "number" },
    row: {
      v: "number",
      vw: "number?",
      o: "number",
      c: "number",
      h: "number",
      l: "number",
      t: "number",
      n: "number?",
    },
  },
  quotes: {
    envelope,
    row: {
      ask_exchange: "number?",
      ask_price: "number?",
      bid_exchange: "number?",
      bid_price: "number?",
      participant_timestamp: "number",
    },
  },
  trades: {
    envelope,
    row: {
      conditions: "numbers?",
      decimal_size: "string?",
      exchange: "number?",
      id: "string?",
      participant_timestamp: "number?",
      price: "number",
      sequence_number: "number?",
      sip_timestamp: "number",
      size: "number?",
      tape: "number?",
      trf_id: "number?",
      trf_timestamp: "number?",
    },
  },
  dividends: {
    envelope,
    row: {
      cash_amount: "number?",
      currency: "string?",
      declaration_date: "string?",
      distribution_type: "string",
      ex_dividend_date: "string?",
      frequency: "number?",
      pay_date: "string?",
      record_date: "string?",
      ticker: "string?",
    },
  },
}

/** Converts the values of a record. */
export const mapValues = <K extends string, A, B>(
  record: Readonly<Record<K, A>>,
  convert: (value: A) => B,
): Record<K, B> =>
  Object.fromEntries(Object.entries<A>(record).map(([key, value]) => [key, convert(value)])) as Record<K, B>

/** Decoded part of a page. */
export interface WirePage {
  readonly results?: ReadonlyArray<{ readonly v: number }> | undefined
  readonly next_url?: string | undefined
}
