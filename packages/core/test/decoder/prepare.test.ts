import * as Decoder from "@candela/core/declare/Decoder"
import * as Field from "@candela/core/declare/Field"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, Schema } from "effect"
import * as FastPath from "../../src/internal/decoder/fastPath.js"
import { eachInTurn } from "@candela/support/turns"
import { Chance, listDocument } from "./documents.js"
import { difference } from "./law.js"
import * as Rows from "./rows.js"
import { watchFunction } from "./watchFunction.js"

type AnyDecoder = Decoder.Decoder<unknown, unknown>

const decoderOf = (row: Schema.Schema.AnyNoContext): AnyDecoder =>
  Decoder.list({ envelope: Rows.Envelope, row, at: "results" })

/** What a decoder makes of a document: its rows as columns, as objects made later, and as objects. */
const readings = (decoder: AnyDecoder | FastPath.ListDecoder, bytes: Uint8Array) => {
  const columns = decoder.columns(bytes) as ReturnType<FastPath.ListDecoder["columns"]>
  return {
    columns: columns.pipe(
      Either.map(({ envelope, rows }) => [envelope, rows.columns, rows.present, rows.toRows()]),
      Either.merge,
    ),
    lazyRows: decoder.lazyRows(bytes).pipe(
      Either.map(({ envelope, rows }) => ({ envelope, rows: rows.slice(0, rows.length) })),
      Either.merge,
    ),
    rows: Either.merge(decoder.rows(bytes)),
  }
}

const assertSame = (a: unknown, b: unknown, message?: string) => assert.isUndefined(difference(a, b), message)

const bytes = (text: string) => new TextEncoder().encode(text)

/** Rows of bars, enough of them for code to be made; some lack the optional fields. */
const bars = Array.from({ length: 200 }, (_, i) => ({
  v: i,
  ...(i % 5 === 0 ? {} : { vw: i / 8 }),
  o: 1.5,
  c: -2,
  h: 3,
  l: 0.5,
  t: 1_700_000_000_000 + i,
  ...(i % 3 === 0 ? {} : { n: i }),
  ...(i % 50 === 7 ? { otc: true } : {}),
}))

const written = (keysOf: (row: object) => ReadonlyArray<string>, space = 0): Uint8Array => {
  const results = bars.map((row) => Object.fromEntries(keysOf(row).map((key) => [key, (row as never)[key]])))
  return bytes(JSON.stringify({ status: "OK", results }, undefined, space))
}

const inOrder = (row: object) => Object.keys(row)
const reversed = (row: object) => Object.keys(row).reverse()
const sorted = (row: object) => Object.keys(row).sort()

const documents = {
  "in the layout's order": written(inOrder),
  "in the opposite order": written(reversed),
  "in alphabetical order": written(sorted),
  "with white space": written(inOrder, 2),
  "in alphabetical order with white space": written(sorted, 1),
  "in two orders by turns": written((row) => ("vw" in row ? sorted(row) : inOrder(row))),
}

/** What each of the documents is read as. */
const expected = bars.map(({ v, vw, o, c, h, l, t, n, otc }) => ({
  volume: v,
  ...(vw === undefined ? {} : { vwap: vw }),
  open: o,
  close: c,
  high: h,
  low: l,
  timestamp: t,
  ...(n === undefined ? {} : { transactions: n }),
  ...(otc === undefined ? {} : { otc }),
}))

