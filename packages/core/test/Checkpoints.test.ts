import { Cache } from "@candela/core/Cache"
import { Checkpoint, CheckpointError } from "@candela/core/Checkpoint"
import { Checkpoints } from "@candela/core/Checkpoints"
import * as Client from "@candela/core/declare/Client"
import type { MarketData } from "@candela/core/MarketData"
import type * as Method from "@candela/core/Method"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import * as KeyValueStore from "@effect/platform/KeyValueStore"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, FastCheck as fc, Fiber, Layer, Option, Schema, Stream, TestClock } from "effect"
import { readings, Weather, type Reading } from "@candela/support/endpoints"
import { sized, type Form } from "@candela/support/forms"
import { steps } from "@candela/support/impatient"
import { pageOf, readingsOf, serve, type NextUrlPlace } from "@candela/support/readingsServer"
import { runs, seeded } from "@candela/support/seeded"
import { apiKey, asked, weather } from "@candela/support/weather"

const name = "nightly"

/** The test service whose streams keep their checkpoints, in memory unless it is told where. */
const resuming = (
  script: ScriptedTransport.Script,
  checkpoints: Layer.Layer<MarketData | Checkpoints, never, MarketData> = Checkpoints.layerMemory,
) => Layer.fresh(Weather.layer).pipe(Layer.provideMerge(checkpoints), Layer.provideMerge(weather(script)))

const methods = Effect.map(Weather, (service) => service.readings)

/** Streams readings in one of the three forms into a sink, page by page or chunk by chunk. */
const into = (
  sink: Array<Reading>,
  form: Form,
  { from = 0, limit, rows }: { readonly from?: number; readonly rows: number; readonly limit: number },
  options: Method.HistoryOptions,
) =>
  Effect.gen(function* () {
    const method = yield* methods
    const [request, settings] = sized(form, { station: "S", from, to: from + rows - 1 }, limit, options)
    // It takes some time to write them: a consumer can be killed before it has.
    const take = (rows: Iterable<Reading>) =>
      Effect.zipRight(
        steps({ yields: 3, turns: 1 }),
        Effect.sync(() => void sink.push(...rows)),
      )
    switch (form) {
      case "stream":
        return yield* Stream.runForEachChunk(method.stream(request, settings), take)
      case "pages":
        return yield* Stream.runForEach(method.pages(request, settings), ({ results }) => take(results))
      case "columns":
        return yield* Stream.runForEach(method.columns(request, settings), (part) => take(part.toRows()))
    }
  })

/** A sink that goes back to the row count of the checkpoint. */
const goBack = (sink: Array<Reading>) =>
  Effect.map(Checkpoints.load(name), (saved) => {
    const rows = Option.match(saved, { onNone: () => 0, onSome: ({ rows }) => rows })
    const repeated = sink.length - rows
    sink.length = rows
    return repeated
  })

const forms = fc.constantFrom<Form>("pages", "stream", "columns")
const waits = fc.record({ yields: fc.integer({ min: 0, max: 120 }), turns: fc.integer({ min: 0, max: 12 }) })
const settings = fc.record({
  concurrency: fc.integer({ min: 1, max: 4 }),
  prefetch: fc.integer({ min: 0, max: 2 }),
})

