/**
 * Instants and long integers of rows as text, as `--time` and `--long-integers` ask for them.
 *
 * @module
 */
import * as CoreField from "@candela/core/declare/Field"
import * as Structure from "@candela/core/internal/Structure"
import * as TimeZone from "@candela/market/TimeZone"
import * as Schema from "effect/Schema"
import * as Zone from "./table/Zone.js"

/** Forms of instants: text in UTC, text in a zone, the numbers of the rows. */
export const times = ["iso", "local", "epoch"] as const

/** Forms of integers of 64 bits. */
export const longs = ["number", "text"] as const

type Time = (typeof times)[number]
type Long = (typeof longs)[number]

/** A row under the names of its schema. */
export type AnyRow = Readonly<Record<string, unknown>>

/** Converts a present value. */
export type Convert = (value: unknown) => unknown

/** Instant as text: in UTC with `Z`, else with its offset. A value that cannot be read as one stays as it is. */
const timeOf =
  (zone: TimeZone.Zone): Convert =>
  (value) => {
    const read = Zone.read(value, zone)
    if (read === undefined) return value
    const [seconds = "", fraction = ""] = read.text.replace(" ", "T").split(".")
    const digits = fraction.replace(/0+$/, "")
    return `${seconds}${digits === "" ? "" : `.${digits}`}${zone === "UTC" ? "Z" : offsetOf(zone, value)}`
  }

const offsetOf = (zone: TimeZone.Zone, value: unknown): string => {
  const minutes = Math.round(TimeZone.offsetAt(zone, Zone.millisOf(value)) / 60_000)
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? "-" : "+"}${String(hours).padStart(2, "0")}:${String(rest).padStart(2, "0")}`
}

/** Conversions of leaves; `undefined` for those that stay. */
export interface Forms {
  readonly time: Convert | undefined
  readonly long: Convert | undefined
}

/** Whether a unit is that of an instant. */
export const isTime = (unit: string | undefined) =>
  unit === "epoch milliseconds" || unit === "epoch nanoseconds" || unit === "date-time"

/** Schema of converted values, and their conversion. */
interface Converted {
  readonly schema: Schema.Schema.AnyNoContext
  readonly convert: Convert
}

/** Conversion of a type; `undefined` for one that stays. */
const convertedOf = (type: Structure.Type, forms: Forms): Converted | undefined => {
  switch (type._tag) {
    case "Number":
    case "Text":
    case "Int64": {
      const long = type._tag === "Int64" ? forms.long : undefined
      const convert = isTime(type.unit) ? (forms.time ?? long) : long
      return convert && { schema: Schema.String, convert }
    }
    case "Struct": {
      const fields = recordOf(type.record, forms)
      return fields && { schema: CoreField.struct(fields.record), convert: (value) => fields.convert(value as AnyRow) }
    }
    case "List": {
      const item = convertedOf(type.item, forms)
      return (
        item && {
          schema: Schema.Array(item.schema as Schema.Schema<unknown>),
          convert: (value) => (Array.isArray(value) ? value.map(item.convert) : value),
        }
      )
    }
    default:
      return undefined
  }
}

/** Conversion of a record; `undefined` for one that stays. */
export const recordOf = (
  record: CoreField.Fields,
  forms: Forms,
): { readonly record: CoreField.Fields; readonly convert: (row: AnyRow) => AnyRow } | undefined => {
  const converts: Record<string, Convert> = {}
  const fields = Object.entries(record).map(([name, field]) => {
    const converted = convertedOf(Structure.of(field.schema.ast), forms)
    if (converted === undefined) return [name, field] as const
    converts[name] = converted.convert
    const schema = converted.schema as Schema.Schema<unknown>
    return [name, field.presence === "required" ? CoreField.required(schema) : CoreField.optional(schema)] as const
  })
  const names = Object.keys(converts)
  if (names.length === 0) return undefined
  return {
    record: Object.fromEntries(fields),
    convert: (row) => {
      const next: Record<string, unknown> = { ...row }
      for (const name of names)
        if (next[name] !== undefined && next[name] !== null) next[name] = converts[name]!(next[name])
      return next
    },
  }
}

const textOf: Convert = (value) => (typeof value === "bigint" ? String(value) : value)

/** Conversions that `--time` and `--long-integers` ask for. */
export const of = (
  { "long-integers": long, time }: { readonly time?: Time | undefined; readonly "long-integers"?: Long | undefined },
  zone: TimeZone.Zone,
): Forms => ({
  time: time === "iso" ? timeOf("UTC") : time === "local" ? timeOf(zone) : undefined,
  long: long === "text" ? textOf : undefined,
})