describe("a prepared decoder", () => {
  it.effect("reads every document as one that is not prepared", () => {
    const scanned = [Rows.Bar, Rows.Quote, Rows.DailySummary]
    let decoded = 0
    const seeds = Array.from({ length: 70 }, (_, i) => 77_000 + i)
    return eachInTurn(seeds, (seed) => {
      const chance = new Chance(seed)
      // One in eight is of any rows.
      const row = chance.once(8) ? chance.pick(Rows.all).row : chance.pick(scanned)
      const at = chance.once(6) ? "results.values" : "results"
      const make = () => {
        const options = { envelope: Rows.Envelope, row, at: at.split("."), generating: true }
        // The second row of a document meets the code that was made for the made-up ones.
        return FastPath.make({ ...options, generateAfter: 1 })
      }
      const prepared = make()
      prepared.prepare()
      const { bytes, how } = listDocument(row.ast, at, chance)
      const found = readings(prepared, bytes)
      assertSame(found, readings(make(), bytes), `seed ${seed}: ${how}`)
      if (Array.isArray(found.columns)) decoded++
    }).pipe(Effect.andThen(() => assert.isAbove(decoded, 20)))
  })

  for (const [how, document] of Object.entries(documents)) {
    it(`reads rows ${how}`, () => {
      const prepared = decoderOf(Rows.Bar)
      prepared.prepare()
      const found = readings(prepared, document)
      assertSame(found, readings(decoderOf(Rows.Bar), document))
      assertSame(found.rows, { envelope: { status: "OK" }, rows: expected })
    })
  }

  it("may be prepared again at any time", () => {
    const orders = Object.values(documents)
    for (let seed = 0; seed < 6; seed++) {
      const chance = new Chance(seed)
      const decoder = decoderOf(Rows.Bar)
      for (const document of chance.shuffle(orders)) {
        for (let times = chance.below(3); times > 0; times--) decoder.prepare()
        for (const form of chance.shuffle(["rows", "lazyRows"] as const)) {
          const { rows } = Either.getOrThrow(decoder[form](document))
          assertSame(rows.slice(0, rows.length), expected)
          if (chance.once(2)) decoder.prepare()
        }
      }
      assertSame(readings(decoder, orders[0]!).rows, { envelope: { status: "OK" }, rows: expected })
    }
  })

  it("leaves rows alone that were read before, and become objects after", () => {
    const decoder = decoderOf(Rows.Bar)
    const { rows } = Either.getOrThrow(
      decoder.lazyRows(bytes(`{"status":"OK","results":[${JSON.stringify(bars[1])}]}`)),
    )
    decoder.prepare()
    assertSame(rows.slice(0, 9), expected.slice(1, 2))
  })

  it("refuses as one that is not prepared, by the path in the document", () => {
    const prepared = decoderOf(Rows.Bar)
    prepared.prepare()
    const text = new TextDecoder().decode(documents["in the layout's order"]).replace(`"v":150,`, `"v":"150",`)
    const refusal = Either.getOrThrow(Either.flip(prepared.lazyRows(bytes(text))))
    assert.deepInclude(refusal, { _tag: "Refused", path: "results[150].v", expected: "number", actual: `"150"` })
    assertSame(refusal, Either.getOrThrow(Either.flip(decoderOf(Rows.Bar).lazyRows(bytes(text)))))
    const cut = bytes(text.slice(0, 4_000))
    assert.deepInclude(Either.getOrThrow(Either.flip(prepared.lazyRows(cut))), { _tag: "Truncated" })
  })
})

