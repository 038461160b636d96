/** Histories whose pages do not follow one another: rows come twice, or in another order than the endpoint declares. */
import { Checkpoints } from "@candela/core/Checkpoints"
import * as Client from "@candela/core/declare/Client"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import { DecodeError, PaginationError } from "@candela/core/MarketDataError"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Array, Chunk, Effect, Either, Layer, Stream } from "effect"
import type { AnySource } from "../../src/internal/stream/calls.js"
import * as Sequence from "../../src/internal/stream/sequence.js"
import { makeLevels } from "@candela/support/levels"
import { asked, weather } from "@candela/support/weather"

type Options = { readonly onInvalidRow?: "skip"; readonly prefetch?: number; readonly concurrency?: number }

/** The levels of a service that gives these instants, page by page. */
const levelsOf = (order: Omit<Endpoint.Order, "field">) => {
  const levels = makeLevels()
  const ordered: typeof levels = {
    ...levels,
    timeRange: { ...levels.timeRange, order: () => ({ ...order, field: "at" }) },
  }
  return Effect.map(Client.make({ levels: ordered }), (methods) => methods.levels)
}

const ascending = { direction: "asc", unique: true } as const
const descending = { direction: "desc", unique: true } as const

const serving = (...pages: ReadonlyArray<ReadonlyArray<number>>) =>
  weather(({ url }) => {
    const number = Number(url.searchParams.get("page") ?? 0)
    const results = pages[number]!.map((t) => ({ t, l: t }))
    const next = number + 1 < pages.length ? { next_url: `/v1/levels/0/9?page=${number + 1}` } : {}
    return ScriptedTransport.json({ status: "OK", ticker: "DANUBE", results, ...next })
  })

const range = { from: 0, to: 9 }
const collect = <A, E>(stream: Stream.Stream<A, E>) => Effect.map(Stream.runCollect(stream), Chunk.toReadonlyArray)

/** The instants of each form, or how it fails: all forms agree. */
const instants = (order: Omit<Endpoint.Order, "field">, options: Options = {}) =>
  Effect.gen(function* () {
    const levels = yield* levelsOf(order)
    const results = yield* Effect.all([
      Effect.either(
        Effect.map(
          collect(levels.stream(range, options)),
          Array.map(({ at }) => at),
        ),
      ),
      Effect.either(
        Effect.map(collect(levels.pages(range, options)), (pages) =>
          pages.flatMap(({ results }) => results.map(({ at }) => at)),
        ),
      ),
      Effect.either(
        Effect.map(collect(levels.columns(range, options)), (chunks) =>
          chunks.flatMap(({ columns }) => [...columns.at]),
        ),
      ),
    ])
    for (const result of results) assert.deepStrictEqual(result, results[0])
    return results[0]
  })

const failure = (order: Omit<Endpoint.Order, "field">, options?: Options) =>
  Effect.map(instants(order, options), (result) => {
    assert(Either.isLeft(result))
    assert.instanceOf(result.left, DecodeError)
    return result.left
  })

