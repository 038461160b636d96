import * as Connections from "@candela/core/Connection"
import type { MarketData } from "@candela/core/MarketData"
import { TransportError } from "@candela/core/MarketDataError"
import * as BodyReader from "@candela/core/internal/BodyReader"
import * as Gate from "../src/internal/http/gate.js"
import * as Spans from "../src/internal/http/spans.js"
import * as Stopwatch from "../src/internal/http/stopwatch.js"
import * as Transport from "../src/internal/http/transport.js"
import { NodeClient } from "@candela/node"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import * as HttpClient from "@effect/platform/HttpClient"
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { Chunk, Duration, Effect, FastCheck as fc, Schedule, Stream } from "effect"
import { gzipSync } from "node:zlib"
import { BufferPool } from "../src/internal/http/bufferPool.js"
import { status, Weather } from "@candela/support/endpoints"
import { runs } from "@candela/support/seeded"
import { sized, type Form } from "@candela/support/forms"
import { serve as listen } from "@candela/support/loopback"
import { readingsOf, serve } from "@candela/support/readingsServer"
import { apiKey, states, weather } from "@candela/support/weather"

type Response = HttpClientResponse.HttpClientResponse

/** A reader whose chunks have a given size, and all lie in the same memory. */
const readerOf =
  (answer: Response, size: number): BodyReader.BodyReader =>
  (onChunk) =>
    Effect.suspend(() => {
      const memory = new Uint8Array(size)
      return Stream.runForEachWhile(answer.stream, (bytes) =>
        Effect.sync(() => {
          for (let start = 0; start < bytes.length; start += size) {
            const part = bytes.subarray(start, start + size)
            memory.set(part)
            if (!onChunk(memory.subarray(0, part.length))) return false
            memory.fill(0xff)
          }
          return true
        }),
      )
    })

/** An answer whose body cannot be read. */
const unreadable = (answer: Response): Response => {
  const read = Effect.dieMessage("the body was read in another way")
  return Object.create(answer, { arrayBuffer: { value: read }, stream: { value: Stream.unwrap(read) } })
}

/** Lets responses be read by a body reader, and in no other way. */
const readBy = (size: number) => ({
  transformClient: (client: HttpClient.HttpClient) =>
    BodyReader.offering(HttpClient.transformResponse(client, Effect.map(unreadable)), (answer) =>
      readerOf(answer as Response, size),
    ),
})

const step = { endpoint: status, values: {}, path: "/v1/status/A", page: 1 }

/** A gate of one test: a pause must not reach the next. */
const open = () => Effect.runSync(Effect.scoped(Gate.make(undefined)))

const options: Transport.Settings = {
  timeout: Duration.seconds(30),
  maxBodySize: 100_000,
  gzip: true,
  propagateTrace: false,
  ...readBy(1000),
}

interface Options extends Transport.Settings, Partial<Connections.Connection.Options> {}

const get = ({ baseUrl = "http://service.test", ...changed }: Options = {}, buffers?: BufferPool) =>
  Effect.flatMap(
    Effect.flatMap(Effect.orDie(Connections.make({ baseUrl, apiKey }, Connections.sourcesIn("test"))), (connection) =>
      Transport.make(connection, open(), { ...options, ...changed }),
    ),
    (transport) =>
      Effect.flatMap(Effect.makeSpan("test"), (span) =>
        transport({
          step,
          span,
          sends: Spans.sends(span, { baseUrl: new URL(baseUrl) }, step),
          stopwatch: Stopwatch.make(),
          refusal: () => undefined,
          buffers,
        }),
      ),
  )

const text = ({ bytes }: Transport.Received) => new TextDecoder().decode(bytes)

const reasonOf = (effect: ReturnType<typeof get>) =>
  Effect.map(Effect.flip(effect), (error) => {
    assert.instanceOf(error, TransportError)
    return error.reason
  })

const body = JSON.stringify({ results: Array.from({ length: 5000 }, (_, index) => ({ index })) })

/** A server that answers with the body, in gzip for whoever asks for that. */
const serving = listen((request, response) => {
  const gzip = request.headers["accept-encoding"] === "gzip"
  response.writeHead(200, gzip ? { "content-encoding": "gzip" } : {}).end(gzip ? gzipSync(body) : body)
})