describe("a stream with the name of a checkpoint", () => {
  it.effect.prop(
    "gives the rows of an uninterrupted run to a sink that goes back to its row count, wherever it is killed",
    {
      form: forms,
      rows: fc.integer({ min: 1, max: 40 }),
      limit: fc.integer({ min: 1, max: 5 }),
      shards: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
      lives: fc.array(fc.tuple(waits, settings), { minLength: 1, maxLength: 6 }),
      layout: fc.constantFrom<NextUrlPlace>("tail", "head", "middle"),
    },
    ({ form, layout, limit, lives, rows, shards }) =>
      Effect.gen(function* () {
        const sink: Array<Reading> = []
        const live = (options: Method.HistoryOptions) =>
          Effect.flatMap(goBack(sink), (repeated) => {
            assert.isAtMost(repeated, limit, "more than a page is repeated")
            assert.isAtLeast(repeated, 0, "rows are lost")
            return into(sink, form, { rows, limit }, { ...options, checkpoint: name })
          })
        for (const [wait, options] of lives) {
          const fiber = yield* Effect.fork(live({ ...options, shards }))
          yield* steps(wait)
          yield* Fiber.interrupt(fiber)
          // A place that was saved holds its shards.
          shards = Option.isSome(yield* Checkpoints.load(name)) ? undefined : shards
        }
        yield* live({ shards })
        assert.deepStrictEqual(sink, [...readingsOf(0, rows - 1)])
      }).pipe(Effect.provide(resuming(serve(layout)))),
    { fastCheck: { ...seeded.fastCheck, numRuns: runs(40) } },
  )

  it.effect("requests only what is left", () =>
    Effect.gen(function* () {
      const method = yield* methods
      const range = { station: "S", from: 0, to: 9 }
      const options = { pageSize: 2, prefetch: 0, checkpoint: name }
      // It asks for what follows the second page, and does not live to see it.
      yield* Stream.runDrain(Stream.take(method.stream(range, options), 5))
      const before = yield* asked
      const rows = yield* Stream.runCollect(method.stream(range, options))
      assert.deepStrictEqual(Array.from(rows), [...readingsOf(4, 9)])
      assert.deepStrictEqual((yield* asked).slice(before.length), [
        "/v1/readings/S/4/9?limit=2&cursor=c3",
        "/v1/readings/S/6/9?limit=2&cursor=c5",
        "/v1/readings/S/8/9?limit=2&cursor=c7",
      ])
    }).pipe(Effect.provide(resuming(serve()))),
  )

  it.effect("saves nothing before its consumer asks for what follows the page", () =>
    Effect.gen(function* () {
      const method = yield* methods
      const stream = method.stream({ station: "S", from: 0, to: 9 }, { pageSize: 2, checkpoint: name })
      yield* Stream.runDrain(Stream.take(stream, 2))
      assert.isTrue(Option.isNone(yield* Checkpoints.load(name)))
      yield* Stream.runDrain(Stream.take(stream, 3))
      assert.strictEqual(Option.getOrThrow(yield* Checkpoints.load(name)).rows, 2)
    }).pipe(Effect.provide(resuming(serve()))),
  )

  it.effect("ends complete, gives no rows again, and begins anew when it is removed", () =>
    Effect.gen(function* () {
      const range = { rows: 6, limit: 2 }
      const run = Effect.gen(function* () {
        const sink: Array<Reading> = []
        yield* into(sink, "columns", range, { concurrency: 2, checkpoint: name })
        return sink.length
      })
      assert.strictEqual(yield* run, 6)
      const saved = Option.getOrThrow(yield* Checkpoints.load(name))
      assert.isTrue(saved.isComplete)
      assert.strictEqual(saved.rows, 6)
      const before = (yield* asked).length
      assert.strictEqual(yield* run, 0)
      assert.strictEqual((yield* asked).length, before)
      yield* Checkpoints.remove(name)
      assert.strictEqual(yield* run, 6)
    }).pipe(Effect.provide(resuming(serve()))),
  )

  it.effect("refuses the checkpoint of another request, and names both ways out", () =>
    Effect.gen(function* () {
      const method = yield* methods
      yield* Stream.runDrain(method.stream({ station: "S", from: 0, to: 3 }, { checkpoint: name }))
      const other = { station: "S", from: 0, to: 4 }
      const before = yield* asked
      const error = yield* Effect.flip(Stream.runDrain(method.stream(other, { checkpoint: name })))
      assert.strictEqual(
        error.message,
        'test.readings: "checkpoint" must be of this request: remove it, or choose another name, but got "test.readings /v1/readings/S/0/3?limit=50000". Nothing was sent.',
      )
      const events = yield* Effect.flip(Stream.runDrain((yield* Weather).events.stream({}, { checkpoint: name })))
      assert.include(events.message, 'test.events: "checkpoint" must be of this request')
      assert.deepStrictEqual(yield* asked, before)
    }).pipe(Effect.provide(resuming(serve()))),
  )

  it.effect("refuses to go on where the range is cut in another way", () =>
    Effect.gen(function* () {
      const method = yield* methods
      const stream = (checkpoint: string | Checkpoint) =>
        method.stream({ station: "S", from: 0, to: 7 }, { shards: 2, pageSize: 4, checkpoint })
      yield* Stream.runDrain(Stream.take(stream(name), 5))
      const saved = Option.getOrThrow(yield* Checkpoints.load(name))
      const changed = new Checkpoint({ ...saved, cut: { ...saved.cut!, hash: saved.cut!.hash + 1 } })
      const error = yield* Effect.flip(Stream.runDrain(stream(changed)))
      assert.include(error.message, '"checkpoint" must be removed, so that the stream begins anew')
    }).pipe(Effect.provide(resuming(serve()))),
  )

  it.effect("holds the shards that it was cut into, though time goes on", () => {
    /** As bars are: cut up to the present, and the last shard takes the rest. */
    const growing: typeof readings = {
      ...readings,
      timeRange: {
        ...readings.timeRange,
        cut: (values, shards, { to }) => {
          const parts = readings.timeRange.cut({ ...values, to }, shards, { from: 0, to })
          return [...parts.slice(0, -1), { ...parts.at(-1), to: values.to }]
        },
      },
    }
    return Effect.gen(function* () {
      yield* TestClock.setTime(11)
      const method = (yield* Client.make({ growing })).growing
      const stream = method.stream(
        { station: "S", from: 0, to: 19 },
        { shards: 3, concurrency: 2, pageSize: 2, checkpoint: name },
      )
      const before = yield* Stream.runCollect(Stream.take(stream, 7))
      yield* TestClock.setTime(17)
      const after = yield* Stream.runCollect(stream)
      assert.deepStrictEqual([...before, ...after], [...readingsOf(0, 6), ...readingsOf(6, 19)])
    }).pipe(Effect.provide(resuming(serve())))
  })

  for (const [order, layers] of [
    ["above a cache", Layer.provideMerge(Checkpoints.layerMemory, Layer.orDie(Cache.layer()))],
    ["below a cache", Layer.provideMerge(Layer.orDie(Cache.layer()), Checkpoints.layerMemory)],
  ] as const) {
    it.effect(`goes on in the pieces that a cache cuts, ${order}`, () =>
      Effect.gen(function* () {
        const method = yield* methods
        const day = 86_400_000
        // A cache cuts where a day begins.
        const [from, to] = [day - 10, day + 9]
        const stream = method.stream({ station: "S", from, to }, { pageSize: 2, prefetch: 0, checkpoint: name })
        yield* TestClock.setTime(day + 5)
        const before = yield* Stream.runCollect(Stream.take(stream, 7))
        const { rows } = Option.getOrThrow(yield* Checkpoints.load(name))
        yield* TestClock.setTime(9 * day)
        const after = yield* Stream.runCollect(stream)
        assert.deepStrictEqual([...before].slice(0, rows).concat([...after]), [...readingsOf(from, to)])
        const firsts = (yield* asked).filter((url) => !url.includes("cursor"))
        assert.deepStrictEqual(firsts, [
          `/v1/readings/S/${from}/${day - 1}?limit=2`,
          `/v1/readings/S/${day}/${to}?limit=2`,
        ])
      }).pipe(Effect.provide(resuming(serve(), layers.pipe(Layer.provide(KeyValueStore.layerMemory))))),
    )
  }

  it.effect("fails where the place cannot be saved or read, with the store's words", () => {
    const failing = new CheckpointError({ checkpoint: name, operation: "save", detail: "the disk is full" })
    const store: Checkpoints.Service = {
      load: (name) => (name === "torn" ? failing : Effect.succeedNone),
      save: () => failing,
      remove: () => failing,
    }
    return Effect.gen(function* () {
      const sink: Array<Reading> = []
      const save = yield* Effect.flip(into(sink, "stream", { rows: 6, limit: 2 }, { checkpoint: name }))
      assert.strictEqual(save._tag, "PaginationError")
      assert.strictEqual(
        save.message,
        'test.readings: page 1 cannot be followed: The checkpoint "nightly" could not be saved: the disk is full',
      )
      assert.deepStrictEqual(sink, [...readingsOf(0, 1)])
      const load = yield* Effect.flip(into(sink, "stream", { rows: 6, limit: 2 }, { checkpoint: "torn" }))
      assert.include(load.message, '"checkpoint" must be one that can be read (the disk is full)')
    }).pipe(Effect.provide(resuming(serve(), Checkpoints.layerOf(store))))
  })

  it.effect("is refused without the layer", () =>
    Effect.gen(function* () {
      const method = yield* methods
      const stream = method.stream({ station: "S", from: 0, to: 9 }, { checkpoint: name })
      const error = yield* Effect.flip(Stream.runDrain(stream))
      assert.strictEqual(
        error.message,
        'test.readings: "checkpoint" must be omitted, or Checkpoints.layer provided. Nothing was sent.',
      )
      assert.deepStrictEqual(yield* asked, [])
    }).pipe(Effect.provide(weather(serve()))),
  )
})

