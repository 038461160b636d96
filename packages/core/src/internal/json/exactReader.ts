import * as Either from "effect/Either"
import type * as AST from "effect/SchemaAST"
import { isInt64 } from "./int64.js"
import { eachElement, eachMember, skipDocument, skipInteger, skipSpace, skipValue, start, text } from "./tokenizer.js"

/** Marks the exact 64-bit integers in a document. */
export interface Shape {
  readonly exact: boolean
  /** By key; elements of a tuple by index. */
  readonly fields: ReadonlyMap<string, Shape>
  /** The (other) elements of an array. */
  readonly items: Shape | undefined
}

export interface Truncated {
  readonly _tag: "Truncated"
  readonly detail: string
}

/** A shape that marks what either shape marks. */
export const merge = (self: Shape | undefined, that: Shape | undefined): Shape | undefined => {
  if (self === undefined || that === undefined) return self ?? that
  const fields = new Map(self.fields)
  for (const [key, shape] of that.fields) fields.set(key, merge(fields.get(key), shape)!)
  return { exact: self.exact || that.exact, fields, items: merge(self.items, that.items) }
}

/** A shape one level further out: of an object that has the value under `key`. */
const under = (key: string, shape: Shape | undefined): Shape | undefined =>
  shape && { exact: false, fields: new Map([[key, shape]]), items: undefined }

const combine = (shapes: ReadonlyArray<Shape | undefined>): Shape | undefined => shapes.reduce(merge, undefined)

const arrayOf = (shape: Shape | undefined): Shape | undefined =>
  shape && { exact: false, fields: new Map(), items: shape }

/** The shape of a schema; `undefined` if the schema has no exact integers. */
export const shapeOf = (ast: AST.AST): Shape | undefined => {
  if (isInt64(ast)) return { exact: true, fields: new Map(), items: undefined }
  switch (ast._tag) {
    case "Transformation":
    case "Refinement":
      return shapeOf(ast.from)
    case "Union":
      return combine(ast.types.map(shapeOf))
    case "TypeLiteral":
      return combine(ast.propertySignatures.map((field) => under(String(field.name), shapeOf(field.type))))
    case "TupleType":
      return combine([
        ...ast.elements.map((element, index) => under(String(index), shapeOf(element.type))),
        ...ast.rest.map((element) => arrayOf(shapeOf(element.type))),
      ])
    default:
      return undefined
  }
}

/** The length of a sign and nineteen digits. */
const LONGEST = 20

/** Collects start and end of each integer token that the shape marks. */
const findExact = (b: Uint8Array, p: number, shape: Shape | undefined, found: Array<number>): number => {
  if (shape === undefined) return skipValue(b, p)
  switch (b[p]) {
    case 123:
      return eachMember(b, p, (key, value) => findExact(b, value, shape.fields.get(key), found))
    case 91:
      return eachElement(b, p, (index, value) =>
        findExact(
          b,
          value,
          (shape.fields.size > 0 ? shape.fields.get(String(index)) : undefined) ?? shape.items,
          found,
        ),
      )
    default: {
      const end = skipValue(b, p)
      if (shape.exact && end > p && skipInteger(b, p) === end && end - p <= LONGEST) found.push(p, end)
      return end
    }
  }
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

const describeFault = (b: Uint8Array): string => {
  const p = ~skipDocument(b)
  if (p < 0) return "the document is not JSON"
  if (p >= b.length) return `the document ends at byte ${b.length}, before it is whole`
  return `the document is not JSON: byte ${p} begins ${JSON.stringify(text(b, p, p + 20))}`
}

/**
 * Parses a document like `JSON.parse`, except that the integers that the shape marks become strings of their digits. They are put in quotation marks before
 * `JSON.parse` reads the text, so escapes, repeated keys and nesting are read as by `JSON.parse`.
 */
export const read = (b: Uint8Array, shape: Shape | undefined): Either.Either<unknown, Truncated> => {
  const document = new TextDecoder().decode(shape === undefined ? b : quote(b, shape))
  return Either.try({
    try: () => JSON.parse(document) as unknown,
    catch: () => ({ _tag: "Truncated", detail: describeFault(b) }),
  })
}
