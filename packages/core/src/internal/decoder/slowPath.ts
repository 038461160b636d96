/**
 * The exact reader, then the schema itself. Every fast path must give what this one gives, and only this one describes what is wrong with a document.
 */
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { exactIn, read, type Truncated } from "../json/exactReader.js"
import type { Exact } from "../json/int64.js"
import type { Check } from "./check.js"
import { fromIssue, identity, type InvalidRow, ofRow, refused, type Refused } from "./refusal.js"

export type Result<A> = Either.Either<A, Truncated | Refused>

/** The schemas of a list's envelope and rows, and the keys that lead to the rows. */
export interface Options {
  readonly envelope: Schema.Schema.AnyNoContext
  readonly row: Schema.Schema.AnyNoContext
  readonly at: ReadonlyArray<string>
}

export interface List {
  readonly envelope: unknown
  readonly rows: ReadonlyArray<unknown>
  /** The rows that were skipped, if there are any. */
  readonly invalid?: ReadonlyArray<InvalidRow>
}

/** Stands for what the schema is still to say. */
const unchecked: Truncated = { _tag: "Truncated", detail: "" }

/** Removes the value at a path from a parsed document and returns it, or `null` if there is none. */
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

/**
 * A decoder of lists. `check`, if there is one, is tried first on all rows. Only if it rejects one, the document is read with all digits of its identifiers (that
 * takes longer, and hardly any identifier needs it), and the schema decodes the rows that the check rejects. With `skipping`, a row that the schema refuses is
 * left out.
 */
export const list = (
  { at, envelope, row }: Options,
  check?: Check,
): ((b: Uint8Array, skipping?: boolean) => Result<List>) => {
  const around = at.reduceRight<Schema.Schema.AnyNoContext>(
    (schema, key) => Schema.Struct({ [key]: schema }),
    Schema.Array(row),
  )
  const exact = [...exactIn(envelope.ast), ...exactIn(around.ast)]
  const decodeEnvelope = ParseResult.decodeUnknownEither(envelope)
  const decodeRow = ParseResult.decodeUnknownEither(row)
  type RowsOf = (taken: unknown, document: unknown) => Result<Omit<List, "envelope">>
  const byCheck =
    (check: Check): RowsOf =>
    (taken) => {
      const rows = check(taken) as ReadonlyArray<unknown> | undefined
      return rows === undefined ? Either.left(unchecked) : Either.right({ rows })
    }
  const rowByRow =
    (b: Uint8Array, skipping: boolean | undefined): RowsOf =>
    (taken, document) => {
      if (!Array.isArray(taken)) return Either.left(refused(b, at, "an array", taken))
      const rows: Array<unknown> = []
      const invalid: Array<InvalidRow> = []
      for (const [index, value] of taken.entries()) {
        const checked = check?.([value]) as ReadonlyArray<unknown> | undefined
        const decoded = checked ? Either.right(checked[0]) : decodeRow(value)
        if (Either.isRight(decoded)) {
          rows.push(decoded.right)
          continue
        }
        const path = [...at, index]
        const which = identity(document, index, value)
        if (!skipping) return Either.left({ ...fromIssue(b, path, decoded.left), ...which })
        invalid.push({ ...which, ...ofRow(path, value, decoded.left) })
      }
      return Either.right(invalid.length === 0 ? { rows } : { rows, invalid })
    }
  const decode = (b: Uint8Array, exact: ReadonlyArray<Exact>, rowsOf: RowsOf): Result<List> =>
    Either.flatMap(read(b, exact), (document) =>
      Either.flatMap(takeOut(b, document, at), (taken) =>
        Either.flatMap(
          Either.mapLeft(decodeEnvelope(document), (issue): Truncated | Refused => fromIssue(b, [], issue)),
          (envelope) => Either.map(rowsOf(taken ?? [], document), (rows) => ({ envelope, ...rows })),
        ),
      ),
    )
  const slow = (b: Uint8Array, skipping?: boolean) => decode(b, exact, rowByRow(b, skipping))
  if (check === undefined) return slow
  const integers = exact.filter(({ reader }) => reader._tag === "bigint")
  return (b, skipping) =>
    Either.orElse(decode(b, integers, byCheck(check)), (why) =>
      why === unchecked ? slow(b, skipping) : Either.left(why),
    )
}

/**
 * A decoder of documents that hold one value: the whole document, or the value under a key. If the schema refuses the envelope, the envelope is empty: the
 * value may still be right.
 */
export const single = (
  envelope: Schema.Schema.AnyNoContext,
  value: Schema.Schema.AnyNoContext,
  at: string | undefined,
): ((b: Uint8Array) => Result<{ readonly envelope: unknown; readonly value: unknown }>) => {
  const whole: Schema.Schema.AnyNoContext = at === undefined ? value : Schema.Struct({ [at]: value })
  const exact = exactIn(whole.ast)
  const decodeEnvelope = ParseResult.decodeUnknownEither(envelope)
  const decodeWhole = ParseResult.decodeUnknownEither(whole)
  return (b) =>
    Either.flatMap(read(b, exact), (document) =>
      Either.mapBoth(decodeWhole(document), {
        onLeft: (issue): Truncated | Refused => fromIssue(b, [], issue),
        onRight: (decoded: unknown) => ({
          envelope: Either.getOrElse(decodeEnvelope(document), () => ({})),
          value: at === undefined ? decoded : (decoded as Record<string, unknown>)[at],
        }),
      }),
    )
}