describe("the checkpoint after a page", () => {
  it.effect.prop(
    "is where a stream of any form goes on, after a round trip through JSON",
    {
      carrier: fc.constantFrom<"pages" | "columns">("pages", "columns"),
      form: forms,
      rows: fc.integer({ min: 1, max: 20 }),
      limit: fc.integer({ min: 1, max: 5 }),
      settings,
      shards: fc.integer({ min: 1, max: 5 }),
    },
    ({ carrier, form, limit, rows, settings, shards }) =>
      Effect.gen(function* () {
        const method = yield* methods
        const all = readingsOf(0, rows - 1)
        const [request, options] = sized(carrier, { station: "S", from: 0, to: rows - 1 }, limit, { shards })
        const pages: Stream.Stream<{ readonly checkpoint?: Checkpoint }, unknown> = method[carrier](request, options)
        const places = Array.from(yield* Stream.runCollect(Stream.map(pages, ({ checkpoint }) => checkpoint)))
        for (const place of places) {
          const json = Schema.encodeSync(Schema.parseJson(Checkpoint))(place!)
          const checkpoint = yield* Schema.decode(Schema.parseJson(Checkpoint))(json)
          const rest: Array<Reading> = []
          yield* into(rest, form, { rows, limit }, { ...settings, checkpoint })
          assert.deepStrictEqual(rest, all.slice(checkpoint.rows))
        }
        assert.isTrue(places.at(-1)!.isComplete)
      }).pipe(Effect.provide(resuming(serve()))),
    { fastCheck: { ...seeded.fastCheck, numRuns: runs(30) } },
  )

  it.effect("stands on the page, and on no page that is not part of a stream", () =>
    Effect.gen(function* () {
      const method = yield* methods
      const [page] = yield* Stream.runCollect(method.pages({ station: "S", from: 0, to: 9 }))
      const { checkpoint, ...rest } = page!
      assert.deepInclude(checkpoint, { rows: 2, next: "/v1/readings/S/2/9?limit=2&cursor=c1" })
      assert.deepStrictEqual(rest, yield* method({ station: "S", from: 0, to: 9 }))
    }).pipe(Effect.provide(resuming(serve()))),
  )
})

