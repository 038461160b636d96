/**
 * Rows as cells: the columns that a schema has, and their values as texts.
 *
 * @module
 */
import { offsetAt, type Zone } from "@candela/market/TimeZone"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"

/** A column: the name of a field, or the names on the way to it in a nested one. */
export interface Column {
  /** The names, joined by dots. */
  readonly name: string
  readonly path: ReadonlyArray<string>
}

/** What a schema holds where a value is given: without `undefined`, refinements and suspensions. */
const given = (ast: AST.AST): AST.AST => {
  switch (ast._tag) {
    case "Union": {
      const others = ast.types.filter((type) => !AST.isUndefinedKeyword(type))
      return others.length === 1 ? given(others[0]!) : ast
    }
    case "Refinement":
      return given(ast.from)
    case "Suspend":
      return given(ast.f())
    default:
      return ast
  }
}

const distinct = (columns: ReadonlyArray<Column>): ReadonlyArray<Column> =>
  Array.from(new Map(columns.map((column) => [column.name, column])).values())

const columnsIn = (ast: AST.AST, path: ReadonlyArray<string>): ReadonlyArray<Column> => {
  const type = given(ast)
  if (AST.isUnion(type) && type.types.every((member) => AST.isTypeLiteral(given(member)))) {
    return distinct(type.types.flatMap((member) => columnsIn(member, path)))
  }
  return AST.isTypeLiteral(type) && type.indexSignatures.length === 0
    ? type.propertySignatures.flatMap(({ name, type }) => columnsIn(type, [...path, String(name)]))
    : [{ name: path.join("."), path }]
}

const isLeading = /^(\w*timestamp|window_start|published_utc)$/
const isIdentifier = /(^|[._])(id|figi|cik)$/

const place = ({ name }: Column) => (isLeading.test(name) ? 0 : isIdentifier.test(name) ? 2 : 1)

/** The columns of rows of any kind, those of nested objects among them: the row's instant first, identifiers last, all others as they are declared. */
export const columns = (row: Schema.Schema.All): ReadonlyArray<Column> =>
  columnsIn(AST.typeAST(row.ast), []).toSorted((a, b) => place(a) - place(b))

/** The value of a row in a column; `undefined` where it has none. */
export const value = (row: unknown, { path }: Column): unknown =>
  path.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], row)

const json = (value: unknown) =>
  JSON.stringify(value, (_, inner: unknown) => (typeof inner === "bigint" ? String(inner) : inner))

/** A value as a text for other programs: numbers in full, lists and objects as JSON, nothing where there is no value. */
export const exact = (value: unknown): string => {
  const given = Option.isOption(value) ? Option.getOrUndefined(value) : value
  return given === undefined || given === null ? "" : typeof given === "object" ? json(given) : String(given)
}

const isInstant = /(^|_|\.)(t|time|timestamp|updated|window_start)$/i
const millisOf2000 = 946_684_800_000
const millisOf2100 = 4_102_444_800_000

const zoneName = (zone: Zone, millis: number) =>
  new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "short" })
    .formatToParts(millis)
    .find(({ type }) => type === "timeZoneName")!.value

/** The instant that a column of epoch milliseconds or nanoseconds, or of RFC 3339 texts, holds, by the clocks of a zone. */
const instant = (name: string, value: unknown, zone: Zone): string | undefined => {
  const isText = typeof value === "string" && name.endsWith("_utc")
  if (!isText && !isInstant.test(name)) return undefined
  const millis = isText
    ? Date.parse(value)
    : typeof value === "bigint" || Number(value) >= 1e15
      ? Number(BigInt(value as bigint) / 1_000_000n)
      : Number(value)
  if (!(millis >= millisOf2000 && millis < millisOf2100)) return undefined
  const local = new Date(millis + offsetAt(zone, millis)).toISOString()
  return `${local.replace("T", " ").replace(/(\.000)?Z$/, "")} ${zoneName(zone, millis)}`
}

const mostDecimals = 8
const decimalsOf = (value: unknown) =>
  typeof value === "number" ? (/\.(\d+)$/.exec(value.toFixed(mostDecimals).replace(/0+$/, ""))?.[1]?.length ?? 0) : 0

/** Writes the values of a column as texts for people: instants by the clocks of a zone, numbers with the decimals of the finest one among some rows. */
export const readable = (column: Column, rows: ReadonlyArray<unknown>, zone: Zone): ((row: unknown) => string) => {
  const decimals = Math.max(0, ...rows.map((row) => decimalsOf(value(row, column))))
  const numbers = new Intl.NumberFormat("en-US", {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: "min2",
    signDisplay: "negative",
  })
  return (row) => {
    const found = value(row, column)
    const time = instant(column.name, found, zone)
    if (time !== undefined) return time
    if (typeof found === "number" || typeof found === "bigint") return numbers.format(found).replace("-", "−")
    if (Array.isArray(found) && found.every((item) => typeof item === "string")) return found.join(", ")
    return exact(found)
  }
}