describe("a growing buffer", () => {
  it("holds the chunks in order, and refuses a chunk that exceeds its maximum", () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 40_000 }), { maxLength: 20 }),
        fc.nat(200_000),
        fc.nat(200_000),
        (chunks, max, expected) => {
          const allocated: Array<number> = []
          const buffer = new BodyReader.GrowingBuffer({
            max,
            expected,
            allocate: (size) => {
              allocated.push(size)
              return new Uint8Array(size + (size >> 4)).fill(0xaa)
            },
          })
          let held = Buffer.alloc(0)
          for (const chunk of chunks) {
            const fits = held.length + chunk.length <= max
            assert.strictEqual(buffer.append(chunk), fits)
            if (fits) held = Buffer.concat([held, chunk])
            assert.isTrue(held.equals(buffer.bytes()))
          }
          for (const size of allocated) assert.isAtMost(size, max)
          // Doubling: every byte is copied a constant number of times.
          assert.isAtMost(allocated.length, 2 + Math.ceil(Math.log2(200_000 / 16_384)))
        },
      ),
      { seed: 20_250_112, numRuns: runs(200) },
    )
  })
})

describe("a body that is read chunk by chunk", () => {
  for (const [kind, step] of [
    ["of known length", ScriptedTransport.text(body, { headers: { "content-length": String(body.length) } })],
    ["of unknown length", ScriptedTransport.text(body)],
    ["in gzip that the client did not unpack", ScriptedTransport.bytes(gzipSync(body))],
  ] as const) {
    it.effect(`${kind} is whole`, () =>
      Effect.gen(function* () {
        assert.strictEqual(text(yield* get()), body)
        assert.strictEqual(text(yield* get(readBy(7))), body)
      }).pipe(Effect.provide(ScriptedTransport.layer([step, step]))),
    )

    it.effect(`${kind} is no larger than it may be`, () =>
      Effect.gen(function* () {
        assert.strictEqual(text(yield* get({ maxBodySize: body.length })), body)
        assert.strictEqual(yield* reasonOf(get({ maxBodySize: body.length - 1 })), "BodyTooLarge")
      }).pipe(Effect.provide(ScriptedTransport.layer([step, step]))),
    )
  }

  it.effect("is cut where the connection is, and the request is made again", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* reasonOf(get()), "CutBody")
      assert.strictEqual(text(yield* get()), body)
    }).pipe(
      Effect.provide(
        ScriptedTransport.layer([
          ScriptedTransport.cutBody(ScriptedTransport.text(body)),
          ScriptedTransport.text(body),
        ]),
      ),
    ),
  )

  it.effect("of nothing has no bytes", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* get()).bytes.length, 0)
    }).pipe(Effect.provide(ScriptedTransport.layer([ScriptedTransport.text("")]))),
  )

  it.effect("is read as any other where the client offers no reader", () =>
    Effect.gen(function* () {
      const response = yield* HttpClient.get("http://service.test")
      assert.isUndefined(BodyReader.of(response))
      assert.strictEqual(text(yield* get({ transformClient: undefined })), body)
    }).pipe(Effect.provide(ScriptedTransport.layer(() => ScriptedTransport.text(body)))),
  )
})

it.scopedLive("NodeClient receives into released buffers, through every wrapper of its responses", () =>
  Effect.gen(function* () {
    const url = yield* serving
    for (const gzip of [true, false]) {
      const pool = new BufferPool()
      const ask = get({ baseUrl: new URL(url), transformClient: HttpClient.filterStatusOk, gzip }, pool)
      const [first, second] = yield* Effect.all([ask, ask])
      assert.strictEqual(text(first), body)
      assert.strictEqual(text(second), body)
      assert.notStrictEqual(first.bytes.buffer, second.bytes.buffer)
      pool.release(first.bytes)
      const third = yield* ask
      assert.strictEqual(third.bytes.buffer, first.bytes.buffer)
      assert.strictEqual(text(second), body)
      assert.strictEqual(text(third), body)
    }
  }).pipe(Effect.provide(NodeClient.layer)),
)