describe("a stored next_url", () => {
  it.effect.prop(
    "is where a stream begins, whose checkpoints go on from there",
    { form: forms, first: fc.integer({ min: 2, max: 12 }), concurrency: fc.integer({ min: 1, max: 3 }) },
    ({ concurrency, first, form }) =>
      Effect.gen(function* () {
        const method = yield* methods
        const page = yield* method({ station: "S", from: 0, to: 15, limit: first })
        const range = { rows: 16, limit: first }
        const [request, options] = sized("pages", { station: "S", from: 0, to: 15 }, first, {
          checkpoint: new URL(page.next_url!),
        })
        const pages = Array.from(yield* Stream.runCollect(method.pages(request, options)))
        assert.deepStrictEqual(
          pages.flatMap(({ results }) => results),
          [...readingsOf(first, 15)],
        )
        for (const page of pages) {
          const checkpoint = page.checkpoint!
          const rest: Array<Reading> = []
          yield* into(rest, form, range, { checkpoint, concurrency })
          assert.deepStrictEqual(rest, [...readingsOf(first + checkpoint.rows, 15)])
        }
      }).pipe(Effect.provide(resuming(serve()))),
    { fastCheck: { ...seeded.fastCheck, numRuns: runs(20) } },
  )

  it.effect("is refused as a text, which is a name, and where it is no URL of the service's kind", () =>
    Effect.gen(function* () {
      const method = yield* methods
      for (const [checkpoint, expected] of [
        ["http://service.test/v1/readings?cursor=a", '"checkpoint" must be a name, or a URL object for a next_url'],
        [new URL("file:///etc/hosts"), '"checkpoint" must be a next_url of the service'],
      ] as const) {
        const stream = method.stream({ station: "S", from: 0, to: 9 }, { checkpoint })
        assert.include((yield* Effect.flip(Stream.runDrain(stream))).message, expected)
      }
      assert.deepStrictEqual(yield* asked, [])
    }).pipe(Effect.provide(resuming(serve()))),
  )
})

