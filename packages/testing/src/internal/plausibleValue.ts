/** Rows that look like those of the service: valid by the schema, plausible by units of fields and kinds of filters. */
import type * as Endpoint from "@candela/core/Endpoint"
import type * as Kind from "@candela/core/Kind"
import * as Unit from "@candela/core/Unit"
import * as Arbitrary from "effect/Arbitrary"
import * as FastCheck from "effect/FastCheck"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import * as FieldValues from "./fieldValues.js"

type Values = FieldValues.Values

/** Facts of a value besides its type. */
interface Facts {
  readonly span: Endpoint.Span
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
  { propertySignatures }: AST.TypeLiteral,
  span: Endpoint.Span,
  kinds: ReadonlyMap<string | undefined, Kind.Kind> = new Map(),
): Values => {
  const valuesOf = ({ name, type }: AST.PropertySignature) => {
    const kind = kinds.get(String(name))
    return valueOf(type, { span, unit: Unit.of(type), ofKind: kind && FieldValues.ofKind(kind, span) })
  }
  return FastCheck.record(Object.fromEntries(propertySignatures.map((field) => [field.name, valuesOf(field)])), {
    requiredKeys: propertySignatures.filter(({ isOptional }) => !isOptional).map(({ name }) => name as string),
  }).map(coherent)
}

/** Weight of a type: a record with many fields is likelier than one with few, which describes an exception. */
const weightOf = (ast: AST.AST): number =>
  AST.isRefinement(ast) ? weightOf(ast.from) : AST.isTypeLiteral(ast) ? ast.propertySignatures.length : 1

/** Filters values to those that a schema accepts; `undefined` if it accepts none of a sample. */
const accepted = (ast: AST.AST, values: Values): Values | undefined => {
  const is = Schema.is(Schema.make(ast))
  return FastCheck.sample(values, { seed: 1, numRuns: 20 }).some((value) => is(value)) ? values.filter(is) : undefined
}

/** Values of the type side of a schema. */
const valueOf = (ast: AST.AST, facts: Facts): Values => {
  const { ofKind, span, unit } = facts
  const known = (unit && FieldValues.ofUnit(unit, span)) ?? ofKind
  switch (ast._tag) {
    case "NumberKeyword":
    case "StringKeyword": {
      // Known values of an open enumeration.
      const examples = Option.getOrElse(AST.getExamplesAnnotation(ast), () => [] as ReadonlyArray<unknown>)
      const others =
        (known && accepted(ast, known)) ?? (ast._tag === "NumberKeyword" ? FieldValues.codes : FieldValues.words)
      return examples.length === 0
        ? others
        : FastCheck.oneof(
            { arbitrary: FastCheck.constantFrom(...examples), weight: 9 },
            { arbitrary: others, weight: 1 },
          )
    }
    case "BigIntKeyword":
      return FieldValues.nanos(span)
    case "TypeLiteral":
      if (ast.indexSignatures.length > 0) break
      return struct(ast, span)
    case "TupleType": {
      const [item] = ast.rest
      if (item === undefined || ast.elements.length > 0 || ast.rest.length > 1) break
      return FastCheck.array(valueOf(item.type, facts), { maxLength: 3 })
    }
    case "Union":
      return FastCheck.oneof(...ast.types.map((type) => ({ arbitrary: valueOf(type, facts), weight: weightOf(type) })))
    case "Refinement": {
      const values = accepted(ast, valueOf(ast.from, facts))
      if (values !== undefined) return values
    }
  }
  return Arbitrary.make(Schema.make(ast))
}

/** Rows of an endpoint, or its values if it has a single one. Dates and instants lie in a time span. */
export const rowOf = (
  endpoint: Endpoint.Any,
  span: Endpoint.Span = FieldValues.yearsUntil(FieldValues.usualEnd),
): Values => {
  const schema: Schema.Schema.AnyNoContext = endpoint.kind === "single" ? endpoint.value : endpoint.row
  const { ast } = Schema.typeSchema(schema)
  return AST.isTypeLiteral(ast) && ast.indexSignatures.length === 0
    ? struct(ast, span, kindsOf(endpoint))
    : valueOf(ast, { span })
}
