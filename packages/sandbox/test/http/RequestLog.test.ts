import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as RequestLog from "@candela/sandbox/http/RequestLog"
import * as Route from "@candela/sandbox/routes/Route"
import type { HttpRequest } from "@candela/sandbox/http/Service"
import { assert, describe, it, vi } from "@effect/vitest"
import { Deferred, Effect, Exit, FastCheck, Fiber, Schema, TestClock } from "effect"
import { assertForAll } from "../forAll.js"
import { ask, service } from "./support.js"
import { runs } from "@candela/support/seeded"

const rows = Endpoint.list({
  name: "test.rows",
  path: "/v1/rows/{ticker}",
  params: { ticker: Param.String, date: Filter.range(Param.Date), limit: Param.limit({ default: 10, max: 100 }) },
  row: Schema.Struct({ n: Schema.Number }),
})

const word = Endpoint.single({
  name: "test.word",
  path: "/v1/word/{how}",
  params: { how: Param.String },
  value: Schema.Struct({ word: Schema.String }),
})

const listed = Route.of(rows, ({ limit }) =>
  Effect.succeed({ rows: Array.from({ length: limit }, (_, n) => ({ n })), envelope: {} }),
)

/** A recorder, and what it has told. */
const recording = (...routes: ReadonlyArray<Route.Route<never>>) => {
  const entries: Array<RequestLog.LoggedRequest> = []
  return { entries, record: RequestLog.make(routes, (entry) => Effect.sync(() => entries.push(entry))) }
}

/** A service whose requests are recorded. */
const recorded = (handler: Route.Handler<typeof word, never>) =>
  Effect.gen(function* () {
    const routes = [listed, Route.of(word, handler)]
    const { entries, record } = recording(...routes)
    const { handle } = yield* service(routes)
    return { entries, made: { handle: (request: HttpRequest) => record(request, handle(request)) } }
  })

const heard = recorded(({ how }) => Effect.succeed({ word: how }))

describe("what is told of a request", () => {
  it("acts on no terminal, whatever a client writes", () => {
    const entry = { time: "t", method: "GET\u001b[2J", path: "/v1/\u009b2J\u202e\n", status: 200, ms: 1 }
    assert.notMatch(RequestLog.text(entry), /[\p{Cc}\u202e]/u)
    assert.notMatch(RequestLog.json(entry), /[\p{Cc}\u202e]/u)
    assert.deepStrictEqual(JSON.parse(RequestLog.json(entry)), entry)
  })

  it.effect("is what was asked, when, and how it was answered", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2025-06-30T20:00:00Z"))
      const { entries, made } = yield* recorded(({ how }) =>
        Effect.delay(Effect.succeed({ word: how }), "12345 micros"),
      )
      const slow = yield* Effect.fork(ask(made, "/v1/word/ä"))
      yield* TestClock.adjust("1 second")
      const answer = yield* Fiber.join(slow)
      assert.deepStrictEqual(entries, [
        {
          time: "2025-06-30T20:00:00.000Z",
          method: "GET",
          path: "/v1/word/%C3%A4",
          status: 200,
          ms: 12.35,
          bytes: Buffer.byteLength(answer.body),
          endpoint: "test.word",
          request_id: answer.headers["x-request-id"]!,
        },
      ])
      assert.isAbove(entries[0]!.bytes!, answer.body.length)
    }),
  )

  it.effect("tells the rows of a page, and of what was refused the status and the endpoint", () =>
    Effect.gen(function* () {
      const { entries, made } = yield* heard
      yield* ask(made, "/v1/rows/A?limit=7")
      yield* ask(made, "/v1/rows/A?limit=0")
      yield* ask(made, "/v1/rows/A", { headers: {} })
      yield* ask(made, "/v1/rows/A", { method: "POST" })
      yield* ask(made, "/nowhere")
      yield* Effect.asVoid(made.handle({ method: "GET", url: undefined, headers: {} }))
      assert.deepStrictEqual(
        entries.map(({ endpoint, path, rows, status }) => [status, path, endpoint, rows]),
        [
          [200, "/v1/rows/A?limit=7", "test.rows", 7],
          [409, "/v1/rows/A?limit=0", "test.rows", undefined],
          [401, "/v1/rows/A", "test.rows", undefined],
          [405, "/v1/rows/A", "test.rows", undefined],
          [404, "/nowhere", undefined, undefined],
          [400, undefined, undefined, undefined],
        ],
      )
    }),
  )

  it.effect("is 499 when the client left first, and 500 when there is no answer", () =>
    Effect.gen(function* () {
      const started = yield* Deferred.make<void>()
      const { entries, made } = yield* recorded(() =>
        Effect.zipRight(Deferred.succeed(started, undefined), Effect.never),
      )
      const left = yield* Effect.fork(ask(made, "/v1/word/x"))
      yield* Deferred.await(started)
      assert.isTrue(Exit.isInterrupted(yield* Fiber.interrupt(left)))
      const broken = recording(listed)
      const request = { method: "GET", url: new URL("http://x/v1/rows/A"), headers: {} }
      assert.isTrue(Exit.isFailure(yield* Effect.exit(broken.record(request, Effect.die("broken")))))
      assert.deepStrictEqual(
        [...entries, ...broken.entries].map(({ bytes, endpoint, request_id, status }) => [
          status,
          endpoint,
          bytes,
          request_id,
        ]),
        [
          [499, "test.word", undefined, undefined],
          [500, "test.rows", undefined, undefined],
        ],
      )
    }),
  )

  it("is one line of JSON, or one for people, in which the columns stand below each other", () => {
    const entry = { time: "2025-06-30T20:00:00.000Z", method: "GET", path: "/v1/rows/A?limit=7", status: 200, ms: 1.25 }
    assert.strictEqual(
      RequestLog.json({ ...entry, rows: 7, bytes: 99, endpoint: "test.rows", request_id: "1f" }),
      '{"time":"2025-06-30T20:00:00.000Z","method":"GET","path":"/v1/rows/A?limit=7","status":200,"ms":1.25,' +
        '"rows":7,"bytes":99,"endpoint":"test.rows","request_id":"1f"}',
    )
    const { path, ...unread } = entry
    assert.deepStrictEqual(
      [{ ...entry, rows: 50_000 }, { ...entry, rows: 1, ms: 12_345.678 }, entry, { ...unread, status: 400 }].map(
        RequestLog.text,
      ),
      [
        `2025-06-30T20:00:00.000Z 200      1.3 ms 50000 rows  GET ${path}`,
        `2025-06-30T20:00:00.000Z 200  12345.7 ms      1 row  GET ${path}`,
        `2025-06-30T20:00:00.000Z 200      1.3 ms             GET ${path}`,
        "2025-06-30T20:00:00.000Z 400      1.3 ms             GET -",
      ],
    )
  })
})

