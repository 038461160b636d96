/** Rows that look like those of the service: valid by the schema, plausible by units of fields and kinds of filters. */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type * as Kind from "@candela/core/internal/Kind"
import * as Structure from "@candela/core/internal/Structure"
import type * as Unit from "@candela/core/declare/Unit"
import * as Arbitrary from "effect/Arbitrary"
import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"
import * as FieldValues from "./fieldValues.js"

type Values = FieldValues.Values

/** Facts of all values of a row. */
interface Common {
  readonly span: Endpoint.Span
  /** Whether enumerations that may grow have further words. */
  readonly isOpen: boolean
}

/** Facts of a value besides its type. */
interface Facts extends Common {
  /** Field that has it. */
  readonly name: string
  readonly unit?: Unit.Unit | undefined
  /** Values of the parameter of the same field. */
  readonly ofKind?: Values | undefined
}

const pageKinds: ReadonlyArray<Kind.Kind["_tag"]> = ["Limit", "Sort", "Order", "Cursor"]

/** Returns the field of a parameter: that of its filter, else that of its name; `undefined` for page parameters. */
export const fieldOf = (name: string, { filter, kind }: Endpoint.WireParams[string]): string | undefined =>
  pageKinds.includes(kind._tag) ? undefined : (filter?.field ?? name)

/** Returns the kinds of the parameters by field. */
const kindsOf = ({ wireParams }: Endpoint.Any): ReadonlyMap<string | undefined, Kind.Kind> =>
  new Map(Object.entries(wireParams).map(([name, param]) => [fieldOf(name, param), param.kind]))

/** Makes a bar consistent: high and low are its extremes, and its average lies between them. */
const coherent = (row: Record<string, unknown>): Record<string, unknown> => {
  const prices = ["open", "high", "low", "close"].map((name) => row[name])
  if (!prices.every((price) => typeof price === "number")) return row
  const [high, low] = [Math.max(...prices), Math.min(...prices)]
  return { ...row, high, low, ...("vwap" in row ? { vwap: Math.round(50 * (high + low)) / 100 } : {}) }
}

const struct = (
  record: Structure.Struct,
  { isOpen, span }: Common,
  kinds: ReadonlyMap<string | undefined, Kind.Kind> = new Map(),
): Values => {
  const fields = Structure.fieldsOf(record)
  const valuesOf = (field: Structure.Field) => {
    const kind = kinds.get(field.name)
    return valueOf(Structure.ofField(field), {
      span,
      isOpen,
      name: field.name,
      unit: field.unit,
      ofKind: kind && FieldValues.ofKind(kind, span),
    })
  }
  return FastCheck.record(Object.fromEntries(fields.map((field) => [field.name, valuesOf(field)])), {
    requiredKeys: fields.filter(({ optional }) => !optional).map(({ name }) => name),
  }).map(coherent)
}

/** Weight of a type: a record with many fields is likelier than one with few, which describes an exception. */
const weightOf = (type: Structure.Type): number => (type._tag === "Struct" ? Object.keys(type.record).length : 1)

/** Filters values to those that a schema accepts; `undefined` if it accepts none of a sample. */
const accepted = (ast: Structure.Type["ast"], values: Values): Values | undefined => {
  const is = Schema.is(Schema.make(ast))
  return FastCheck.sample(values, { seed: 1, numRuns: 20 }).some((value) => is(value)) ? values.filter(is) : undefined
}

/** Values of a type in a row. */
const valueOf = (type: Structure.Type, facts: Facts): Values => {
  const { isOpen, name, ofKind, span, unit } = facts
  const examples = Structure.examplesOf(type)
  const any = () => (examples.length > 0 ? FastCheck.constantFrom(...examples) : Arbitrary.make(Schema.make(type.ast)))
  if (type.tests.length > 0) return accepted(type.ast, valueOf({ ...type, tests: [] }, facts)) ?? any()
  const isId = type._tag === "Id" || unit === "identifier"
  const known =
    examples.length > 0 ? FieldValues.like(examples, isId) : ((unit && FieldValues.ofUnit(unit, span)) ?? ofKind)
  const usual = known && accepted(type.ast, known)
  switch (type._tag) {
    case "Number":
      return usual ?? FieldValues.codes
    case "Id":
      return usual ?? FieldValues.ids
    case "Text": {
      const labels = isId ? FieldValues.ids : FieldValues.labels(name)
      if (type.known.length === 0) return usual ?? labels
      const words = FastCheck.constantFrom(...type.known)
      return isOpen ? FastCheck.oneof({ arbitrary: words, weight: 9 }, { arbitrary: labels, weight: 1 }) : words
    }
    case "Int64":
      return FieldValues.nanos(span)
    case "Struct":
      return type.forms === undefined ? struct(type, facts) : valueOf(Structure.of(type.forms.ast), facts)
    case "List":
      return FastCheck.uniqueArray(valueOf(type.item, facts), { maxLength: 3 })
    case "Map":
      return examples.length > 0 ? any() : FieldValues.byName(name, valueOf(type.value, facts))
    case "Union":
      return FastCheck.oneof(
        ...type.types.map((one) => ({ arbitrary: valueOf(one, facts), weight: weightOf(one) })),
        ...(type.nullable ? [{ arbitrary: FastCheck.constant(null), weight: 1 }] : []),
      )
    default:
      return any()
  }
}

/**
 * Rows of an endpoint, or its values if it has a single one. Dates and instants lie in a time span; enumerations have
 * further words if they are open.
 */
export const rowOf = (
  endpoint: Endpoint.Any,
  { isOpen = true, span = FieldValues.yearsUntil(FieldValues.usualEnd) }: Partial<Common> = {},
): Values => {
  const common = { isOpen, span }
  const type = Structure.of((endpoint.kind === "single" ? endpoint.value : endpoint.row).ast)
  return type._tag === "Struct" && type.forms === undefined && type.tests.length === 0
    ? struct(type, common, kindsOf(endpoint))
    : valueOf(type, { ...common, name: "text" })
}
