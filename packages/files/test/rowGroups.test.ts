import * as Columns from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type { RowOrColumns } from "@candela/files/Rows"
import type { Bar } from "@candela/market/Bar"
import { Stocks } from "@candela/stocks/Stocks"
import * as Arbitraries from "@candela/testing/Arbitraries"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, FastCheck, Stream } from "effect"
import * as Arrays from "../src/internal/arrays.js"
import * as Bits from "../src/internal/bits.js"
import * as RowGroups from "../src/internal/rowGroups.js"
import { endpoints, given, seeded } from "./support/endpoints.js"

const bars = Stocks.endpoints.bars
type Rows<E extends Endpoint.AnyRows> = Stream.Stream<RowOrColumns<E>, string>

/** Groups, in copies: their arrays are used for the next ones. */
const groups = <E extends Endpoint.AnyRows>(endpoint: E, size: number, rows: Rows<E>) =>
  RowGroups.of(endpoint, size, (group) => Effect.succeed(Columns.ranges(group, [[0, group.length]])))(rows)

const groupsOf = <E extends Endpoint.AnyRows>(endpoint: E, size: number, rows: Rows<E>) =>
  Effect.runPromise(Effect.map(Stream.runCollect(groups(endpoint, size, rows)), Chunk.toReadonlyArray))

describe("row groups", () => {
  for (const endpoint of endpoints.filter(({ name }) => /bars|quotes|news|snapshots/.test(name))) {
    it(`of ${endpoint.name} have one size and all rows in their order`, () =>
      FastCheck.assert(
        FastCheck.asyncProperty(
          given(endpoint, 40),
          FastCheck.integer({ min: 1, max: 20 }),
          async ({ rows, stream }, size) => {
            const found = await groupsOf(endpoint, size, stream)
            assert.deepStrictEqual(
              found.map(({ length }) => length),
              Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
                Math.min(size, rows.length - index * size),
              ),
            )
            const record = await groupsOf(endpoint, 1_000, Stream.fromIterable(rows))
            assert.deepStrictEqual(
              found.flatMap((group) => group.toRows()),
              record.flatMap((group) => group.toRows()),
            )
            if (endpoint.name !== "snapshots.list")
              assert.deepStrictEqual<ReadonlyArray<object>>(
                found.flatMap((group) => group.toRows()),
                rows,
              )
          },
        ),
        seeded(100),
      ))
  }

  it("that are small take room for their rows alone", () =>
    FastCheck.assert(
      FastCheck.asyncProperty(FastCheck.array(Arbitraries.row(bars), { minLength: 1, maxLength: 5 }), async (rows) => {
        // No array of so many rows can be made.
        const [group] = await groupsOf(bars, 2 ** 50, Stream.make(Columns.fromRows(bars.row, rows)))
        assert.deepStrictEqual<ReadonlyArray<object>>(group!.toRows(), rows)
      }),
      seeded(10),
    ))

  it("have arrays of their own, just as long as they are, and no bits beyond their end", () =>
    FastCheck.assert(
      FastCheck.asyncProperty(
        FastCheck.array(Arbitraries.row(bars), { minLength: 1, maxLength: 60 }),
        FastCheck.integer({ min: 1, max: 20 }),
        FastCheck.nat(20),
        async (rows, size, start) => {
          // A part that begins within a byte of the bitmaps.
          const page = Columns.fromRows(bars.row, [...rows, ...rows])
          const part = Columns.slice(page, start % rows.length, rows.length)
          const buffers = new Set([page, part].flatMap((chunk) => buffersOf(chunk)))
          let seen = 0
          const check = (group: Columns.Columns<Bar>, before: number) =>
            Effect.sync(() => {
              assert.strictEqual(before, seen)
              seen += group.length
              const { columns, present } = Arrays.of(group)
              for (const values of Object.values(columns)) assert.strictEqual(values.length, group.length)
              for (const bits of Object.values(present)) {
                assert.strictEqual(bits.length, Math.ceil(group.length / 8))
                for (let bit = group.length; bit < bits.length * 8; bit++) assert.isFalse(Bits.has(bits, bit))
              }
              for (const buffer of buffersOf(group)) assert.isFalse(buffers.has(buffer), "no array is one of the page")
            })
          await Effect.runPromise(Stream.runDrain(RowGroups.of(bars, size, check)(Stream.make(part))))
          assert.strictEqual(seen, part.length)
        },
      ),
      seeded(200),
    ))

  it("of a page of many are made one after the other, as they are wanted", async () => {
    const page = Columns.fromRows(bars.row, FastCheck.sample(Arbitraries.row(bars), { numRuns: 20, seed: 1 }))
    let made = 0
    const count = () => Effect.sync(() => ++made)
    await Effect.runPromise(Stream.runDrain(Stream.take(RowGroups.of(bars, 2, count)(Stream.make(page)), 3)))
    assert.strictEqual(made, 3)
  })

  it("pass an error on after the groups that were full", async () => {
    const rows = FastCheck.sample(Arbitraries.row(bars), { numRuns: 5, seed: 1 })
    const failing = Stream.concat(Stream.fromIterable(rows), Stream.fail("lost"))
    const seen: Array<number> = []
    const watched = Stream.tap(groups(bars, 2, failing), ({ length }) => Effect.sync(() => seen.push(length)))
    assert.strictEqual(await Effect.runPromise(Effect.flip(Stream.runDrain(watched))), "lost")
    assert.deepStrictEqual(seen, [2, 2])
  })

  it("begin anew when a stream is run again", async () => {
    const rows = FastCheck.sample(Arbitraries.row(bars), { numRuns: 3, seed: 1 })
    const stream = groups(bars, 2, Stream.fromIterable(rows))
    const lengths = () =>
      Effect.runPromise(Effect.map(Stream.runCollect(stream), (all) => [...all].map(({ length }) => length)))
    assert.deepStrictEqual(
      [await lengths(), await lengths()],
      [
        [2, 1],
        [2, 1],
      ],
    )
  })
})

/** The memory of a chunk. Empty arrays have none of their own. */
const buffersOf = (chunk: object): ReadonlyArray<ArrayBufferLike> => {
  const { columns, present } = Arrays.of(chunk)
  return [...Object.values(columns), ...Object.values(present)].flatMap((values) =>
    Array.isArray(values) || values.length === 0 ? [] : [values.buffer],
  )
}

describe("bitmaps", () => {
  it("are copied bit by bit, from and to any place", () =>
    FastCheck.assert(
      FastCheck.property(
        FastCheck.array(FastCheck.boolean(), { maxLength: 80 }),
        FastCheck.nat(20),
        FastCheck.nat(20),
        (bits, start, at) => {
          const from = new Uint8Array(16)
          bits.forEach((bit, index) => bit && Bits.set(from, index))
          const count = Math.max(0, bits.length - start)
          const to = new Uint8Array(16)
          Bits.copy(from, start, to, at, count)
          const expected = Array.from(
            { length: 128 },
            (_, index) => index >= at && index < at + count && bits[start + index - at]!,
          )
          assert.deepStrictEqual(
            Array.from({ length: 128 }, (_, index) => Bits.has(to, index)),
            expected,
          )
        },
      ),
      seeded(1_000),
    ))
})
