/**
 * A list endpoint, from its declaration and the table that holds its rows.
 *
 * ```ts
 * const read = ListQuery.of(Stocks.endpoints.dividends, Dividends.table)
 * ```
 *
 * The roles of the endpoint's parameters define the query: filters compare their field's column,
 * sort columns order the rows (nulls last in both directions), and the limit is the page size. A
 * page begins after the last row of the previous one: after its values of the sort columns and,
 * where they are equal, of the table's key. So no row is repeated or skipped, and a next page is
 * announced only when a further row exists. All values are bound, never written into a statement.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type { Conflict } from "@candela/core/MarketDataError"
import type * as Param from "@candela/core/declare/Param"
import * as Request from "@candela/core/Request"
import { stocks } from "@candela/market/Market"
import { dateOf, dayNumber, startOfDay, type Zone } from "@candela/market/TimeZone"
import { Array, Effect } from "effect"
import * as Cursor from "./Cursor.js"
import { mapInTurns } from "../store/turns.js"
import type { Context } from "./Context.js"
import { Store, type StoreError } from "../store/Store.js"
import * as Table from "../store/Table.js"

/** Binds a value to a statement and returns its placeholder (`$3`). */
export type Bind = (value: Store.Scalar) => string

/** A column that is computed from others. */
export interface Computed {
  /** The expression. */
  readonly sql: string
  /** Its type. */
  readonly type: Table.ColumnType
}

/** Column of instants, compared with dates: a date means the whole day in `zone`. */
export interface Instants {
  readonly zone: Zone
  /** Unit of the column, counted since 1970. */
  readonly unit: "millis" | "nanos"
}

/** Options of a list beyond its declaration and its table. */
export interface ListQueryOptions<E extends Endpoint.AnyRows> {
  /**
   * Filter fields and sort columns that are not columns of the table: the name of a column, a text
   * expression (`min_ticker: "list_min(tickers)"`), or an expression of another type.
   */
  readonly columns?: Readonly<Record<string, string | Computed>>
  /** Filter fields on columns of instants. */
  readonly instants?: Readonly<Record<string, Instants>>
  /**
   * Query (without parentheses) of the rows visible to a request, with the table's columns, in place
   * of the table: rows as of a day, or a row for each day. Values from a request must be bound.
   */
  readonly from?: (values: Endpoint.Values<E>, bind: Bind, context: Context) => string
  /** Further conditions, all of which must hold. Values from a request must be bound. */
  readonly where?: (values: Endpoint.Values<E>, bind: Bind, context: Context) => ReadonlyArray<string>
}

/** An expression in a statement; its type where that is known. */
interface Expression {
  readonly sql: string
  readonly type: Table.ColumnType
}

interface SortKey extends Expression {
  readonly direction: "asc" | "desc"
}

/** Rows read in a turn of the event loop. */
const rowsPerTurn = 10_000

/** Filters of an endpoint, each with the name of its parameter. */
const filtersOf = (endpoint: Endpoint.AnyRows) =>
  Object.entries(endpoint.wireParams).flatMap(([key, { filter }]) => (filter === undefined ? [] : [{ key, ...filter }]))

/** Finds the column of a filter or of a sort. */
const resolver =
  (endpoint: Endpoint.AnyRows, table: Table.Any, computed: ListQueryOptions<Endpoint.AnyRows>["columns"] = {}) =>
  (name: string): Expression => {
    const given = computed[name] ?? name
    if (typeof given !== "string") return given
    const column = table.columns.find((column) => column.name === given)
    if (column !== undefined) return { sql: Table.quote(column.name), type: column.type }
    if (given !== name) return { sql: `(${given})`, type: "VARCHAR" }
    throw new Error(`${endpoint.name}: the table ${table.name} has no column ${name}; name one in "columns"`)
  }

const isList = ({ type }: Expression) => type.endsWith("[]")

// protects: No row comes that a filter excludes.
// mutant: "holds to every filter alone": "<=" → ">="
const comparisons = { eq: "=", gt: ">", gte: ">=", lt: "<", lte: "<=" } as const

/** Whether a filter's operator has a meaning for its column. */
const accepts = (column: Expression, operator: Param.Operator) => isList(column) || operator !== "all_of"

const compare = (column: Expression, operator: Param.Operator, value: unknown, bind: Bind): string => {
  const { sql } = column
  if (operator === "any_of" || operator === "all_of") {
    const values = (value as ReadonlyArray<Store.Scalar>).map(bind).join(", ")
    if (!isList(column)) return `${sql} IN (${values})`
    return `${operator === "any_of" ? "list_has_any" : "list_has_all"}(${sql}, [${values}])`
  }
  const bound = bind(value as Store.Scalar)
  return isList(column) ? `list_contains(${sql}, ${bound})` : `${sql} ${comparisons[operator]} ${bound}`
}

