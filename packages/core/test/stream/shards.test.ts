import { InvalidRequest, ServiceError } from "@candela/core/MarketDataError"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Exit, FastCheck as fc, Fiber, Schedule, Stream, TestClock } from "effect"
import { Weather, type Reading } from "@candela/support/endpoints"
import { eventually, settle } from "@candela/support/eventually"
import { sized, type Form } from "@candela/support/forms"
import { readingsOf, serve, type NextUrlPlace } from "@candela/support/readingsServer"
import { runs, seeded } from "@candela/support/seeded"
import { asked, states, weather } from "@candela/support/weather"

const range = (from: number, to: number, limit?: number) => ({ station: "S", from, to, limit })

const readings = Effect.map(Weather, (service) => service.readings)

/** The rows of a stream, and how it ended. */
const collect = <A, E, R>(stream: Stream.Stream<A, E, R>) =>
  Effect.gen(function* () {
    const rows: Array<A> = []
    const exit = yield* Effect.exit(Stream.runForEach(stream, (row) => Effect.sync(() => rows.push(row))))
    return { rows, exit }
  })

/** The first reading of the page that a request asks for, and the last one of its shard. */
const place = ({ url }: ScriptedTransport.Exchange) => {
  const [from, to] = url.pathname.split("/").slice(-2).map(Number) as [number, number]
  return { from, to }
}

/** A server that notes how many requests were open at once, and may hold each back until others were served. */
const crowded = (layout: NextUrlPlace, turns: ReadonlyArray<number> = []) => {
  const seen: Array<ScriptedTransport.Exchange> = []
  let most = 0
  const script = (exchange: ScriptedTransport.Exchange) => {
    seen.push(exchange)
    most = Math.max(most, seen.filter(({ state }) => state === "open").length)
    return Effect.yieldNow().pipe(
      Effect.repeatN(turns[exchange.index % turns.length] ?? 0),
      Effect.as(serve(layout)(exchange)),
    )
  }
  return { script, most: () => most }
}

