/** The rows with which a synthetic service answers a request. */
import type * as Endpoint from "@candela/core/Endpoint"
import type * as Param from "@candela/core/Param"
import * as Request from "@candela/core/Request"
import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { draw } from "./draw.js"
import { valueOf } from "./plausibleValue.js"

type Row = Record<string, unknown>
type Values = Readonly<Record<string, unknown>>

/** The fields in which a row may hold what a parameter asks for. */
const fieldsOf = (name: string): ReadonlyArray<string> => [
  name,
  name.replace(/s$/, ""),
  ...(/tickers?$/i.test(name) ? ["ticker", "symbol"] : []),
]

const isEquality = (operator: Param.Operator) => operator === "eq" || operator === "any_of"

/** What a request names: one value or several, and the fields that hold it. */
const namedBy = ({ wireParams }: Endpoint.Any, values: Values) =>
  Object.entries(values).flatMap(([name, value]) => {
    const { filter, kind } = wireParams[name]!
    const ofPages = ["Limit", "Sort", "Order", "Cursor"].includes(kind._tag)
    const field =
      filter === undefined ? (ofPages ? undefined : name) : isEquality(filter.operator) ? filter.field : undefined
    return field === undefined ? [] : [{ fields: fieldsOf(field), values: Array.isArray(value) ? value : [value] }]
  })

/** The time in which the rows of a synthetic history lie. */
const always: Endpoint.Span = { from: Date.UTC(2019, 0), to: Date.UTC(2025, 5, 30) }

/** The start of each of `count` parts of a history's range; none where the range does not say. */
const startsOf = (endpoint: Endpoint.Any, values: Values, count: number): ReadonlyArray<unknown> =>
  endpoint.kind !== "history"
    ? []
    : endpoint.timeRange
        .cut(values, count, always)
        .map((part) =>
          Object.values(part).find(
            (start) => typeof start === "bigint" || (typeof start === "number" && Number.isFinite(start)),
          ),
        )

const isTime = (name: string) => /^(timestamp|window_start|participant_timestamp)$/.test(name)

const compare = (one: unknown, other: unknown) => {
  const [a, b] = [one, other] as [number, number]
  return a < b ? -1 : a > b ? 1 : 0
}

/** Rows that follow from a seed and a request. */
export const rowsFor = (
  endpoint: Endpoint.Any,
  written: object,
  options: { readonly seed: number; readonly rows: number },
): ReadonlyArray<unknown> => {
  const values = Request.withDefaults(endpoint, written as never) as Values
  const limit = Request.limitOf(endpoint, values)
  const limitName = Request.nameOf(endpoint, "Limit")
  const asked = Object.entries(values).filter(([name]) => name !== limitName)
  const named = namedBy(endpoint, Object.fromEntries(asked))
  const several = named.find(({ values }) => values.length > 1)?.values.length
  const count = endpoint.kind === "single" ? 1 : Math.min(several ?? options.rows, limit ?? Infinity)
  const schema: Schema.Schema.AnyNoContext = endpoint.kind === "single" ? endpoint.value : endpoint.row
  const { ast } = Schema.typeSchema(schema)
  const isRow = Schema.is(Schema.make(ast))
  const text = JSON.stringify(asked, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value))
  const seed = Math.floor(draw(options.seed, endpoint.name, text) * 2 ** 31)
  const starts = startsOf(endpoint, values, count)
  const known = new Set(AST.getPropertySignatures(ast).map(({ name }) => name))

  const rows = FastCheck.sample(valueOf(ast) as FastCheck.Arbitrary<Row>, { seed, numRuns: count }).map(
    (sample, index) => {
      const row = { ...sample }
      const put = (name: string, value: unknown) => {
        if ((known.has(name) || name in row) && isRow({ ...row, [name]: value })) row[name] = value
      }
      for (const { fields, values } of named) for (const field of fields) put(field, values[index % values.length])
      for (const name of Object.keys(row)) if (isTime(name) && starts[index] !== undefined) put(name, starts[index])
      return row
    },
  )
  const [key] = Request.ordering(endpoint, values)
  const order = values[Request.nameOf(endpoint, "Order") ?? ""]
  const column =
    key !== undefined && rows.every((row) => key.column in row) ? key.column : Object.keys(rows[0] ?? {}).find(isTime)
  const sorted = column === undefined ? rows : [...rows].sort((one, other) => compare(one[column], other[column]))
  return (key?.direction ?? order) === "desc" ? sorted.reverse() : sorted
}
