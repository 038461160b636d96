/**
 * Filters on a field of the rows, as flat parameters with the service's own names: `"ex_dividend_date.gte"`, `"ticker.any_of"`. Spread them
 * into an endpoint's parameters; an operator that the service does not accept on a field is simply not there, so it does not compile.
 *
 * @module
 */
import * as Param from "./Param.js"

type Family<Field extends string, Suffix extends string, P> = {
  readonly [K in Suffix as K extends "" ? Field : `${Field}.${K}`]: P
}

const family = <Input, Value>(
  field: string,
  param: Param.Required<Input, Value>,
  operators: ReadonlyArray<Param.Operator>,
): Record<string, Param.Optional<Input, Value>> =>
  Object.fromEntries(
    operators.map((operator) => [
      operator === "eq" ? field : `${field}.${operator}`,
      Param.asFilter(param, field, operator),
    ]),
  )

/** `field` alone: rows whose value equals the parameter's. */
export const equals = <const Field extends string, Input, Value>(field: Field, param: Param.Required<Input, Value>) =>
  family(field, param, ["eq"]) as Family<Field, "", Param.Optional<Input, Value>>

/** `field`, `field.gt`, `field.gte`, `field.lt`, `field.lte` (specification, Filter suffixes). */
export const range = <const Field extends string, Input, Value>(field: Field, param: Param.Required<Input, Value>) =>
  family(field, param, ["eq", "gt", "gte", "lt", "lte"]) as Family<
    Field,
    "" | "gt" | "gte" | "lt" | "lte",
    Param.Optional<Input, Value>
  >

/** `field.any_of`: rows whose value is one of a comma-separated list, of at most `max` values. */
export const anyOf = <const Field extends string, Input, Value>(
  field: Field,
  param: Param.Required<Input, Value>,
  max?: number,
) =>
  family(field, Param.list(param, max), ["any_of"]) as Family<
    Field,
    "any_of",
    Param.Optional<ReadonlyArray<Input>, ReadonlyArray<Value>>
  >

/** `field.all_of`: rows whose array holds all of a comma-separated list. */
export const allOf = <const Field extends string, Input, Value>(field: Field, param: Param.Required<Input, Value>) =>
  family(field, Param.list(param), ["all_of"]) as Family<
    Field,
    "all_of",
    Param.Optional<ReadonlyArray<Input>, ReadonlyArray<Value>>
  >
