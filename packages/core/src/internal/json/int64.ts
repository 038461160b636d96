import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import type * as AST from "effect/SchemaAST"

/** The annotation that marks an exact 64-bit integer in a schema. */
export const Int64Mark: unique symbol = Symbol.for("@candela/core/Int64")

export const isInt64 = (ast: AST.AST): boolean => ast.annotations[Int64Mark] === true

const DIGITS = /^-?(0|[1-9]\d{0,18})$/

/** Whether 64 bits hold the integer. */
const isInRange = (value: bigint): boolean => BigInt.asIntN(64, value) === value

/** The integer of a wire value; `undefined` if it is not a 64-bit integer, or not a safe one. */
export const parse = (input: string | number): bigint | undefined => {
  if (typeof input === "number") return Number.isSafeInteger(input) ? BigInt(input) : undefined
  if (!DIGITS.test(input)) return undefined
  const value = BigInt(input)
  return isInRange(value) ? value : undefined
}

const failure = (ast: AST.AST, actual: unknown) =>
  ParseResult.fail(new ParseResult.Type(ast, actual, "an exact 64-bit integer"))

const make = () =>
  Schema.transformOrFail(Schema.Union(Schema.String, Schema.Number), Schema.BigIntFromSelf, {
    strict: true,
    decode: (input, _, ast) => {
      const value = parse(input)
      return value === undefined ? failure(ast, input) : ParseResult.succeed(value)
    },
    encode: (value, _, ast) => (isInRange(value) ? ParseResult.succeed(String(value)) : failure(ast, value)),
  }).annotations({
    identifier: "Int64",
    jsonSchema: { type: "integer", format: "int64" },
    [Int64Mark]: true,
  })

export const Int64: Schema.Schema<bigint, string | number> = /* @__PURE__ */ make()