/** An item of a list. */
const item: Expression = { sql: "item", type: "VARCHAR" }

/** Whether a filter compares the items of a list with a bound. */
const boundsItem = ({ column, operator }: { readonly column: Expression; readonly operator: Param.Operator }) =>
  isList(column) && operator !== "eq" && operator in comparisons

/** Rows whose list has an item that satisfies all the conditions. */
const hasItem = ({ sql }: Expression, conditions: ReadonlyArray<string>) =>
  `EXISTS (SELECT 1 FROM (SELECT unnest(${sql}) AS item) WHERE ${conditions.join(" AND ")})`

/** An instant in the unit of its column. */
const inUnit = ({ unit }: Instants, millis: number): bigint => BigInt(millis) * (unit === "nanos" ? 1_000_000n : 1n)

const compareInstant = (
  { sql, type }: Expression,
  instants: Instants,
  operator: Param.Operator,
  value: unknown,
  bind: Bind,
): string => {
  if (Array.isArray(value)) {
    return `(${value.map((one) => compareInstant({ sql, type }, instants, "eq", one, bind)).join(" OR ")})`
  }
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d$/.test(value)) {
    const instant = typeof value === "string" ? inUnit(instants, Date.parse(value)) : (value as number | bigint)
    return compare({ sql, type }, operator, instant, bind)
  }
  const day = dayNumber(value)
  const begin = () => bind(inUnit(instants, startOfDay(instants.zone, day)))
  const end = () => bind(inUnit(instants, startOfDay(instants.zone, day + 1)))
  switch (operator) {
    case "gt":
      return `${sql} >= ${end()}`
    case "gte":
      return `${sql} >= ${begin()}`
    case "lt":
      return `${sql} < ${begin()}`
    case "lte":
      return `${sql} < ${end()}`
    default:
      return `(${sql} >= ${begin()} AND ${sql} < ${end()})`
  }
}

/** Sort columns of a request, and the table's key as the tie-breaker. */
const sortKeys = (ordering: ReadonlyArray<SortKey>, key: ReadonlyArray<Expression>): ReadonlyArray<SortKey> => {
  const direction = ordering.at(-1)?.direction ?? "asc"
  const all = [...ordering, ...key.map((column) => ({ ...column, direction }))]
  return all.filter(({ sql }, index) => all.findIndex((other) => other.sql === sql) === index)
}

/** Condition for rows after a position in the sort order. Nulls are last: no value of the same sort key follows one. */
const comesAfter = (keys: ReadonlyArray<SortKey>, after: ReadonlyArray<Cursor.Value>, bind: Bind): string => {
  const same = keys.map(({ sql }, index) => {
    const value = after[index]!
    return () => (value === null ? `${sql} IS NULL` : `${sql} = ${bind(value)}`)
  })
  const branches = keys.flatMap(({ direction, sql }, index) => {
    const value = after[index]!
    if (value === null) return []
    const later = `(${sql} ${direction === "asc" ? ">" : "<"} ${bind(value)} OR ${sql} IS NULL)`
    return [[...same.slice(0, index).map((condition) => condition()), later].join(" AND ")]
  })
  return branches.length === 0 ? "false" : `(${branches.join(" OR ")})`
}

const typeOfValue: Readonly<Record<Table.ColumnType, string>> = {
  VARCHAR: "string",
  DATE: "string",
  DOUBLE: "number",
  BIGINT: "bigint",
  BOOLEAN: "boolean",
  "VARCHAR[]": "object",
  "DOUBLE[]": "object",
  "BIGINT[]": "object",
}

/** Whether a position fits the sort keys. */
const isPosition = (keys: ReadonlyArray<SortKey>, after: ReadonlyArray<Cursor.Value>) =>
  after.length === keys.length &&
  keys.every(({ type }, index) => {
    const value = after[index]
    if (typeof value === "bigint" && BigInt.asIntN(64, value) !== value) return false
    return value === null || typeof value === typeOfValue[type]
  })

/** Alias of a sort key's value. No field has such a name. */
const keyName = (index: number) => `key ${index}`

/** Page of a table's rows, and the start of the next page; undefined on the last one. */
export interface ListPage<Row> {
  readonly rows: ReadonlyArray<Row>
  readonly envelope: {}
  readonly next: { readonly after: ReadonlyArray<Cursor.Value> } | undefined
}

