/** Answers of an object store that cannot be right: typed errors, in linear time and bounded memory. */
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream, TestClock } from "effect"
import { service, stocks, supply, bar, days } from "../store/support.js"
import { isAll } from "@candela/support/seeded"
import { ObjectServer, type ObjectRequest, type ObjectResponse } from "@candela/support/objectServer"
import { hurried, objectsOf, openObjects, prefix } from "./support.js"

const now = Date.parse("2024-06-14T12:00:00Z")

const bytes = (text: string) => new TextEncoder().encode(text)

/** An object store that answers some requests in its own way. */
class Odd extends ObjectServer {
  override isOpen = true
  override now = () => now
  constructor(private readonly odd: (request: ObjectRequest) => Partial<ObjectResponse> | undefined) {
    super()
  }
  override handle(request: ObjectRequest): ObjectResponse {
    const odd = this.odd(request)
    return odd === undefined ? super.handle(request) : { status: 200, headers: {}, body: new Uint8Array(), ...odd }
  }
}

const entry = (key: string) =>
  `<Contents><Key>${key}</Key><LastModified>2024-06-14T00:00:00Z</LastModified><Size>1</Size></Contents>`

const listing = (content: string, truncated = "<IsTruncated>false</IsTruncated>") =>
  `<ListBucketResult><Name>b</Name>${truncated}${content}</ListBucketResult>`

/** The error of a listing of which each page is such a text. */
const errorOf = (page: (request: ObjectRequest) => string) =>
  Effect.gen(function* () {
    const { client } = yield* objectsOf(new Odd((request) => ({ body: bytes(page(request)) })))
    return yield* Effect.flip(client.list("a/"))
  }).pipe(hurried(now))

const goesOn = (token: string) =>
  `<IsTruncated>true</IsTruncated><NextContinuationToken>${token}</NextContinuationToken>`

describe("a listing", () => {
  it.effect("of 200,000 entries that are not closed is an error, in linear time", () =>
    Effect.gen(function* () {
      for (const end of ["", "</Contents>"]) {
        const error = yield* errorOf(() => listing("<Contents><Key>a/1</Key>".repeat(200_000) + end))
        assert.deepInclude(error, { _tag: "StoreError", reason: "read", path: "s3://market-data/a/" })
        assert.include(error.detail, "not closed")
      }
      // The same texts in an error.
      const { client } = yield* objectsOf(
        new Odd(() => ({ status: 400, body: bytes("<Code>".repeat(200_000) + "<Message>&".repeat(200_000)) })),
      )
      assert.deepInclude(yield* Effect.flip(client.list("a/")), { reason: "access" })
    }).pipe(hurried(now)),
  )

  it.effect("that is not whole, or not the answer, is an error that says what is wrong", () =>
    Effect.gen(function* () {
      for (const [text, fault] of [
        [listing("<Contents><Size>1</Size></Contents>"), "without a `Key`"],
        [listing(entry("a/1").replace("<Size>1</Size>", "")), "no `Size`"],
        [listing(entry("a/1").replace("<Size>1<", "<Size>-1<")), "no `Size`"],
        [listing(entry("a/1").replace("2024-06-14T00:00:00Z", "soon")), "no `LastModified`"],
        [listing(entry("b/1")), "was not requested"],
        [listing(entry("a/1") + entry("a/1")), "twice"],
        [listing(entry("a/1"), ""), "IsTruncated"],
        [listing(entry("a/1"), "<IsTruncated>true</IsTruncated>"), "NextContinuationToken"],
        [listing(entry("a/1")).slice(0, -10), "cut off"],
      ] as const) {
        assert.include((yield* errorOf(() => text)).detail, fault)
      }
    }),
  )

  it.effect("that never ends is an error: a token that comes again, and empty pages without end", () =>
    Effect.gen(function* () {
      let page = 0
      // Without an end a listing that is believed would never come to one.
      const goes = (most: number, token: string) => (page > most ? "<IsTruncated>false</IsTruncated>" : goesOn(token))
      const again = yield* errorOf(() => listing(entry(`a/${page++}`), goes(50, `t${page % 3}`)))
      assert.include(again.detail, "comes back")
      const empty = yield* errorOf(() => listing("", goes(500, `t${page++}`)))
      assert.include(empty.detail, "without an object")
    }),
  )
})