describe("a client of the user's that puts other bodies into answers", () => {
  const upperCase = (bytes: Uint8Array) => new TextEncoder().encode(new TextDecoder().decode(bytes).toUpperCase())

  const streamOf = (answer: Response) => Stream.map(answer.stream, upperCase)
  const bufferOf = (answer: Response) =>
    Effect.map(answer.arrayBuffer, (buffer) => upperCase(new Uint8Array(buffer)).buffer)

  class UpperCase {
    readonly request: Response["request"]
    readonly status: number
    readonly headers: Response["headers"]
    readonly stream: unknown
    readonly arrayBuffer: unknown
    constructor(readonly original: Response) {
      this.request = original.request
      this.status = original.status
      this.headers = original.headers
      this.stream = streamOf(original)
      this.arrayBuffer = bufferOf(original)
    }
  }

  const wrappers: Readonly<Record<string, (answer: Response) => Response>> = {
    "an object that has the answer": (answer) => new UpperCase(answer) as unknown as Response,
    "an object that inherits from the answer": (answer) =>
      Object.create(answer, { arrayBuffer: { value: bufferOf(answer) }, stream: { value: streamOf(answer) } }),
    "a proxy": (answer) =>
      new Proxy(answer, {
        get: (target, key) =>
          key === "arrayBuffer"
            ? bufferOf(target)
            : key === "stream"
              ? streamOf(target)
              : Reflect.get(target, key, target),
      }),
  }

  for (const [name, wrap] of Object.entries(wrappers)) {
    it.scopedLive(`is heeded, by ${name}`, () =>
      Effect.gen(function* () {
        const url = yield* serving
        const baseUrl = new URL(url)
        for (const gzip of [true, false]) {
          const transformClient = HttpClient.transformResponse(Effect.map(wrap))
          assert.strictEqual(text(yield* get({ baseUrl, transformClient, gzip })), body.toUpperCase())
          // The same below ours.
          const below = HttpClient.transformResponse(yield* HttpClient.HttpClient, Effect.map(wrap))
          const received = get({ baseUrl, transformClient: undefined, gzip })
          assert.strictEqual(
            text(yield* Effect.provideService(received, HttpClient.HttpClient, below)),
            body.toUpperCase(),
          )
        }
      }).pipe(Effect.provide(NodeClient.layer)),
    )
  }
})

it.scopedLive("no buffer is allocated for the length that a header claims", () =>
  Effect.gen(function* () {
    const url = yield* listen((_, response) => {
      response.writeHead(200, { "content-length": "10000000000000" }).write("{}")
      setImmediate(() => response.destroy())
    })
    const asked = get({ baseUrl: new URL(url), maxBodySize: Infinity, transformClient: undefined })
    assert.strictEqual(yield* reasonOf(asked), "CutBody")
  }).pipe(Effect.provide(NodeClient.layer)),
)

it.scopedLive("a client of the user's that reads every body leaves it to be read", () =>
  Effect.gen(function* () {
    const url = yield* serving
    const logged: Array<string> = []
    const transformClient = HttpClient.tap((response) => Effect.map(response.text, (text) => void logged.push(text)))
    for (const gzip of [true, false]) {
      assert.strictEqual(text(yield* get({ baseUrl: new URL(url), transformClient, gzip })), body)
    }
    assert.deepStrictEqual(logged, [body, body])
  }).pipe(Effect.provide(NodeClient.layer)),
)

it.effect("a body that comes as a stream is read into released buffers, too", () =>
  Effect.gen(function* () {
    const pool = new BufferPool()
    const ask = get({ transformClient: undefined }, pool)
    const first = yield* ask
    pool.release(first.bytes)
    const second = yield* ask
    assert.strictEqual(second.bytes.buffer, first.bytes.buffer)
    assert.strictEqual(text(second), body)
  }).pipe(Effect.provide(ScriptedTransport.layer(() => ScriptedTransport.text(body)))),
)

