/**
 * List without data of its own: its rows follow from seed, clock and the schema of its declaration, and
 * are filtered, sorted and paged like those of a table. A value without data follows from the same.
 *
 * Dates and instants lie before the day of the clock, in New York: rows change when a day begins, not
 * between pages. Values of a request beside filters, such as a ticker in the path, appear in its rows.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Structure from "@candela/core/internal/Structure"
import type * as Unit from "@candela/core/declare/Unit"
import { stocks } from "@candela/market/Market"
import { dateOfDay, dayOf, startOfDay } from "@candela/market/TimeZone"
import * as Synthetic from "@candela/testing/Synthetic"
import { Effect, identity } from "effect"
import type { Context } from "./Context.js"
import * as Table from "../store/Table.js"
import * as ListQuery from "./ListQuery.js"

/** What is special about the rows of a list. */
export interface SyntheticOptions<Row> extends Pick<ListQuery.ListQueryOptions<Endpoint.AnyRows>, "columns"> {
  /** Number of rows. Default 500. */
  readonly rows?: number | undefined
  /** Changes a row that follows from the declaration, so that its fields agree with one another. */
  readonly adjust?: ((row: Row, at: SyntheticPosition) => Row) | undefined
}

/** Where a row stands. */
export interface SyntheticPosition {
  /** Number of the row, from 0. */
  readonly index: number
  /** Day of the clock in New York, before which dates lie: `yyyy-mm-dd`. */
  readonly today: string
  /** Seed of the data. */
  readonly seed: number
}

/** Hidden column with the number of the row. No field has this name. */
const number = "row number"

/** Text as an SQL literal. */
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Numeric columns for filters on instants. Their dates are in UTC. */
const instantsOf = (endpoint: Endpoint.AnyRows) => {
  const units = new Map(Structure.fields(endpoint.row.ast)?.map(({ name, unit }) => [name, unit]))
  const filtered = Object.values(endpoint.wireParams).flatMap(({ filter }) =>
    filter === undefined ? [] : [filter.field],
  )
  const withUnit = (unit: Unit.Unit) => [...new Set(filtered)].filter((field) => units.get(field) === unit)
  const texts = withUnit("date-time")
  const of = (unit: ListQuery.Instants["unit"]) => (field: string) => [field, { zone: "UTC", unit }] as const
  return {
    columns: Object.fromEntries(
      texts.map((field) => [field, { sql: `epoch_ms(${Table.quote(field)}::TIMESTAMP)`, type: "BIGINT" as const }]),
    ),
    instants: Object.fromEntries([
      ...[...texts, ...withUnit("epoch milliseconds")].map(of("millis")),
      ...withUnit("epoch nanoseconds").map(of("nanos")),
    ]),
  }
}

/** JSON with integers as text: the database parses their digits as integers. */
const toJson = (value: unknown) =>
  JSON.stringify(value, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value))

/** Source of the rows, besides the declaration. */
interface Made {
  readonly seed: number
  /** End of the dates and instants, epoch milliseconds. */
  readonly until: number
  /** Values of parameters that are not filters. */
  readonly named: Readonly<Record<string, unknown>>
}

/** Start of the day of the clock, epoch milliseconds: the end of dates and instants. */
const endOf = (visible: number) => startOfDay(stocks.zone, dayOf(stocks.zone, visible))

/** Makes a value from its declaration alone. */
export const value =
  <E extends Endpoint.Any>(endpoint: E) =>
  (
    values: Endpoint.Values<E>,
    { seed, visible }: Pick<Context, "seed" | "visible">,
  ): Effect.Effect<E[Endpoint.TypeId]["answer"]> =>
    Effect.sync(() => Synthetic.value(endpoint, values, { seed, until: endOf(visible) }))

/** Reads the pages of a list from its declaration alone. */
export const of = <E extends Endpoint.AnyRows>(
  endpoint: E,
  { adjust = identity, columns: computed, rows = 500 }: SyntheticOptions<E[Endpoint.TypeId]["row"]> = {},
): ReturnType<typeof ListQuery.of<E, object>> => {
  type Row = Record<string, unknown>
  const table = Table.of<Row, unknown, { readonly [number]: "BIGINT" }>(endpoint.name, {
    row: endpoint.row as never,
    hidden: { [number]: "BIGINT" },
    key: [number],
  })
  const { columns } = table
  const types = Object.fromEntries(
    columns.map(({ name, type }) => [name, [type.endsWith("[]") ? [type.slice(0, -2)] : type]]),
  )
  const select = columns.map(({ name }) => `unnest(made.${Table.quote(name)}) AS ${Table.quote(name)}`)
  const { wireParams } = endpoint
  const isNamed = ([name]: readonly [string, unknown]) => {
    const { filter, kind } = wireParams[name]!
    return filter === undefined && kind._tag !== "Limit" && kind._tag !== "Sort" && kind._tag !== "Order"
  }
  const rowsOf = (made: Made): ReadonlyArray<Row> => {
    const today = dateOfDay(dayOf(stocks.zone, made.until))
    return Synthetic.rows<Endpoint.AnyRows>(endpoint, made.named, { ...made, rows }).map(
      (row, index) => adjust(row, { index, today, seed: made.seed }) as Row,
    )
  }
  // Rows of the last request: its pages follow one another.
  let last = { key: "", json: "" }
  const { columns: instantColumns, instants } = instantsOf(endpoint)
  return ListQuery.of(endpoint, table, {
    columns: { ...computed, ...instantColumns },
    instants,
    from: (values, bind, { seed, visible }) => {
      const made: Made = {
        seed,
        until: endOf(visible),
        named: Object.fromEntries(Object.entries(values).filter(isNamed)),
      }
      const key = toJson(made)
      if (key !== last.key) {
        last = { key, json: toJson(table.stored(rowsOf(made).map((row, index) => ({ ...row, [number]: index })))) }
      }
      const source = `from_json(${bind(last.json)}, ${literal(JSON.stringify(types))})`
      return `SELECT ${select.join(", ")} FROM (SELECT ${source} AS made)`
    },
  } as ListQuery.ListQueryOptions<E>)
}