/** The line of a request with a key in its header. */
const lineOf = (target: string, authorization?: string) => {
  const { entries, record } = recording(listed)
  const request = {
    method: "GET",
    url: new URL(`http://sandbox${target}`),
    headers: authorization === undefined ? {} : { authorization },
  }
  Effect.runSync(record(request, Effect.succeed({ status: 200, headers: {}, body: "{}" })))
  return { path: entries[0]!.path!, lines: [RequestLog.json(entries[0]!), RequestLog.text(entries[0]!)] }
}

const letters = [...'GHJKQXYZghjkqxyzABEF!$&+,/:;=?@#% äé"\\|']

const encoders: Readonly<Record<string, (text: string) => string>> = {
  raw: (text) => text,
  component: encodeURIComponent,
  form: (text) => new URLSearchParams({ k: text }).toString().slice(2),
  bytes: (text) => Buffer.from(text).toString("hex").replaceAll(/../g, "%$&"),
  twice: (text) => encodeURIComponent(encodeURIComponent(text)),
}

const encoder = FastCheck.constantFrom(...Object.values(encoders))

/** `apiKey`, any letter of which may be percent-encoded. */
const keyName = FastCheck.tuple(
  ...Array.from("apiKey", (letter) => FastCheck.tuple(FastCheck.constant(letter), FastCheck.boolean())),
).map((all) => all.map(([letter, encoded]) => (encoded ? encoders["bytes"]!(letter) : letter)).join(""))

type Place = (name: string, key: string) => readonly [path: string, ...query: Array<string>]

/** Where a key is named: the service takes it at the first of these, the others are mistakes. */
const named = FastCheck.constantFrom<Place>(
  (name, key) => ["/v1/rows/AAPL", `${name}=${key}`],
  (name, key) => ["/v1/rows/AAPL", "limit=5", `${name}=${key}`, "date.gte=2025-06-02"],
  (name, key) => ["/v1/rows/AAPL", `${name}=${key}`, `${name}=${key}`],
  (name, key) => ["/v1/rows/AAPL", `limit=5?${name}=${key}`, "date=2025-06-02"],
  (name, key) => ["/v1/rows/AAPL", `limit=5%26${name}%3D${key}`],
  (name, key) => ["/v1/rows/AAPL", `limit=5;${name}:${key}`],
  (name, key) => [`/v1/rows/AAPL&${name}=${key}`, "limit=5"],
  (name, key) => [`/v1/rows/AAPL%3F${name}%3D${key}/more`],
  (name, key) => [`/${name}/${key}`],
  (name, key) => ["/nowhere", `api_key=${key}`, `${name.toUpperCase()}=${key}`, `key=${key}`],
)

/** Where it stands without its name: only the header tells then that it is one. */
const bare = FastCheck.constantFrom<Place>(
  (_, key) => [`/v1/rows/${key}`],
  (_, key) => ["/v1/rows/AAPL", "limit=5", `date=${key}`],
  (_, key) => ["/v1/rows/AAPL", `${key}=5`, key],
  (_, key) => [`/v1/${key}/rows`, "limit=5"],
)

