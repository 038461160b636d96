/**
 * Rows as cells: the columns that a schema has, and their values as texts.
 *
 * @module
 */
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

/** The columns of rows of any kind, those of nested objects among them, in the order of their declaration. */
export const columns = (row: Schema.Schema.All): ReadonlyArray<Column> => columnsIn(AST.typeAST(row.ast), [])

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

const numbers = new Intl.NumberFormat("en-US", { maximumFractionDigits: 8, useGrouping: "min2" })
const isInstant = /(^|_|\.)(t|time|timestamp|updated|window_start)$/i
const millisOf2000 = 946_684_800_000
const millisOf2100 = 4_102_444_800_000

/** The instant that a column of epoch milliseconds or nanoseconds holds. */
const instant = (name: string, value: number | bigint): string | undefined => {
  if (!isInstant.test(name)) return undefined
  const millis = Number(value) >= 1e15 ? Number(BigInt(value) / 1_000_000n) : Number(value)
  return millis >= millisOf2000 && millis < millisOf2100
    ? new Date(millis)
        .toISOString()
        .replace("T", " ")
        .replace(/(\.000)?Z$/, " UTC")
    : undefined
}

/** A value as a text for people: grouped numbers, instants as dates in UTC. */
export const readable = ({ name }: Column, value: unknown): string => {
  if (typeof value === "number" || typeof value === "bigint") return instant(name, value) ?? numbers.format(value)
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value.join(", ")
  return exact(value)
}
