import * as Either from "effect/Either"
import type * as AST from "effect/SchemaAST"
import { int64ReaderOf, items, type Shape } from "./int64.js"
import { skipDocument, text } from "./tokenizer.js"

export interface Truncated {
  readonly _tag: "Truncated"
  readonly detail: string
}

/** A shape that marks what either shape marks. */
export const merge = (self: Shape | undefined, that: Shape | undefined): Shape | undefined => {
  if (self === undefined || that === undefined) return self ?? that
  const within = new Map(self.within)
  for (const [key, shape] of that.within) within.set(key, merge(within.get(key), shape)!)
  return { ...self, exact: self.exact || that.exact, within }
}

/** The shape of an object or an array that has the schema's values under `key`. */
const under = (key: string | number | typeof items, ast: AST.AST): Shape | undefined => {
  const shape = shapeOf(ast)
  return shape && { ...shape, exact: false, within: new Map([[key, shape]]) }
}

const combine = (shapes: ReadonlyArray<Shape | undefined>): Shape | undefined => shapes.reduce(merge, undefined)

/** The shape of a schema; `undefined` if the schema has no exact integers. */
export const shapeOf = (ast: AST.AST): Shape | undefined => {
  const reader = int64ReaderOf(ast)
  if (reader !== undefined) return { reader, exact: true, within: new Map() }
  switch (ast._tag) {
    case "Transformation":
    case "Refinement":
      return shapeOf(ast.from)
    case "Union":
      return combine(ast.types.map(shapeOf))
    case "TypeLiteral":
      return combine(ast.propertySignatures.map((field) => under(String(field.name), field.type)))
    case "TupleType":
      return combine([
        ...ast.elements.map((element, index) => under(index, element.type)),
        ...ast.rest.map((element) => under(items, element.type)),
      ])
    default:
      return undefined
  }
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
  const document = new TextDecoder().decode(shape === undefined ? b : shape.reader.quote(b, shape))
  return Either.try({
    try: () => JSON.parse(document) as unknown,
    catch: () => ({ _tag: "Truncated", detail: describeFault(b) }),
  })
}
