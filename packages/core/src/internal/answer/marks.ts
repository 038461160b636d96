/** Marks by which a document is known as an answer of the service. */
import * as Predicate from "effect/Predicate"
import type * as Endpoint from "../../declare/Endpoint.js"
import * as Structure from "../Structure.js"

/** Words of success in the `status` of an answer, in capitals. */
const successes = ["OK", "SUCCESS", "DELAYED"]

/** Whether the `status` of an answer without rows is a word that the service does not send. */
export const isUnknownStatus = (status: unknown): boolean =>
  typeof status === "string" && !successes.includes(status.toUpperCase())

/** Fields around the rows or the value. Their types are those of the service. */
const marks: Readonly<Record<string, Predicate.Predicate<unknown>>> = {
  status: (status) => Predicate.isString(status) && !isUnknownStatus(status),
  request_id: Predicate.isNotNullable,
  next_url: () => true,
  count: Predicate.isNumber,
  queryCount: Predicate.isNumber,
  resultsCount: Predicate.isNumber,
}

/** Whether a decoded value has more than the fields that surround any value. */
export const isValue = (value: object): boolean => Object.keys(value).some((key) => !(key in marks))

/** Returns the value at the keys of a document. */
const valueAt = (document: unknown, at: string): unknown =>
  at
    .split(".")
    .filter(Boolean)
    .reduce((value, key) => (Predicate.isRecord(value) ? value[key] : undefined), document)

/** Whether an object has a field of a schema. */
const hasFieldOf = (value: unknown, schema: Endpoint.Single<unknown, unknown, Endpoint.Params>["value"]): boolean =>
  Predicate.isRecord(value) &&
  (Structure.fields(schema.ast) ?? []).some(({ wireKey }) => Object.hasOwn(value, wireKey) && !(wireKey in marks))

/**
 * Whether a parsed document has a mark of the service: a `status`, a `request_id`, a `next_url`, a count, or rows,
 * also none, at their place. Where the document is the value or the array of rows itself, their fields are the marks.
 */
export const hasMark = (endpoint: Endpoint.Any, document: unknown): boolean => {
  if (endpoint.kind !== "single" && endpoint.at === "") {
    if (Array.isArray(document)) return document.length === 0 || document.some((row) => hasFieldOf(row, endpoint.row))
  } else if (endpoint.kind === "single" && endpoint.at === undefined) {
    if (hasFieldOf(document, endpoint.value)) return true
  } else if (Predicate.isObject(valueAt(document, endpoint.at!))) return true
  return (
    Predicate.isRecord(document) &&
    Object.entries(marks).some(([key, isMark]) => key in document && isMark(document[key]))
  )
}
