import { DecodeError, PaginationError, ServiceError, TransportError } from "@candela/core/MarketDataError"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Exit, FastCheck as fc, Fiber, Schedule, Scope, Stream, TestClock } from "effect"
import { Weather } from "@candela/support/endpoints"
import { eventually, settle } from "@candela/support/eventually"
import { sized } from "@candela/support/forms"
import { page, pageOf, readingAt, readingsOf, serve, type NextUrlPlace } from "@candela/support/readingsServer"
import { runs, seeded } from "@candela/support/seeded"
import { apiKey, asked, states, weather } from "@candela/support/weather"

const range = (from: number, to: number, limit?: number) => ({ station: "S", from, to, limit })

const readings = Effect.map(Weather, (service) => service.readings)

/** The rows of a stream, and how it ended. */
const collect = <A, E, R>(stream: Stream.Stream<A, E, R>) =>
  Effect.gen(function* () {
    const rows: Array<A> = []
    const exit = yield* Effect.exit(Stream.runForEach(stream, (row) => Effect.sync(() => rows.push(row))))
    return { rows, exit }
  })

/** The rows of `.stream` over scripted documents. */
const rowsOf = (...documents: ReadonlyArray<string>) =>
  Effect.flatMap(readings, (method) => collect(method.stream(range(0, 9), { pageSize: 2 }))).pipe(
    Effect.provide(weather(documents.map((document) => ScriptedTransport.text(document)))),
  )

const requests = Effect.map(ScriptedTransport.exchanges, (all) => all.length)

