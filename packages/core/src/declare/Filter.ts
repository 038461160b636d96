/**
 * Filters on a field of the rows. A filter is declared in an endpoint's parameters under its field's name, and yields
 * one wire parameter for each operator that the service accepts: `ex_dividend_date: Filter.range(Param.Date)` is
 * `ex_dividend_date`, `ex_dividend_date.gt`, `.gte`, `.lt` and `.lte`. Other operators do not compile in a request.
 *
 * @module
 */
import * as Param from "./Param.js"

/** An operator that compares a field with one value. */
export type Comparison = "gt" | "gte" | "lt" | "lte"
/** An operator that compares a field with several values. */
export type Several = "any_of" | "all_of"

/** A filter: for rows whose field equals a value, and for each of its operators. */
export interface Filter<Input, Value, C extends Comparison = never, S extends Several = never> {
  readonly [Param.TypeId]: Param.Types<Input, Value, C, S>
  /** Every wire parameter of a filter is optional. */
  readonly presence: "optional"
  /** Always absent: only the wire parameters of a filter have kinds. */
  readonly kind: undefined
  /** Returns the wire parameters of a field with this name, by operator. */
  readonly of: (field: string) => ReadonlyArray<readonly [operator: Param.Operator, param: Param.Any<"optional">]>
}

/** Any filter: the bound of a type parameter. */
// oxlint-disable-next-line typescript/no-explicit-any -- the bound's types are invariant
export type Any = Filter<any, any, any, any>

const compare = ["eq", "gt", "gte", "lt", "lte"] as const

const make = (
  param: Param.Any<"required">,
  operators: ReadonlyArray<Param.Operator>,
  max?: number,
): Filter<never, never> => ({
  [Param.TypeId]: Param.TypeId as never,
  presence: "optional",
  kind: undefined,
  of: (field) =>
    operators.map((operator) => {
      const several = operator === "any_of" || operator === "all_of"
      return [operator, Param.asFilter(several ? Param.list(param, max) : param, field, operator)]
    }),
})

/** Rows whose field equals the value: `field`. */
export const equals = <Input, Value>(param: Param.Required<Input, Value>): Filter<Input, Value> => make(param, ["eq"])

/**
 * Rows whose field lies in a range: `field`, `field.gt`, `field.gte`, `field.lt`, `field.lte`
 * (specification, Filter suffixes).
 */
export const range = <Input, Value>(param: Param.Required<Input, Value>): Filter<Input, Value, Comparison> =>
  make(param, compare)

/**
 * Rows whose field equals the value, or is one of a comma-separated list of at most `max` values:
 * `field`, `field.any_of`.
 */
export const anyOf = <Input, Value>(
  param: Param.Required<Input, Value>,
  max?: number,
): Filter<Input, Value, never, "any_of"> => make(param, ["eq", "any_of"], max)

/** {@link range} and {@link anyOf}. */
export const rangeOrAnyOf = <Input, Value>(
  param: Param.Required<Input, Value>,
  max?: number,
): Filter<Input, Value, Comparison, "any_of"> => make(param, [...compare, "any_of"], max)

/**
 * Rows whose array contains the value, any or all of a comma-separated list: `field`, `field.any_of`, `field.all_of`.
 */
export const contains = <Input, Value>(
  item: Param.Required<Input, Value>,
): Filter<Input, Value, never, "any_of" | "all_of"> => make(item, ["eq", "any_of", "all_of"])

/** The same filter, whose empty text or list counts as absent. */
export const orBlank = <Input, Value, C extends Comparison, S extends Several>(
  self: Filter<Input, Value, C, S>,
): Filter<Input | "", Value, C, S> => ({
  ...(self as Filter<Input | "", Value, C, S>),
  of: (field) => self.of(field).map(([operator, param]) => [operator, Param.orBlank(param)]),
})
