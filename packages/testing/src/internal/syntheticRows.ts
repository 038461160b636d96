/** Synthetic rows of an endpoint. */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type * as Kind from "@candela/core/internal/Kind"
import * as Request from "@candela/core/Request"
import * as Structure from "@candela/core/internal/Structure"
import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"
import { draw } from "./draw.js"
import { usualEnd, yearsUntil } from "./fieldValues.js"
import { fieldOf, rowOf } from "./plausibleValue.js"

type Row = Record<string, unknown>
type Values = Readonly<Record<string, unknown>>

/** Parameters of the rows, besides endpoint and request. */
export interface RowsOptions {
  readonly seed: number
  /** Number of rows, unless the request names several values or a limit. */
  readonly rows: number
  /** End of the time in which dates and instants lie, epoch milliseconds. */
  readonly until?: number | undefined
}

const isTicker = (kind: Kind.Kind): boolean => kind._tag === "Ticker" || (kind._tag === "List" && isTicker(kind.item))

/**
 * Returns the values in a request, with the fields of a row that may contain them. A row has its
 * ticker in one of two fields.
 */
const namedBy = ({ wireParams }: Endpoint.Any, values: Values) =>
  Object.entries(values).flatMap(([name, value]) => {
    const param = wireParams[name]!
    const { filter, kind } = param
    const field = fieldOf(name, param)
    if (field === undefined || (filter !== undefined && filter.operator !== "eq" && filter.operator !== "any_of"))
      return []
    const fields = isTicker(kind) ? [field, "ticker", "symbol"] : [field]
    return [{ fields, values: Array.isArray(value) ? (value as ReadonlyArray<unknown>) : [value] }]
  })

/** Returns the starts of the parts of a history's range, one per row; none if the range has none. */
const startsOf = (endpoint: Endpoint.Any, values: Values, count: number, span: Endpoint.Span): ReadonlyArray<unknown> =>
  endpoint.kind !== "history"
    ? []
    : endpoint.timeRange
        .cut(values, count, span)
        .map((part) =>
          Object.values(part).find(
            (start) => typeof start === "bigint" || (typeof start === "number" && Number.isFinite(start)),
          ),
        )

/**
 * Returns the field by which pages are ordered by default: that of a history's order, else the first instant of a row.
 */
const timeOf = (endpoint: Endpoint.Any, schema: Schema.Schema.AnyNoContext, values: Values): string | undefined =>
  endpoint.kind === "single" || endpoint.kind === "list"
    ? undefined
    : ((endpoint.kind === "history" ? endpoint.timeRange.order?.(values).field : undefined) ??
      Structure.fields(schema.ast)?.find(({ unit }) => unit?.startsWith("epoch "))?.name)

/** Returns the names of the fields that every form of a row may have. */
const namesIn = (type: Structure.Type): ReadonlyArray<string> => {
  if (type._tag === "Struct")
    return type.forms === undefined ? Object.keys(type.record) : namesIn(Structure.of(type.forms.ast))
  const [first = [], ...others] = type._tag === "Union" ? type.types.map(namesIn) : []
  return first.filter((name) => others.every((names) => names.includes(name)))
}

const compare = (one: unknown, other: unknown) => {
  const [a, b] = [one, other] as [number, number]
  return a < b ? -1 : a > b ? 1 : 0
}

/**
 * Returns rows determined only by canonical values of a request and the options; one for an
 * endpoint with a single value.
 */
export const rowsFor = (
  endpoint: Endpoint.Any,
  values: Values,
  { rows: usual, seed, until = usualEnd }: RowsOptions,
): ReadonlyArray<unknown> => {
  const span = yearsUntil(until)
  const limit = Request.limitOf(endpoint, values)
  const limitName = Request.nameOf(endpoint, "Limit")
  const asked = Object.entries(values).filter(([name]) => name !== limitName)
  const named = namedBy(endpoint, Object.fromEntries(asked))
  const several = named.find(({ values }) => values.length > 1)?.values.length
  const count = endpoint.kind === "single" ? 1 : Math.min(several ?? usual, limit ?? Infinity)
  const schema: Schema.Schema.AnyNoContext = endpoint.kind === "single" ? endpoint.value : endpoint.row
  const isRow = Schema.is(schema)
  const text = JSON.stringify(asked, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value))
  const sampled = { seed: Math.floor(draw(seed, endpoint.name, text) * 2 ** 31), numRuns: count }
  const starts = startsOf(endpoint, values, count, span)
  const time = timeOf(endpoint, schema, values)
  const known = new Set(namesIn(Structure.of(schema.ast)))

  // Without a bias: property tests need extreme values, but a market has few.
  const rows = FastCheck.sample(
    FastCheck.noBias(rowOf(endpoint, { span, isOpen: false })) as FastCheck.Arbitrary<Row>,
    sampled,
  ).map((sample, index) => {
    const row = { ...sample }
    const put = (name: string, value: unknown) => {
      if (!known.has(name) && !(name in row)) return
      const found = [value, [value]].find((value) => isRow({ ...row, [name]: value }))
      if (found !== undefined) row[name] = found
    }
    for (const { fields, values } of named) for (const field of fields) put(field, values[index % values.length])
    if (time !== undefined && starts[index] !== undefined) put(time, starts[index])
    return row
  })
  const [key] = Request.ordering(endpoint, values)
  const order = values[Request.nameOf(endpoint, "Order") ?? ""]
  const column = key !== undefined && rows.every((row) => key.column in row) ? key.column : time
  const sorted = column === undefined ? rows : [...rows].sort((one, other) => compare(one[column], other[column]))
  return (key?.direction ?? order) === "desc" ? sorted.reverse() : sorted
}
