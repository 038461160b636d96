import * as Decoder from "@candela/core/declare/Decoder"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Predicate } from "effect"
import { runs } from "@candela/support/seeded"
import { eachInTurn } from "@candela/support/turns"
import { Chance, type Document, listDocument } from "./documents.js"
import { difference, type Row } from "./law.js"
import * as Rows from "./rows.js"

const CASES = runs(1_440)

/** Decoders are kept for so many documents, so that they meet rows of other kinds than those they know. */
const KEPT = 20

type AnyDecoder = Decoder.Decoder<unknown, unknown>

/** Documents of every kind, each with a decoder that knows others already: every second one generates no code. */
function* documents(seed: number): Generator<{
  readonly document: Document
  readonly decoder: AnyDecoder
  readonly chance: Chance
}> {
  const kept = new Map<Row, { readonly decoder: AnyDecoder; left: number }>()
  for (let i = 0; i < CASES; i++) {
    const chance = new Chance(seed + i)
    const row = Rows.all[i % Rows.all.length]!
    let keeping = kept.get(row)
    if (keeping === undefined || keeping.left-- === 0) {
      const decoder = Decoder.list({ envelope: Rows.Envelope, row: row.row, at: "results" })
      keeping = { decoder: chance.once(2) ? decoder : decoder.withoutCodeGeneration, left: KEPT }
      kept.set(row, keeping)
    }
    yield { document: listDocument(row.row.ast, "results", chance), decoder: keeping.decoder, chance }
  }
}

/** The documents that are decoded: their rows at once, and to be made objects a part at a time. */
function* decoded(seed: number) {
  for (const { chance, decoder, document } of documents(seed)) {
    const rows = decoder.rows(document.bytes)
    const lazyRows = decoder.lazyRows(document.bytes)
    if (Either.isRight(rows) && Either.isRight(lazyRows)) {
      yield { rows: rows.right.rows, lazyRows: lazyRows.right.rows, chance }
    }
  }
}

const assertSame = (a: unknown, b: unknown) => assert.isUndefined(difference(a, b))

/** The keys of a value, and of the values within, in their order. */
const keysOf = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(keysOf)
    : Predicate.isRecord(value)
      ? Object.entries(value).map(([key, inner]) => [key, keysOf(inner)])
      : ""

describe("rows that become objects a part at a time", () => {
  it.effect("come with the envelope, or the refusal, that the rows at once come with", () => {
    const seen = { decoded: 0, Refused: 0, Truncated: 0 }
    return eachInTurn(documents(500), ({ decoder, document }) => {
      const rows = decoder.rows(document.bytes)
      const lazyRows = decoder.lazyRows(document.bytes)
      if (Either.isRight(rows) && Either.isRight(lazyRows)) {
        seen.decoded++
        assertSame(lazyRows.right.envelope, rows.right.envelope)
        assert.strictEqual(lazyRows.right.rows.length, rows.right.rows.length)
      } else {
        assertSame(Either.flip(lazyRows), Either.flip(rows))
        seen[Either.getOrThrow(Either.flip(rows))._tag]++
      }
    }).pipe(
      Effect.andThen(() => {
        assert.isAbove(seen.decoded, CASES / 4)
        assert.isAbove(seen.Refused, CASES / 18)
        assert.isAbove(seen.Truncated, CASES / 9)
      }),
    )
  })

  it.effect("are the rows at once, to the order of their keys, wherever they are cut", () => {
    let parts = 0
    return eachInTurn(decoded(1_500), ({ chance, lazyRows, rows }) => {
      for (let times = 0; times < 6; times++) {
        const start = chance.below(rows.length + 3)
        const end = start + chance.below(rows.length + 3)
        const part = lazyRows.slice(start, end)
        assertSame(part, rows.slice(start, end))
        assert.deepStrictEqual(keysOf(part), keysOf(rows.slice(start, end)))
        if (part.length > 0) parts++
      }
    }).pipe(Effect.andThen(() => assert.isAbove(parts, CASES / 2)))
  })

  it.effect("are none past the end, and none between an index and the same or one before", () =>
    eachInTurn(decoded(2_500), ({ lazyRows, rows }) => {
      const { length } = rows
      assert.deepStrictEqual(lazyRows.slice(length, length + 9), [])
      assert.deepStrictEqual(lazyRows.slice(length + 7, length + 9), [])
      assert.deepStrictEqual(lazyRows.slice(length, 0), [])
      for (let index = 0; index <= length; index += 1 + (length >> 3)) {
        assert.deepStrictEqual(lazyRows.slice(index, index), [])
      }
      assert.strictEqual(lazyRows.slice(0, length + 1_000).length, length)
    }),
  )

  it.effect("are the reader's own: whatever is done to one changes no other", () => {
    let made = 0
    return eachInTurn(decoded(3_500), ({ lazyRows, rows }) => {
      const part = lazyRows.slice(0, rows.length) as ReadonlyArray<Record<string, unknown>>
      assert.strictEqual(new Set(part).size, rows.length)
      for (const row of part.filter((_, i) => i % 2 === 0)) {
        for (const key of Object.keys(row)) row[key] = "another"
        row["more"] = 1
        delete row[Object.keys(row)[0]!]
      }
      const again = lazyRows.slice(0, rows.length)
      for (const [i, row] of rows.entries()) {
        if (i % 2 === 1) assertSame(part[i], row)
        // Rows that were objects already are not made again.
        if (again[i] === part[i]) continue
        assertSame(again[i], row)
        made++
      }
    }).pipe(Effect.andThen(() => assert.isAbove(made, CASES / 4)))
  })
})