describe("next_url", () => {
  /** Where the second request goes when the first page says `next_url: next`. */
  const followed = (next: string, baseUrl = "http://service.test") =>
    Effect.gen(function* () {
      const { exit } = yield* collect((yield* readings).stream(range(0, 9)))
      return { exit, urls: (yield* ScriptedTransport.exchanges).slice(1).map(({ url }) => url.href) }
    }).pipe(
      Effect.provide(
        weather(
          ({ index }) => ScriptedTransport.text(index === 0 ? pageOf(readingsOf(0, 1), next) : pageOf([], undefined)),
          { baseUrl },
        ),
      ),
    )

  const cases: ReadonlyArray<readonly [name: string, next: string, url: string]> = [
    ["the configured host", "http://service.test/v1/next?cursor=a", "http://service.test/v1/next?cursor=a"],
    ["another host", "https://staging.example:8443/v1/next?cursor=a", "http://service.test/v1/next?cursor=a"],
    ["an explicit port", "http://service.test:80/v1/next?cursor=a", "http://service.test/v1/next?cursor=a"],
    ["an absolute foreign URL", "http://evil.test/x?cursor=a", "http://service.test/x?cursor=a"],
    ["a user and a password", "http://user:pass@evil.test/x", "http://service.test/x"],
    ["a path that looks like a host", "http://evil.test//evil.test/x", "http://service.test//evil.test/x"],
    ["a path", "/v1/next?cursor=a", "http://service.test/v1/next?cursor=a"],
    ["a query alone", "?cursor=a", "http://service.test/v1/readings/S/0/9?cursor=a"],
    ["a fragment", "/v1/next?cursor=a#part", "http://service.test/v1/next?cursor=a"],
    ["the key before", `/v1/next?apiKey=${apiKey}&cursor=a`, "http://service.test/v1/next?cursor=a"],
    [
      "the key in other spellings",
      `/v1/next?apikey=${apiKey}&API_KEY=${apiKey}&cursor=a`,
      "http://service.test/v1/next?cursor=a",
    ],
    ["the key twice", `/v1/next?cursor=a&apiKey=1&apiKey=${apiKey}`, "http://service.test/v1/next?cursor=a"],
    [
      "what a query written anew would spell otherwise",
      "/v1/C:EURUSD/X%2fY?cursor=a%20b+c~d=&e&t=C:A,B",
      "http://service.test/v1/C:EURUSD/X%2fY?cursor=a%20b+c~d=&e&t=C:A,B",
    ],
  ]
  for (const [name, next, url] of cases) {
    it.effect(`with ${name} is followed on the configured origin`, () =>
      Effect.gen(function* () {
        const result = yield* followed(next)
        assert.deepStrictEqual(result.exit, Exit.void)
        assert.deepStrictEqual(result.urls, [url])
      }),
    )
  }

  it.effect("goes below the path of the base URL, whether it holds that path already or not", () =>
    Effect.gen(function* () {
      for (const next of ["http://service.test/gate/v1/readings/S/2/9", "http://other.test/v1/readings/S/2/9"]) {
        const { urls } = yield* followed(next, "http://service.test/gate/")
        assert.deepStrictEqual(urls, ["http://service.test/gate/v1/readings/S/2/9"])
      }
    }),
  )

  it.effect("that holds the key in its path, its cursor or another parameter is refused, and nothing is sent", () =>
    Effect.gen(function* () {
      const base64 = Buffer.from(`{"key":"${apiKey}"}`).toString("base64url")
      const needless = Buffer.from(apiKey).toString("hex").replace(/../g, "%$&")
      for (const next of [`/v1/${apiKey}/next`, `/v1/next?cursor=${base64}`, `?cursor=a&key=${needless}`]) {
        const { exit, urls } = yield* followed(`http://service.test${next}`.replace(/^[^?]*(?=\?cursor=a)/, ""))
        assert.deepStrictEqual(urls, [])
        const error = yield* Effect.flip(exit)
        assert.instanceOf(error, PaginationError)
        assert.strictEqual(
          error.message,
          "test.readings: page 1 cannot be followed: its next_url holds the API key, so it was not requested",
        )
      }
    }),
  )

  for (const next of [
    "cursor=a",
    "v1/next?cursor=a",
    "//evil.test/x",
    "\\\\evil.test\\x",
    "/\\evil.test:port/x",
    "http://",
    "http://[",
    "/v1/\\u0061",
    "https://:80/x",
    "mailto:a@evil.test",
    "data:@evil.test/x",
    "ftp://evil.test/x",
    `/v1/next?cursor=${"a".repeat(65_536)}`,
  ]) {
    it.effect(`${next.slice(0, 40)} is refused after the rows of its page, and not followed`, () =>
      Effect.gen(function* () {
        const { rows, exit } = yield* rowsOf(pageOf(readingsOf(0, 1), "/v1/next"), pageOf(readingsOf(2, 3), next))
        assert.deepStrictEqual(rows, readingsOf(0, 3))
        assert(Exit.isFailure(exit))
        const error = yield* Effect.flip(exit)
        assert.instanceOf(error, PaginationError)
        assert.include(error, { endpoint: "test.readings", page: 2 })
        assert.deepStrictEqual((yield* followed(next)).urls, [])
      }),
    )
  }

  it.effect.prop(
    "never leads to another origin, whatever it is",
    {
      next: fc.oneof(
        fc.webUrl({ withQueryParameters: true, withFragments: true }),
        fc.string({ unit: "binary", minLength: 1 }),
        fc
          .tuple(fc.constantFrom("//", "/\\", "http:", "https://", "data:", "@", ".", ":80", "\t//"), fc.webPath())
          .map(([start, path]) => `${start}@evil.test${path}`),
      ),
    },
    ({ next }) =>
      Effect.gen(function* () {
        const { exit, urls } = yield* followed(next)
        assert.isAtMost(urls.length, 1)
        for (const url of urls) assert.strictEqual(new URL(url).origin, "http://service.test")
        if (Exit.isFailure(exit)) assert.include(yield* Effect.flip(exit), { _tag: "PaginationError" })
        else assert.lengthOf(urls, 1)
      }),
    { fastCheck: { ...seeded.fastCheck, numRuns: runs(40) } },
  )

  it.effect("that was followed before is an error, after the rows of the page that holds it", () =>
    Effect.gen(function* () {
      const next = "http://service.test/v1/next?cursor="
      const { rows, exit } = yield* rowsOf(
        pageOf(readingsOf(0, 1), `${next}a`),
        pageOf(readingsOf(2, 3), `${next}b`),
        pageOf(readingsOf(4, 5), `https://other.test/v1/next?cursor=a`),
      )
      assert.deepStrictEqual(rows, readingsOf(0, 5))
      assert(Exit.isFailure(exit))
      const error = yield* Effect.flip(exit)
      assert.instanceOf(error, PaginationError)
      assert.include(error, { endpoint: "test.readings", page: 3 })
      assert.include(error.message, "followed before")
    }),
  )

  it.effect("that leads to the page itself is an error", () =>
    Effect.gen(function* () {
      const method = yield* readings
      const { rows, exit } = yield* collect(method.pages(range(0, 9, 2)))
      assert.deepStrictEqual(
        rows.map(({ results }) => results),
        [readingsOf(0, 1)],
      )
      assert(Exit.isFailure(exit))
      assert.include(yield* Effect.flip(exit), { _tag: "PaginationError", page: 1 })
    }).pipe(
      Effect.provide(weather(({ url }) => ScriptedTransport.text(pageOf(readingsOf(0, 1), url.pathname + url.search)))),
    ),
  )

  it.effect("may stand behind an empty page, which is no end", () =>
    Effect.gen(function* () {
      const { rows, exit } = yield* rowsOf(
        pageOf([], "/v1/a"),
        pageOf(readingsOf(0, 1), "/v1/b"),
        '{"status":"OK","results":null,"next_url":"/v1/c"}',
        '{"status":"OK","next_url":"/v1/d"}',
        pageOf(readingsOf(2, 3), undefined),
      )
      assert.deepStrictEqual({ rows, exit }, { rows: [...readingsOf(0, 3)], exit: Exit.void })
    }),
  )

  const lastPages = ['{"status":"OK","results":null}', '{"results":[]}', '{"next_url":null}', '{"next_url":""}']
  for (const last of lastPages) {
    it.effect(`${last} ends a stream`, () =>
      Effect.gen(function* () {
        const { rows, exit } = yield* rowsOf(pageOf(readingsOf(0, 1), "/v1/a"), last)
        assert.deepStrictEqual({ rows, exit }, { rows: [...readingsOf(0, 1)], exit: Exit.void })
        assert.deepStrictEqual(yield* rowsOf(last), { rows: [], exit: Exit.void })
      }),
    )
  }

  it.effect("an empty document ends a stream when it comes a second time, and is no first page", () =>
    Effect.gen(function* () {
      const first = pageOf(readingsOf(0, 1), "/v1/a")
      const ended = yield* rowsOf(first, "{}", " {}\n")
      assert.deepStrictEqual({ rows: ended.rows, exit: ended.exit }, { rows: [...readingsOf(0, 1)], exit: Exit.void })
      const repaired = yield* rowsOf(first, "{}", pageOf(readingsOf(2, 3), undefined))
      assert.deepStrictEqual(repaired.rows, [...readingsOf(0, 3)])
      const alone = yield* rowsOf("{}")
      assert(Exit.isFailure(alone.exit))
      assert.deepInclude(yield* Effect.flip(alone.exit), { _tag: "ServiceError", foreign: true, detail: "{}" })
    }),
  )

  const lookalikes = {
    "in an object before": '{"info":{"next_url":"/v1/no"},"results":[{"t":0,"v":0}]}',
    "in an object after": '{"results":[{"t":0,"v":0}],"info":{"next_url":"/v1/no"}}',
    "in a row": '{"results":[{"t":0,"v":0,"next_url":"/v1/no"}]}',
    "in a string": '{"results":[{"t":0,"v":0}],"status":"\\",\\"next_url\\":\\"/v1/no\\""}',
    "in a string before": '{"status":"{\\"next_url\\":\\"/v1/no\\"}","results":[{"t":0,"v":0}]}',
    "as a value": '{"results":[{"t":0,"v":0}],"request_id":"next_url"}',
    "under a longer key": '{"results":[{"t":0,"v":0}],"a_next_url":"/v1/no","next_url_":"/v1/no"}',
  }
  for (const [place, document] of Object.entries(lookalikes)) {
    it.effect(`is none ${place}`, () =>
      Effect.gen(function* () {
        const { rows, exit } = yield* rowsOf(document)
        assert.deepStrictEqual({ rows, exit }, { rows: [{ at: 0, value: 0 }], exit: Exit.void })
        // The second page is looked at before it is decoded.
        assert.deepStrictEqual((yield* rowsOf(pageOf([], "/v1/a"), document)).exit, Exit.void)
      }),
    )
  }

  it.effect("may be written in escapes, with white space around it", () =>
    Effect.gen(function* () {
      const method = yield* readings
      yield* Stream.runDrain(method.stream(range(0, 9)))
      assert.deepStrictEqual((yield* asked).slice(1), ["/v1/a?b=c", "/v1/d"])
    }).pipe(
      Effect.provide(
        weather([
          ScriptedTransport.text('{"results":[] , "ne\\u0078t_url" :\t"\\/v1\\/a?b\\u003dc" }\n'),
          ScriptedTransport.text(' {\n"next_url" : "\\/v1/d",\n"results":[ ]\r\n}\n'),
          ScriptedTransport.json({ status: "OK" }),
        ]),
      ),
    ),
  )
})