describe("the pages of a history", () => {
  for (const options of [{ prefetch: 0 }, { prefetch: 2 }]) {
    it.effect(`that follow one another are given whole (${JSON.stringify(options)})`, () =>
      Effect.gen(function* () {
        const up = [[0, 1], [], [2], [3, 4]]
        const down = [[4, 3], [2], [], [1]]
        assert.deepStrictEqual(
          yield* Effect.provide(instants(ascending, options), serving(...up)),
          Either.right(up.flat()),
        )
        assert.deepStrictEqual(
          yield* Effect.provide(instants(descending, options), serving(...down)),
          Either.right(down.flat()),
        )
      }),
    )

    it.effect(`that repeat a row, or go back, are refused (${JSON.stringify(options)})`, () =>
      Effect.gen(function* () {
        for (const [order, pages, last, first] of [
          [
            ascending,
            [
              [0, 1],
              [1, 2],
            ],
            1,
            1,
          ],
          [ascending, [[0, 1], [], [0, 1, 2]], 1, 0],
          [
            descending,
            [
              [9, 8],
              [8, 7],
            ],
            8,
            8,
          ],
          [
            descending,
            [
              [9, 8],
              [9, 8],
            ],
            8,
            9,
          ],
        ] as const) {
          const error = yield* Effect.provide(failure(order, options), serving(...pages))
          const side = order.direction === "asc" ? "after" : "before"
          assert.include(error, { row: 0, path: "results[0]", actual: String(first) })
          assert.include(error.message, `should be ${side} ${last}, the at of the last row of the page before`)
        }
      }),
    )
  }

  it.effect("may share an instant where rows may", () =>
    Effect.gen(function* () {
      const pages = [
        [0, 1],
        [1, 1, 2],
      ]
      const order = { ...ascending, unique: false }
      assert.deepStrictEqual(yield* Effect.provide(instants(order), serving(...pages)), Either.right(pages.flat()))
      const error = yield* Effect.provide(failure(order), serving([0, 2], [1, 2]))
      assert.include(error.message, "should be not before 2, the at of the last row of the page before")
    }),
  )

  it.effect("lose the rows that come again where invalid rows are skipped, and tell which", () =>
    Effect.gen(function* () {
      const pages = [[0, 1, 2], [0, 1, 2], [1, 2, 3], [4]]
      const result = yield* Effect.provide(instants(ascending, { onInvalidRow: "skip" }), serving(...pages))
      assert.deepStrictEqual(result, Either.right([0, 1, 2, 3, 4]))
      const levels = yield* levelsOf(ascending)
      const given = yield* collect(levels.pages(range, { onInvalidRow: "skip" }))
      assert.deepStrictEqual(
        given.map(({ invalid }) => invalid?.map(({ actual, row }) => [row, actual])),
        [
          undefined,
          [
            [0, "0"],
            [1, "1"],
            [2, "2"],
          ],
          [
            [0, "1"],
            [1, "2"],
          ],
          undefined,
        ],
      )
    }).pipe(Effect.provide(serving([0, 1, 2], [0, 1, 2], [1, 2, 3], [4]))),
  )

  it.effect("are followed over the edges of shards, and anew from a checkpoint", () =>
    Effect.gen(function* () {
      const levels = yield* levelsOf(ascending)
      const sharded = levels.stream(range, { shards: 2, concurrency: 2 })
      assert.include(yield* Effect.flip(collect(sharded)), { _tag: "DecodeError", row: 0, actual: "0" })
      const saved = yield* collect(levels.pages(range, { checkpoint: "nightly" }))
      assert.lengthOf(saved, 1)
      const resumed = levels.pages(range, { checkpoint: new URL("http://service.test/v1/levels/0/9?page=0") })
      assert.lengthOf(yield* collect(resumed), 1)
    }).pipe(Effect.provide(Layer.provideMerge(Checkpoints.layerMemory, serving([0, 1])))),
  )
})

describe("pages without rows", () => {
  const check = () => Sequence.make({ endpoint: makeLevels() } as AnySource, undefined)
  const empty = { envelope: { next_url: "/v1/levels" }, rows: [] }

  it("come to an end, though each leads on", () => {
    const next = check()
    for (let page = 1; page < 10_000; page++) assert.isTrue(Either.isRight(next(empty, page)))
    const error = Either.getOrThrow(Either.flip(next(empty, 10_000)))
    assert.instanceOf(error, PaginationError)
    assert.include(error, { endpoint: "test.levels", page: 10_000 })
    assert.include(error.message, "10000 pages without rows followed one another")
  })

  it("are any number where rows, or the ends of shards, lie between them", () => {
    for (const between of [
      { ...empty, rows: [{ at: 1 }] },
      { envelope: {}, rows: [] },
    ]) {
      const next = check()
      for (let page = 1; page < 12_000; page++) {
        assert.isTrue(Either.isRight(next(page % 5000 === 0 ? between : empty, page)))
      }
    }
  })
})

it.effect("a stream asks for all that its filters select, where a call gives a part", () =>
  Effect.gen(function* () {
    const own = makeLevels()
    const partial: typeof own = { ...own, timeRange: { ...own.timeRange, whole: () => ({ from: 3 }) } }
    const { levels } = yield* Client.make({ levels: partial })
    yield* levels(range)
    yield* collect(levels.pages(range))
    yield* collect(levels.stream(range))
    yield* collect(levels.columns(range, { shards: 2 }))
    assert.deepStrictEqual(
      (yield* asked).map((url) => url.split("?")[0]),
      ["0/9", "3/9", "3/9", "3/6", "7/9"].map((path) => `/v1/levels/${path}`),
    )
  }).pipe(Effect.provide(weather(() => ScriptedTransport.json({ status: "OK" })))),
)
