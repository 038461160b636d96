/**
 * The exact reader, then the schema itself. It is the meaning of every other road, and alone says what is wrong with a document.
 */
import { Either, ParseResult, Predicate, Schema } from "effect"
import { combine, read, type Shape, shapeOf, shapeOfRows, under } from "../json/exactReader.js"
import { fromIssue, refused } from "./refusal.js"
import type { Refusal } from "./types.js"

export interface Whole {
  readonly envelope: unknown
  readonly rows: ReadonlyArray<unknown>
}

type Result<A> = Either.Either<A, Refusal>

/** The value at a path, and the document without it. A path that leads nowhere leads to `null`. */
interface Parted {
  readonly rows: unknown
  readonly rest: unknown
}

const part = (b: Uint8Array, document: unknown, at: ReadonlyArray<string>, depth = 0): Result<Parted> => {
  if (!Predicate.isRecord(document)) return Either.left(refused(b, at.slice(0, depth), "an object", document))
  const key = at[depth]!
  const value = Object.hasOwn(document, key) ? (document[key] ?? null) : null
  const { [key]: _, ...rest } = document
  if (value === null || depth === at.length - 1) return Either.right({ rows: value, rest })
  return Either.map(part(b, value, at, depth + 1), (inner) => ({
    rows: inner.rows,
    rest: { ...rest, [key]: inner.rest },
  }))
}

/** What the rows' array in a document of this envelope and row looks like to the exact reader. */
export const shapeOfList = (
  envelope: Schema.Schema.AnyNoContext,
  row: Schema.Schema.AnyNoContext,
  at: ReadonlyArray<string>,
): Shape | undefined =>
  combine([shapeOf(envelope.ast), at.reduceRight((shape, key) => under(key, shape), shapeOfRows(row.ast))])

export const list = (
  envelope: Schema.Schema.AnyNoContext,
  row: Schema.Schema.AnyNoContext,
  at: ReadonlyArray<string>,
): ((b: Uint8Array) => Result<Whole>) => {
  const shape = shapeOfList(envelope, row, at)
  const decodeEnvelope = ParseResult.decodeUnknownEither(envelope)
  const decodeRows = ParseResult.decodeUnknownEither(Schema.Array(row))
  return (b) =>
    Either.gen(function* () {
      const document = yield* read(b, shape)
      const parted = yield* part(b, document, at)
      const inEnvelope = yield* Either.mapLeft(decodeEnvelope(parted.rest), (issue) => fromIssue(b, [], issue))
      const rows =
        parted.rows === null ? [] : yield* Either.mapLeft(decodeRows(parted.rows), (issue) => fromIssue(b, at, issue))
      return { envelope: inEnvelope, rows }
    })
}

export const document = <A, I>(schema: Schema.Schema<A, I>): ((b: Uint8Array) => Result<A>) => {
  const shape = shapeOf(schema.ast)
  const decode = ParseResult.decodeUnknownEither(schema)
  return (b) =>
    Either.flatMap(read(b, shape), (value) =>
      Either.mapLeft(decode(value), (issue): Refusal => fromIssue(b, [], issue)),
    )
}