describe("pages and rows", () => {
  it.effect.prop(
    "concatenated they are all the rows, for any page size, layout and look-ahead",
    {
      rows: fc.integer({ min: 1, max: 12 }),
      limit: fc.integer({ min: 1, max: 5 }),
      prefetch: fc.integer({ min: 0, max: 3 }),
      layout: fc.constantFrom<NextUrlPlace>("tail", "head", "middle"),
    },
    ({ rows, limit, prefetch, layout }) =>
      Effect.gen(function* () {
        const method = yield* readings
        const request = range(0, rows - 1)
        const all = readingsOf(0, rows - 1)
        const pages = Array.from(yield* Stream.runCollect(method.pages({ ...request, limit }, { prefetch })))
        assert.deepStrictEqual(
          pages.flatMap(({ results }) => results),
          all,
        )
        assert.isTrue(pages.every(({ results }) => results.length <= limit))
        assert.strictEqual(yield* requests, Math.ceil(rows / limit))
        const streamed = yield* Stream.runCollect(method.stream(request, { prefetch, pageSize: limit }))
        assert.deepStrictEqual(Array.from(streamed), [...all])
        const columns = yield* Stream.runCollect(method.columns(request, { prefetch, pageSize: limit }))
        assert.deepStrictEqual(
          Array.from(columns).flatMap((chunk) => chunk.toRows()),
          all,
        )
      }).pipe(Effect.provide(weather(serve(layout)))),
    { fastCheck: { ...seeded.fastCheck, numRuns: runs(20) } },
  )

  it.effect("runs anew each time a stream is run", () =>
    Effect.gen(function* () {
      const stream = (yield* readings).stream(range(0, 6), { pageSize: 2 })
      for (const _ of [1, 2]) assert.deepStrictEqual(Array.from(yield* Stream.runCollect(stream)), readingsOf(0, 6))
      assert.strictEqual(yield* requests, 8)
    }).pipe(Effect.provide(weather(serve()))),
  )

  it.effect("a page of 50,000 rows comes in chunks that Effect's folds can bear", () =>
    Effect.gen(function* () {
      const stream = (yield* readings).stream(range(0, 49_999))
      const sizes = Array.from(yield* Stream.runCollect(Stream.map(Stream.chunks(stream), Chunk.size)))
      assert.isAtMost(Math.max(...sizes), 1024)
      assert.strictEqual(
        sizes.reduce((sum, size) => sum + size),
        50_000,
      )
      assert.isAtMost(sizes.length, 50)
      assert.strictEqual(yield* Stream.runFold(stream, 0, (sum, { at }) => sum + at), (49_999 * 50_000) / 2)
      const scanned = yield* Stream.runLast(Stream.scan(stream, 0, (count) => count + 1))
      assert.deepInclude(scanned, { value: 50_000 })
      const grouped = yield* Stream.runCollect(Stream.grouped(stream, 10_000))
      assert.deepStrictEqual(Array.from(grouped, Chunk.size), [10_000, 10_000, 10_000, 10_000, 10_000])
      assert.deepStrictEqual(Chunk.unsafeGet(Chunk.unsafeGet(grouped, 4), 9999), readingAt(49_999))
      assert.strictEqual(yield* requests, 4)
    }).pipe(Effect.provide(weather(serve()))),
  )

  it.effect("streams and columns ask for the largest page unless told, pages do not", () =>
    Effect.gen(function* () {
      const method = yield* readings
      yield* Stream.runDrain(method.stream(range(0, 1)))
      yield* Stream.runDrain(method.columns(range(0, 1)))
      yield* Stream.runDrain(method.pages(range(0, 1)))
      yield* Stream.runDrain(method.stream(range(0, 1), { pageSize: 7 }))
      yield* Stream.runDrain(method.columns(range(0, 1), { pageSize: 7 }))
      yield* Stream.runDrain(method.pages(range(0, 1, 7)))
      yield* Stream.runDrain((yield* Weather).events.stream({}))
      assert.deepStrictEqual(
        (yield* ScriptedTransport.exchanges).map(({ url }) => url.searchParams.get("limit")),
        ["50000", "50000", null, "7", "7", "7", "100"],
      )
    }).pipe(Effect.provide(weather(() => ScriptedTransport.json({ status: "OK" })))),
  )
})

