/**
 * Rows as `--columns`, `--time` and `--long-integers` ask for them: some of their columns, and
 * instants and long integers as text.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as CoreField from "@candela/core/declare/Field"
import * as Structure from "@candela/core/internal/Structure"
import type * as TimeZone from "@candela/market/TimeZone"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Schema from "effect/Schema"
import { didYouMean } from "../command/nearest.js"
import * as Option from "../command/Option.js"
import { UsageError } from "../command/UsageError.js"
import type { Format } from "./Format.js"
import * as Forms from "./Forms.js"
import * as Field from "./table/Field.js"
import * as Zone from "./table/Zone.js"

/** Options of a view. */
export const options = {
  columns: Option.optional(
    Option.list({
      value: "NAMES",
      text: "Only these columns, in this order, with commas between them; session.close is a field within session, and close is enough where no other object has one. Default: all.",
      example: "timestamp,close",
    }),
  ),
  time: Option.optional(
    Option.word(Forms.times, {
      value: "FORM",
      text: "Instants as text in UTC (iso), as text with the offset of their zone (local), or as the rows have them, milliseconds or nanoseconds since 1970 (epoch). Default: epoch, and local in a table.",
    }),
  ),
  zone: Option.optional(
    Option.of(
      {
        value: "ZONE",
        text: "Time zone in which instants are shown. Default: that of their market.",
        example: "Europe/Zurich",
      },
      (text): Either.Either<TimeZone.Zone, string> =>
        isZone(text) ? Either.right(text) : Either.left("a time zone such as America/New_York, Europe/Zurich or UTC"),
    ),
  ),
  utc: Option.flag("The same as --zone UTC."),
  "long-integers": Option.optional(
    Option.word(Forms.longs, {
      value: "FORM",
      text: "Integers of 64 bits, such as nanoseconds, as numbers with all their digits, or as text for programs that round numbers of more than 15 digits, as jq does. Default: number.",
    }),
  ),
}

/** The library's zones are those of markets; an instant can be shown in any zone of the platform. */
const isZone = (text: string): text is TimeZone.Zone => {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: text }).resolvedOptions().timeZone !== ""
  } catch {
    return false
  }
}

/** Values of {@link options}. Absent ones were not given. */
export type ViewOptions = Partial<Option.Values<typeof options>>

/** Zone of the options, by default another one. */
export const zoneOf = <Other extends TimeZone.Zone | undefined>(
  { utc, zone }: Pick<ViewOptions, "utc" | "zone">,
  other: Other,
): Effect.Effect<TimeZone.Zone | Other, UsageError> =>
  utc === true && zone !== undefined && zone !== "UTC"
    ? new UsageError({ message: `--utc and --zone ${zone} are two zones: leave one of them out.` })
    : Effect.succeed(utc === true ? "UTC" : (zone ?? other))

/** Field at a path; optional if one on the way is. */
const fieldAt = (record: CoreField.Fields, path: ReadonlyArray<string>): CoreField.Any | undefined => {
  const [name = "", ...rest] = path
  const field = Object.hasOwn(record, name) ? record[name] : undefined
  if (field === undefined || rest.length === 0) return field
  const inner = Structure.recordOf(field.schema.ast)
  const found = inner && fieldAt(inner, rest)
  return found === undefined || found.presence !== "required" || field.presence === "required"
    ? found
    : CoreField.optional(found.schema as Schema.Schema<unknown>)
}

const pathsOf = (record: CoreField.Fields): ReadonlyArray<string> =>
  Object.entries(record).flatMap(([name, { schema }]) => {
    const inner = Structure.recordOf(schema.ast)
    return inner === undefined ? [name] : [name, ...pathsOf(inner).map((path) => `${name}.${path}`)]
  })

const unknownColumn = (name: string, known: ReadonlyArray<string>): UsageError => {
  const within = known.filter((path) => path.endsWith(`.${name}`))
  if (within.length > 0)
    return new UsageError({ message: `--columns: ${name} is in several objects: write one of ${within.join(", ")}.` })
  const hint = didYouMean(name, known)
  const all = known.filter((path) => !path.includes("."))
  return new UsageError({
    message: `--columns: there is no ${JSON.stringify(name)}.${hint} The columns are ${all.join(", ")}.`,
  })
}

/** Endpoint with its value as the only row. Files only need the schema of an endpoint's rows. */
export const asRows = (endpoint: Endpoint.Any): Endpoint.AnyRows =>
  endpoint.kind === "single"
    ? ({ ...endpoint, kind: "list", row: endpoint.value } as unknown as Endpoint.AnyRows)
    : endpoint

/** View of an endpoint's rows. */
export interface View<E extends Endpoint.AnyRows = Endpoint.AnyRows> {
  /** Endpoint of the viewed rows. */
  readonly endpoint: E
  /** Columns of a table. */
  readonly fields: ReadonlyArray<Field.Field>
  /** View of a row. */
  readonly row: (row: unknown) => unknown
  /** Whether encoders need {@link row}; otherwise they pick the columns of {@link endpoint} by themselves. */
  readonly isConverted: boolean
}

