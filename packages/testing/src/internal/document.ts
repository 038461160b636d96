/** Changes to the documents of the service: JSON objects with an envelope and, mostly, rows. */
import * as Predicate from "effect/Predicate"
import * as ExactJson from "../ExactJson.js"

/** A JSON object, whose numbers are exact. */
export type JsonObject = Record<string, unknown>

const isObject = (value: unknown): value is JsonObject => Predicate.isRecord(value) && !Array.isArray(value)

const arraysIn = (object: JsonObject) =>
  Object.values(object).filter(
    (value): value is Array<unknown> => Array.isArray(value) && value.length > 0 && value.every(isObject),
  )

/** Returns the array of rows: beside the envelope, or in an object there (`results.values`). */
export const rowsOf = (document: JsonObject): Array<unknown> | undefined =>
  [document, ...Object.values(document).filter(isObject)].flatMap(arraysIn)[0]

/** Returns the rows as objects; a document with one value is, or contains, its only row. */
export const objectsOf = (document: JsonObject): ReadonlyArray<JsonObject> => {
  const rows = rowsOf(document)
  return rows === undefined ? [Object.values(document).find(isObject) ?? document] : rows.filter(isObject)
}

/** Returns the `next_url` of a document; `undefined` if it has none, or the bytes are not a document. */
export const nextUrlOf = (bytes: Uint8Array): string | undefined => {
  const document = ExactJson.parse(new TextDecoder().decode(bytes))
  const next = isObject(document) ? document["next_url"] : undefined
  return typeof next === "string" ? next : undefined
}

/** Replaces a value and each value within it by the result of `change`. */
export const replaceEach = (value: unknown, change: (value: unknown, key: string) => unknown, key = ""): unknown => {
  if (Array.isArray(value)) return value.map((item) => replaceEach(item, change, key))
  if (!isObject(value)) return change(value, key)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaceEach(item, change, key)]))
}

/**
 * Changes a document. `undefined` if the bytes are not a document, or `change` returns nothing
 * because it does not apply.
 */
export const edit = (
  bytes: Uint8Array,
  change: (document: JsonObject) => JsonObject | undefined,
): Uint8Array | undefined => {
  const document = ExactJson.parse(new TextDecoder().decode(bytes))
  const changed = isObject(document) ? change(document) : undefined
  return changed === undefined ? undefined : new TextEncoder().encode(ExactJson.stringify(changed))
}