describe("a store that hangs", () => {
  const hanging = (operation: "load" | "save") => {
    const store = KeyValueStore.makeStringOnly({
      get: () => (operation === "load" ? Effect.never : Effect.succeedNone),
      set: () => Effect.never,
      remove: () => Effect.never,
      clear: Effect.never,
      size: Effect.never,
    })
    return Checkpoints.layer.pipe(Layer.provide(Layer.succeed(KeyValueStore.KeyValueStore, store)))
  }
  const stream = (options: Method.HistoryOptions) =>
    Effect.flatMap(methods, (method) =>
      Stream.runDrain(method.stream({ station: "S", from: 0, to: 9 }, { pageSize: 2, checkpoint: name, ...options })),
    )

  for (const operation of ["load", "save"] as const) {
    const provided = Effect.provide(resuming(serve(), hanging(operation)))
    it.effect(`fails after 10 seconds, or at the deadline of the stream: ${operation}`, () =>
      Effect.gen(function* () {
        const patient = yield* Effect.fork(Effect.flip(stream({})))
        const urgent = yield* Effect.fork(Effect.flip(stream({ deadline: "2 seconds" })))
        yield* steps({ yields: 100, turns: 10 })
        yield* TestClock.adjust("2 seconds")
        assert.strictEqual((yield* urgent)._tag, "TimeoutError")
        assert.isTrue(Option.isNone(yield* Fiber.poll(patient)))
        yield* TestClock.adjust("8 seconds")
        assert.include((yield* patient).message, "the store did not respond within 10 seconds")
      }).pipe(provided),
    )

    it.effect(`lets its stream be interrupted: ${operation}`, () =>
      Effect.gen(function* () {
        const fiber = yield* Effect.fork(stream({}))
        yield* steps({ yields: 100, turns: 10 })
        assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(fiber)))
      }).pipe(provided),
    )
  }

  it.effect("is waited for by what loads the checkpoint that an interrupted stream saves", () => {
    const written = Effect.unsafeMakeLatch()
    let saved: Option.Option<Checkpoint> = Option.none()
    const store: Checkpoints.Service = {
      load: () => Effect.sync(() => saved),
      save: (_, checkpoint) => Effect.map(written.await, () => void (saved = Option.some(checkpoint))),
      remove: () => Effect.void,
    }
    return Effect.gen(function* () {
      const fiber = yield* Effect.fork(stream({}))
      yield* steps({ yields: 100, turns: 10 })
      yield* Fiber.interrupt(fiber)
      const loading = yield* Effect.fork(Checkpoints.load(name))
      yield* steps({ yields: 100, turns: 10 })
      yield* written.open
      assert.strictEqual(Option.getOrThrow(yield* loading).rows, 2)
    }).pipe(Effect.provide(resuming(serve(), Checkpoints.layerOf(store))))
  })
})