describe("preparing a decoder", () => {
  const document = documents["in the layout's order"]

  it("compiles what reads the first rows in the layout's order, once", () => {
    const made = watchFunction(false)
    const decoder = decoderOf(Rows.Bar)
    decoder.prepare()
    const before = made.length
    assert.isAbove(before, 0)
    decoder.prepare()
    Either.getOrThrow(decoder.columns(document))
    decoder.prepare()
    assert.lengthOf(made, before)
  })

  it("compiles nothing for a decoder without code generation, and reads nothing", () => {
    const made = watchFunction(true)
    let tested = 0
    const Tested = Field.struct({
      n: Field.required(Schema.Number.pipe(Schema.filter(() => ++tested > 0))),
      big: Field.required(Field.Int64),
    })
    for (const { row } of [...Rows.all, { row: Tested }]) {
      const decoder = decoderOf(row).withoutCodeGeneration
      decoder.prepare()
      decoder.prepare()
    }
    assert.strictEqual(tested, 0)
    const decoder = decoderOf(Rows.Bar).withoutCodeGeneration
    decoder.prepare()
    assertSame(Either.getOrThrow(decoder.rows(document)).rows, expected)
    assert.deepStrictEqual(made, [])
  })

  /** Rows that hold one number that a schema may refuse. */
  const tests: ReadonlyArray<readonly [name: string, row: Schema.Schema.AnyNoContext, good: string, refused: string]> =
    [
      ["a filter", Field.struct({ n: Field.required(Schema.Number.pipe(Schema.between(0.25, 0.75))) }), "0.5", "25"],
      ["an integer", Field.struct({ n: Field.required(Schema.Int) }), "5", "123.4567"],
      [
        "a filter of an exact integer",
        Field.struct({ n: Field.required(Field.Int64.pipe(Schema.negativeBigInt())) }),
        "-1",
        "1",
      ],
      [
        "a filter that throws",
        Field.struct({
          n: Field.required(
            Schema.Number.pipe(
              Schema.filter((n) => {
                if (n > 1) throw new Error("more than one")
                return true
              }),
            ),
          ),
        }),
        "1",
        `"1"`,
      ],
      [
        "literals",
        Field.struct({
          side: Field.optional(Schema.Literal("buy", "sell")),
          ...Object.fromEntries(["n", "a", "b"].map((name) => [name, Field.optional(Schema.Number)])),
        }),
        `1,"side":"buy"`,
        `1,"side":"A"`,
      ],
      [
        "a filter of the whole row",
        Field.struct({ n: Field.required(Schema.Number) }).pipe(Schema.filter(({ n }) => n < 1)),
        "0",
        "2",
      ],
    ]
  for (const [name, row, good, refused] of tests) {
    it(`does no harm where ${name} refuses the made-up rows`, () => {
      const page = (last: string) =>
        bytes(
          `{"status":"OK","results":[${[...Array.from({ length: 99 }, () => good), last].map((n) => `{"n":${n}}`)}]}`,
        )
      for (const decoder of [decoderOf(row), decoderOf(row).withoutCodeGeneration]) {
        decoder.prepare()
        const found = readings(decoder, page(good))
        decoder.prepare()
        assertSame(found, readings(decoderOf(row), page(good)))
        assert.lengthOf(Either.getOrThrow(decoder.rows(page(good))).rows, 100)
        assert.deepInclude(Either.getOrThrow(Either.flip(decoder.lazyRows(page(refused)))), { _tag: "Refused" })
        assertSame(readings(decoder, page(refused)), readings(decoderOf(row), page(refused)))
      }
    })
  }

  const runs = (accepts: boolean) => {
    let calls = 0
    const value = Schema.Number.pipe(Schema.filter(() => (calls++, accepts)))
    const decoder = decoderOf(Field.struct({ n: Field.required(value) }))
    decoder.prepare()
    const first = calls
    decoder.prepare()
    return { first, again: calls - first }
  }

  it("reads the made-up rows once, also where the schema refuses them", () => {
    assert.isAbove(runs(true).first, 1_000)
    assert.strictEqual(runs(true).again, 0)
    assert.strictEqual(runs(false).again, 0)
  })

  it("makes up values that the fields' filters take", () => {
    const made = watchFunction(false)
    const row = Field.struct({
      size: Field.required(Schema.Int),
      price: Field.optional(Schema.Number.pipe(Schema.lessThan(100))),
      time: Field.required(Schema.Number.pipe(Schema.greaterThan(1e12))),
    })
    const decoder = decoderOf(row)
    decoder.prepare()
    assert.lengthOf(made, 1)
    const rows = Array.from({ length: 99 }, (_, i) => ({ size: i, price: 1.5, time: 2e12 }))
    const columns = Either.getOrThrow(decoder.columns(bytes(JSON.stringify({ status: "OK", results: rows }))))
    assert.deepStrictEqual(columns.rows.toRows(), rows)
    assert.lengthOf(made, 2, "the scanner that was prepared reads the rows; only the maker of objects is new")
  })

  it("does no harm where the envelope refuses the made-up one", () => {
    const envelope = Field.struct({
      status: Field.required(Schema.Literal("OK")),
      count: Field.required(Schema.Number),
    })
    const make = () => Decoder.list({ envelope, row: Rows.Bar, at: "results.values" })
    const page = bytes(`{"status":"OK","count":200,"results":{"values":${JSON.stringify(bars)}}}`)
    const decoder = make()
    decoder.prepare()
    assertSame(readings(decoder, page), readings(make(), page))
    assertSame(Either.getOrThrow(decoder.rows(page)), { envelope: { status: "OK", count: 200 }, rows: expected })
  })

  it("does no harm where rows are of strings, or hold values within values", () => {
    for (const { name, row } of Rows.all) {
      const decoder = decoderOf(row)
      decoder.prepare()
      assert.lengthOf(Either.getOrThrow(decoder.rows(bytes(`{"status":"OK"}`))).rows, 0, name)
    }
    const dividend = { cash_amount: 0.25, ex_dividend_date: "2024-05-10", id: "E1", ticker: "A" }
    const page = bytes(JSON.stringify({ status: "OK", results: Array.from({ length: 80 }, () => dividend) }))
    const decoder = decoderOf(Rows.Dividend)
    decoder.prepare()
    assertSame(
      Either.getOrThrow(decoder.rows(page)).rows,
      Array.from({ length: 80 }, () => dividend),
    )
  })

  // Stays last: once it turned out that code must not be made, nothing in this process makes any.
  it("reads the made-up rows once, also where code must not be made", () => {
    watchFunction(true)
    assert.strictEqual(runs(true).again, 0)
  })
})
