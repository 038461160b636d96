import * as Either from "effect/Either"
import * as Structure from "../Structure.js"
import { type Exact, items, readerOf } from "./int64.js"
import { skipDocument, text } from "./tokenizer.js"

export interface Truncated {
  readonly _tag: "Truncated"
  readonly detail: string
}

/** Returns the exact integers in values of a type that stand at a path. */
export const exactAt = (at: Exact["path"], type: Structure.Type): ReadonlyArray<Exact> =>
  exactIn(type).map(({ path, reader }) => ({ reader, path: [...at, ...path] }))

/** Returns the exact integers in values of a type. */
export const exactIn = (type: Structure.Type): ReadonlyArray<Exact> => {
  const reader = readerOf(type)
  if (reader !== undefined) return [{ reader, path: [] }]
  switch (type._tag) {
    case "Union":
      return type.types.flatMap(exactIn)
    case "Struct":
      return Structure.fieldsOf(type).flatMap((field) => exactAt([field.wireKey], Structure.ofField(field)))
    case "List":
      return exactAt([items], type.item)
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
 * Parses a document like `JSON.parse`, except that the exact integers become strings of their
 * digits. They are put in quotation marks before `JSON.parse` reads the text, so escapes, repeated
 * keys and nesting are read as by `JSON.parse`.
 */
export const read = (b: Uint8Array, exact: ReadonlyArray<Exact>): Either.Either<unknown, Truncated> => {
  const document = new TextDecoder().decode(exact[0]?.reader.quote(b, exact) ?? b)
  try {
    return Either.right(JSON.parse(document))
  } catch {
    return Either.left({ _tag: "Truncated", detail: describeFault(b) })
  }
}
