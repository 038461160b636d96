import * as Admission from "@candela/core/internal/Admission"
import { MarketData } from "@candela/core/MarketData"
import type { MarketDataError } from "@candela/core/MarketDataError"
import * as Retry from "@candela/core/Retry"
import * as Fault from "@candela/testing/Fault"
import * as Faults from "@candela/testing/Faults"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, Either, Exit, FastCheck, identity, Layer, Stream, TestClock } from "effect"
import { Weather } from "@candela/support/endpoints"
import { readingsOf, serve } from "@candela/support/readingsServer"
import { runs } from "@candela/support/seeded"

const rows = { station: "S", from: 0, to: 39 }
const pageSize = 5

const quick = Retry.make({ base: "1 millis", cap: "1 millis" })

/** The readings of a service behind faults. */
const weather = (
  options: Faults.Options,
  settings: { readonly retry?: Retry.Policy; readonly timeout?: number } = {},
) =>
  Weather.layer.pipe(
    Layer.provide(
      MarketData.layer({
        baseUrl: "http://service.test",
        apiKey: "a-key-of-the-test",
        retry: quick,
        retryBudget: { reserve: Infinity },
        ...settings,
      }),
    ),
    Layer.provideMerge(Faults.layer({ latency: 1, retryAfter: 0, ...options })),
    Layer.provideMerge(ScriptedTransport.layer(serve())),
  )

const allRows = Effect.flatMap(Weather, ({ readings }) => Stream.runCollect(readings.stream(rows, { pageSize }))).pipe(
  Effect.map((all) => [...all]),
)

const sharesOf = (names: ReadonlyArray<Fault.Name>, share: number) =>
  Object.fromEntries(names.map((name) => [name, share / names.length]))

/** Lossless faults that need no timeout. */
const lossless = Fault.namesOf("Retried", "Harmless").filter((name) => name !== "Hang")

const tagOf = (error: MarketDataError) => ("reason" in error ? `${error._tag}.${error.reason}` : error._tag)

