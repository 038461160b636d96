/** The endpoints that receive hostile documents: one for each path of the decoder. */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import { Forex } from "@candela/forex/Forex"
import { Stocks } from "@candela/stocks/Stocks"
import { Either, Predicate, Schema } from "effect"
import type { Honest } from "./Documents.js"
import { type CallName, digest } from "./Trial.js"

/** An endpoint, how it is called, and an honest answer. */
export interface Subject {
  readonly endpoint: Endpoint.Any
  readonly calls: ReadonlyArray<CallName>
  readonly honest: Honest
}

/** Rows of numbers, rows of texts, rows with 64-bit integers, and one value. */
export const subjects: Readonly<Record<string, Subject>> = {
  bars: {
    endpoint: Stocks.endpoints.bars,
    calls: ["bars", "bars.pages", "bars.stream", "bars.columns"],
    honest: {
      at: "results",
      row: { v: "10", vw: "1.25", o: "1", c: "2", h: "3", l: "0.5", t: "1704200000000", n: "7" },
    },
  },
  dividends: {
    endpoint: Stocks.endpoints.dividends,
    calls: ["dividends", "dividends.stream"],
    honest: {
      at: "results",
      row: { id: `"E1"`, cash_amount: "0.25", distribution_type: `"recurring"`, ticker: `"AAPL"` },
    },
  },
  quotes: {
    endpoint: Forex.endpoints.quotes,
    calls: ["quotes", "quotes.columns"],
    honest: {
      at: "results",
      row: { ask_price: "1.08", bid_price: "1.07", participant_timestamp: "1709510400000000000" },
    },
  },
  openClose: {
    endpoint: Stocks.endpoints.openClose,
    calls: ["openClose"],
    honest: {
      at: undefined,
      row: { from: `"2024-01-02"`, open: "1", high: "3", low: "0.5", close: "2", volume: "10", symbol: `"AAPL"` },
    },
  },
}

/** The correct outcomes of a document: these rows, an error, or either. */
export interface Right {
  /** {@link digest} of the rows or the value; absent where only an error is right. */
  readonly rows: string | undefined
  /** Whether an error is right, too. */
  readonly orError: boolean
}

/** JSON has no integers of 64 bits: they are read as texts. */
const quoteIntegers = (text: string) =>
  text.replace(/("participant_timestamp"\s*:\s*)(-?\d{16,})(?=\s*[,}])/g, '$1"$2"')

const parse = (text: string): Either.Either<unknown, unknown> =>
  // As the bytes that the server sends, so that what is not UTF-8 is read as a client reads it.
  Either.try(() => JSON.parse(quoteIntegers(new TextDecoder().decode(Buffer.from(text, "latin1")))) as unknown)

/** Whether a value has a number beyond the range of a double, which `JSON.parse` reads as infinite. */
const isInfinite = (value: unknown): boolean =>
  value === Infinity ||
  value === -Infinity ||
  (typeof value === "object" && value !== null && Object.values(value).some(isInfinite))

/**
 * Rows, each once where the endpoint says what identifies it, and whether others than those
 * requested may be among them.
 */
const requested = (endpoint: Endpoint.AnyRows, rows: ReadonlyArray<object>) => {
  const identity = endpoint === Stocks.endpoints.bars ? "timestamp" : endpoint.key
  const instant = endpoint === Forex.endpoints.quotes ? "participant_timestamp" : identity
  if (identity === undefined && instant === undefined) return { rows, isDoubtful: false }
  const seen = new Set<string>()
  const once = identity === undefined ? rows : rows.filter((row) => !seen.has(digest(row)) && seen.add(digest(row)))
  const values = new Set(once.map((row) => (row as Readonly<Record<string, unknown>>)[instant!]))
  return { rows: once, isDoubtful: once.length > 1 && (identity !== undefined || values.size > 1) }
}

/**
 * Result of `JSON.parse`, the schema of the endpoint, and the comparison with the request. An empty
 * document may be no answer.
 */
export const rightOf = ({ endpoint, honest: { at } }: Subject, text: string): Right => {
  const document = Either.getOrUndefined(parse(text))
  const refused: Right = { rows: undefined, orError: true }
  if (endpoint.kind === "single") {
    const value = Schema.decodeUnknownEither(endpoint.value)(document)
    if (Either.isLeft(value) || isInfinite(value.right)) return refused
    // The answer to a request for another ticker or another day.
    const { from, symbol = "AAPL" } = value.right as { readonly from?: string; readonly symbol?: string }
    const isOther = (from !== undefined && from !== "2024-01-02") || (symbol !== "AAPL" && symbol !== "")
    return isOther ? refused : { rows: digest(value.right), orError: false }
  }
  if (!Predicate.isRecord(document) || Either.isLeft(Schema.decodeUnknownEither(endpoint.envelope)(document)))
    return refused
  const rows = Object.hasOwn(document, at!) ? document[at!] : null
  const decoded = Schema.decodeUnknownEither(Schema.Array(endpoint.row))(rows ?? [])
  if (Either.isRight(decoded) && !isInfinite(decoded.right)) {
    const { isDoubtful, rows: once } = requested(endpoint, decoded.right as ReadonlyArray<object>)
    // Where a document names a next page, the rows are right if that one can be followed.
    return { rows: digest(once), orError: document["next_url"] !== undefined || isDoubtful || once.length === 0 }
  }
  return refused
}
