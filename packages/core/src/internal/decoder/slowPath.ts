/**
 * The exact reader, then the schema itself. Every fast path must yield the same result, and only
 * this one describes the faults of a document.
 */
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as Structure from "../Structure.js"
import { exactAt, exactIn, read, type Truncated } from "../json/exactReader.js"
import { items } from "../json/int64.js"
import type { Check } from "./check.js"
import { faultOf, fromIssue, identity, infinity, type RejectedRow, ofRow, refused, type Rejection } from "./refusal.js"

export type DocumentResult<A> = Either.Either<A, Truncated | Rejection>

/** Schemas of a list's envelope and rows, and the keys that lead to the rows. */
export interface ListSchemas {
  readonly envelope: Schema.Schema.AnyNoContext
  readonly row: Schema.Schema.AnyNoContext
  readonly at: ReadonlyArray<string>
}

export interface DecodedList {
  readonly envelope: unknown
  readonly rows: ReadonlyArray<unknown>
  /** Skipped rows, if there are any. */
  readonly invalid?: ReadonlyArray<RejectedRow>
}

/**
 * Removes the value at a path from a parsed document and returns it, or `null` if there is none.
 * Without a path the document is the value.
 */
const takeOut = (b: Uint8Array, document: unknown, at: ReadonlyArray<string>): DocumentResult<unknown> => {
  let value = document
  for (const [depth, key] of at.entries()) {
    if (!Predicate.isRecord(value))
      return Either.left(refused(b, { path: at.slice(0, depth), expected: "an object", actual: value }))
    const around = value
    // protects: What every object inherits is no part of a document.
    // mutant: "takes nothing that every object inherits for rows": Object.hasOwn(around, key) ? (around[key] ?? null) :
    // → around[key] ??
    value = Object.hasOwn(around, key) ? (around[key] ?? null) : null
    if (value !== null && depth < at.length - 1) continue
    // Copying the document without the key would take as long as parsing it.
    delete around[key]
    break
  }
  return Either.right(value)
}

/**
 * Makes a decoder of lists. `check`, if given, is tried first on all rows, then on each; the schema
 * decodes those that it rejects. With `skipping`, rows that the schema rejects are omitted.
 */
export const list = (
  { at, envelope, row }: ListSchemas,
  check?: Check,
): ((b: Uint8Array, skipping?: boolean) => DocumentResult<DecodedList>) => {
  const exact = [...exactIn(Structure.of(envelope.ast)), ...exactAt([...at, items], Structure.of(row.ast))]
  const decodeEnvelope = ParseResult.decodeUnknownEither(envelope)
  const decodeRow = ParseResult.decodeUnknownEither(row)
  const rowByRow = (
    b: Uint8Array,
    document: unknown,
    taken: ReadonlyArray<unknown>,
    skipping: boolean | undefined,
  ): DocumentResult<Omit<DecodedList, "envelope">> => {
    const rows: Array<unknown> = []
    const invalid: Array<RejectedRow> = []
    for (const [index, value] of taken.entries()) {
      const checked = check?.([value]) as ReadonlyArray<unknown> | undefined
      const decoded = checked ? Either.right(checked[0]) : decodeRow(value)
      const path = [...at, index]
      const fault = Either.isLeft(decoded) ? faultOf(decoded.left, path) : infinity(path, value, decoded.right)
      if (fault === undefined) {
        rows.push(Either.getOrThrow(decoded))
        continue
      }
      const which = identity(document, index, value)
      if (!skipping) return Either.left({ ...refused(b, fault), ...which })
      // protects: Skipping rows takes time that is linear in the length of the document.
      // mutant: "in time that grows with the document alone": ofRow(value → refused(b
      invalid.push({ ...which, ...ofRow(value, fault) })
    }
    return Either.right(invalid.length === 0 ? { rows } : { rows, invalid })
  }
  return (b, skipping) =>
    Either.flatMap(read(b, exact), (document) =>
      Either.flatMap(takeOut(b, document, at), (taken) =>
        Either.flatMap(
          Either.mapLeft(decodeEnvelope(taken === document ? {} : document), (issue): Truncated | Rejection =>
            fromIssue(b, [], issue),
          ),
          (envelope) => {
            // protects: A number beyond the range of a double beside the rows is refused.
            // mutant: "is refused with a number beyond a double": envelope → undefined
            const fault = infinity([], document, envelope)
            if (fault !== undefined) return Either.left(refused(b, fault))
            const rows = taken === null ? [] : (check?.(taken) as ReadonlyArray<unknown> | undefined)
            if (rows !== undefined) return Either.right({ envelope, rows })
            return Array.isArray(taken)
              ? Either.map(rowByRow(b, document, taken, skipping), (rows) => ({ envelope, ...rows }))
              : Either.left(refused(b, { path: at, expected: "an array", actual: taken }))
          },
        ),
      ),
    )
}

/**
 * Makes a decoder of documents with one value: the whole document, or the value under a key. If the
 * schema rejects the envelope, the envelope is empty: the value may still be right.
 */
export const single = (
  envelope: Schema.Schema.AnyNoContext,
  value: Schema.Schema.AnyNoContext,
  at: string | undefined,
): ((b: Uint8Array) => DocumentResult<{ readonly envelope: unknown; readonly value: unknown }>) => {
  const whole: Schema.Schema.AnyNoContext = at === undefined ? value : Schema.Struct({ [at]: value })
  const exact = exactAt(at === undefined ? [] : [at], Structure.of(value.ast))
  const decodeEnvelope = ParseResult.decodeUnknownEither(envelope)
  const decodeWhole = ParseResult.decodeUnknownEither(whole)
  return (b) =>
    Either.flatMap(read(b, exact), (document) =>
      Either.flatMap(
        Either.mapLeft(decodeWhole(document), (issue): Truncated | Rejection => fromIssue(b, [], issue)),
        (decoded: unknown) => {
          const fault = infinity([], document, decoded)
          if (fault !== undefined) return Either.left(refused(b, fault))
          return Either.right({
            envelope: Either.getOrElse(decodeEnvelope(document), () => ({})),
            value: at === undefined ? decoded : (decoded as Record<string, unknown>)[at],
          })
        },
      ),
    )
}
