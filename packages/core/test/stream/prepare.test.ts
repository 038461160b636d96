import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Exit, Fiber, Stream, Supervisor } from "effect"
import { settle } from "@candela/support/eventually"
import { levelsOf, levelsPage, watchedLevels } from "@candela/support/levels"
import { states, weather } from "@candela/support/weather"

/** Three pages of a service that puts 10 levels on each, whatever is asked for. */
const range = { from: 0, to: 29 }

/** Writes down when requests come; the answer takes some turns of the event loop. */
const server =
  (log: Array<string>) =>
  ({ url }: ScriptedTransport.Exchange) => {
    log.push("request")
    return settle.pipe(Effect.zipRight(Effect.sync(() => log.push("answer"))), Effect.as(levelsPage(url, 10)))
  }

const isPrepare = (event: string) => event.startsWith("prepare")

describe("a decoder is prepared", () => {
  for (const form of ["stream", "columns"] as const) {
    for (const options of [{}, { prefetch: 0 }, { prefetch: 3 }, { concurrency: 3, shards: 3 }, { concurrency: 2 }]) {
      it.effect(`once by .${form}, while its first page is on its way (${JSON.stringify(options)})`, () => {
        const log: Array<string> = []
        return Effect.gen(function* () {
          const levels = yield* watchedLevels(log)
          const rows =
            form === "stream"
              ? Array.from(yield* Stream.runCollect(levels.stream(range, options)))
              : Array.from(yield* Stream.runCollect(levels.columns(range, options))).flatMap((part) => part.toRows())
          assert.deepStrictEqual(rows, [...levelsOf(0, 29)])
          assert.lengthOf(log.filter(isPrepare), 1)
          assert.strictEqual(log[0], "request")
          assert.isBelow(log.indexOf("prepare"), log.indexOf("answer"))
        }).pipe(Effect.provide(weather(server(log))))
      })
    }
  }

  it.effect("for pages of 10,000 rows and more, and for no smaller ones", () => {
    const log: Array<string> = []
    return Effect.gen(function* () {
      const levels = yield* watchedLevels(log)
      for (const form of ["stream", "columns"] as const) {
        for (const [pageSize, times] of [
          [1, 0],
          [1_000, 0],
          [9_999, 0],
          [10_000, 1],
          [50_000, 1],
          [undefined, 1],
        ] as const) {
          log.length = 0
          yield* Stream.runDrain(levels[form](range, { pageSize }) as Stream.Stream<unknown, unknown>)
          assert.lengthOf(log.filter(isPrepare), times, `${form} ${pageSize}`)
        }
      }
    }).pipe(Effect.provide(weather(server(log))))
  })

  it.effect("by no single page, nor by pages of the usual size", () => {
    const log: Array<string> = []
    return Effect.gen(function* () {
      const levels = yield* watchedLevels(log)
      yield* levels(range)
      yield* levels({ ...range, limit: 50_000 })
      yield* Stream.runDrain(levels.pages(range))
      yield* settle
      assert.deepStrictEqual(log.filter(isPrepare), [])
    }).pipe(Effect.provide(weather(server(log))))
  })

  it.effect("by no stream that is not run, or whose request is refused", () => {
    const log: Array<string> = []
    return Effect.gen(function* () {
      const levels = yield* watchedLevels(log)
      const stream = levels.stream(range)
      for (const refused of [levels.stream({ from: -1, to: 3 }), levels.stream(range, { prefetch: -1 })]) {
        assert.include(yield* Effect.flip(Stream.runDrain(refused)), { _tag: "InvalidRequest" })
      }
      yield* settle
      assert.deepStrictEqual(log, [])
      yield* Stream.runDrain(stream)
      assert.lengthOf(log.filter(isPrepare), 1)
    }).pipe(Effect.provide(weather(server(log))))
  })

  it.effect("without code generation where the layer has none", () => {
    const log: Array<string> = []
    return Effect.gen(function* () {
      yield* Stream.runDrain((yield* watchedLevels(log)).stream(range))
      assert.deepStrictEqual(log.filter(isPrepare), ["prepare without code generation"])
    }).pipe(Effect.provide(weather(server(log), { codeGeneration: false })))
  })

  it.effect("without harm to the rows where that fails", () => {
    const log: Array<string> = []
    return Effect.gen(function* () {
      const levels = yield* watchedLevels(log, () => {
        throw new Error("not today")
      })
      assert.deepStrictEqual(Array.from(yield* Stream.runCollect(levels.stream(range))), [...levelsOf(0, 29)])
      assert.include(log, "prepare")
    }).pipe(Effect.provide(weather(server(log))))
  })

  it.effect("without harm to the error of the first page", () => {
    const log: Array<string> = []
    return Effect.gen(function* () {
      const levels = yield* watchedLevels(log)
      assert.include(yield* Effect.flip(Stream.runDrain(levels.stream(range))), { _tag: "NotFound" })
      yield* settle
      assert.isAtMost(log.length, 1)
    }).pipe(Effect.provide(weather([ScriptedTransport.json({ status: "NOT_FOUND" }, { status: 404 })])))
  })
})

