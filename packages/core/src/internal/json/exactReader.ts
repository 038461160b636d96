import * as Either from "effect/Either"
import type * as AST from "effect/SchemaAST"
import { type Exact, int64ReaderOf, items } from "./int64.js"
import { skipDocument, text } from "./tokenizer.js"

export interface Truncated {
  readonly _tag: "Truncated"
  readonly detail: string
}

const under = (step: Exact["path"][number], ast: AST.AST): ReadonlyArray<Exact> =>
  exactIn(ast).map(({ path, reader }) => ({ reader, path: [step, ...path] }))

/** Returns the exact integers in the values of a schema. */
export const exactIn = (ast: AST.AST): ReadonlyArray<Exact> => {
  const reader = int64ReaderOf(ast)
  if (reader !== undefined) return [{ reader, path: [] }]
  switch (ast._tag) {
    case "Transformation":
    case "Refinement":
      return exactIn(ast.from)
    case "Union":
      return ast.types.flatMap(exactIn)
    case "TypeLiteral":
      return ast.propertySignatures.flatMap((field) => under(String(field.name), field.type))
    case "TupleType":
      return [
        ...ast.elements.flatMap((element, index) => under(index, element.type)),
        ...ast.rest.flatMap((element) => under(items, element.type)),
      ]
    default:
      return []
  }
}

const describeFault = (b: Uint8Array): string => {
  const p = ~skipDocument(b)
  if (p < 0) return "the document is not JSON"
  if (p >= b.length) return `the document ends at byte ${b.length}, before it is whole`
  const [word] = /^(Infinity|NaN|undefined|None|True|False)\b/.exec(text(b, p, p + 20)) ?? []
  if (word !== undefined) return `the document is not JSON: byte ${p} is ${word}, which JSON does not have`
  return `the document is not JSON: byte ${p} begins ${JSON.stringify(text(b, p, p + 20))}`
}

/**
 * Parses a document like `JSON.parse`, except that the exact integers become strings of their digits. They are put in quotation marks before `JSON.parse` reads
 * the text, so escapes, repeated keys and nesting are read as by `JSON.parse`.
 */
export const read = (b: Uint8Array, exact: ReadonlyArray<Exact>): Either.Either<unknown, Truncated> => {
  const document = new TextDecoder().decode(exact[0]?.reader.quote(b, exact) ?? b)
  return Either.try({
    try: () => JSON.parse(document) as unknown,
    catch: () => ({ _tag: "Truncated", detail: describeFault(b) }),
  })
}