describe("how much is asked for", () => {
  it.effect("nothing by a stream that is not run", () =>
    Effect.gen(function* () {
      const { events, readings } = yield* Weather
      const made = [
        readings(range(0, 9)),
        readings.pages(range(0, 9)),
        readings.stream(range(0, 9), { concurrency: 3 }),
        readings.columns(range(0, 9)),
        events.stream({}),
      ]
      assert.lengthOf(made, 5)
      yield* Effect.yieldNow()
      assert.strictEqual(yield* requests, 0)
    }).pipe(Effect.provide(weather([]))),
  )

  it.effect("one request by take(1)", () =>
    Effect.gen(function* () {
      const method = yield* readings
      for (const options of [{}, { prefetch: 3 }, { prefetch: 0 }, { shards: 3 }]) {
        const before = yield* requests
        yield* Stream.runDrain(Stream.take(method.stream(range(0, 9), { ...options, pageSize: 2 }), 1))
        yield* Stream.runDrain(Stream.take(method.columns(range(0, 9), { ...options, pageSize: 2 }), 1))
        yield* Stream.runHead(method.pages(range(0, 9, 2), options))
        yield* settle
        assert.strictEqual((yield* requests) - before, 3)
      }
    }).pipe(Effect.provide(weather(serve()))),
  )

  for (const shards of [1, 5]) {
    it.effect(`as many pages as are used, without looking ahead (${shards} shards)`, () =>
      Effect.gen(function* () {
        const method = yield* readings
        for (const [rows, pages] of [
          [1, 1],
          [2, 1],
          [3, 2],
          [4, 2],
          [5, 3],
        ] as const) {
          const before = yield* requests
          const stream = method.stream(range(0, 9), { pageSize: 2, prefetch: 0, shards })
          assert.deepStrictEqual(Array.from(yield* Stream.runCollect(Stream.take(stream, rows))), [
            ...readingsOf(0, rows - 1),
          ])
          yield* settle
          assert.strictEqual((yield* requests) - before, pages, `take(${rows})`)
        }
      }).pipe(Effect.provide(weather(serve()))),
    )
  }

  for (const prefetch of [0, 1, 3]) {
    it.effect(`at most ${prefetch} pages more than the one that a stalled consumer holds`, () =>
      Effect.gen(function* () {
        const method = yield* readings
        for (const held of [1, 2, 3]) {
          const before = yield* requests
          let pages = 0
          const consumer = yield* method.pages(range(0, 19, 2), { prefetch }).pipe(
            Stream.runForEach(() => (++pages < held ? Effect.void : Effect.never)),
            Effect.fork,
          )
          // The first page is fetched alone.
          const expected = held === 1 ? 1 : held + prefetch
          yield* eventually(Effect.map(requests, (all) => pages === held && all - before >= expected))
          yield* settle
          assert.strictEqual(pages, held)
          assert.strictEqual((yield* requests) - before, expected)
          yield* Fiber.interrupt(consumer)
        }
      }).pipe(Effect.provide(weather(serve()))),
    )
  }

  it.effect(
    "the next page, while the one before it is used: both take a second, and overlap from the second page on",
    () =>
      Effect.gen(function* () {
        const method = yield* readings
        /** Streams five pages; after each second so many requests were made and so many pages came. */
        const run = (prefetch: number, progress: ReadonlyArray<readonly [requests: number, pages: number]>) =>
          Effect.gen(function* () {
            const before = yield* requests
            let pages = 0
            const consumer = yield* method.pages(range(0, 9, 2), { prefetch }).pipe(
              Stream.runForEach(() =>
                Effect.zipRight(
                  Effect.sync(() => pages++),
                  Effect.sleep("1 second"),
                ),
              ),
              Effect.fork,
            )
            for (const expected of progress) {
              const made = Effect.map(requests, (all) => [all - before, pages] as const)
              yield* eventually(Effect.map(made, ([r, p]) => r >= expected[0] && p >= expected[1]))
              yield* settle
              assert.deepStrictEqual(yield* made, expected)
              yield* TestClock.adjust("1 second")
            }
            yield* Fiber.join(consumer)
          })
        yield* run(0, [
          [1, 0],
          [1, 1],
          [2, 1],
          [2, 2],
          [3, 2],
          [3, 3],
          [4, 3],
          [4, 4],
          [5, 4],
          [5, 5],
        ])
        yield* run(1, [
          [1, 0],
          [1, 1],
          [2, 1],
          [3, 2],
          [4, 3],
          [5, 4],
          [5, 5],
        ])
      }).pipe(Effect.provide(weather((exchange) => serve()(exchange).pipe(ScriptedTransport.delay("1 second"))))),
  )
})