describe("a stream of pages in reused buffers", () => {
  const { release } = BufferPool.prototype
  afterEach(() => void vi.restoreAllMocks())

  const read = (
    how: Form,
    { limit, ...range }: { readonly from: number; readonly to: number; readonly limit: number },
    pace: { readonly prefetch: number; readonly concurrency: number },
    options: Partial<MarketData.Options>,
    cutEvery: number,
  ) =>
    Effect.gen(function* () {
      const { readings } = yield* Weather
      const asked = sized(how, { station: "S", ...range }, limit, pace)
      // All of it is kept to the end: what still lay in a page's memory would be spoilt by then.
      switch (how) {
        case "stream":
          return [...(yield* Stream.runCollect(readings.stream(...asked)))]
        case "pages":
          return [...(yield* Stream.runCollect(readings.pages(...asked)))].flatMap(({ results }) => results)
        case "columns":
          return [...(yield* Stream.runCollect(readings.columns(...asked)))].flatMap((chunk) => [...chunk.toRows()])
      }
    }).pipe(
      Effect.provide(
        weather(
          (exchange) =>
            (exchange.index + 1) % cutEvery === 0 ? ScriptedTransport.cutBody(serve()(exchange)) : serve()(exchange),
          { ...options, retry: Schedule.recurs(3), retryBudget: { reserve: Infinity } },
        ),
      ),
    )

  it.effect.prop(
    "has the rows that it has in memory of its own, in any shape, at any pace, whatever is cut",
    {
      how: fc.constantFrom("stream" as const, "pages" as const, "columns" as const),
      rows: fc.integer({ min: 0, max: 400 }),
      limit: fc.integer({ min: 1, max: 120 }),
      prefetch: fc.integer({ min: 0, max: 3 }),
      concurrency: fc.integer({ min: 1, max: 4 }),
      size: fc.integer({ min: 1, max: 4000 }),
      cutEvery: fc.integer({ min: 2, max: 9 }),
      codeGeneration: fc.boolean(),
    },
    ({ codeGeneration, concurrency, cutEvery, how, limit, prefetch, rows, size }) =>
      Effect.gen(function* () {
        let given = 0
        vi.spyOn(BufferPool.prototype, "release").mockImplementation(function (this: BufferPool, bytes) {
          given++
          new Uint8Array(bytes.buffer).fill(0xee)
          release.call(this, bytes)
        })
        const got = yield* read(
          how,
          { from: 1, to: rows, limit },
          { prefetch, concurrency },
          { ...readBy(size), codeGeneration },
          cutEvery,
        )
        assert.deepStrictEqual(got, readingsOf(1, rows))
        // Without prefetch each page has a buffer of its own, which nobody gives to another one.
        if (prefetch > 0) assert.isAtLeast(given, Math.ceil(rows / limit))
      }),
    { fastCheck: { seed: 20_241_121, numRuns: runs(30) } },
  )

  it.effect("takes no more memory than the pages that are on their way", () =>
    Effect.gen(function* () {
      const taken = vi.spyOn(BufferPool.prototype, "take")
      const buffers = () =>
        new Set(taken.mock.results.map(({ value }) => (value as Uint8Array).buffer).filter((b) => b.byteLength > 0))
          .size
      const kept = () =>
        taken.mock.contexts.map((pool) => (Reflect.get(pool as object, "free") as Array<Uint8Array>).length)
      for (const [prefetch, most] of [
        // Each page has a buffer of its own then: nothing is held between two pages.
        [0, 40],
        [1, 3],
        [3, 5],
      ] as const) {
        taken.mockClear()
        const rows = yield* read(
          "columns",
          { from: 1001, to: 3000, limit: 50 },
          { prefetch, concurrency: 1 },
          readBy(999),
          99,
        )
        assert.lengthOf(rows, 2000)
        assert.isAbove(taken.mock.calls.length, 39)
        assert.isAtMost(buffers(), most, `prefetch ${prefetch}`)
        if (prefetch === 0) assert.isTrue(kept().every((buffers) => buffers === 0))
      }
    }),
  )

  it.effect("is left early with nothing in flight", () =>
    Effect.gen(function* () {
      const { readings } = yield* Weather
      const rows = yield* Stream.runCollect(
        Stream.take(readings.stream({ station: "S", from: 1, to: 1000 }, { prefetch: 2, pageSize: 10 }), 35),
      )
      assert.deepStrictEqual(Chunk.toReadonlyArray(rows), readingsOf(1, 35))
      assert.notInclude(yield* states, "open")
    }).pipe(Effect.provide(weather(serve(), readBy(100)))),
  )
})
