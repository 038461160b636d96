/**
 * A table of the sandbox's database, declared once from the schema of its rows.
 *
 * ```ts
 * const hidden = { published: "VARCHAR" } as const
 * const table = Table.of("dividends", { row: Dividend, hidden, key: ["id"], visible: "published" })
 * yield* table.append(statements, [{ id: "E1", ticker: "AAPL", cash_amount: 0.25, published: "2024-05-02" }])
 * ```
 *
 * Columns take the names and values of the row's fields:
 *
 * | field                        | column                                         |
 * | ---------------------------- | ---------------------------------------------- |
 * | `Schema.Number`              | `DOUBLE`                                       |
 * | `Schema.Int`                 | `BIGINT`, read as a number                     |
 * | `Field.Int64`, any `bigint`  | `BIGINT`                                       |
 * | strings, their literals      | `VARCHAR`; dates too, as `yyyy-mm-dd` they sort |
 * | `Schema.Boolean`             | `BOOLEAN`                                      |
 * | an array of one of these     | a list of it: `VARCHAR[]`                      |
 * | anything else                | `VARCHAR`, the field's JSON                    |
 *
 * An absent field is `NULL` and vice versa, except in the columns listed in `nulls`: their fields
 * are sent as `null`. Hidden columns are available to queries but not part of the rows.
 *
 * @module
 */
import { Effect, Option, Schema, SchemaAST as AST } from "effect"
import * as Structure from "@candela/core/internal/Structure"
import type { Store, StoreError } from "./Store.js"

/** Types of columns. */
export type ColumnType = "VARCHAR" | "DOUBLE" | "BIGINT" | "BOOLEAN" | "DATE" | "VARCHAR[]" | "DOUBLE[]" | "BIGINT[]"

interface Values {
  readonly VARCHAR: string
  readonly DOUBLE: number
  readonly BIGINT: number | bigint
  readonly BOOLEAN: boolean
  readonly DATE: string
  readonly "VARCHAR[]": ReadonlyArray<string>
  readonly "DOUBLE[]": ReadonlyArray<number>
  readonly "BIGINT[]": ReadonlyArray<number | bigint>
}

/** Columns beside the fields, by name. */
export type Hidden = Readonly<Record<string, ColumnType>>

/** Row as written to a table, with its hidden columns. */
export type WrittenRow<Row, H extends Hidden> = Row & { readonly [K in keyof H]: Values[H[K]] | null }

/** Rows as written to a table, column by column, all of one length. Omitted columns are null. */
export type TableColumns<Row, H extends Hidden> = {
  readonly [K in keyof WrittenRow<Row, H>]?: ReadonlyArray<WrittenRow<Row, H>[K] | null>
}

type Name<Row, H extends Hidden> = (keyof Row | keyof H) & string

/** A column of a table. */
export interface Column {
  /** Name of the column: that of a field or of a hidden column. */
  readonly name: string
  /** Type in the database. */
  readonly type: ColumnType
  /** Whether rows lack the column. */
  readonly hidden: boolean
}

/** Table, whatever its rows. */
export interface Any {
  /** The table's name. */
  readonly name: string
  /** Columns of the table: those of the row in the order of its fields, then the hidden ones. */
  readonly columns: ReadonlyArray<Column>
  /** Columns that together make a row unique. */
  readonly key: ReadonlyArray<string>
  /**
   * Column with the publication date (New York) of a row: lists show the row from this day on.
   * Undefined when they show every row.
   */
  readonly visible: string | undefined
  /** Statement that creates the table. */
  readonly ddl: string
  /** Select list of rows for {@link Readable.read}. */
  readonly select: string
}

/** A table whose rows can be read. */
export interface Readable<out Row> extends Any {
  /** Converts a result of a `select` query to a row. */
  readonly read: (stored: Store.Row) => Row
}

/** A table. */
export interface Table<Row extends object, H extends Hidden = {}> extends Readable<Row> {
  /** Values of rows as the database stores them, column by column. */
  readonly stored: (rows: ReadonlyArray<WrittenRow<Row, H>>) => Readonly<Record<string, ReadonlyArray<Store.Value>>>
  /** Appends rows to the table, or to another one with the same columns. */
  readonly append: (
    statements: Pick<Store.Statements, "append">,
    rows: ReadonlyArray<WrittenRow<Row, H>>,
    into?: string,
  ) => Effect.Effect<void, StoreError>
  /** Appends many rows by columns: several times faster than by rows, for millions of them. */
  readonly appendColumns: (
    statements: Pick<Store.Statements, "append">,
    columns: TableColumns<Row, H>,
  ) => Effect.Effect<void, StoreError>
}

/** Quotes a name for a statement. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

interface Codec extends Column {
  /** Expression that reads the column. */
  readonly expression: string
  /** Whether a null means that the field is absent. */
  readonly nullIsAbsent: boolean
  /** Encodes a present value for storage; absent when both forms are the same. */
  readonly write?: (value: never) => Store.Value
  /** Decodes a stored value; absent when both forms are the same. */
  readonly read?: (value: never) => unknown
}

const isInteger = (ast: AST.AST): boolean =>
  AST.isRefinement(ast) && (Option.contains(AST.getSchemaIdAnnotation(ast), Schema.IntSchemaId) || isInteger(ast.from))

type Scalar = "VARCHAR" | "DOUBLE" | "BIGINT" | "BOOLEAN" | "INTEGER"