/** Converts rows, or picks some of their columns. `asked` are the columns that a table shows first. */
export const of = (
  endpoint: Endpoint.AnyRows,
  options: ViewOptions,
  format: Format,
  asked: ReadonlyArray<string> = [],
): Effect.Effect<View, UsageError> =>
  Effect.gen(function* () {
    const { columns, time } = options
    const zone = yield* zoneOf(options, Zone.marketOf(endpoint)?.zone ?? "UTC")
    const record = Structure.recordOf(endpoint.row.ast) ?? {}
    const isBinary = format === "parquet" || format === "arrow"
    if (isBinary && ((time !== undefined && time !== "epoch") || options["long-integers"] === "text")) {
      return yield* new UsageError({
        message: `${format} has instants and long integers as types of their own: leave --time and --long-integers out.`,
      })
    }
    // A table shows instants in the zone by itself.
    const forms = Forms.of(format === "table" && time === "local" ? { ...options, time: undefined } : options, zone)
    const known = pathsOf(record)
    // The last key of a path is enough where no other column has it, as in the heading of a table.
    const pathOf = (name: string) => {
      const [one = name, ...others] = known.includes(name) ? [name] : known.filter((path) => path.endsWith(`.${name}`))
      return (others.length === 0 ? one : name).split(".")
    }
    const names = [...new Set(columns)]
    const fields = yield* Effect.forEach(names, (name) => {
      const field = fieldAt(record, pathOf(name))
      return field === undefined ? unknownColumn(name, known) : Effect.succeed([name, field] as const)
    })
    const picked = columns === undefined ? record : Object.fromEntries(fields)
    const converted = Forms.recordOf(picked, forms)
    const isNested = names.some((name) => pathOf(name).length > 1)
    const viewed =
      columns === undefined && converted === undefined
        ? endpoint
        : ({ ...endpoint, row: CoreField.struct(converted?.record ?? picked) } as unknown as Endpoint.AnyRows)
    const pick = (row: unknown): Forms.AnyRow =>
      columns === undefined
        ? (row as Forms.AnyRow)
        : Object.fromEntries(
            names.flatMap((name) => {
              const value = Field.valueIn({ path: pathOf(name), unit: undefined, isNumber: undefined }, row)
              return value === undefined ? [] : [[name, value]]
            }),
          )
    const inOrder = Field.inOrder(viewed)
    // Converted instants have no unit any more: their place is that of the endpoint's own.
    const inTable =
      columns === undefined
        ? Field.ofEndpoint(endpoint, asked).flatMap((field) => inOrder.filter(Field.isSame(field)))
        : inOrder
    return {
      endpoint: viewed,
      fields: time === "epoch" ? inTable.map(withoutTime) : inTable,
      row: (row) => (converted === undefined ? pick(row) : converted.convert(pick(row))),
      isConverted: converted !== undefined || isNested,
    }
  })

/** A table shows numbers of no unit as they are. */
const withoutTime = (field: Field.Field): Field.Field =>
  Forms.isTime(field.unit) ? { ...field, unit: undefined } : field

/** Column of rows without an endpoint. */
export interface PlainColumn {
  readonly name: string
  readonly unit?: string | undefined
}

/** {@link of} for rows that no endpoint declares. */
export const ofColumns = <C extends PlainColumn>(
  all: ReadonlyArray<C>,
  options: ViewOptions,
  format: Format,
): Effect.Effect<
  { readonly columns: ReadonlyArray<PlainColumn>; readonly row: (row: Forms.AnyRow) => Forms.AnyRow },
  UsageError
> =>
  Effect.gen(function* () {
    const { columns: names, time } = options
    const zone = yield* zoneOf(options, "UTC")
    const forms = Forms.of(format === "table" && time === "local" ? { ...options, time: undefined } : options, zone)
    const known = all.map(({ name }) => name)
    const chosen = yield* names === undefined
      ? Effect.succeed(all)
      : Effect.forEach([...new Set(names)], (name) => {
          const found = all.find((column) => column.name === name)
          return found === undefined ? unknownColumn(name, known) : Effect.succeed(found)
        })
    const convertOf = ({ unit }: PlainColumn): Forms.Convert =>
      Forms.isTime(unit) && forms.time !== undefined ? forms.time : (forms.long ?? ((value) => value))
    const converts = chosen.map((column) => [column.name, convertOf(column)] as const)
    const isPlain = names === undefined && forms.time === undefined && forms.long === undefined
    return {
      columns: chosen.map(({ name, unit }) => ({
        name,
        unit: Forms.isTime(unit) && (time === "epoch" || forms.time !== undefined) ? undefined : unit,
      })),
      row: isPlain
        ? (row) => row
        : (row) =>
            Object.fromEntries(
              converts.map(([name, convert]) => {
                const value = row[name]
                return [name, value === undefined || value === null ? value : convert(value)]
              }),
            ),
    }
  })
