import * as Columns from "@candela/core/Columns"
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Csv from "@candela/files/Csv"
import * as NdJson from "@candela/files/NdJson"
import { Stocks } from "@candela/stocks/Stocks"
import * as Arbitraries from "@candela/testing/Arbitraries"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, FastCheck, Schema, Stream } from "effect"
import { cutInto, endpoints, few, given, joined, seeded } from "./support/endpoints.js"
import { isAll } from "@candela/support/seeded"

const formats = { Csv, NdJson }

for (const [name, format] of Object.entries(formats)) {
  const bytesOf = (endpoint: Endpoint.AnyRows, stream: Stream.Stream<object>) =>
    Effect.map(Stream.runCollect(format.encode(endpoint)(stream)), joined)

  it.effect(`${name} is written and read in pieces: of a stream without an end, too`, () =>
    Effect.gen(function* () {
      const endpoint = Stocks.endpoints.bars
      const page = Columns.fromRows(
        endpoint.row,
        FastCheck.sample(Arbitraries.row(endpoint), { numRuns: 100, seed: 1 }),
      )
      let pages = 0
      const endless = Stream.tap(Stream.forever(Stream.make(page)), () => Effect.sync(() => pages++))
      const read = format.decode(endpoint)(format.encode(endpoint)(endless))
      assert.strictEqual(yield* Stream.runCount(Stream.take(read, 20_000)), 20_000)
      assert.isBelow(pages, 400, "no more is taken than is needed")
    }),
  )

  describe(`${name} of every endpoint`, () => {
    for (const endpoint of isAll ? endpoints : few) {
      it.effect(`reads rows of ${endpoint.name} as they were, cut anywhere`, () =>
        Effect.promise(() =>
          FastCheck.assert(
            FastCheck.asyncProperty(
              given(endpoint),
              FastCheck.integer({ min: 1, max: 300 }),
              ({ rows, stream }, size) =>
                Effect.gen(function* () {
                  const bytes = yield* bytesOf(endpoint, stream)
                  const decoded = yield* Stream.runCollect(format.decode(endpoint)(cutInto(bytes, size)))
                  assert.deepStrictEqual(Chunk.toReadonlyArray(decoded), rows)
                  assert.deepStrictEqual(bytes, yield* bytesOf(endpoint, Stream.fromIterable(rows)))
                }).pipe(Effect.runPromise),
            ),
            seeded(24),
          ),
        ),
      )
    }
  })
}

describe("rows of any declaration", () => {
  const row = Field.struct({
    exact: Field.required(Field.Int64, "e"),
    number: Field.required(Schema.Number, "n"),
    yes: Field.optional(Schema.Boolean),
    text: Field.optional(Schema.String),
    either: Field.required(Schema.Union(Schema.String, Schema.Number)),
    map: Field.optional(Schema.Record({ key: Schema.String, value: Schema.Number })),
    nullable: Field.required(Schema.NullOr(Schema.Number)),
    nested: Field.optional(
      Schema.Array(Field.struct({ exact: Field.optional(Field.Int64), text: Field.required(Schema.String) })),
    ),
  })
  const endpoint = Endpoint.list({ path: "/anything", params: {}, row })
  const text = FastCheck.string({ unit: "grapheme" })
  const number = FastCheck.double({ noNaN: true, noDefaultInfinity: true })
  const exact = FastCheck.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
  const rows = FastCheck.array(
    FastCheck.record(
      {
        exact,
        number,
        yes: FastCheck.boolean(),
        text,
        either: FastCheck.oneof(text, FastCheck.integer()),
        map: FastCheck.dictionary(
          text.filter((key) => key !== "__proto__"),
          number,
          { noNullPrototype: true },
        ),
        nullable: FastCheck.option(number),
        nested: FastCheck.array(FastCheck.record({ exact, text }, { requiredKeys: ["text"], noNullPrototype: true })),
      },
      { requiredKeys: ["exact", "number", "either", "nullable"], noNullPrototype: true },
    ),
  )

  for (const [name, format] of Object.entries(formats)) {
    it(`come back from ${name}, with any text and number, cut anywhere`, () =>
      FastCheck.assert(
        FastCheck.asyncProperty(rows, FastCheck.integer({ min: 1, max: 300 }), (rows, size) =>
          Effect.gen(function* () {
            const bytes = joined(yield* Stream.runCollect(format.encode(endpoint)(Stream.fromIterable(rows))))
            const decoded = yield* Stream.runCollect(format.decode(endpoint)(cutInto(bytes, size)))
            assert.deepStrictEqual(Chunk.toReadonlyArray(decoded), rows)
          }).pipe(Effect.runPromise),
        ),
        seeded(200),
      ))
  }
})