describe("the key", () => {
  /** A service that repeats the key in each `next_url`. */
  const repeating =
    (next: (from: number) => string) =>
    ({ url }: ScriptedTransport.Exchange) => {
      const from = Number(url.searchParams.get("cursor") ?? 0)
      return ScriptedTransport.text(pageOf(readingsOf(from, from), from < 4 ? next(from + 1) : undefined))
    }

  it.effect("is in no checkpoint, though the service repeats it as a parameter", () =>
    Effect.gen(function* () {
      const method = yield* methods
      const stream = method.stream({ station: "S", from: 0, to: 9 }, { checkpoint: name, pageSize: 1 })
      yield* Stream.runDrain(Stream.take(stream, 3))
      const saved = Option.getOrThrow(yield* Checkpoints.load(name))
      assert.notInclude(JSON.stringify(saved), apiKey)
      assert.strictEqual(saved.next, "/v1/readings/S/0/9?cursor=2")
      assert.strictEqual((yield* Stream.runCollect(stream)).length, 3)
    }).pipe(Effect.provide(resuming(repeating((cursor) => `/v1/readings/S/0/9?cursor=${cursor}&apiKey=${apiKey}`)))),
  )

  it.effect("keeps a place from being saved, where it cannot be taken out", () =>
    Effect.gen(function* () {
      const method = yield* methods
      const pages = method.pages({ station: "S", from: 0, to: 9 })
      const [first] = yield* Stream.runCollect(Stream.take(pages, 1))
      assert.isUndefined(first!.checkpoint)
      const stream = method.stream({ station: "S", from: 0, to: 9 }, { checkpoint: name })
      assert.strictEqual((yield* Effect.flip(Stream.runDrain(stream)))._tag, "PaginationError")
      assert.isTrue(Option.isNone(yield* Checkpoints.load(name)))
    }).pipe(Effect.provide(resuming(repeating((cursor) => `/v1/readings/S/0/9?cursor=${cursor}&of=${apiKey}`)))),
  )
})