/** Reads the pages of an endpoint whose rows are those of a table, or are derived from them. */
export const of = <E extends Endpoint.AnyRows, Row extends object>(
  endpoint: E,
  table: Table.Readable<Row>,
  options: ListQueryOptions<E> = {},
): ((values: Endpoint.Values<E>, context: Context) => Effect.Effect<ListPage<Row>, Conflict | StoreError, Store>) => {
  const { columns, from, instants = {}, where } = options
  const resolve = resolver(endpoint, table, columns)
  const key = table.key.map(resolver(endpoint, table))
  const sortable = new Map(Request.sortColumns(endpoint).map((name) => [name, resolve(name)]))
  const allFilters = filtersOf(endpoint).map((filter) => ({ ...filter, column: resolve(filter.field) }))
  const [filters, itemBounds] = Array.partition(allFilters, boundsItem)
  // The bounds of a field form one range: the same item must lie within all of them.
  const itemRanges = Object.values(Array.groupBy(itemBounds, ({ field }) => field))
  const list = [...sortable].find(([, column]) => isList(column))
  if (list !== undefined) throw new Error(`${endpoint.name}: rows cannot be sorted by the lists of ${list[0]}`)
  const senseless = filters.find(({ column, operator }) => !accepts(column, operator))
  if (senseless !== undefined) throw new Error(`${endpoint.name}: ${senseless.key} has no meaning for its column`)

  return (values, context) =>
    Effect.gen(function* () {
      const all = values as Readonly<Record<string, unknown>>
      const bound: Array<Store.Scalar> = []
      // protects: No text of a request is written into a statement.
      // mutant: "takes every text of a filter for a value": `$${bound.push(value)}` → (typeof value === "string" ?
      // `'${value}'` : `$${bound.push(value)}`)
      const bind: Bind = (value) => `$${bound.push(value)}`

      const ordering = Request.ordering(endpoint, all).map(({ column, direction }) => ({
        ...sortable.get(column)!,
        direction,
      }))
      const keys = sortKeys(ordering, key)
      // protects: A written cursor has a position of the request's order.
      // mutant: "refuses a cursor with a position that is none of its order": never
      if (context.after !== undefined && !isPosition(keys, context.after)) return yield* Cursor.refused(endpoint.name)

      const conditions = filters.flatMap(({ column, field, key, operator }) => {
        const value = all[key]
        if (value === undefined) return []
        const days = instants[field]
        return days === undefined
          ? [compare(column, operator, value, bind)]
          : [compareInstant(column, days, operator, value, bind)]
      })
      for (const bounds of itemRanges) {
        const given = bounds.filter(({ key }) => all[key] !== undefined)
        const within = given.map(({ key, operator }) => compare(item, operator, all[key], bind))
        if (within.length > 0) conditions.push(hasItem(bounds[0].column, within))
      }
      if (table.visible !== undefined) {
        conditions.push(`${Table.quote(table.visible)} <= ${bind(dateOf(stocks.zone, context.visible))}`)
      }
      if (where !== undefined) conditions.push(...where(values, bind, context).map((condition) => `(${condition})`))
      if (context.after !== undefined) conditions.push(comesAfter(keys, context.after, bind))

      const rows = from === undefined ? Table.quote(table.name) : `(${from(values, bind, context)})`
      const limit = Request.limitOf(endpoint, all)
      const positions = keys.map(({ sql }, index) => `, ${sql} AS ${Table.quote(keyName(index))}`)
      const order = keys.map(({ direction, sql }) => `${sql} ${direction} NULLS LAST`)
      const sql = [
        `SELECT ${table.select}${positions.join("")} FROM ${rows}`,
        ...(conditions.length === 0 ? [] : [`WHERE ${conditions.join(" AND ")}`]),
        `ORDER BY ${order.join(", ")}`,
        // One more than the page holds: a next page needs a further row.
        ...(limit === undefined ? [] : [`LIMIT ${bind(limit + 1)}`]),
      ].join(" ")
      const found = yield* (yield* Store).query(sql, bound)

      const page = limit === undefined ? found : found.slice(0, limit)
      const last = page.at(-1)
      const hasNext = endpoint.kind !== "list" && found.length > page.length && last !== undefined
      const next = hasNext ? { after: keys.map((_, index) => last[keyName(index)] as Cursor.Value) } : undefined
      return { rows: yield* mapInTurns(page, rowsPerTurn, table.read), envelope: {}, next }
    })
}
