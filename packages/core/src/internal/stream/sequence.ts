/**
 * Conditions between consecutive pages of a stream: the rows of a history are in order, and the
 * number of consecutive pages without rows is bounded.
 */
import * as Either from "effect/Either"
import type { Decoded } from "../../declare/Decoder.js"
import type * as Endpoint from "../../declare/Endpoint.js"
import type * as Envelope from "../../declare/Envelope.js"
import { PaginationError } from "../../MarketDataError.js"
import * as Order from "../answer/order.js"
import * as Question from "../answer/question.js"
import type * as Http from "../http/service.js"
import type { Result } from "../http/decode.js"
import type { AnySource } from "./calls.js"

/**
 * Maximum number of consecutive pages without rows. The service omits days without trades; its
 * records span some 10,000 days.
 */
const mostEmptyPages = 10_000

/** Checks the pages of a stream, each with its number in its chain, in the order of their rows. */
export const make = <R extends Http.PageRows>(
  { endpoint, skipping }: AnySource,
  order: Endpoint.Order | undefined,
): ((page: Decoded<Envelope.List, R>, number: number) => Result<R>) => {
  let empty = 0
  let before: Order.Before | undefined
  return (page, number) => {
    empty = page.rows.length === 0 && page.envelope.next_url ? empty + 1 : 0
    // protects: A service that answers with empty pages for ever ends a stream.
    // mutant: "come to an end, though each leads on": never
    if (empty === mostEmptyPages) {
      const detail = `${mostEmptyPages} pages without rows followed one another. Start again from the last row`
      return Either.left(new PaginationError({ endpoint: endpoint.name, page: number, detail }))
    }
    if (order?.direction === undefined || page.rows.length === 0) return Either.right(page)
    // protects: Rows that come twice, or out of order, between two pages are not given as they come.
    // mutant: "that repeat a row, or go back, are refused": before ? → before && empty < 0 ?
    const checked = before
      ? Question.follow(endpoint as Endpoint.AnyRows, page, order, before, skipping)
      : Either.right(page)
    if (Either.isRight(checked)) before = Order.lastOf(checked.right.rows as never, order) ?? before
    return checked
  }
}