const scalarOf = (type: Structure.Type): Scalar | undefined => {
  switch (type._tag) {
    case "Text":
    case "Id":
      return "VARCHAR"
    case "Number":
      return isInteger(type.ast) ? "INTEGER" : "DOUBLE"
    case "Int64":
      return "BIGINT"
    case "Boolean":
      return "BOOLEAN"
    case "Literal":
      return scalars[typeof type.value]
    case "Union": {
      const [first, ...others] = type.types.map(scalarOf)
      return others.every((other) => other === first) ? first : undefined
    }
    case "Other":
      return AST.isBigIntKeyword(AST.typeAST(type.ast)) ? "BIGINT" : undefined
    default:
      return undefined
  }
}

const scalars: { readonly [type: string]: Scalar } = { string: "VARCHAR", number: "DOUBLE", boolean: "BOOLEAN" }

const codecOf = (field: Structure.Field): Codec => {
  const { ast, name, optional } = field
  const type = Structure.ofField(field)
  const common = { name, hidden: false, expression: quote(name), nullIsAbsent: optional }
  const scalar = scalarOf(type)
  const item = type._tag === "List" ? scalarOf(type.item) : undefined
  if (scalar === "INTEGER") return { ...common, type: "BIGINT", expression: `${quote(name)}::DOUBLE` }
  if (scalar !== undefined) return { ...common, type: scalar }
  if (item === "INTEGER") return { ...common, type: "BIGINT[]", expression: `${quote(name)}::DOUBLE[]` }
  if (item !== undefined && item !== "BOOLEAN") return { ...common, type: `${item}[]` }
  const json = Schema.parseJson(Schema.make<unknown, unknown>(ast))
  return { ...common, type: "VARCHAR", write: Schema.encodeSync(json), read: Schema.decodeSync(json) }
}

/** Number of rows turned into columns at once. */
const rowsAtOnce = 8192

/**
 * Declares a table. `key` names the columns that make a row unique, and `visible` the column with
 * the date (New York) from which lists show a row; both may name hidden ones.
 */
export const of = <Row extends object, I, const H extends Hidden = {}>(
  name: string,
  options: {
    readonly row: Schema.Schema<Row, I>
    readonly hidden?: H
    readonly nulls?: ReadonlyArray<keyof Row & string>
    readonly key: ReadonlyArray<NoInfer<Name<Row, H>>>
    readonly visible?: NoInfer<Name<Row, H>>
  },
): Table<Row, H> => {
  const fields = Structure.fields(options.row.ast)
  if (fields === undefined) throw new Error(`The rows of the table ${name} must be made of fields`)
  const sent: ReadonlyArray<string> = options.nulls ?? []
  const shown = fields
    .map(codecOf)
    .map((codec) => (sent.includes(codec.name) ? { ...codec, nullIsAbsent: false } : codec))
  const hidden = Object.entries(options.hidden ?? {}).map(([name, type]): Codec => ({
    name,
    type,
    hidden: true,
    expression: quote(name),
    nullIsAbsent: false,
  }))
  const columns = [...shown, ...hidden]
  const twice = columns.find((column, index) => columns.findIndex(({ name }) => name === column.name) !== index)
  if (twice !== undefined) throw new Error(`The table ${name} has the column ${twice.name} twice`)
  const { key, visible } = options
  const named = visible === undefined ? key : [...key, visible]
  const missing = named.find((column) => !columns.some(({ name }) => name === column))
  if (missing !== undefined) throw new Error(`The table ${name} has no column ${missing}`)

  const store = ({ write }: Codec, values: ReadonlyArray<unknown>): ReadonlyArray<Store.Value> =>
    write === undefined
      ? (values as ReadonlyArray<Store.Value>)
      : values.map((value) => (value === undefined || value === null ? null : write(value as never)))

  const stored = (rows: ReadonlyArray<WrittenRow<Row, H>>) =>
    Object.fromEntries(
      columns.map((column) => [
        column.name,
        store(
          column,
          (rows as ReadonlyArray<Readonly<Record<string, unknown>>>).map((row) => row[column.name] ?? null),
        ),
      ]),
    )

  return {
    name,
    columns,
    key,
    visible,
    stored,
    ddl: `CREATE TABLE ${quote(name)} (${columns.map(({ name, type }) => `${quote(name)} ${type}`).join(", ")})`,
    select: shown.map(({ expression, name }) => `${expression} AS ${quote(name)}`).join(", "),
    read: (stored) => {
      const row: Record<string, unknown> = {}
      for (const { name, nullIsAbsent, read } of shown) {
        const value = stored[name]
        if (value === null && nullIsAbsent) continue
        row[name] = value === null || read === undefined ? value : read(value as never)
      }
      return row as Row
    },
    append: (statements, rows, into = name) =>
      Effect.forEach(
        Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, index) => index * rowsAtOnce),
        (start) => statements.append(into, stored(rows.slice(start, start + rowsAtOnce))),
        { discard: true },
      ),
    appendColumns: (statements, given) => {
      const values = given as Readonly<Record<string, ReadonlyArray<unknown> | undefined>>
      const present = columns.flatMap((column) => {
        const found = values[column.name]
        return found === undefined ? [] : [[column.name, store(column, found)] as const]
      })
      return statements.append(name, Object.fromEntries(present))
    },
  }
}