describe("interrupted before the first answer", () => {
  for (const form of ["stream", "columns"] as const) {
    for (const options of [{}, { concurrency: 3, shards: 3 }]) {
      for (const turned of [false, true]) {
        const when = turned ? "after" : "before"
        it.effect(`and ${when} it is prepared, .${form} leaves nothing behind (${JSON.stringify(options)})`, () => {
          const log: Array<string> = []
          const requests = "shards" in options ? 3 : 1
          return Effect.gen(function* () {
            const levels = yield* watchedLevels(log)
            const supervisor = yield* Supervisor.track
            const fiber = yield* Effect.fork(
              Stream.runDrain(levels[form](range, options) as Stream.Stream<unknown, unknown>),
            ).pipe(Effect.supervised(supervisor))
            yield* ScriptedTransport.until(requests)
            if (turned) yield* settle
            assert.lengthOf(log, turned ? 1 : 0)
            assert.isNotEmpty(yield* supervisor.value)
            assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(fiber)))
            yield* settle
            assert.deepStrictEqual(yield* supervisor.value, [])
            assert.lengthOf(log, turned ? 1 : 0)
            assert.deepStrictEqual(
              yield* states,
              Array.from({ length: requests }, () => "interrupted"),
            )
          }).pipe(Effect.provide(weather(() => ScriptedTransport.hang)))
        })
      }
    }
  }
})

describe("a stream of rows that are scanned", () => {
  const many = { from: 0, to: 2_999 }

  it.effect("comes in chunks of 1,024 rows of a page, which are the rows of the columns and of the page", () =>
    Effect.gen(function* () {
      const levels = yield* watchedLevels([])
      const chunks = Array.from(yield* Stream.runCollect(Stream.chunks(levels.stream(many))))
      assert.deepStrictEqual(chunks.map(Chunk.size), [1_024, 1_024, 952])
      const all = levelsOf(0, 2_999)
      assert.deepStrictEqual(
        chunks.flatMap((chunk) => Array.from(chunk)),
        all,
      )
      const columns = Array.from(yield* Stream.runCollect(levels.columns(many)))
      assert.deepStrictEqual(
        columns.flatMap((part) => part.toRows()),
        all,
      )
      assert.deepStrictEqual((yield* levels({ ...many, limit: 50_000 })).results, all)
    }).pipe(Effect.provide(weather(({ url }) => levelsPage(url)))),
  )

  it.effect("is cut by pages first: a chunk never holds rows of two", () =>
    Effect.gen(function* () {
      const levels = yield* watchedLevels([])
      const chunks = Array.from(yield* Stream.runCollect(Stream.chunks(levels.stream(many))))
      assert.deepStrictEqual(chunks.map(Chunk.size), [1_024, 76, 1_024, 76, 800])
      assert.deepStrictEqual(
        Array.from(yield* Stream.runCollect(Stream.take(Stream.drop(levels.stream(many), 1_000), 900))),
        [...levelsOf(1_000, 1_899)],
      )
    }).pipe(Effect.provide(weather(({ url }) => levelsPage(url, 1_100)))),
  )

  it.effect("runs anew each time, with objects of its own", () =>
    Effect.gen(function* () {
      const stream = (yield* watchedLevels([])).stream(range)
      const [one, other] = yield* Effect.all([Stream.runCollect(stream), Stream.runCollect(stream)])
      assert.strictEqual(new Set([...one, ...other]).size, 60)
    }).pipe(Effect.provide(weather(({ url }) => levelsPage(url)))),
  )

  it.effect("gives numbers, and what is absent, as they stand on the wire", () =>
    Effect.gen(function* () {
      const levels = yield* watchedLevels([])
      assert.deepStrictEqual(Array.from(yield* Stream.runCollect(levels.stream(range))), [
        { at: 0, level: -0 },
        { at: 1, level: 1, flow: 0 },
        { at: 2, level: 1e300 },
      ])
    }).pipe(
      Effect.provide(
        weather([
          ScriptedTransport.text(
            '{"results":[{"t":0,"l":-0,"f":null},{"f":0,"x":[{}],"l":1e0,"t":1}, {"t": 2, "l": 1e300}]}',
          ),
        ]),
      ),
    ),
  )
})
