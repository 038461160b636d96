/**
 * The exact reader, then the schema itself. Every fast path must give what this one gives, and only this one describes what is wrong with a document.
 */
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { combine, read, shapeOf, shapeOfRows, type Truncated, under } from "../json/exactReader.js"
import type { Check } from "./check.js"
import { fromIssue, refused, type Refused } from "./refusal.js"

export type Result<A> = Either.Either<A, Truncated | Refused>

/** What a list is made of: its envelope's schema, its rows' schema, and the keys that lead to the rows. */
export interface Options {
  readonly envelope: Schema.Schema.AnyNoContext
  readonly row: Schema.Schema.AnyNoContext
  readonly at: ReadonlyArray<string>
}

export interface List {
  readonly envelope: unknown
  readonly rows: ReadonlyArray<unknown>
}

/** Removes the value at a path from a parsed document and returns it; `null` where the path leads nowhere. */
const takeOut = (b: Uint8Array, document: unknown, at: ReadonlyArray<string>): Result<unknown> => {
  let around = document
  for (let depth = 0; ; depth++) {
    if (!Predicate.isRecord(around)) return Either.left(refused(b, at.slice(0, depth), "an object", around))
    const key = at[depth]!
    const value = Object.hasOwn(around, key) ? (around[key] ?? null) : null
    if (value === null || depth === at.length - 1) {
      // Copying the document without the key would take as long as parsing it.
      delete around[key]
      return Either.right(value)
    }
    around = value
  }
}

/** A decoder of lists. `check`, where it is given, is asked first for the rows; those that it refuses are the schema's to judge. */
export const list = ({ at, envelope, row }: Options, check?: Check): ((b: Uint8Array) => Result<List>) => {
  const shape = combine([
    shapeOf(envelope.ast),
    at.reduceRight((shape, key) => under(key, shape), shapeOfRows(row.ast)),
  ])
  const decodeEnvelope = ParseResult.decodeUnknownEither(envelope)
  const decodeRows = ParseResult.decodeUnknownEither(Schema.Array(row))
  const rowsOf = (b: Uint8Array, rows: unknown) => {
    const checked = rows === null ? [] : (check?.(rows) as ReadonlyArray<unknown> | undefined)
    return checked === undefined
      ? Either.mapLeft(decodeRows(rows), (issue): Truncated | Refused => fromIssue(b, at, issue))
      : Either.right(checked)
  }
  return (b) =>
    Either.flatMap(read(b, shape), (document) =>
      Either.flatMap(takeOut(b, document, at), (taken) =>
        Either.flatMap(
          Either.mapLeft(decodeEnvelope(document), (issue): Truncated | Refused => fromIssue(b, [], issue)),
          (envelope) => Either.map(rowsOf(b, taken), (rows) => ({ envelope, rows })),
        ),
      ),
    )
}

/**
 * A decoder of documents that hold one value: the whole document, or what stands under a key. An envelope that its schema refuses is empty: it says nothing of
 * the value.
 */
export const single = (
  envelope: Schema.Schema.AnyNoContext,
  value: Schema.Schema.AnyNoContext,
  at: string | undefined,
): ((b: Uint8Array) => Result<{ readonly envelope: unknown; readonly value: unknown }>) => {
  const whole: Schema.Schema.AnyNoContext = at === undefined ? value : Schema.Struct({ [at]: value })
  const shape = shapeOf(whole.ast)
  const decodeEnvelope = ParseResult.decodeUnknownEither(envelope)
  const decodeWhole = ParseResult.decodeUnknownEither(whole)
  return (b) =>
    Either.flatMap(read(b, shape), (document) =>
      Either.mapBoth(decodeWhole(document), {
        onLeft: (issue): Truncated | Refused => fromIssue(b, [], issue),
        onRight: (decoded: unknown) => ({
          envelope: Either.getOrElse(decodeEnvelope(document), () => ({})),
          value: at === undefined ? decoded : (decoded as Record<string, unknown>)[at],
        }),
      }),
    )
}