describe("a key", () => {
  const requests = FastCheck.record({
    // A header ends and begins without spaces.
    key: FastCheck.string({ unit: FastCheck.constantFrom(...letters), minLength: 8, maxLength: 40 }).filter(
      (key) => key.trim() === key,
    ),
    name: keyName,
    encode: encoder,
    at: FastCheck.oneof(
      FastCheck.record({ place: named, inHeader: FastCheck.boolean() }),
      FastCheck.record({ place: bare, inHeader: FastCheck.constant(true) }),
    ),
  })

  it("is in no line: not its first or last 16 characters, wherever it stands, however it is written", () =>
    assertForAll(
      requests,
      ({ at: { inHeader, place }, encode, key, name }) => {
        const [path, ...query] = place(name, encode(key))
        const { lines } = lineOf(`${path}?${query.join("&")}`, inHeader ? `Bearer ${key}` : undefined)
        const parts = [key.slice(0, 16), key.slice(-16)]
        const written = parts.flatMap((part) => Object.values(encoders).map((encode) => encode(part)))
        for (const line of lines)
          assert.isUndefined(
            written.find((part) => line.includes(part)),
            line,
          )
      },
      { seed: 4_111, numRuns: runs(600) },
    ))

  const shown: ReadonlyArray<readonly [target: string, path: string, authorization?: string]> = [
    ["/v1/rows/AAPL?apiKey=secret-key&limit=5", "/v1/rows/AAPL?limit=5"],
    ["/v1/rows/AAPL?limit=5&date.gte=2025-06-02", "/v1/rows/AAPL?limit=5&date.gte=2025-06-02", "Bearer secret-key"],
    ["/v1/rows/AAPL?cursor=abc&%61pi%4Bey=secret-key", "/v1/rows/AAPL?cursor=abc"],
    // What no endpoint declares is not shown: it may be anything.
    ["/v1/rows/AAPL?token=secret-key&limit=5", "/v1/rows/AAPL?limit=5"],
    ["/nowhere?limit=5", "/nowhere"],
    ["/v1/rows/AAPL?limit=5&date=secret-key", "/v1/rows/AAPL?limit=5", "Bearer secret-key"],
    ["/v1/rows/secret-key?limit=5", "/...?limit=5", "secret-key"],
    ["/v1/rows/secret-key?apiKey=secret-key&limit=5", "/...?limit=5"],
    ["/v1/rows/AAPL&apiKey=secret-key?limit=5", "/...?limit=5"],
    // A part of a short key says nothing.
    ["/v1/rows/secre?limit=5", "/v1/rows/secre?limit=5", "Bearer secret-key"],
    ["/v1/rows/abcdefghijklmnop?limit=5", "/...?limit=5", "Bearer abcdefghijklmnopqrstuvwxyz"],
    ["/v1/rows/secret%252d%256Bey?limit=5", "/...?limit=5", "Bearer secret-key"],
    // It lies across two parameters.
    ["/v1/rows/AAPL?date=2025&limit=5", "/...", "2025&limit=5"],
    // So many keys are not searched for.
    ["/v1/rows/AAPL?apiKey=1&apiKey=2&apiKey=3&apiKey=4&apiKey=5&limit=5", "/..."],
  ]
  for (const [target, path, authorization] of shown) {
    it(`is taken out of ${target}, and the rest is shown`, () =>
      assert.strictEqual(lineOf(target, authorization).path, path))
  }

  it("is looked for in time that is in proportion to the request, however deep encodings lie in each other", () => {
    /** How many characters regular expressions are given. */
    const work = (target: string, key: string) => {
      let characters = 0
      const spies = ([Symbol.replace, Symbol.search] as const).map((method) => {
        const plain = RegExp.prototype[method] as (this: RegExp, text: string, ...rest: ReadonlyArray<unknown>) => never
        return vi.spyOn(RegExp.prototype, method as never).mockImplementation(function (
          this: RegExp,
          ...all: ReadonlyArray<unknown>
        ) {
          const [text, ...rest] = all as [string, ...ReadonlyArray<unknown>]
          characters += text.length
          return plain.call(this, text, ...rest)
        } as never)
      })
      lineOf(target, `Bearer ${key}`)
      for (const spy of spies) spy.mockRestore()
      return characters
    }
    const shapes: ReadonlyArray<readonly [name: string, target: (length: number) => string]> = [
      ["one percent sign, encoded often", (length) => `/v1/rows/%${"25".repeat(length / 2)}61`],
      ["percent signs", (length) => `/v1/rows/${"%25".repeat(length / 3)}61`],
      ["parameters", (length) => `/v1/rows/A?${"limit=a&".repeat(length / 8)}`],
      ["parameters, one of them with a key", (length) => `/v1/rows/A?${"limit=a&".repeat(length / 8)}limit=secret-key`],
    ]
    for (const [name, target] of shapes) {
      const [short, long] = [work(target(4_000), "secret-key"), work(target(8_000), "secret-key")]
      assert.isAtMost(long, 2.2 * short, name)
      assert.isAtMost(long, 40 * 8_000, name)
    }
    const long = work("/v1/rows/A", "x".repeat(8_000))
    assert.isAtMost(long, 10 * 8_000)
  })
})