describe("a sharded stream", () => {
  it.effect.prop(
    "equals the sequential one, row for row, with never more than its requests in flight",
    {
      from: fc.integer({ min: 0, max: 100 }),
      rows: fc.integer({ min: 1, max: 30 }),
      limit: fc.integer({ min: 1, max: 5 }),
      concurrency: fc.integer({ min: 1, max: 5 }),
      shards: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
      prefetch: fc.integer({ min: 0, max: 2 }),
      layout: fc.constantFrom<NextUrlPlace>("tail", "head", "middle"),
      turns: fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 10 }),
      form: fc.constantFrom<Form>("pages", "stream", "columns"),
    },
    ({ from, rows, limit, concurrency, shards, prefetch, layout, turns, form }) => {
      const server = crowded(layout, turns)
      return Effect.gen(function* () {
        const method = yield* readings
        const [request, options] = sized(form, range(from, from + rows - 1), limit, { concurrency, prefetch, shards })
        const result: ReadonlyArray<Reading> =
          form === "stream"
            ? Array.from(yield* Stream.runCollect(method.stream(request, options)))
            : form === "pages"
              ? Array.from(yield* Stream.runCollect(method.pages(request, options))).flatMap((page) => page.results)
              : Array.from(yield* Stream.runCollect(method.columns(request, options))).flatMap((part) => part.toRows())
        assert.deepStrictEqual(result, [...readingsOf(from, from + rows - 1)])
        assert.isAtMost(server.most(), concurrency)
      }).pipe(Effect.provide(weather(server.script)))
    },
    { fastCheck: { ...seeded.fastCheck, numRuns: runs(40) } },
  )

  it.effect.prop(
    "equals it also when requests fail and are made again",
    {
      faults: fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 20 }),
      concurrency: fc.integer({ min: 2, max: 4 }),
    },
    ({ faults, concurrency }) =>
      Effect.gen(function* () {
        const rows = yield* Stream.runCollect((yield* readings).stream(range(0, 20), { pageSize: 2, concurrency }))
        assert.deepStrictEqual(Array.from(rows), [...readingsOf(0, 20)])
      }).pipe(
        Effect.provide(
          weather(
            (exchange) => {
              switch (faults[exchange.index]) {
                case 0:
                  return ScriptedTransport.status(503)
                case 1:
                  return ScriptedTransport.cut
                case 2:
                  return ScriptedTransport.cutBody(serve("head")(exchange))
                default:
                  return serve("head")(exchange)
              }
            },
            { retry: Schedule.recurs(20), retryBudget: { reserve: Infinity } },
          ),
        ),
      ),
    { fastCheck: { ...seeded.fastCheck, numRuns: runs(20) } },
  )

  it.effect("keeps its order when later shards answer first", () =>
    Effect.gen(function* () {
      const method = yield* readings
      const fiber = yield* Effect.fork(
        Effect.zip(
          Stream.runCollect(method.stream(range(0, 7), { pageSize: 2, concurrency: 4, shards: 4 })),
          TestClock.currentTimeMillis,
        ),
      )
      yield* ScriptedTransport.until(4)
      for (let second = 0; second < 4; second++) yield* TestClock.adjust("1 second")
      const [rows, end] = yield* Fiber.join(fiber)
      assert.deepStrictEqual(Array.from(rows), [...readingsOf(0, 7)])
      // The first shard is the slowest: the others are here by then.
      assert.strictEqual(end, 4000)
    }).pipe(
      Effect.provide(
        weather((exchange) =>
          serve()(exchange).pipe(ScriptedTransport.delay(`${4 - Math.floor(place(exchange).from / 2)} seconds`)),
        ),
      ),
    ),
  )

  it.effect("takes the time of its pages divided by how many run side by side", () =>
    Effect.gen(function* () {
      const method = yield* readings
      for (const [concurrency, seconds] of [
        [1, 12],
        [2, 6],
        [4, 3],
        [12, 1],
      ] as const) {
        const start = yield* TestClock.currentTimeMillis
        const before = (yield* asked).length
        const fiber = yield* Effect.fork(
          Stream.runDrain(method.stream(range(0, 23), { pageSize: 2, concurrency })).pipe(
            Effect.zipRight(TestClock.currentTimeMillis),
          ),
        )
        for (let second = 1; second <= seconds; second++) {
          yield* ScriptedTransport.until(before + concurrency * second)
          yield* TestClock.adjust("1 second")
        }
        assert.strictEqual((yield* Fiber.join(fiber)) - start, seconds * 1000)
      }
    }).pipe(Effect.provide(weather((exchange) => serve()(exchange).pipe(ScriptedTransport.delay("1 second"))))),
  )

  it.effect("asks for as many shards at once as it is told", () =>
    Effect.gen(function* () {
      const method = yield* readings
      for (const [concurrency, shards, open] of [
        [3, 6, 3],
        [3, undefined, 3],
        [6, 2, 2],
        [1, 6, 1],
        [50, 50, 10],
      ] as const) {
        const before = (yield* asked).length
        const fiber = yield* Effect.fork(
          Stream.runDrain(method.stream(range(0, 9), shards === undefined ? { concurrency } : { concurrency, shards })),
        )
        yield* ScriptedTransport.until(before + open)
        yield* settle
        assert.lengthOf((yield* asked).slice(before), open)
        yield* Fiber.interrupt(fiber)
      }
      assert.notInclude(yield* states, "open")
    }).pipe(Effect.provide(weather(() => ScriptedTransport.hang))),
  )

  it.effect("lets its first request leave before it makes the last ones", () => {
    let made = 0
    let madeAtTurn = 0
    const script = (exchange: ScriptedTransport.Exchange) => {
      made += 1
      // What is sent leaves when the event loop turns.
      if (made === 1) setImmediate(() => (madeAtTurn = made))
      return serve()(exchange)
    }
    return Effect.gen(function* () {
      const { rows } = yield* collect((yield* readings).stream(range(1, 8), { pageSize: 1, concurrency: 8, shards: 8 }))
      assert.lengthOf(rows, 8)
      assert.strictEqual(made, 8)
      assert.isBelow(madeAtTurn, 4)
    }).pipe(Effect.provide(weather(script)))
  })

  it.effect("is cut into a shard for each page that is expected, and at least one for each that may run", () =>
    Effect.gen(function* () {
      const method = yield* readings
      const requests = (
        options: { readonly concurrency?: number; readonly shards?: number },
        to = 99,
        limit: number | undefined = undefined,
      ) =>
        Effect.gen(function* () {
          const before = (yield* asked).length
          yield* Stream.runDrain(method.stream(range(0, to), { ...options, pageSize: limit }))
          return (yield* asked).length - before
        })
      assert.strictEqual(yield* requests({}), 1)
      assert.strictEqual(yield* requests({ concurrency: 2 }), 2)
      assert.strictEqual(yield* requests({ concurrency: 5 }), 5)
      assert.strictEqual(yield* requests({ concurrency: 2, shards: 3 }), 3)
      assert.strictEqual(yield* requests({ shards: 3 }), 3)
      // 5 pages of 20 are expected; the sixth shard lets each have room to spare.
      assert.strictEqual(yield* requests({ concurrency: 2 }, 99, 20), 6)
      assert.strictEqual(yield* requests({}, 99, 20), 5)
    }).pipe(Effect.provide(weather(serve()))),
  )

  it.effect("by pages is cut for the size of its pages", () =>
    Effect.gen(function* () {
      const method = yield* readings
      const pages = yield* Stream.runCollect(method.pages(range(0, 11), { concurrency: 2 }))
      assert.isTrue(Array.from(pages).every(({ results }) => results.length <= 2))
      assert.deepStrictEqual(
        Array.from(pages).flatMap(({ results }) => results),
        [...readingsOf(0, 11)],
      )
      assert.lengthOf(yield* asked, 6)
    }).pipe(Effect.provide(weather(serve()))),
  )

  it.effect("makes one request of what cannot be cut", () =>
    Effect.gen(function* () {
      const rows = yield* Stream.runCollect((yield* readings).stream(range(7, 7), { concurrency: 8 }))
      assert.deepStrictEqual(Array.from(rows), [...readingsOf(7, 7)])
      assert.deepStrictEqual(yield* asked, ["/v1/readings/S/7/7?limit=50000"])
    }).pipe(Effect.provide(weather(serve()))),
  )

  it.effect("keeps chunks whole: those of a shard's page", () =>
    Effect.gen(function* () {
      const stream = (yield* readings).stream(range(0, 5999), { concurrency: 3, shards: 3 })
      const sizes = Array.from(yield* Stream.runCollect(Stream.map(Stream.chunks(stream), Chunk.size)))
      assert.deepStrictEqual(sizes, [1024, 976, 1024, 976, 1024, 976])
    }).pipe(Effect.provide(weather(serve()))),
  )
})