describe("a body", () => {
  const endless = (status: number, headers: Record<string, string> = { etag: '"e"' }) => {
    const sent = { bytes: 0, ended: false }
    const http = HttpClient.make((request) =>
      Effect.sync(() => {
        const body = new ReadableStream<Uint8Array>({
          pull: (controller) => {
            sent.bytes += 2 ** 20
            controller.enqueue(new Uint8Array(2 ** 20))
          },
          cancel: () => {
            sent.ended = true
          },
        })
        return HttpClientResponse.fromWeb(request, new Response(body, { status, headers }))
      }),
    )
    return { http, sent }
  }

  it.effect("without an end is read up to a limit, whatever was asked", () =>
    Effect.gen(function* () {
      const server = new Odd(() => undefined)
      for (const status of isAll ? [200, 206, 404, 500] : [200, 404]) {
        const { http, sent } = endless(status)
        const { client } = yield* objectsOf(server, http)
        for (const [asked, limit] of [
          [client.get("a"), 64],
          [client.get("a", 100), 1],
          [client.getRange("a", { start: 0, length: 10, size: 100 }), 1],
          [client.list("a"), 64],
          [client.put("a", bytes("x")), 64],
        ] as const) {
          sent.bytes = 0
          const error = yield* Effect.flip(asked as typeof asked & Effect.Effect<unknown, { readonly message: string }>)
          assert.include(error.message, "more than")
          assert.isAtMost(sent.bytes, (limit + 4) * 2 ** 20)
          assert.isTrue(sent.ended, "the rest is not received")
          sent.ended = false
        }
      }
    }).pipe(hurried(now)),
  )

  it.effect("that its header says is too long is not read", () =>
    Effect.gen(function* () {
      const { http, sent } = endless(200, { "content-length": "99999999999" })
      const { client } = yield* objectsOf(new Odd(() => undefined), http)
      assert.include((yield* Effect.flip(client.get("a"))).message, "more than")
      assert.isAtMost(sent.bytes, 2 * 2 ** 20)
    }).pipe(hurried(now)),
  )
})

describe("a part of an object", () => {
  it.effect("that is not the one asked for is an error", () =>
    Effect.gen(function* () {
      for (const [contentRange, body] of [
        ["bytes 0-3/10", "0123456789"],
        ["bytes 0-9/10", "0123456789"],
        ["bytes 4-7/10", "4567"],
        ["bytes 0-3/10", "012"],
        ["bytes */10", "0123"],
        ["", "0123"],
      ] as const) {
        const headers = { etag: '"e"', "content-range": contentRange }
        const { client } = yield* objectsOf(new Odd(() => ({ status: 206, headers, body: bytes(body) })))
        const error = yield* Effect.flip(client.getRange("a", { start: 0, length: 4, size: 10 }))
        assert.deepInclude(error, { _tag: "StoreError", reason: "read" }, contentRange)
        assert.include(error.detail, "other bytes than were requested")
      }
    }).pipe(hurried(now)),
  )
})

describe("an object with another bit", () => {
  const daily = days("2023-07-01", "2023-07-31").map((day) => bar(day))
  const range = { from: "2023-07-01", to: "2023-07-31" }

  it.effect("is an error of a read, also once it has been read, and is read again when it is whole", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now)
      const server = new Odd(() => undefined)
      const store = yield* openObjects(server)
      yield* store.sync(stocks(["AAPL"]), range)
      const key = [...server.objects.keys()].find((key) => /bars.*2023\.\w{8}\.jsonl$/.test(key))!
      const whole = server.objects.get(key)!
      const read = Stream.runCollect(store.read(stocks(["AAPL"]), range, { gaps: "allow" }))
      const set = (content: Uint8Array, etag: string) => server.objects.set(key, { ...whole, bytes: content, etag })
      const expected = yield* read
      const flipped = whole.bytes.slice()
      flipped[flipped.length - 20]! ^= 1
      set(flipped, '"flipped"')
      for (const reader of [store, yield* openObjects(server)]) {
        const error = yield* Effect.flip(Stream.runDrain(reader.read(stocks(["AAPL"]), range, { gaps: "allow" })))
        assert.deepInclude(error, { reason: "file", path: `s3://market-data/${key}` })
        assert.include(error.message, "SHA-256")
      }
      assert.deepInclude((yield* store.verify()).damages[0], { problem: "digest" })
      set(whole.bytes, '"whole"')
      yield* store.sync(stocks(["AAPL"]), range)
      assert.deepStrictEqual(yield* read, expected)
    }).pipe(Effect.provide(service(supply({ bars: () => daily })))),
  )

  it.effect("is found by its digest once a process; afterwards parts are read as long as the ETag is the same", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(now)
      const server = new Odd(() => undefined)
      // A sync reads the files of days with few bars around, so another process writes them.
      yield* Effect.flatMap(openObjects(server), (store) => store.sync(stocks(["AAPL"]), range))
      const store = yield* openObjects(server)
      const gets = Effect.gen(function* () {
        server.requests.length = 0
        yield* Stream.runDrain(store.read(stocks(["AAPL"]), range, { gaps: "allow" }))
        return server.requests
          .filter(({ target }) => target.endsWith(".jsonl") && target.includes(`${prefix}/bars`))
          .map(({ headers }) => headers["range"] !== undefined)
      })
      assert.deepStrictEqual(yield* gets, [false])
      assert.deepStrictEqual(yield* gets, [true])
    }).pipe(Effect.provide(service(supply({ bars: () => daily })))),
  )
})
