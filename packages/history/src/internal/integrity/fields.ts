/**
 * Checked fields of an endpoint's rows, by their names and units, and their values as arrays: from
 * rows as from columns.
 */
import * as Adjusted from "@candela/core/internal/Adjusted"
import type * as Columns from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Structure from "@candela/core/internal/Structure"
import type * as Unit from "@candela/core/declare/Unit"
import * as Chunk from "effect/Chunk"

/** Checked fields of a row. */
export interface Roles {
  /** Field of the instant. */
  readonly instant: string
  /** All number fields, in the order of their arrays. */
  readonly names: ReadonlyArray<string>
  /** Indices of the prices, and of sums of money in futures: they must be positive, except in futures. */
  readonly prices: ReadonlyArray<number>
  /** Indices of volumes and counts: they must not be negative. */
  readonly amounts: ReadonlyArray<number>
  /** Indices of open, high, low and close. */
  readonly bar: Readonly<Record<"open" | "high" | "low" | "close", number>> | undefined
  /** Index of the volume-weighted average price. */
  readonly vwap: number | undefined
  /** Indices of bid and ask. */
  readonly quote: Readonly<Record<"bid_price" | "ask_price", number>> | undefined
  /** Index of a trade's price. */
  readonly price: number | undefined
}

const isMoney = (unit: Unit.Unit | undefined) => unit === "currency" || unit === "dollars"
const isAmount = (unit: Unit.Unit | undefined) => unit === "volume" || unit === "shares" || unit === "count"

/** Returns the checked fields of an endpoint's rows; `undefined` where they have no instant. */
export const rolesOf = (endpoint: Endpoint.AnyRows, order: string | undefined): Roles | undefined => {
  const fields = Structure.fields(endpoint.row.ast) ?? []
  const isInstant = (unit: Unit.Unit | undefined) => unit === "epoch milliseconds" || unit === "epoch nanoseconds"
  const instants = fields.filter(({ optional, unit }) => !optional && isInstant(unit))
  const instant = instants.find(({ name }) => name === order) ?? instants[0]
  if (instant === undefined) return undefined
  const checked = fields.filter(({ unit }) => isMoney(unit) || isAmount(unit))
  const names = checked.map(({ name }) => name)
  const indices = (wanted: (unit: Unit.Unit | undefined) => boolean) =>
    checked.flatMap(({ unit }, index) => (wanted(unit) ? [index] : []))
  const record = <const Names extends ReadonlyArray<string>>(...wanted: Names) =>
    wanted.every((name) => names.includes(name))
      ? (Object.fromEntries(wanted.map((name) => [name, names.indexOf(name)])) as Record<Names[number], number>)
      : undefined
  return {
    instant: instant.name,
    names,
    prices: indices(isMoney),
    amounts: indices(isAmount),
    bar: record("open", "high", "low", "close"),
    vwap: record("vwap")?.vwap,
    quote: record("bid_price", "ask_price"),
    price: record("price")?.price,
  }
}

/** Rows, field by field. */
export interface FieldBlock {
  readonly length: number
  /** Instants in epoch milliseconds, rounded down. */
  readonly millis: Float64Array
  /** Nanoseconds beyond `millis`; `undefined` where instants are milliseconds. */
  readonly nanos: Float64Array | undefined
  /** One array for each of {@link Roles.names}; `NaN` where a row lacks the value. */
  readonly values: ReadonlyArray<Float64Array>
  /** Whether bars are adjusted for splits; `undefined` if that is not known. */
  readonly adjusted: boolean | undefined
  /** Ticker of a row; `undefined` without one. */
  readonly ticker: (index: number) => string | undefined
}

type Row = Readonly<Record<string, unknown>>
type InColumns = Columns.Columns<Row>

const isColumns = (value: object): value is InColumns => typeof (value as Partial<InColumns>).toRows === "function"

const nanosOfMilli = 1_000_000n

const instantsOf = (values: ArrayLike<number> | ArrayLike<bigint>): Pick<FieldBlock, "millis" | "nanos"> => {
  if (values instanceof Float64Array) return { millis: values, nanos: undefined }
  if (typeof values[0] !== "bigint") return { millis: Float64Array.from(values as ArrayLike<number>), nanos: undefined }
  const millis = new Float64Array(values.length)
  const nanos = new Float64Array(values.length)
  for (let index = 0; index < values.length; index++) {
    const value = values[index] as bigint
    millis[index] = Number(value / nanosOfMilli)
    nanos[index] = Number(value % nanosOfMilli)
  }
  return { millis, nanos }
}

const ofColumns = (roles: Roles, { adjusted, columns, length }: InColumns): FieldBlock => {
  const all = columns as Readonly<Record<string, ArrayLike<unknown> | undefined>>
  const tickers = all["ticker"] as ArrayLike<string | undefined> | undefined
  const absent = new Float64Array(length).fill(NaN)
  return {
    length,
    ...instantsOf(all[roles.instant] as ArrayLike<number>),
    values: roles.names.map((name) => (all[name] as Float64Array | undefined) ?? absent),
    adjusted,
    ticker: (index) => tickers?.[index],
  }
}

const ofRows = (roles: Roles, rows: ReadonlyArray<Row>, adjusted: boolean | undefined): FieldBlock => ({
  length: rows.length,
  ...instantsOf(rows.map((row) => row[roles.instant]) as ReadonlyArray<number>),
  values: roles.names.map((name) => {
    const values = new Float64Array(rows.length)
    for (let index = 0; index < rows.length; index++) values[index] = (rows[index]![name] as number | undefined) ?? NaN
    return values
  }),
  adjusted,
  ticker: (index) => rows[index]!["ticker"] as string | undefined,
})

/** Converts a chunk of a stream of rows or of columns. */
export const blocks = (roles: Roles, elements: Chunk.Chunk<object>): ReadonlyArray<FieldBlock> => {
  const chunk = Chunk.toReadonlyArray(elements)
  const [first] = chunk
  if (first === undefined) return []
  return isColumns(first)
    ? (chunk as ReadonlyArray<InColumns>).map((columns) => ofColumns(roles, columns))
    : [ofRows(roles, chunk as ReadonlyArray<Row>, Adjusted.ofChunk(elements))]
}
