/** Comparison of a decoded answer with its question: what it repeats of the request, and its rows. */
import * as Either from "effect/Either"
import * as Columns from "../../Columns.js"
import type { Decoded } from "../../Decoder.js"
import type * as Endpoint from "../../Endpoint.js"
import type * as Envelope from "../../Envelope.js"
import { DecodeError } from "../../MarketDataError.js"
import * as Request from "../../Request.js"
import type * as Step from "../../Step.js"
import { shorten } from "../message.js"
import * as Instants from "./instants.js"
import * as Order from "./order.js"
import * as Repeats from "./repeats.js"

type AnyRows = { readonly length: number }
type Answer<R> = Decoded<Envelope.List, R>
type Row = Readonly<Record<string, unknown>>

/** Fields of a fault in a document. */
type Fault = Pick<Envelope.InvalidRow, "path" | "expected" | "actual">

/** Returns the rows of some ranges. */
const take = <R>(rows: R, ranges: Order.Verdict["kept"]): R =>
  ("columns" in (rows as object)
    ? Columns.ranges(rows as Columns.Columns<unknown>, ranges)
    : ranges.flatMap(([start, end]) => (rows as Order.Rows).slice(start, end))) as R

/** Applies the judgement of a page's rows: repeated ones are left out, and invalid ones fail the page or are left out too. */
export const apply = <R extends AnyRows>(
  endpoint: Endpoint.Any,
  page: Answer<R>,
  verdict: Order.Verdict | undefined,
  skipping: boolean | undefined,
): Either.Either<Answer<R>, DecodeError> => {
  if (verdict === undefined) return Either.right(page)
  const { invalid, kept, repeated } = verdict
  const [fault] = invalid
  if (fault !== undefined && !skipping) return Either.left(new DecodeError({ endpoint: endpoint.name, ...fault }))
  const told = [...(page.invalid ?? []), ...invalid].sort((one, other) => one.row - other.row)
  const times = (page.repeated ?? 0) + repeated
  return Either.right({
    ...page,
    rows: take(page.rows, kept),
    ...(told.length > 0 && { invalid: told }),
    ...(times > 0 && { repeated: times }),
  })
}

const firstOr = (skipping: boolean | undefined) => (skipping ? Infinity : 1)

/** Returns the first difference between the fields of an answer and the request. */
const differenceOf = (fields: object, repeats: ReadonlyArray<Repeats.Repeat>, at: string): Fault | undefined => {
  for (const { accepts, expected, field } of repeats) {
    const value = (fields as Row)[field]
    if (value === undefined || value === "" || accepts(value)) continue
    const actual = shorten(typeof value === "string" ? JSON.stringify(value) : String(value), 80)
    return { path: at + field, expected, actual }
  }
  return undefined
}

const instantFault = (value: unknown, fields: ReadonlyArray<Instants.InstantField>, at: string): Fault | undefined => {
  for (const { path, unit, wire } of fields) {
    const instant = Instants.valueAt(value, path)
    if (Instants.isPlausible(instant, unit)) continue
    const expected = `an instant of the years 1900 to 2200 in epoch ${unit}${Instants.hint(instant, unit)}`
    return { path: at + wire, expected, actual: String(instant) }
  }
  return undefined
}

/** Compares the page or the value of a step with its request. A stored `next_url` may belong to another one, whose time is unknown. */
export const compare = <R extends AnyRows>(
  { endpoint, resumed, values: written }: Step.Step,
  page: Answer<R>,
  skipping: boolean | undefined,
): Either.Either<Answer<R>, DecodeError> => {
  const values: Row = Request.withDefaults(endpoint, written)
  const failed = (fault: Fault) => Either.left(new DecodeError({ endpoint: endpoint.name, ...fault, snippet: "" }))
  if (endpoint.kind === "single") {
    const { value } = page.rows as unknown as { readonly value: object }
    const at = endpoint.at === undefined ? "" : `${endpoint.at}.`
    const fault =
      differenceOf(value, Repeats.ofAnswer(endpoint, values), at) ??
      instantFault(value, Instants.instantsOf(endpoint.value.ast), at)
    return fault === undefined ? Either.right(page) : failed(fault)
  }
  const fault = differenceOf(page.envelope, Repeats.ofAnswer(endpoint, values), "")
  if (fault !== undefined) return failed(fault)
  const order = Request.orderOf(endpoint, values)
  const rules: Order.Rules = {
    order: resumed && order ? { ...order, first: undefined, last: undefined } : order,
    key: endpoint.key,
    repeats: Repeats.ofRows(endpoint, values),
    instants: Instants.instantsOf(endpoint.row.ast),
  }
  const place = { at: endpoint.at, envelope: page.envelope, invalid: page.invalid }
  return apply(endpoint, page, Order.check(page.rows as never, rules, place, firstOr(skipping)), skipping)
}

/** Compares a page with the last row of the page before it. */
export const follow = <R extends AnyRows>(
  endpoint: Endpoint.AnyRows,
  page: Answer<R>,
  order: Endpoint.Order,
  before: Order.Before,
  skipping: boolean | undefined,
): Either.Either<Answer<R>, DecodeError> => {
  const place = { at: endpoint.at, envelope: page.envelope, invalid: page.invalid }
  const verdict = Order.follow(page.rows as never, order, before, place, firstOr(skipping))
  return apply(endpoint, page, verdict, skipping)
}