describe("Faults", () => {
  it.live("lose, repeat and change no row where they are Retried or Harmless, by any seed and at any rate", () =>
    Effect.promise(() =>
      FastCheck.assert(
        FastCheck.asyncProperty(FastCheck.integer(), FastCheck.integer({ min: 1, max: 10 }), (seed, tenths) =>
          Effect.gen(function* () {
            assert.deepStrictEqual(yield* allRows, readingsOf(rows.from, rows.to))
            for (const { url } of yield* ScriptedTransport.exchanges) assert.strictEqual(url.host, "service.test")
          }).pipe(Effect.provide(weather({ seed, faults: sharesOf(lossless, tenths / 10) })), Effect.runPromise),
        ),
        { seed: 12, numRuns: runs(25) },
      ),
    ),
  )

  /** What a single attempt, without a retry, or a stream shows. */
  const shown: Readonly<Record<Fault.Name, string>> = {
    "429": "RateLimited",
    "429WithoutRetryAfter": "RateLimited",
    "500": "ServiceError",
    "502": "ServiceError",
    "503": "ServiceError",
    "504": "ServiceError",
    Html502: "ServiceError",
    Html200: "ServiceError",
    Latency: "rows",
    Hang: "TimeoutError",
    Reset: "TransportError.Connection",
    ResetInBody: "TransportError.CutBody",
    TruncatedGzip: "TransportError.CutBody",
    TruncatedJson: "TransportError.CutBody",
    EmptyPage: "rows",
    RepeatedCursor: "PaginationError",
    ForeignNextUrl: "rows",
    Delayed: "rows",
    // Their paths and fields are not those of readings.
    ZeroSnapshot: "rows",
    UnknownEnum: "rows",
    NullField: "DecodeError",
    UnknownField: "rows",
    WrongType: "DecodeError",
  }
  for (const name of Fault.names) {
    it.live(`${name} shows as ${shown[name]}, and is ${Fault.kinds[name].consequence}`, () =>
      Effect.gen(function* () {
        const result = yield* Effect.either(allRows)
        assert.strictEqual(Either.match(result, { onLeft: tagOf, onRight: () => "rows" }), shown[name])
        if (Either.isRight(result)) assert.deepStrictEqual(result.right, readingsOf(rows.from, rows.to))
        const met = yield* Faults.met
        assert.strictEqual(met.length > 0, !["ZeroSnapshot", "UnknownEnum"].includes(name))
        for (const { fault } of met) assert.strictEqual(fault, name)
        const sent = yield* ScriptedTransport.exchanges
        if (Fault.kinds[name].strike._tag === "Instead") assert.strictEqual(sent.length, 0)
        if (Fault.kinds[name].consequence === "Retried") assert.isTrue(Either.isLeft(result))
      }).pipe(
        Effect.provide(
          weather(
            { seed: 3, faults: { [name]: 1 }, inRow: 8 },
            { retry: Retry.none, ...(name === "Hang" ? { timeout: 5 } : {}) },
          ).pipe(Layer.fresh),
        ),
      ),
    )
  }

  const snapshot = { status: "OK", tickers: [{ ticker: "A", day: { c: 1.5, n: 3 }, updated: 1 }] }
  const contract = { status: "OK", results: [{ contract_type: "call", strike: 9007199254740993n, name: "call" }] }
  const bodyOf = (faults: Faults.Options["faults"], path: string, body: string, foreign?: string) =>
    Effect.flatMap(HttpClient.get(`http://service.test${path}`), (response) => response.text).pipe(
      Effect.provide(
        Faults.layer({ seed: 1, faults, foreign }).pipe(
          Layer.provide(ScriptedTransport.layer([ScriptedTransport.text(body)])),
        ),
      ),
    )

  it.effect("leads a next_url to the foreign origin that is named, or to one that nobody has", () =>
    Effect.gen(function* () {
      const body = JSON.stringify({ status: "OK", results: [{}], next_url: "https://service.test/v1/next?cursor=a" })
      const next = (foreign?: string) =>
        Effect.map(
          bodyOf({ ForeignNextUrl: 1 }, "/v1/first", body, foreign),
          (text) => (JSON.parse(text) as { next_url: string }).next_url,
        )
      assert.strictEqual(yield* next("http://127.0.0.1:9"), "http://127.0.0.1:9/v1/next?cursor=a")
      assert.strictEqual(yield* next(), "https://foreign.invalid/v1/next?cursor=a")
    }),
  )

  it.effect("clears the numbers of snapshots alone", () =>
    Effect.gen(function* () {
      const faults = { ZeroSnapshot: 1 }
      const body = JSON.stringify(snapshot)
      assert.deepStrictEqual(JSON.parse(yield* bodyOf(faults, "/v2/snapshot/locale", body)), {
        status: "OK",
        tickers: [{ ticker: "A", day: { c: 0, n: 0 }, updated: 0 }],
      })
      assert.strictEqual(yield* bodyOf(faults, "/v2/aggs", body), body)
    }),
  )

  it.effect("writes unknown words into enumerations alone, and keeps every digit", () =>
    Effect.gen(function* () {
      const body = JSON.stringify(contract, (_, value) => (typeof value === "bigint" ? "digits" : value)).replace(
        '"digits"',
        String(contract.results[0]!.strike),
      )
      assert.strictEqual(
        yield* bodyOf({ UnknownEnum: 1 }, "/", body),
        body.replace('"contract_type":"call"', '"contract_type":"unheard_of"'),
      )
    }),
  )

  /** The faults that requests meet, in their order. */
  const fates = (options: Omit<Faults.Options, "faults">, urls: ReadonlyArray<string>) =>
    Effect.map(Faults.make({ faults: sharesOf(Fault.names, 0.9), ...options }), ({ next }) =>
      urls.map((url) => [url, next(new URL(url))?.fault] as const),
    )
  const fatesOf = (all: ReadonlyArray<readonly [url: string, fault: string | undefined]>, url: string) =>
    all.filter(([one]) => one === url).map(([, fault]) => fault)

  it.effect.prop(
    "are the same for the same seed, whatever other requests come between, and whatever host and key are asked with",
    [
      FastCheck.integer(),
      FastCheck.array(FastCheck.constantFrom("a", "b?x=1", "c"), { maxLength: 40 }),
      FastCheck.integer(),
    ],
    ([seed, paths, order]) =>
      Effect.gen(function* () {
        const urls = paths.map((path) => `http://one.test/${path}`)
        const shuffled = [...urls].sort((x, y) => (x + order < y + order ? 1 : -1))
        const some = yield* fates({ seed }, urls)
        const others = yield* fates({ seed }, shuffled)
        for (const url of new Set(urls)) assert.deepStrictEqual(fatesOf(others, url), fatesOf(some, url))
        const elsewhere = urls.map((url) => {
          const moved = new URL(url.replace("one.test", "127.0.0.1:4711"))
          moved.searchParams.set("apiKey", String(order))
          return moved.href
        })
        assert.deepStrictEqual(
          (yield* fates({ seed }, elsewhere)).map(([, fault]) => fault),
          some.map(([, fault]) => fault),
        )
      }),
  )

  it.effect("come about as often as their probability says, and otherwise by another seed", () =>
    Effect.gen(function* () {
      const urls = Array.from({ length: 4_000 }, (_, index) => `http://one.test/${index}`)
      const count = (seed: number) =>
        Effect.map(Faults.make({ seed, faults: { "503": 0.25, Reset: 0.05 } }), ({ next }) =>
          urls.map((url) => next(new URL(url))?.fault ?? ""),
        )
      const some = yield* count(1)
      assert.approximately(some.filter((name) => name === "503").length / 4_000, 0.25, 0.03)
      assert.approximately(some.filter((name) => name === "Reset").length / 4_000, 0.05, 0.015)
      assert.notDeepEqual(yield* count(2), some)
    }),
  )

  it.effect("come in bursts of 429, and spare a URL that has met enough of them in a row", () =>
    Effect.gen(function* () {
      const same = Array.from({ length: 400 }, () => "http://one.test/a")
      const attempts = (options: Faults.Options) =>
        Effect.map(Faults.make(options), ({ next }) =>
          same
            .map((url) => (next(new URL(url)) === undefined ? " " : "x"))
            .join("")
            .trim()
            .split(/ +/)
            .map((run) => run.length),
        )
      const bursts = yield* attempts({ seed: 5, faults: { "429": 0.02 }, burst: 4, inRow: 100 })
      assert.isAbove(bursts.length, 2)
      for (const length of bursts.slice(0, -1)) assert.isAtLeast(length, 4)
      assert.deepStrictEqual(new Set(yield* attempts({ seed: 5, faults: { "503": 1 } })), new Set([3]))
    }),
  )

  it.effect("are recorded without the key", () =>
    Effect.gen(function* () {
      const url = "http://service.test/v1?apiKey=secret-key&limit=5"
      yield* HttpClient.get(url)
      yield* HttpClient.get(url)
      assert.deepStrictEqual(yield* Faults.met, [
        { fault: "503", url: "/v1?limit=5", repetition: 0 },
        { fault: "503", url: "/v1?limit=5", repetition: 1 },
      ])
    }).pipe(
      Effect.provide(Faults.layer({ seed: 1, faults: { "503": 1 } })),
      Effect.provide(ScriptedTransport.layer([])),
    ),
  )

  /** What the requests of a stream met. */
  const placed = (rules: ReadonlyArray<Faults.Rule>, options: Omit<Faults.Options, "rules"> = {}) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* allRows, readingsOf(rows.from, rows.to))
      return (yield* Faults.met).map(({ fault, repetition, url }) => [fault, url, repetition])
    }).pipe(Effect.provide(weather({ ...options, rules }).pipe(Layer.fresh)))
  const first = "/v1/readings/S/0/39?limit=5"
  const third = "/v1/readings/S/10/39?limit=5&cursor=c9"

  it.live("are placed: by endpoint, page, attempt, ticker, and by any other condition", () =>
    Effect.gen(function* () {
      const endpoint = Weather.endpoints.readings
      const fault = "503"
      assert.deepStrictEqual(yield* placed([{ fault, endpoint, page: 3, attempt: 1 }]), [[fault, third, 0]])
      assert.deepStrictEqual(
        yield* placed([
          { fault, page: 3, attempt: 1 },
          { fault: "ResetInBody", page: 3, attempt: 2 },
          { fault, endpoint: Weather.endpoints.stations },
          { fault, ticker: "T" },
          { fault, page: 9 },
        ]),
        [
          [fault, third, 0],
          ["ResetInBody", third, 1],
        ],
      )
      assert.lengthOf(yield* placed([{ fault, ticker: "S", attempt: 1 }]), 8)
      assert.deepStrictEqual(
        yield* placed([{ fault, attempt: 1, where: ({ search }) => !search.includes("cursor") }]),
        [[fault, first, 0]],
      )
      // An empty page is page 3 itself, asked for once more.
      assert.deepStrictEqual(yield* placed([{ fault: "EmptyPage", page: 3, attempt: 1 }]), [["EmptyPage", third, 0]])
    }),
  )

  it.live("are met as often as their rule says, and drawn for requests that fulfil none", () =>
    Effect.gen(function* () {
      const always = Effect.flip(allRows).pipe(
        Effect.provide(weather({ rules: [{ fault: "503", page: 2 }] }).pipe(Layer.fresh)),
      )
      assert.strictEqual(tagOf(yield* always), "ServiceError")
      const half = { fault: "503", attempt: 1, probability: 0.5 } as const
      const some = yield* placed([half], { seed: 5 })
      assert.isAtLeast(some.length, 1)
      assert.isBelow(some.length, 8)
      assert.deepStrictEqual(yield* placed([half], { seed: 5 }), some)
      const drawn = yield* placed([{ fault: "ResetInBody", page: 1, attempt: 1 }], { faults: { "503": 0.5 }, seed: 5 })
      assert.deepStrictEqual(drawn[0], ["ResetInBody", first, 0])
      assert.isTrue(drawn.slice(1).every(([fault]) => fault === "503"))
      assert.isAtLeast(drawn.length, 3)
    }),
  )

  it.effect("name a ticker in a list and in an encoded path, and the pages that follow from it", () =>
    Effect.gen(function* () {
      const { follow, next } = yield* Faults.make({ rules: [{ fault: "503", ticker: "C:EURUSD" }] })
      const meets = (path: string) => next(new URL(path, "http://one.test")) !== undefined
      assert.isTrue(meets("/v1/C%3AEURUSD/day"))
      assert.isTrue(meets("/v1?ticker.any_of=A,C:EURUSD"))
      assert.isFalse(meets("/v1?ticker=C:EURUSDX"))
      assert.isFalse(meets("/v1?cursor=a"))
      const body = new TextEncoder().encode('{"results":[],"next_url":"https://other.test/v1?cursor=a&apiKey=k"}')
      follow!(new URL("http://one.test/v1?ticker=C:EURUSD"), { status: 200, headers: {}, body })
      assert.isTrue(meets("/v1?cursor=a"))
    }),
  )

  it.scoped("keep one place in the rate limit for each request, from when it is sent or met a fault", () =>
    Effect.gen(function* () {
      const asked: Array<number> = []
      const service = Admission.offering(
        HttpClient.make((request) =>
          Admission.admit(({ enter, left }) =>
            enter.pipe(
              Effect.zipRight(Effect.map(Clock.currentTimeMillis, (now) => void asked.push(now))),
              Effect.zipRight(Effect.sync(left)),
              Effect.zipRight(
                Effect.delay(Effect.succeed(HttpClientResponse.fromWeb(request, Response.json({ status: "OK" }))), 1e5),
              ),
            ),
          ),
        ),
      )
      const faults = yield* Faults.make({ rules: [{ fault: "Hang", where: ({ pathname }) => pathname === "/hang" }] })
      const departures: Array<number> = []
      /** Two requests a minute. */
      const enter: Effect.Effect<void> = Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const free = (departures.at(-2) ?? -60_000) + 60_000
        if (now < free) return Effect.zipRight(Effect.sleep(free - now), enter)
        departures.push(now)
        return Effect.void
      })
      const send = (client: HttpClient.HttpClient, path: string) =>
        Effect.locally(
          Admission.sender(client)(HttpClientRequest.get(`http://one.test${path}`)),
          Admission.current,
          Effect.succeed({ ...Admission.open, enter }),
        )
      const faulty = Faults.wrap(service, faults)
      // A client that does not run admissions itself.
      const wrapped = HttpClient.mapRequest(faulty, identity)
      yield* Effect.forkAll(["/a", "/b", "/hang", "/c"].map((path) => send(faulty, path)))
      yield* TestClock.adjust("1 minute")
      yield* Effect.forkAll(["/d", "/e"].map((path) => send(wrapped, path)))
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(asked, [0, 0, 60_000, 120_000, 120_000])
    }),
  )

  it.effect("are refused where probabilities are less than 0, or more than 1 together", () =>
    Effect.forEach(
      [{ "503": 0.6, "502": 0.5 }, { "503": -0.1 }, { "503": Number.NaN }] satisfies Array<Faults.Options["faults"]>,
      (faults) =>
        Effect.map(Effect.exit(Faults.make({ seed: 1, faults })), (exit) => assert.isTrue(Exit.isFailure(exit))),
    ),
  )

  it.effect("are refused where a rule has a page or an attempt that there is not, or an impossible probability", () =>
    Effect.forEach([{ page: 0 }, { attempt: 1.5 }, { probability: 2 }], (condition) =>
      Effect.map(Effect.exit(Faults.make({ rules: [{ fault: "503" }, { fault: "503", ...condition }] })), (exit) =>
        assert.include(String(exit), "rules[1]"),
      ),
    ),
  )

  it("are read from texts", () => {
    assert.deepStrictEqual(Faults.parse([]), Either.right({}))
    assert.deepStrictEqual(
      Faults.parse(["503:0.05", "ResetInBody:.5"]),
      Either.right({ "503": 0.05, ResetInBody: 0.5 }),
    )
    for (const texts of [
      ["503"],
      ["503:2"],
      ["503:-1"],
      ["toString:0.1"],
      ["503:0.05:x"],
      [":0.5"],
      ["503:0.6", "502:0.5"],
    ]) {
      assert.match(Either.getOrThrow(Either.flip(Faults.parse(texts))), /such as 503:0\.05.*one of 429, /)
    }
  })

  it("delay and wait as the options say", () =>
    Effect.gen(function* () {
      const { next } = yield* Faults.make({ seed: 1, faults: { "429": 1 }, retryAfter: "7 seconds" })
      const step = yield* next(new URL("http://one.test/"))!.step(Effect.never)
      assert.strictEqual(step.headers["retry-after"], "7")
      const late = yield* Faults.make({ seed: 1, faults: { Latency: 1 }, latency: "2 seconds" })
      const answer = { status: 200, headers: {}, body: new Uint8Array() }
      const held = yield* late.next(new URL("http://one.test/"))!.step(Effect.succeed(answer))
      assert.strictEqual(Duration.toSeconds(held.delay), 2)
    }).pipe(Effect.runPromise))
})
