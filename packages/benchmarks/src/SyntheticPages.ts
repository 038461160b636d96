/**
 * Synthetic pages, as a service would send them, for measuring decoders in memory.
 */
import * as Generator from "./Generator.js"
import { answer } from "./PageServer.js"
import * as SyntheticBars from "./SyntheticBars.js"

/** The largest page of the service. */
export const ROWS = 50_000

export interface SyntheticPage {
  /** The document as it arrives. */
  readonly bytes: Uint8Array
  /** The same as a ready string. */
  readonly text: string
}

const page = (bytes: Buffer): SyntheticPage => ({ bytes: new Uint8Array(bytes), text: bytes.toString("latin1") })

/** A page of minute bars, as the page server sends it. */
export const bars = (rows: number = ROWS): SyntheticPage => {
  const path = `/v2/aggs/ticker/AAPL/range/1/minute/${SyntheticBars.FIRST_TIMESTAMP}/${SyntheticBars.timestampAt(rows)}`
  // With one bar more than the page has rows, it has a `next_url`.
  const { parts } = answer(SyntheticBars.make(rows + 1), "https://api.example.com", `${path}?limit=${rows}`)!
  return page(Buffer.concat(parts))
}

const list = (rows: ReadonlyArray<string>): SyntheticPage =>
  page(
    Buffer.from(
      `{"results":[${rows.join(",")}],"status":"OK","request_id":"synthetic","next_url":"https://api.example.com/v3/page?cursor=c3ludGhldGlj"}`,
    ),
  )

/** The nanoseconds of the quotes of `quotes`, as they are sent. */
export const quoteTimestamps = (rows: number = ROWS): BigInt64Array => {
  const random = Generator.make(20240304)
  const timestamps = new BigInt64Array(rows)
  let nanoseconds = 1_709_510_400_000_000_000n
  for (let row = 0; row < rows; row++) {
    nanoseconds += BigInt(random.integer(1, 3_400_000_000))
    timestamps[row] = nanoseconds
  }
  return timestamps
}

/** A page of forex quotes with 19-digit nanoseconds. */
export const quotes = (rows: number = ROWS): SyntheticPage => {
  const random = Generator.make(15)
  let bid = 108_117
  return list(
    Array.from(quoteTimestamps(rows), (timestamp) => {
      bid = Math.max(50_000, bid + random.integer(-9, 9))
      const ask = bid + random.integer(1, 12)
      return `{"ask_exchange":48,"ask_price":${ask / 100_000},"bid_exchange":48,"bid_price":${bid / 100_000},"participant_timestamp":${timestamp}}`
    }),
  )
}

const CONDITIONS = ["[12,37]", "[37]", "[14,41]", "[14]", "[12]", "[14,37,41]"]

/** A page of trades of a stock: two or three exact nanoseconds, an id, and in most rows a list of conditions. */
export const trades = (rows: number = ROWS): SyntheticPage => {
  const random = Generator.make(29)
  let price = 20_117
  return list(
    Array.from(quoteTimestamps(rows), (timestamp, row) => {
      price = Math.max(5_000, price + random.integer(-9, 9))
      const size = random.integer(1, 400)
      const conditions = random.integer(0, 2) === 0 ? "" : `"conditions":${CONDITIONS[random.integer(0, 5)]!},`
      const delay = BigInt(random.integer(15_000, 900_000))
      const facility =
        random.integer(0, 4) < 2
          ? `,"trf_id":${random.integer(201, 203)},"trf_timestamp":${timestamp - delay / 2n}`
          : ""
      return `{${conditions}"decimal_size":"${size}.0","exchange":${random.integer(1, 21)},"id":"${52_983_525_000_000 + 7 * row}","participant_timestamp":${timestamp - delay},"price":${price / 100},"sequence_number":${1_000 + 13 * row},"sip_timestamp":${timestamp},"size":${size},"tape":3${facility}}`
    }),
  )
}

const CODES = ["recurring", "special", "supplemental", "irregular", "unknown"]
const letters = (random: Generator.Generator): string =>
  Array.from({ length: random.integer(2, 5) }, () => String.fromCharCode(random.integer(65, 90))).join("")
const date = (random: Generator.Generator): string =>
  new Date(Date.UTC(2003, 0, random.integer(1, 8_000))).toISOString().slice(0, 10)

/** A page of dividends: seven strings and two numbers a row. */
export const dividends = (rows: number = ROWS): SyntheticPage => {
  const random = Generator.make(5)
  return list(
    Array.from({ length: rows }, () =>
      JSON.stringify({
        cash_amount: random.integer(1, 400) / 100,
        currency: "USD",
        declaration_date: date(random),
        distribution_type: CODES[random.integer(0, CODES.length - 1)],
        ex_dividend_date: date(random),
        frequency: random.integer(1, 12),
        pay_date: date(random),
        record_date: date(random),
        ticker: letters(random),
      }),
    ),
  )
}