describe("a stalled consumer of a sharded stream", () => {
  for (const [concurrency, prefetch, open] of [
    [2, 1, 2],
    [3, 2, 6],
    [2, 0, 2],
  ] as const) {
    it.effect(`holds ${open} pages beside its own (concurrency ${concurrency}, prefetch ${prefetch})`, () =>
      Effect.gen(function* () {
        const method = yield* readings
        const fiber = yield* Effect.fork(
          Stream.runForEach(method.pages(range(0, 59, 2), { concurrency, prefetch, shards: 6 }), () => Effect.never),
        )
        yield* ScriptedTransport.until(1 + open)
        yield* settle
        assert.lengthOf(yield* asked, 1 + open)
        yield* Fiber.interrupt(fiber)
      }).pipe(Effect.provide(weather(serve()))),
    )
  }
})

describe("a failure in a shard", () => {
  const failing = (exchange: ScriptedTransport.Exchange) => {
    const { from } = place(exchange)
    return from === 6 ? ScriptedTransport.status(500) : from >= 8 ? ScriptedTransport.hang : serve()(exchange)
  }

  for (const concurrency of [1, 3]) {
    it.effect(`ends the stream after the rows before it, and aborts the others (concurrency ${concurrency})`, () =>
      Effect.gen(function* () {
        const method = yield* readings
        const { rows, exit } = yield* collect(method.stream(range(0, 19), { pageSize: 2, concurrency, shards: 5 }))
        assert.deepStrictEqual(rows, [...readingsOf(0, 5)])
        assert(Exit.isFailure(exit))
        assert.instanceOf(yield* Effect.flip(exit), ServiceError)
        assert.notInclude(yield* states, "open")
        assert.strictEqual((yield* states).includes("interrupted"), concurrency > 1)
      }).pipe(Effect.provide(weather(failing))),
    )
  }

  it.effect("does not hold back what stands before it, however soon it comes", () =>
    Effect.gen(function* () {
      const method = yield* readings
      const fiber = yield* Effect.fork(collect(method.stream(range(0, 11), { pageSize: 2, concurrency: 3, shards: 3 })))
      // The second shard holds one page, and asks for its other one when that is taken.
      for (const requests of [3, 4, 5]) {
        yield* ScriptedTransport.until(requests)
        yield* TestClock.adjust("5 seconds")
      }
      const { rows, exit } = yield* Fiber.join(fiber)
      assert.deepStrictEqual(rows, [...readingsOf(0, 7)])
      assert.isTrue(Exit.isFailure(exit))
    }).pipe(
      Effect.provide(
        weather((exchange) =>
          place(exchange).from === 8
            ? ScriptedTransport.status(404)
            : serve()(exchange).pipe(ScriptedTransport.delay("5 seconds")),
        ),
      ),
    ),
  )

  it.effect("is told of a range that cannot be asked, before anything is sent", () =>
    Effect.gen(function* () {
      const method = yield* readings
      const error = yield* Effect.flip(Stream.runDrain(method.stream(range(0, 9), { pageSize: 0, concurrency: 3 })))
      assert.instanceOf(error, InvalidRequest)
      assert.lengthOf(yield* asked, 0)
    }).pipe(Effect.provide(weather([]))),
  )
})

