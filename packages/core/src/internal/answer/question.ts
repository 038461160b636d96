/** Comparison of a decoded answer with its question: what it repeats of the request, and its rows. */
import * as Either from "effect/Either"
import type { Decoded } from "../../declare/Decoder.js"
import type * as Endpoint from "../../declare/Endpoint.js"
import type * as Envelope from "../../declare/Envelope.js"
import { DecodeError } from "../../MarketDataError.js"
import * as Request from "../../Request.js"
import type * as Step from "../Step.js"
import * as Instants from "./instants.js"
import * as Order from "./order.js"
import * as Repeats from "./repeats.js"

type AnyRows = { readonly length: number }
type Answer<R> = Decoded<Envelope.List, R>
type Row = Readonly<Record<string, unknown>>

/**
 * Judges the rows of a page: repeated ones are left out, and invalid ones fail the page or are left out too.
 */
const judged = <R extends AnyRows>(
  endpoint: Endpoint.AnyRows,
  page: Answer<R>,
  rules: Order.Rules,
  skipping: boolean | undefined,
  before?: Order.Before,
): Either.Either<Answer<R>, DecodeError> => {
  const rows = page.rows as unknown as Order.JudgedRows
  const place = { at: endpoint.at, envelope: page.envelope, invalid: page.invalid }
  const { invalid, kept, repeated } = Order.judge(rows, rules, place, skipping ? Infinity : 1, before)
  const [fault] = invalid
  if (fault !== undefined && !skipping) return Either.left(new DecodeError({ endpoint: endpoint.name, ...fault }))
  const told = [...(page.invalid ?? []), ...invalid].sort((one, other) => one.row - other.row)
  const times = (page.repeated ?? 0) + repeated
  return Either.right({
    ...page,
    rows: (rows.of?.(kept) ?? kept) as R,
    ...(told.length > 0 && { invalid: told }),
    ...(times > 0 && { repeated: times }),
  })
}

const anyTime = { first: undefined, last: undefined }

/**
 * Compares the page or the value of a step with its request. A stored `next_url` may belong to
 * another one, whose time is unknown.
 */
export const compare = <R extends AnyRows>(
  { endpoint, resumed, values: written }: Step.Step,
  page: Answer<R>,
  skipping: boolean | undefined,
): Either.Either<Answer<R>, DecodeError> => {
  const values: Row = Request.withDefaults(endpoint, written)
  const repeats = Repeats.ofAnswer(endpoint, values)
  const failed = (fields: object, instants: Order.Rules["instants"], at: string) => {
    const fault = Order.foreign(fields, { instants, repeats }, at)
    return fault && Either.left(new DecodeError({ endpoint: endpoint.name, ...fault, snippet: "" }))
  }
  if (endpoint.kind === "single") {
    const { value } = page.rows as unknown as { readonly value: object }
    const at = endpoint.at === undefined ? "" : `${endpoint.at}.`
    // protects: A single value for another ticker or date is refused.
    // mutant: "are refused where they repeat another ticker, date or adjustment": value → {}
    return failed(value, Instants.instantsOf(endpoint.value.ast), at) ?? Either.right(page)
  }
  // protects: An answer for another ticker, or adjusted in another way, is refused.
  // mutant: "for another ticker, or adjusted in another way, is refused": page.envelope → {}
  const fault = failed(page.envelope, [], "")
  if (fault !== undefined) return fault
  const order = Request.orderOf(endpoint, values)
  const rules: Order.Rules = {
    order: resumed && order ? { ...order, ...anyTime } : order,
    key: endpoint.key,
    repeats: Repeats.ofRows(endpoint, values),
    instants: Instants.instantsOf(endpoint.row.ast),
  }
  return Order.areRequested(page.rows as never, rules) ? Either.right(page) : judged(endpoint, page, rules, skipping)
}

/** Compares a page with the last row of the page before it. */
export const follow = <R extends AnyRows>(
  endpoint: Endpoint.AnyRows,
  page: Answer<R>,
  order: Endpoint.Order,
  before: Order.Before,
  skipping: boolean | undefined,
): Either.Either<Answer<R>, DecodeError> =>
  Order.areNext(page.rows as never, order, before)
    ? Either.right(page)
    : judged(endpoint, page, { order: { ...order, ...anyTime }, repeats: [], instants: [] }, skipping, before)
