/** The schema of exact 64-bit integers, and their reader. */
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import type * as AST from "effect/SchemaAST"
import { items, type Shape } from "./exactReader.js"
import { Int64Mark, type Int64Reader } from "./int64.js"
import { readInt64 } from "./scalars.js"
import { eachValue, skipInteger, skipSpace, skipValue, start } from "./tokenizer.js"

const DIGITS = /^-?(0|[1-9]\d{0,18})$/

/** Whether 64 bits hold the integer. */
const isInRange = (value: bigint): boolean => BigInt.asIntN(64, value) === value

/** The integer of a wire value; `undefined` if it is not a 64-bit integer, or not a safe one. */
const parse = (input: unknown): bigint | undefined => {
  if (typeof input === "number") return Number.isSafeInteger(input) ? BigInt(input) : undefined
  if (typeof input !== "string" || !DIGITS.test(input)) return undefined
  const value = BigInt(input)
  return isInRange(value) ? value : undefined
}

/** The length of a sign and nineteen digits. */
const LONGEST = 20

/** Collects start and end of each integer token that the shape marks. */
const findExact = (b: Uint8Array, p: number, shape: Shape | undefined, found: Array<number>): number => {
  if (shape === undefined) return skipValue(b, p)
  if (b[p] === 123 || b[p] === 91) {
    return eachValue(b, p, (key, value) =>
      findExact(
        b,
        value,
        shape.within.get(key) ?? (typeof key === "number" ? shape.within.get(items) : undefined),
        found,
      ),
    )
  }
  const end = skipValue(b, p)
  if (shape.exact && end > p && skipInteger(b, p) === end && end - p <= LONGEST) found.push(p, end)
  return end
}

const quote = (b: Uint8Array, shape: Shape): Uint8Array => {
  const found: Array<number> = []
  findExact(b, skipSpace(b, start(b)), shape, found)
  const out = new Uint8Array(b.length + found.length)
  let copied = 0
  let at = 0
  for (const position of found) {
    out.set(b.subarray(copied, position), at)
    at += position - copied
    out[at++] = 34
    copied = position
  }
  out.set(b.subarray(copied), at)
  return out
}

const reader: Int64Reader = { parse, read: readInt64, quote }

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
    [Int64Mark]: reader,
  })

export const Int64: Schema.Schema<bigint, string | number> = /* @__PURE__ */ make()