describe("stopping", () => {
  const slow = (hangs: number) => (exchange: ScriptedTransport.Exchange) =>
    exchange.index === hangs ? ScriptedTransport.hang : serve()(exchange)

  for (const prefetch of [0, 1, 3]) {
    for (const form of ["pages", "stream", "columns"] as const) {
      it.effect(`an interrupted .${form} aborts the request in flight (prefetch ${prefetch})`, () =>
        Effect.gen(function* () {
          const method = yield* readings
          const fiber = yield* Effect.fork(
            Stream.runDrain(
              method[form](...sized(form, range(0, 19), 2, { prefetch })) as Stream.Stream<unknown, unknown>,
            ),
          )
          yield* ScriptedTransport.until(3)
          assert.deepStrictEqual(yield* states, ["answered", "answered", "open"])
          assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(fiber)))
          assert.deepStrictEqual(yield* states, ["answered", "answered", "interrupted"])
        }).pipe(Effect.provide(weather(slow(2)))),
      )
    }
  }

  it.effect("an interrupted stream aborts a body that is still coming", () =>
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(Stream.runDrain((yield* readings).stream(range(0, 9), { pageSize: 2 })))
      yield* ScriptedTransport.until(2)
      yield* settle
      yield* Fiber.interrupt(fiber)
      assert.deepStrictEqual(yield* states, ["answered", "interrupted"])
    }).pipe(
      Effect.provide(
        weather((exchange) =>
          exchange.index === 1 ? ScriptedTransport.hangBody(serve()(exchange)) : serve()(exchange),
        ),
      ),
    ),
  )

  it.effect("an interrupted call aborts its request", () =>
    Effect.gen(function* () {
      const { latest, readings } = yield* Weather
      for (const call of [readings(range(0, 9)), latest({ station: "S" })] as ReadonlyArray<
        Effect.Effect<unknown, unknown>
      >) {
        const before = yield* requests
        const fiber = yield* Effect.fork(call)
        yield* ScriptedTransport.until(before + 1)
        yield* Fiber.interrupt(fiber)
      }
      assert.deepStrictEqual(yield* states, ["interrupted", "interrupted"])
    }).pipe(Effect.provide(weather(() => ScriptedTransport.hang))),
  )

  it.effect("take leaves nothing in flight", () =>
    Effect.gen(function* () {
      const rows = yield* Stream.runCollect(Stream.take((yield* readings).stream(range(0, 19), { pageSize: 2 }), 4))
      assert.deepStrictEqual(Array.from(rows), readingsOf(0, 3))
      assert.notInclude(yield* states, "open")
    }).pipe(Effect.provide(weather(slow(2)))),
  )

  for (const options of [{ prefetch: 0 }, { prefetch: 1 }, { prefetch: 3 }, { concurrency: 2, shards: 2 }]) {
    for (const hangs of [0, 1, 2]) {
      it.effect(
        `a pull in flight ends when the stream's scope closes (${JSON.stringify(options)}, page ${hangs + 1})`,
        () =>
          Effect.gen(function* () {
            const scope = yield* Scope.make()
            const stream = (yield* readings).pages(range(0, 5, 2), options)
            const pull = yield* Scope.extend(Stream.toPull(stream), scope)
            const fiber = yield* Effect.fork(Effect.exit(Effect.forever(pull)))
            yield* ScriptedTransport.until(hangs + 1)
            yield* settle
            assert.isNull(fiber.unsafePoll())
            yield* Scope.close(scope, Exit.void)
            yield* settle
            assert.isNotNull(fiber.unsafePoll())
            assert.isTrue(Exit.isInterrupted(yield* Fiber.join(fiber)))
            assert.notInclude(yield* states, "open")
          }).pipe(Effect.provide(weather(slow(hangs)))),
      )
    }
  }

  it.effect("a consumer that fails leaves nothing in flight", () =>
    Effect.gen(function* () {
      const exit = yield* (yield* readings).stream(range(0, 19), { pageSize: 2 }).pipe(
        Stream.runForEach(({ at }) =>
          at === 3 ? Effect.zipRight(ScriptedTransport.until(3), Effect.fail("enough")) : Effect.void,
        ),
        Effect.exit,
      )
      assert.deepStrictEqual(exit, Exit.fail("enough"))
      assert.deepStrictEqual(yield* states, ["answered", "answered", "interrupted"])
    }).pipe(Effect.provide(weather(slow(2)))),
  )
})