describe("a KeyValueStore of checkpoints", () => {
  /** A store whose values a test can damage. */
  const values = () => {
    const map = new Map<string, string>()
    const store = KeyValueStore.makeStringOnly({
      get: (key) => Effect.sync(() => Option.fromNullable(map.get(key))),
      set: (key, value) => Effect.sync(() => void map.set(key, value)),
      remove: (key) => Effect.sync(() => void map.delete(key)),
      clear: Effect.sync(() => map.clear()),
      size: Effect.sync(() => map.size),
    })
    const layer = Checkpoints.layer.pipe(Layer.provide(Layer.succeed(KeyValueStore.KeyValueStore, store)))
    return { map, layer }
  }

  it.effect("gives the checkpoint before, wherever a write was cut off", () => {
    const { layer, map } = values()
    return Effect.gen(function* () {
      const store = yield* Checkpoints
      const at = (rows: number) =>
        new Checkpoint({ endpoint: "test.readings", request: "/v1", rows, shard: 0, shards: 1, next: `/v1?c=${rows}` })
      for (let rows = 0; rows < 4; rows++) {
        const before = Option.getOrNull(yield* store.load("a/b"))
        const old = new Map(map)
        yield* store.save("a/b", at(rows))
        assert.deepStrictEqual(Option.getOrNull(yield* store.load("a/b")), at(rows))
        const [place, written] = [...map].find(([place, text]) => old.get(place) !== text)!
        for (let length = 0; length < written.length; length++) {
          map.set(place, written.slice(0, length))
          assert.deepStrictEqual(Option.getOrNull(yield* store.load("a/b")), before)
        }
        map.set(place, written)
      }
      yield* store.remove("a/b")
      assert.strictEqual(map.size, 0)
      assert.isTrue(Option.isNone(yield* store.load("a/b")))
    }).pipe(Effect.provide(resuming(serve(), layer)))
  })

  const at = (rows: number) =>
    new Checkpoint({ endpoint: "test.readings", request: "/v1", rows, shard: 0, shards: 1, next: `/v1?c=${rows}` })

  it.effect(
    "gives the checkpoint before, whichever bit of a value was flipped, and fails where both are damaged",
    () => {
      const { layer, map } = values()
      return Effect.gen(function* () {
        const store = yield* Checkpoints
        for (const rows of [1, 2]) yield* store.save("a", at(rows))
        const flipped = (text: string, bit: number) => {
          const bytes = new TextEncoder().encode(text)
          bytes[bit >> 3]! ^= 1 << (bit & 7)
          return new TextDecoder().decode(bytes)
        }
        for (const [place, before] of [
          ["a.0", 2],
          ["a.1", 1],
        ] as const) {
          const written = map.get(place)!
          for (let bit = 0; bit < 8 * written.length; bit++) {
            map.set(place, flipped(written, bit))
            assert.deepStrictEqual(Option.getOrNull(yield* store.load("a")), at(before), `${place}, bit ${bit}`)
          }
          map.set(place, written)
        }
        for (const [place, written] of map) map.set(place, flipped(written, 100))
        const error = yield* Effect.flip(store.load("a"))
        assert.strictEqual(
          error.message,
          'The checkpoint "a" could not be loaded: both of its copies are damaged. Remove it (Checkpoints.remove), so that its stream begins anew',
        )
        yield* store.save("a", at(3))
        assert.deepStrictEqual(Option.getOrNull(yield* store.load("a")), at(3))
      }).pipe(Effect.provide(resuming(serve(), layer)))
    },
  )

  it.effect("refuses a name with half of a surrogate pair, which no file can have", () =>
    Effect.gen(function* () {
      const store = yield* Checkpoints
      const name = "a\ud800"
      for (const operation of [store.load(name), store.save(name, at(1)), store.remove(name)]) {
        const error = yield* Effect.flip(operation)
        assert.strictEqual(error._tag, "CheckpointError")
        assert.include(error.message, "its name holds half of a surrogate pair")
      }
      const method = yield* methods
      const stream = method.stream({ station: "S", from: 0, to: 9 }, { checkpoint: name })
      const error = yield* Effect.flip(Stream.runDrain(stream))
      assert.strictEqual(error._tag, "InvalidRequest")
    }).pipe(Effect.provide(resuming(serve(), values().layer))),
  )

  it.effect("is what a second program goes on from", () => {
    const { layer } = values()
    const life = (most: number) =>
      Effect.gen(function* () {
        const method = yield* methods
        const stream = method.stream(
          { station: "S", from: 0, to: 9 },
          { checkpoint: name, pageSize: 2, concurrency: 2 },
        )
        return Array.from(yield* Stream.runCollect(Stream.take(stream, most)))
      }).pipe(Effect.provide(resuming(serve(), layer)))
    return Effect.gen(function* () {
      assert.deepStrictEqual(yield* life(5), [...readingsOf(0, 4)])
      assert.deepStrictEqual(yield* life(10), [...readingsOf(4, 9)])
    })
  })
})
