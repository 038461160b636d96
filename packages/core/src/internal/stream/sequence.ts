/** Conditions between consecutive pages of a stream: the rows of a history are in order, and the number of consecutive pages without rows is bounded. */
import * as Either from "effect/Either"
import type { Decoded, LazyRows } from "../../Decoder.js"
import type * as Endpoint from "../../Endpoint.js"
import type * as Envelope from "../../Envelope.js"
import { DecodeError, PaginationError } from "../../MarketDataError.js"
import type * as Http from "../http/service.js"
import type { Result } from "../http/decode.js"
import type { AnySource } from "./calls.js"

/** Rows in one of their forms. Columns cut themselves. */
interface Rows extends LazyRows<unknown> {
  readonly from?: (index: number) => Rows
}

/** Maximum number of consecutive pages without rows. The service omits days without trades; its records span some 10,000 days. */
const mostEmptyPages = 10_000

const rowAt = (rows: Rows, index: number) => rows.slice(index, index + 1)[0] as Readonly<Record<string, unknown>>

/** Returns the rows without the first ones. */
const without = (rows: Rows, count: number): Rows => rows.from?.(count) ?? rows.slice(count, rows.length)

/** Checks the pages of a stream, each with its number in its chain, in the order of their rows. */
export const make = <R extends Http.Rows>(
  { endpoint, service, skipping }: AnySource,
  order: Endpoint.Order | undefined,
): ((page: Decoded<Envelope.List, R>, number: number) => Result<R>) => {
  let empty = 0
  /** Value of the last row in the field by which rows are ordered. */
  let last: unknown
  return (page, number) => {
    const rows = page.rows as unknown as Rows
    empty = rows.length === 0 && page.envelope.next_url ? empty + 1 : 0
    if (empty === mostEmptyPages) {
      const detail = `${mostEmptyPages} pages without rows followed one another. Start again from the last row`
      return Either.left(new PaginationError({ endpoint: endpoint.name, page: number, detail }))
    }
    if (order === undefined || rows.length === 0) return Either.right(page)
    const { direction, field, unique } = order
    const before = last as number | undefined
    last = rowAt(rows, rows.length - 1)[field]
    if (before === undefined) return Either.right(page)
    const follows = (value: number) => (value === before ? !unique : value > before === (direction === "asc"))
    const side = `${unique ? "" : "not "}${(direction === "asc") === unique ? "after" : "before"}`
    const expected = `${side} ${before}, the ${field} of the last row of the page before`
    const { invalid = [] } = page
    const skipped = new Set(invalid.map(({ row }) => row))
    const early: Array<Envelope.InvalidRow> = []
    for (let row = 0; early.length < rows.length; row++) {
      if (skipped.has(row)) continue
      const { ticker, [field]: value }: Readonly<Record<string, unknown>> = {
        ...page.envelope,
        ...rowAt(rows, early.length),
      }
      if (follows(value as number)) break
      const fault = {
        row,
        ...(typeof ticker === "string" && { ticker: service.connection.redaction.text(ticker) }),
        path: `${endpoint.at}[${row}]`,
        expected,
        actual: String(value),
        snippet: "",
      }
      if (!skipping) return Either.left(new DecodeError({ endpoint: endpoint.name, ...fault }))
      early.push(fault)
    }
    if (early.length === 0) return Either.right(page)
    if (early.length === rows.length) last = before
    return Either.right({ ...page, rows: without(rows, early.length) as unknown as R, invalid: [...early, ...invalid] })
  }
}