describe("faults", () => {
  const retried = { retry: Schedule.recurs(20), retryBudget: { reserve: Infinity } }

  it.effect.prop(
    "retried pages neither drop nor repeat a row",
    {
      faults: fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 12 }),
      prefetch: fc.integer({ min: 0, max: 2 }),
      layout: fc.constantFrom<NextUrlPlace>("tail", "head", "middle"),
      cut: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    },
    ({ faults, prefetch, layout, cut }) => {
      const half = (url: URL) => {
        const text = page(url, layout)
        return ScriptedTransport.text(text.slice(0, Math.floor(text.length * cut)))
      }
      return Effect.gen(function* () {
        const { rows, exit } = yield* collect((yield* readings).stream(range(0, 12), { pageSize: 2, prefetch }))
        assert.deepStrictEqual({ rows, exit }, { rows: [...readingsOf(0, 12)], exit: Exit.void })
      }).pipe(
        Effect.provide(
          weather((exchange) => {
            switch (faults[exchange.index]) {
              case 0:
                return ScriptedTransport.status(503)
              case 1:
                return ScriptedTransport.cut
              case 2:
                return ScriptedTransport.cutBody(serve(layout)(exchange))
              case 3:
              case 4:
                return half(exchange.url)
              case 5:
                return ScriptedTransport.status(408)
              default:
                return serve(layout)(exchange)
            }
          }, retried),
        ),
      )
    },
    { fastCheck: { ...seeded.fastCheck, numRuns: runs(30) } },
  )

  /** Where a document is cut: after each bracket, near its end, and here and there. */
  const cuts = (whole: string) =>
    Array.from({ length: whole.length }, (_, length) => length).filter(
      (length) => length % 9 === 0 || /[\]}]/.test(whole.charAt(length - 1)) || length > whole.length - 9,
    )

  for (const layout of ["tail", "head", "middle"] as const) {
    it.effect(`a document is retried wherever it is cut, with its next_url in the ${layout}`, () => {
      const whole = page(new URL("http://service.test/v1/readings/S/2/9?limit=2"), layout)
      return Effect.gen(function* () {
        for (const length of cuts(whole)) {
          const rows = yield* Effect.flatMap(readings, (method) =>
            Stream.runCollect(method.stream(range(0, 3), { pageSize: 2 })),
          ).pipe(
            Effect.provide(
              weather(
                [
                  ScriptedTransport.text(pageOf(readingsOf(0, 1), "/v1/next")),
                  ScriptedTransport.text(whole.slice(0, length)),
                  ScriptedTransport.text(pageOf(readingsOf(2, 3), undefined)),
                ],
                retried,
              ),
            ),
          )
          assert.deepStrictEqual(Array.from(rows), [...readingsOf(0, 3)], whole.slice(0, length))
        }
      })
    })
  }

  it.effect("a single page is retried wherever it is cut", () => {
    const whole = page(new URL("http://service.test/v1/readings/S/0/9?limit=2"), "head")
    return Effect.gen(function* () {
      for (const length of cuts(whole)) {
        const { results } = yield* Effect.flatMap(readings, (method) => method(range(0, 9, 2))).pipe(
          Effect.provide(
            weather([ScriptedTransport.text(whole.slice(0, length)), ScriptedTransport.text(whole)], retried),
          ),
        )
        assert.deepStrictEqual(results, readingsOf(0, 1))
      }
    })
  })

  // Its end looks like that of a page whose last members are `t` and `v`.
  const cutAfterRow = '{"next_url":"/v1/more","results":[{"flags":[],"t":2,"v":1}'

  for (const prefetch of [0, 1]) {
    for (const [retries, requests] of [
      [3, 4],
      [1, 2],
      [0, 1],
    ] as const) {
      it.effect(
        `a page that is cut after a row is retried as often as the policy says: ${retries} times (prefetch ${prefetch})`,
        () => {
          let cuts = 3
          const script = ({ index, url }: ScriptedTransport.Exchange) => {
            if (index === 0) return ScriptedTransport.text(pageOf(readingsOf(0, 1), "/v1/next"))
            if (url.pathname === "/v1/more") return ScriptedTransport.json({ status: "OK" })
            return ScriptedTransport.text(cuts-- > 0 ? cutAfterRow : pageOf(readingsOf(2, 3), "/v1/more"))
          }
          return Effect.gen(function* () {
            const { exit, rows } = yield* collect((yield* readings).stream(range(0, 3), { pageSize: 2, prefetch }))
            assert.lengthOf(
              (yield* asked).filter((url) => url === "/v1/next"),
              requests,
            )
            assert.deepStrictEqual(rows, [...readingsOf(0, retries === 3 ? 3 : 1)])
            if (retries === 3) assert.deepStrictEqual(exit, Exit.void)
            else assert.include(yield* Effect.flip(exit), { _tag: "TransportError", reason: "CutBody" })
          }).pipe(Effect.provide(weather(script, { retry: Schedule.recurs(retries) })))
        },
      )
    }
  }

  it.effect("a cut document is an error of the transport where nothing is retried", () =>
    Effect.gen(function* () {
      const { rows, exit } = yield* rowsOf(pageOf(readingsOf(0, 1), "/v1/a"), '{"results":[{"t":2,"v"')
      assert.deepStrictEqual(rows, [...readingsOf(0, 1)])
      assert(Exit.isFailure(exit))
      const error = yield* Effect.flip(exit)
      assert.instanceOf(error, TransportError)
      assert.include(error, { endpoint: "test.readings", reason: "CutBody" })
    }),
  )

  it.effect("rows that the schema refuses are a DecodeError, not retried, after the rows before them", () =>
    Effect.gen(function* () {
      for (const prefetch of [0, 1]) {
        const before = yield* requests
        const { rows, exit } = yield* collect((yield* readings).stream(range(0, 9), { pageSize: 2, prefetch }))
        assert.deepStrictEqual(rows, [...readingsOf(0, 1)])
        assert(Exit.isFailure(exit))
        const error = yield* Effect.flip(exit)
        assert.instanceOf(error, DecodeError)
        assert.include(error, { endpoint: "test.readings", path: "results[1].v", requestId: "r7" })
        const urls = (yield* asked).slice(before)
        assert.strictEqual(new Set(urls).size, urls.length)
      }
    }).pipe(
      Effect.provide(
        weather(({ url }) => {
          const first = !url.pathname.startsWith("/v1/next")
          return ScriptedTransport.text(
            first
              ? pageOf(readingsOf(0, 1), "/v1/next")
              : '{"results":[{"t":2,"v":1},{"t":3,"v":"much"}],"next_url":"/v1/next2"}',
            { headers: { "x-request-id": "r7" } },
          )
        }, retried),
      ),
    ),
  )

  for (const [status, tag] of [
    ["ERROR", "ServiceError"],
    ["NOT_FOUND", "NotFound"],
    ["NOT_AUTHORIZED", "Unauthorized"],
    ["Not Found", "NotFound"],
    ["notfound", "NotFound"],
  ] as const) {
    it.effect(`a 200 that says ${status} is ${tag}, after the rows before it`, () =>
      Effect.gen(function* () {
        const said = JSON.stringify({ status, request_id: "r9", error: "no", next_url: "/v1/more" })
        const { rows, exit } = yield* rowsOf(pageOf(readingsOf(0, 1), "/v1/a"), said, "{}")
        assert.deepStrictEqual(rows, [...readingsOf(0, 1)])
        assert(Exit.isFailure(exit))
        assert.include(yield* Effect.flip(exit), { _tag: tag, status: 200, requestId: "r9", detail: "no" })
        const first = yield* rowsOf(said, "{}")
        assert.deepInclude(yield* Effect.flip(first.exit), { _tag: tag })
      }),
    )
  }

  for (const status of ["OK", "DELAYED", "success", "something new"]) {
    it.effect(`a 200 that says ${status} is a success`, () =>
      Effect.gen(function* () {
        const { rows, exit } = yield* rowsOf(JSON.stringify({ status, results: [{ t: 0, v: 0 }] }))
        assert.deepStrictEqual({ rows, exit }, { rows: [{ at: 0, value: 0 }], exit: Exit.void })
      }),
    )
  }

  it.effect("an error of the service ends a stream after the rows before it", () =>
    Effect.gen(function* () {
      const { rows, exit } = yield* collect((yield* readings).stream(range(0, 9), { pageSize: 2 }))
      assert.deepStrictEqual(rows, [...readingsOf(0, 3)])
      assert(Exit.isFailure(exit))
      const error = yield* Effect.flip(exit)
      assert.instanceOf(error, ServiceError)
      assert.include(error, { status: 418 })
      assert.lengthOf(yield* asked, 3)
    }).pipe(
      Effect.provide(
        weather((exchange) => (exchange.index === 2 ? ScriptedTransport.status(418) : serve()(exchange)), retried),
      ),
    ),
  )
})