describe("stopping a sharded stream", () => {
  const stuck = (exchange: ScriptedTransport.Exchange) => {
    const { from } = place(exchange)
    return from < 4 ? serve()(exchange) : ScriptedTransport.hang
  }
  const options = { concurrency: 4, shards: 5 }

  for (const form of ["pages", "stream", "columns"] as const) {
    it.effect(`by interruption aborts all requests in flight (.${form})`, () =>
      Effect.gen(function* () {
        const method = yield* readings
        const fiber = yield* Effect.fork(
          Stream.runDrain(method[form](...sized(form, range(0, 19), 2, options)) as Stream.Stream<unknown, unknown>),
        )
        yield* eventually(Effect.map(states, (all) => all.filter((state) => state === "open").length === 4))
        yield* settle
        assert.lengthOf(yield* asked, 6)
        assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(fiber)))
        assert.notInclude(yield* states, "open")
      }).pipe(Effect.provide(weather(stuck))),
    )
  }

  it.effect("before its first rows, and going on, leaves no shard out", () =>
    Effect.gen(function* () {
      for (let steps = 0; steps < 30; steps++) {
        const stream = (yield* readings).stream(range(1, 40), { pageSize: 10, concurrency: 4, shards: 4 })
        const rows = yield* Effect.scoped(
          Effect.gen(function* () {
            const pull = yield* Stream.toPull(stream)
            const first = yield* Effect.fork(pull)
            for (let step = 0; step < steps; step++) yield* Effect.yieldNow()
            const exit = yield* Fiber.interrupt(first)
            const rest = yield* Stream.runCollect(Stream.repeatEffectChunkOption(pull))
            return [...(Exit.isSuccess(exit) ? exit.value : []), ...rest]
          }),
        )
        assert.deepStrictEqual(rows, readingsOf(1, 40), `after ${steps} steps`)
      }
    }).pipe(Effect.provide(weather(serve()))),
  )

  it.effect("by take aborts them too", () =>
    Effect.gen(function* () {
      const method = yield* readings
      const rows = yield* Stream.runCollect(Stream.take(method.stream(range(0, 19), { ...options, pageSize: 2 }), 3))
      assert.deepStrictEqual(Array.from(rows), [...readingsOf(0, 2)])
      assert.notInclude(yield* states, "open")
      assert.include(yield* states, "interrupted")
    }).pipe(Effect.provide(weather(stuck))),
  )

  it.effect("by a consumer that fails aborts them too", () =>
    Effect.gen(function* () {
      const method = yield* readings
      const exit = yield* Effect.exit(
        Stream.runForEach(method.stream(range(0, 19), { ...options, pageSize: 2 }), ({ at }) =>
          at === 1 ? Effect.fail("enough") : Effect.void,
        ),
      )
      assert.deepStrictEqual(exit, Exit.fail("enough"))
      assert.notInclude(yield* states, "open")
      assert.include(yield* states, "interrupted")
    }).pipe(Effect.provide(weather(stuck))),
  )
})
