import { Cache } from "@candela/core/Cache"
import { InvalidOption } from "@candela/core/InvalidOption"
import * as Client from "@candela/core/declare/Client"
import * as Endpoint from "@candela/core/declare/Endpoint"
import { MarketData } from "@candela/core/MarketData"
import { TimeoutError } from "@candela/core/MarketDataError"
import * as Param from "@candela/core/declare/Param"
import * as RateLimit from "@candela/core/RateLimit"
import * as Retry from "@candela/core/Retry"
import * as Step from "@candela/core/internal/Step"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import * as PlatformError from "@effect/platform/Error"
import * as KeyValueStore from "@effect/platform/KeyValueStore"
import { assert, describe, it } from "@effect/vitest"
import {
  Cause,
  Clock,
  Context,
  Effect,
  Exit,
  FastCheck as fc,
  Fiber,
  Layer,
  Option,
  Schema,
  Stream,
  TestClock,
} from "effect"
import { gunzipSync } from "node:zlib"
import { BufferPool } from "../src/internal/http/bufferPool.js"
import { latest, Reading, readings as forecasts, stations } from "@candela/support/endpoints"
import { runs, seeded } from "@candela/support/seeded"
import { apiKey, asked } from "@candela/support/weather"

/** Each case runs some programs. */
const few = { fastCheck: { ...seeded.fastCheck, numRuns: runs(20) } }

const now = Date.parse("2025-06-30T20:00:00Z")
const hour = 3_600_000
const day = 24 * hour
/** Some instant that is long over. */
const past = now - 400 * day

/** Readings that lie in the past: those of the other tests may lie anywhere. */
const readings: typeof forecasts = {
  ...forecasts,
  timeRange: {
    ...forecasts.timeRange,
    rows: ({ from, to }, records) => {
      const rows = Math.max(0, Math.min(Number(to), records.to) - Math.max(Number(from), records.from) + 1)
      return { most: rows, expected: rows, final: Number(to) + 1 }
    },
  },
}

/** A history that is never final, as bars that are adjusted for splits. */
const adjusted = Endpoint.history({
  name: "test.adjusted",
  path: "/v1/adjusted/{station}/{from}/{to}",
  params: { ...readings.params, adjusted: Param.withDefault(Param.Boolean, true) },
  row: Reading,
  timeRange: {
    ...readings.timeRange,
    rows: (values, records) => {
      const estimate = readings.timeRange.rows(values, records)
      return { ...estimate, final: values.adjusted ? undefined : estimate.final }
    },
  },
})

/** The same history under another name. */
const other: typeof readings = { ...readings, name: "test.other" }

const endpoints = { readings, other, adjusted, stations, latest }
type Methods = Client.Methods<typeof endpoints>
const methods: Effect.Effect<Methods, never, MarketData> = Client.make(endpoints)

/** A store in memory, whose values a test can look at and damage. */
const memory = (changes: Partial<KeyValueStore.KeyValueStore> = {}) => {
  const values = new Map<string, Uint8Array>()
  const get = (key: string) => Effect.sync(() => Option.fromNullable(values.get(key)))
  const store = KeyValueStore.make({
    get: (key) =>
      Effect.map(
        get(key),
        Option.map((bytes) => new TextDecoder().decode(bytes)),
      ),
    getUint8Array: get,
    set: (key, value) =>
      Effect.sync(() => void values.set(key, typeof value === "string" ? new TextEncoder().encode(value) : value)),
    remove: (key) => Effect.sync(() => void values.delete(key)),
    clear: Effect.sync(() => values.clear()),
    size: Effect.sync(() => values.size),
    ...changes,
  })
  return { values, layer: Layer.succeed(KeyValueStore.KeyValueStore, store), kept: () => namesOf(values) }
}
type Memory = ReturnType<typeof memory>
/** The names of entries; the index is none. */
const namesOf = (values: ReadonlyMap<string, unknown>) => [...values.keys()].filter((name) => name !== "index")

/**
 * Two readings of each page, from its cursor or the beginning of its range on. What they are
 * depends on the station, the endpoint and the host.
 */
const page = (url: URL, fields: object = {}) => {
  const [, , endpoint, station, from, to] = url.pathname.split("/")
  const first = Number(url.searchParams.get("cursor") ?? from)
  const results = [first, first + 1]
    .filter((t) => t <= Number(to))
    .map((t) => ({ t, v: t - past, x: `${url.host} ${endpoint} ${station}` }))
  const next_url = first + 2 <= Number(to) && `${url.origin}${url.pathname}?cursor=${first + 2}`
  return { status: "OK", request_id: "r1", results, ...fields, ...(next_url && { next_url }) }
}
const serve: ScriptedTransport.Script = ({ url }) => ScriptedTransport.json(page(url))

interface Setting extends Partial<MarketData.Options> {
  readonly script?: ScriptedTransport.Script
  readonly cache?: Cache.Options
}

/** Runs a program of its own on a store: what it gives, the requests that it sent, and what the cache did. */
const run = <A, E>(
  { layer }: Memory,
  use: (methods: Methods) => Effect.Effect<A, E, MarketData | ScriptedTransport.Transcript>,
  { cache, script = serve, ...options }: Setting = {},
) =>
  Effect.gen(function* () {
    const result = yield* Effect.exit(Effect.flatMap(methods, use))
    return { result, requests: yield* asked, stats: yield* Effect.exit(Cache.stats) }
  }).pipe(
    Effect.provide(
      // Deriving a fingerprint takes its time.
      Cache.layer({ partition: "test", ...cache }).pipe(
        Layer.provideMerge(MarketData.layer({ baseUrl: "http://service.test", apiKey, retry: Retry.none, ...options })),
        Layer.provideMerge(ScriptedTransport.layer(script)),
        Layer.provide(layer),
      ),
    ),
  )

/** A turn of the event loop: compression runs outside it. */
const turn = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

const at = (time: number) => TestClock.setTime(time)
const of = (length: number, station = "a", from = past) => ({ station, from, to: from + length - 1 })

const rows = Stream.runCollect
const forms: Readonly<Record<string, (methods: Methods, length: number) => Effect.Effect<unknown, unknown>>> = {
  call: (methods: Methods, length: number) => methods.readings(of(length)),
  pages: (methods: Methods, length: number) => rows(methods.readings.pages(of(length))),
  stream: (methods: Methods, length: number) => rows(methods.readings.stream(of(length))),
  columns: (methods: Methods, length: number) =>
    Effect.map(rows(methods.readings.columns(of(length))), (chunk) => [...chunk].map((one) => one.toRows())),
  shards: (methods: Methods, length: number) =>
    rows(methods.readings.stream(of(length), { concurrency: 3, shards: 4, pageSize: 2 })),
}

describe("a history that is over", () => {
  it.effect.prop(
    "is the same from the cache as from the service, in each form, and sends nothing the second time",
    {
      form: fc.constantFrom(...Object.keys(forms)),
      length: fc.integer({ min: 1, max: 9 }),
    },
    ({ form, length }) =>
      Effect.gen(function* () {
        yield* at(now)
        const store = memory()
        const first = yield* run(store, (methods) => forms[form]!(methods, length))
        const second = yield* run(store, (methods) => forms[form]!(methods, length))
        assert.isTrue(Exit.isSuccess(first.result))
        assert.deepStrictEqual(second.result, first.result)
        assert.isAbove(first.requests.length, 0)
        assert.strictEqual(store.kept().length, first.requests.length)
        assert.deepStrictEqual(second.requests, [])
        assert.deepInclude(
          Exit.getOrElse(second.stats, () => assert.fail()),
          {
            hits: first.requests.length,
            misses: 0,
            entries: first.requests.length,
          },
        )
      }),
    few,
  )

  it.effect("is kept though its status is DELAYED, once its end is older than the delay and the settling time", () =>
    Effect.gen(function* () {
      yield* at(now)
      const script: ScriptedTransport.Script = ({ url }) =>
        ScriptedTransport.json(page(url, { status: "DELAYED" }), { headers: { date: new Date(now).toUTCString() } })
      const cases = [
        [now - day - 9 * hour, {}],
        [now - day - 2 * hour, { delay: "1 hour" }],
        [now - 10 * hour, { settling: "1 hour" }],
      ] as const
      for (const [from, cache] of cases) {
        const store = memory()
        const use = ({ readings }: Methods) => rows(readings.stream(of(5, "a", from)))
        const first = yield* run(store, use, { script, cache })
        const second = yield* run(store, use, { script, cache })
        assert.deepStrictEqual(second.result, first.result)
        assert.lengthOf(first.requests, 3)
        assert.deepStrictEqual(second.requests, [])
      }
    }),
  )

  it.effect("says in its span that it came from the cache", () =>
    Effect.gen(function* () {
      yield* at(now)
      const store = memory()
      yield* run(store, ({ readings }) => readings(of(1)))
      const cached: Array<unknown> = []
      const service = Layer.effect(
        MarketData,
        Effect.map(MarketData, (service) =>
          MarketData.of({
            ...service,
            get: (step, call) =>
              Effect.tap(service.get(step, call), () =>
                call.span._tag === "Span" ? cached.push(call.span.attributes.get("candela.cached")) : 0,
              ),
          }),
        ),
      )
      yield* Effect.flatMap(methods, ({ readings }) => readings(of(1))).pipe(
        Effect.provide(
          service.pipe(
            Layer.provide(Cache.layer({ partition: "test" })),
            Layer.provide(MarketData.layer({ baseUrl: "http://service.test", apiKey })),
            Layer.provide(ScriptedTransport.layer([])),
            Layer.provide(store.layer),
          ),
        ),
      )
      assert.deepStrictEqual(cached, [true])
    }),
  )
})

describe("a page is decoded once", () => {
  for (const [form, face] of [
    ["pages", "lazyRows"],
    ["stream", "lazyRows"],
    ["columns", "columns"],
  ] as const) {
    it.effect(`when it is received, from the store and from memory: ${form}`, () =>
      Effect.gen(function* () {
        yield* at(now)
        let count = 0
        const counted: typeof readings = {
          ...readings,
          decoder: {
            ...readings.decoder,
            [face]: (...document: Parameters<typeof readings.decoder.rows>) => {
              count += 1
              return readings.decoder[face](...document)
            },
          },
        }
        const use = () =>
          Effect.flatMap(Client.make({ counted }), ({ counted }) => {
            const drained = Stream.runDrain<unknown, unknown, never>(counted[form](of(5)))
            return Effect.zipRight(drained, drained)
          })
        const store = memory()
        const { requests } = yield* run(store, use)
        assert.isAbove(requests.length, 1)
        assert.strictEqual(count, 2 * requests.length)
        count = 0
        assert.deepStrictEqual((yield* run(store, use)).requests, [])
        assert.strictEqual(count, 2 * requests.length)
      }),
    )
  }
})

describe("nothing is kept", () => {
  const long = { readings: (methods: Methods) => rows(methods.readings.pages(of(3))) }
  const answering = (fields: object): Setting => ({ script: ({ url }) => ScriptedTransport.json(page(url, fields)) })
  const cases: Record<string, readonly [use: (methods: Methods) => Effect.Effect<unknown, unknown>, Setting?]> = {
    "of a range that goes on": [({ readings }) => readings({ station: "a", from: past, to: now })],
    "of a range that ended less than the settling time ago": [({ readings }) => readings(of(2, "a", now - day))],
    "of a longer settling time": [long.readings, { cache: { settling: "500 days" } }],
    "of an adjusted history": [({ adjusted }) => adjusted(of(2))],
    "of a list": [({ stations }) => stations({}), answering({ results: [{ name: "a" }] })],
    "of a single value": [({ latest }) => latest({ station: "a" }), answering({ results: { t: 1, v: 1 } })],
    "of delayed data, whose range ended less than the delay and the settling time ago": [
      ({ readings }) => readings(of(2, "a", now - day - 7 * hour)),
      answering({ status: "DELAYED" }),
    ],
    "of delayed data of a plan with a longer delay": [
      ({ readings }) => readings(of(2, "a", now - 3 * day)),
      { ...answering({ status: "DELAYED" }), cache: { delay: "3 days" } },
    ],
    "of delayed data of a list": [
      ({ stations }) => stations({}),
      {
        ...answering({ status: "DELAYED", results: [{ name: "a" }] }),
        cache: { timeToLive: { "test.stations": "1 day" } },
      },
    ],
    "of a range that has not ended by the clock of the service, though by that of this machine": [
      ({ readings }) => readings(of(2, "a", now - 3 * day)),
      {
        script: ({ url }) =>
          ScriptedTransport.json(page(url), { headers: { date: new Date(now - 3 * day).toUTCString() } }),
      },
    ],
    "of an answer that says failure": [long.readings, answering({ status: "ERROR", error: "x" })],
    "of a failure": [long.readings, { script: () => ScriptedTransport.json({ status: "ERROR" }, { status: 500 }) }],
    "of a body that was cut": [
      long.readings,
      { script: ({ url }) => ScriptedTransport.cutBody(ScriptedTransport.json(page(url))) },
    ],
    "of a document that is not whole, although it ends as if it were": [
      long.readings,
      { script: ({ url }) => ScriptedTransport.text(JSON.stringify(page(url)).replace('"v":', '"v"')) },
    ],
    "of a page whose rows the schema refuses": [
      long.readings,
      answering({ results: [{ t: 1, v: "no number" }], next_url: "/v1/readings/a/1/2?cursor=2" }),
    ],
    "of an answer that repeats the key": [long.readings, answering({ note: apiKey })],
    "that is larger than the whole cache": [long.readings, { cache: { maxSize: 20 } }],
  }
  for (const [name, [use, setting]] of Object.entries(cases)) {
    it.effect(name, () =>
      Effect.gen(function* () {
        yield* at(now)
        const store = memory()
        const first = yield* run(store, use, setting)
        const second = yield* run(store, use, setting)
        assert.deepStrictEqual(store.kept(), [])
        assert.isAbove(first.requests.length, 0)
        assert.deepStrictEqual(second.requests, first.requests)
        assert.deepStrictEqual(Exit.isSuccess(second.result), Exit.isSuccess(first.result))
      }),
    )
  }

  it.effect("is what an adjusted history does when it is asked for without adjustment", () =>
    Effect.gen(function* () {
      yield* at(now)
      const store = memory()
      yield* run(store, ({ adjusted }) => rows(adjusted.stream({ ...of(3), adjusted: false })))
      const { requests } = yield* run(store, ({ adjusted }) => rows(adjusted.stream({ ...of(3), adjusted: false })))
      assert.deepStrictEqual(requests, [])
    }),
  )
})

describe("an entry", () => {
  const place = fc.record({
    station: fc.constantFrom("a", "b", "a/b", "a\nb"),
    from: fc.constantFrom(past, past + 1),
    length: fc.integer({ min: 1, max: 3 }),
    limit: fc.constantFrom(1, 2),
    baseUrl: fc.constantFrom("http://service.test", "http://other.test", "http://service.test:81"),
  })
  it.effect.prop(
    "is met by no other request, endpoint or base URL",
    { one: place, another: place },
    ({ another, one }) =>
      Effect.gen(function* () {
        yield* at(now)
        const shared = memory()
        const names = Object.keys(one) as Array<keyof typeof one>
        const places = [one, ...names.map((name) => ({ ...one, [name]: another[name] }))]
        for (const { baseUrl, from, length, limit, station } of places) {
          // Two endpoints under the same path.
          const use = ({ other, readings }: Methods) =>
            Effect.forEach([readings, other], (method) => method({ ...of(length, station, from), limit }))
          const found = yield* run(shared, use, { baseUrl })
          const fresh = yield* run(memory(), use, { baseUrl })
          assert.deepStrictEqual(found.result, fresh.result)
        }
        assert.strictEqual(shared.kept().length, 2 * new Set(places.map((one) => JSON.stringify(one))).size)
      }),
    few,
  )

  /** What can happen to a value of the store. */
  const damages: Record<string, (bytes: Uint8Array, at: number, foreign: Uint8Array) => Uint8Array> = {
    flipped: (bytes, at) => bytes.map((byte, index) => (index === at % bytes.length ? byte ^ 1 : byte)),
    cut: (bytes, at) => bytes.slice(0, at % bytes.length),
    extended: (bytes) => new Uint8Array([...bytes, 0]),
    replaced: (_, __, foreign) => foreign,
  }
  it.effect.prop(
    "that was damaged is fetched anew, and then sound again",
    { damage: fc.constantFrom(...Object.keys(damages)), position: fc.nat(10_000) },
    ({ damage, position }) =>
      Effect.gen(function* () {
        yield* at(now)
        const store = memory()
        const use = ({ readings }: Methods) => readings(of(2))
        yield* run(store, ({ readings }) => readings(of(2, "b")))
        const [foreign] = store.kept()
        const first = yield* run(store, use)
        const name = store.kept().find((name) => name !== foreign)!
        const damaged = damages[damage]!(store.values.get(name)!, position, store.values.get(foreign!)!)
        store.values.set(name, damaged)
        const second = yield* run(store, use)
        const third = yield* run(store, use)
        assert.deepStrictEqual([second.result, third.result], [first.result, first.result])
        assert.deepStrictEqual([second.requests.length, third.requests.length], [1, 0])
      }),
    few,
  )

  it.effect("holds no part of the key, nor does its name", () =>
    Effect.gen(function* () {
      yield* at(now)
      const store = memory()
      const script: ScriptedTransport.Script = ({ url }) => {
        const { next_url, ...rest } = page(url) as { readonly next_url?: string }
        return ScriptedTransport.json({ ...rest, ...(next_url && { next_url: `${next_url}&apiKey=${apiKey}` }) })
      }
      yield* run(store, ({ readings }) => rows(readings.stream(of(5))))
      yield* run(store, ({ readings }) => rows(readings.stream(of(5, "b"))), { script })
      const texts = [...store.values].flatMap(([name, bytes]) => [
        name,
        new TextDecoder("latin1").decode(bytes),
        ...(name === "index" ? [] : [gunzipSync(bytes.subarray(44)).toString()]),
      ])
      assert.isAbove(store.kept().length, 0)
      for (let start = 0; start + 6 <= apiKey.length; start++) {
        const part = apiKey.slice(start, start + 6)
        assert.isFalse(
          texts.some((text) => text.includes(part)),
          part,
        )
      }
    }),
  )

  it.effect("holds the bytes as they came, whatever becomes of their buffer", () =>
    Effect.gen(function* () {
      yield* at(now)
      const store = memory()
      const get = Effect.gen(function* () {
        const service = yield* MarketData
        const buffers = new BufferPool()
        const step = yield* Step.make(readings, { station: "a", from: past, to: past })
        const texts: Array<string> = []
        const { page } = yield* service.get(step, {
          span: yield* Effect.makeSpan("test"),
          buffers,
          decode: readings.decoder.lazyRows,
          onDocument: (bytes) => void texts.push(new TextDecoder().decode(bytes)),
        })
        yield* page
        // As the page that comes next does.
        buffers.take(1).fill(0)
        return texts
      })
      const { requests, result } = yield* run(store, () => Effect.all([get, get, get]))
      const [first, second, third] = Exit.getOrElse(result, () => assert.fail())
      assert.deepStrictEqual([second, third], [first, first])
      assert.lengthOf(requests, 1)
    }),
  )

  it.effect.prop(
    "is whole or absent after an interruption at any moment",
    { moment: fc.nat(60) },
    ({ moment }) =>
      Effect.gen(function* () {
        yield* at(now)
        // A value is written in two steps, as by a file system.
        const store: Memory = memory({
          set: (key, value) => {
            const bytes = typeof value === "string" ? new TextEncoder().encode(value) : value
            const half = Effect.sync(() => store.values.set(key, bytes.subarray(0, bytes.length / 2)))
            return half.pipe(
              Effect.zipRight(Effect.repeatN(turn, 4)),
              Effect.zipRight(Effect.sync(() => void store.values.set(key, bytes))),
            )
          },
        })
        const use = ({ readings }: Methods) => rows(readings.stream(of(3)))
        const whole = yield* run(memory(), use)
        const fiber = yield* Effect.fork(run(store, use))
        for (let step = 0; step < moment; step++) yield* turn
        yield* Fiber.interrupt(fiber)
        // An entry that is being written is written to its end.
        yield* Effect.repeatN(turn, 20)
        const before = store.kept().length
        const { requests, result } = yield* run(store, use)
        assert.deepStrictEqual(result, whole.result)
        assert.strictEqual(requests.length, whole.requests.length - before)
      }),
    few,
  )
})

describe("fibers that ask for the same answer at once", () => {
  const slow = (step: ReturnType<typeof ScriptedTransport.json>) => ScriptedTransport.delay("1 second")(step)
  const slowly: ScriptedTransport.Script = ({ url }) => slow(ScriptedTransport.json(page(url)))

  /** Lets time pass, step by step, until all have ended. */
  const ended = <A, E>(fibers: ReadonlyArray<Fiber.RuntimeFiber<A, E>>) =>
    Effect.gen(function* () {
      while ((yield* Effect.forEach(fibers, Fiber.poll)).some(Option.isNone)) {
        yield* turn
        yield* TestClock.adjust("1 second")
      }
      return yield* Effect.forEach(fibers, Fiber.await)
    })

  it.effect.prop(
    "send one request, and one more at most for each that is interrupted",
    {
      plans: fc.array(fc.record({ start: fc.nat(12), stop: fc.option(fc.nat(20)) }), { minLength: 2, maxLength: 4 }),
      answered: fc.nat(20),
      memory: fc.constantFrom(0, undefined),
    },
    ({ answered, memory: size, plans }) =>
      Effect.gen(function* () {
        yield* at(now)
        const use = ({ readings }: Methods) =>
          Effect.gen(function* () {
            const fibers: Array<Fiber.RuntimeFiber<unknown, unknown>> = []
            for (let step = 0; step < 24; step++) {
              for (const { start } of plans) if (start === step) fibers.push(yield* Effect.fork(readings(of(1))))
              const started = plans.filter(({ start }) => start <= step).toSorted((a, b) => a.start - b.start)
              for (const [index, { stop }] of started.entries()) {
                if (stop === step) yield* Fiber.interruptFork(fibers[index]!)
              }
              if (step >= answered) yield* TestClock.adjust("1 second")
              yield* turn
            }
            return yield* ended(fibers)
          })
        const { requests, result } = yield* run(memory(), use, { script: slowly, cache: { memory: size } })
        const exits = Exit.getOrElse(result, () => assert.fail())
        const interrupted = exits.filter(Exit.isInterrupted).length
        assert.isAtMost(requests.length, 1 + interrupted)
        const answers = exits.filter(Exit.isSuccess).map(({ value }) => value)
        assert.lengthOf(answers, exits.length - interrupted)
        assert.deepStrictEqual(answers, Array(answers.length).fill(answers[0]))
        assert.strictEqual(new Set(answers).size, answers.length)
      }),
    { fastCheck: { ...seeded.fastCheck, numRuns: runs(40) } },
  )

  it.effect("go on when the first one is interrupted: one of them asks, and the others wait for it", () =>
    Effect.gen(function* () {
      yield* at(now)
      const use = ({ readings }: Methods) =>
        Effect.gen(function* () {
          const [first, ...others] = yield* Effect.forEach(Array(4), () => Effect.fork(readings(of(1))))
          yield* ScriptedTransport.until(1)
          yield* Fiber.interrupt(first!)
          return yield* ended(others)
        })
      const { requests, result } = yield* run(memory(), use, { script: slowly })
      const exits = Exit.getOrElse(result, () => assert.fail())
      assert.deepStrictEqual(exits.map(Exit.isSuccess), [true, true, true])
      assert.lengthOf(requests, 2)
    }),
  )

  const shared: Record<string, ScriptedTransport.Script> = {
    "an answer that says failure": ({ url }) =>
      slow(ScriptedTransport.json(page(url, { status: "ERROR", error: "x" }))),
    "a refusal": () => slow(ScriptedTransport.json({ status: "NOT_AUTHORIZED", message: "no" }, { status: 403 })),
    "a failure": () => slow(ScriptedTransport.status(500)),
    "what the schema refuses": ({ url }) => slow(ScriptedTransport.json(page(url, { results: [{ t: "x" }] }))),
  }
  for (const [name, script] of Object.entries(shared)) {
    it.effect(`share ${name}, which is not kept: the next call asks anew`, () =>
      Effect.gen(function* () {
        yield* at(now)
        const twenty = ({ readings }: Methods) =>
          Effect.flatMap(
            Effect.forEach(Array(20), () => Effect.fork(readings(of(1)))),
            ended,
          )
        const use = (methods: Methods) => Effect.zip(twenty(methods), twenty(methods))
        const { requests, result } = yield* run(memory(), use, { script })
        const [first, second] = Exit.getOrElse(result, () => assert.fail())
        assert.lengthOf(requests, 2)
        assert.deepStrictEqual(first, Array(20).fill(first[0]))
        assert.deepStrictEqual(second, first)
      }),
    )
  }

  it.effect("ask themselves when the first one fails at its deadline, and they have more time", () =>
    Effect.gen(function* () {
      yield* at(now)
      const use = ({ readings }: Methods) =>
        Effect.gen(function* () {
          const first = yield* Effect.fork(readings(of(1), { deadline: "2 seconds" }))
          yield* ScriptedTransport.until(1)
          const second = yield* Effect.fork(readings(of(1)))
          return yield* ended([first, second])
        })
      const script: ScriptedTransport.Script = ({ index, url }) =>
        index === 0 ? ScriptedTransport.hang : ScriptedTransport.json(page(url))
      const { requests, result } = yield* run(memory(), use, { script })
      const exits = Exit.getOrElse(result, () => assert.fail())
      assert.deepStrictEqual(exits.map(Exit.isSuccess), [false, true])
      assert.lengthOf(requests, 2)
    }),
  )

  it.effect("wait no longer than their deadlines", () =>
    Effect.gen(function* () {
      yield* at(now)
      const use = ({ readings }: Methods) =>
        Effect.gen(function* () {
          const first = yield* Effect.fork(readings(of(1)))
          yield* ScriptedTransport.until(1)
          const second = yield* Effect.fork(readings(of(1), { deadline: "5 seconds" }))
          const [exit] = yield* ended([second])
          const passed = (yield* Clock.currentTimeMillis) - now
          yield* Fiber.interrupt(first)
          return { error: Exit.isFailure(exit!) ? Cause.squash(exit.cause) : undefined, passed }
        })
      const { result } = yield* run(memory(), use, { script: [ScriptedTransport.hang], timeout: "1 hour" })
      const { error, passed } = Exit.getOrElse(result, () => assert.fail())
      assert.instanceOf(error, TimeoutError)
      assert.isAtMost(passed, 6_000)
    }),
  )
})

describe("answers in memory", () => {
  it.effect("are not looked for in the store", () =>
    Effect.gen(function* () {
      yield* at(now)
      const program = ({ readings }: Methods) =>
        Effect.zipRight(
          Effect.sync(() => void reads.splice(0)),
          Effect.zipRight(readings(of(1)), readings(of(1))),
        )
      const reads: Array<string> = []
      const store: Memory = memory({
        getUint8Array: (key) =>
          Effect.sync(() => {
            reads.push(key)
            return Option.fromNullable(store.values.get(key))
          }),
      })
      yield* run(store, program)
      assert.lengthOf(reads, 1)
      yield* run(store, program)
      assert.lengthOf(reads, 1)
      yield* run(store, program, { cache: { memory: 0 } })
      assert.lengthOf(reads, 2)
    }),
  )

  it.effect("count as used in the store", () =>
    Effect.gen(function* () {
      yield* at(now)
      const store = memory()
      yield* run(store, ({ readings }) => readings(of(1)))
      const maxSize = Math.floor(store.values.get(store.kept()[0]!)!.length * 2.5)
      const used = memory()
      const ask =
        (stations: string) =>
        ({ readings }: Methods) =>
          Effect.forEach(stations, (station) => readings(of(1, station)))
      yield* run(used, ask("abaca"), { cache: { maxSize } })
      assert.lengthOf((yield* run(used, ask("ac"), { cache: { maxSize } })).requests, 0)
    }),
  )
})

describe("answers for one key", () => {
  const rich = "key-of-the-rich-0123456789"
  const poor = "key-of-the-poor-0123456789"
  /** What it shows depends on the key. */
  const script: ScriptedTransport.Script = ({ headers, url }) =>
    ScriptedTransport.json(page(url, headers["authorization"] === `Bearer ${rich}` ? {} : { results: [] }))
  const ask = (store: Memory, apiKey: string, cache: Cache.Options = {}) =>
    Effect.map(
      run(store, ({ readings }) => readings(of(2)), { apiKey, script, cache: { partition: undefined, ...cache } }),
      ({ requests, result }) => [requests.length, Exit.getOrElse(result, () => assert.fail()).results.length],
    )

  it.effect("say nothing about another key", () =>
    Effect.gen(function* () {
      yield* at(now)
      const store = memory()
      assert.deepStrictEqual(yield* ask(store, poor), [1, 0])
      assert.deepStrictEqual(yield* ask(store, rich), [1, 2])
      assert.deepStrictEqual(yield* ask(store, rich), [0, 2])
      assert.deepStrictEqual(yield* ask(store, poor), [0, 0])
    }),
  )

  it.effect("are shared under a name of one's own, and under no other", () =>
    Effect.gen(function* () {
      yield* at(now)
      const store = memory()
      assert.deepStrictEqual(yield* ask(store, rich, { partition: "team" }), [1, 2])
      assert.deepStrictEqual(yield* ask(store, poor, { partition: "team" }), [0, 2])
      assert.deepStrictEqual(yield* ask(store, poor, { partition: "other" }), [1, 0])
    }),
  )
})

describe("a history whose kept pages are of no use any more", () => {
  const drained = <Row>(stream: Stream.Stream<Row, unknown>) =>
    Effect.map(Stream.runCollect(stream), (rows) => [...rows])

  it.effect("is requested anew, once, where a newer schema refuses them", () =>
    Effect.gen(function* () {
      yield* at(now)
      const store = memory()
      const old = (url: URL) => {
        const { results, ...rest } = page(url)
        return { ...rest, results: results.map(({ t }) => ({ t, v: t - past })) }
      }
      const newer = Endpoint.history({
        name: "test.readings",
        path: "/v1/readings/{station}/{from}/{to}",
        params: readings.params,
        row: Schema.Struct({ t: Schema.Number, v: Schema.Number, unit: Schema.String }),
        timeRange: readings.timeRange,
      })
      yield* run(store, ({ readings }) => drained(readings.stream(of(4))), {
        script: ({ url }) => ScriptedTransport.json(old(url)),
      })
      const use = () => Effect.flatMap(Client.make({ newer }), ({ newer }) => drained(newer.stream(of(4))))
      const script: ScriptedTransport.Script = ({ url }) => {
        const { results, ...rest } = old(url)
        return ScriptedTransport.json({ ...rest, results: results.map((row) => ({ ...row, unit: "m" })) })
      }
      const second = yield* run(store, use, { script })
      assert.lengthOf(
        Exit.getOrElse(second.result, () => assert.fail()),
        4,
      )
      assert.lengthOf(second.requests, 2)
      assert.lengthOf((yield* run(store, use, { script })).requests, 0)
    }),
  )

  /** A service whose cursors hold for a generation. */
  const cursors =
    (generation: number, change = 0): ScriptedTransport.Script =>
    ({ url }) => {
      const [first, made = generation] = (url.searchParams.get("cursor") ?? "").split(".").map(Number)
      if (made !== generation) return ScriptedTransport.json({ status: "ERROR", error: "cursor" }, { status: 400 })
      if (first) url.searchParams.set("cursor", String(first))
      const { next_url, results, ...rest } = page(url) as ReturnType<typeof page> & { readonly next_url?: string }
      return ScriptedTransport.json({
        ...rest,
        request_id: `r${generation}`,
        results: results.map((row) => ({ ...row, v: row.v + change })),
        ...(next_url && { next_url: `${next_url}.${generation}` }),
      })
    }
  /** Pages of one piece, the later ones of which have left the store. */
  const torn = (kept: number) =>
    Effect.gen(function* () {
      const store = memory()
      const names: Array<string> = []
      for (let pages = 1; pages <= 4; pages++) {
        yield* run(store, ({ readings }) => drained(Stream.take(readings.stream(of(8), { prefetch: 0 }), 2 * pages)), {
          script: cursors(1),
        })
        if (pages === kept) names.push(...store.kept())
      }
      for (const name of store.kept()) if (!names.includes(name)) store.values.delete(name)
      return store
    })
  const use = ({ readings }: Methods) => drained(readings.stream(of(8), { prefetch: 0 }))

  for (const kept of [1, 2, 3]) {
    it.effect(`goes on where the cursor of the kept page ${kept} has expired: its pages are requested anew, once`, () =>
      Effect.gen(function* () {
        yield* at(now)
        const store = yield* torn(kept)
        const whole = yield* run(memory(), use, { script: cursors(2) })
        const { requests, result } = yield* run(store, use, { script: cursors(2) })
        assert.deepStrictEqual(result, whole.result)
        assert.lengthOf(requests, 1 + 4)
        assert.lengthOf((yield* run(store, use, { script: cursors(3) })).requests, 0)
      }),
    )
  }

  it.effect("fails rather than to mix old pages with new ones, and is right the next time", () =>
    Effect.gen(function* () {
      yield* at(now)
      const store = yield* torn(1)
      const { result } = yield* run(store, use, { script: cursors(2, 1) })
      assert.isTrue(Exit.isFailure(result))
      const whole = yield* run(memory(), use, { script: cursors(2, 1) })
      assert.deepStrictEqual((yield* run(store, use, { script: cursors(2, 1) })).result, whole.result)
    }),
  )
})

describe("a store that hangs", () => {
  for (const operation of ["getUint8Array", "set"] as const) {
    /** A store of which one operation hangs, and what waits until it has begun. */
    const hanging = Effect.map(Effect.makeSemaphore(0), (begun) => ({
      store: memory({ [operation]: () => Effect.zipRight(begun.release(1), Effect.never) }),
      begun: Effect.zipRight(begun.take(1), Effect.repeatN(turn, 50)),
    }))

    it.effect(`is waited for no longer than 5 seconds, and then not for a while: ${operation}`, () =>
      Effect.gen(function* () {
        yield* at(now)
        const { begun, store } = yield* hanging
        const use = ({ readings }: Methods) =>
          Effect.gen(function* () {
            const first = yield* Effect.fork(readings(of(1)))
            yield* begun
            assert.isTrue(Option.isNone(yield* Fiber.poll(first)))
            yield* TestClock.adjust("5 seconds")
            yield* Effect.repeatN(turn, 50)
            if (operation === "getUint8Array") yield* TestClock.adjust("1 millis")
            const rows = (yield* Fiber.join(first)).results.length
            return [rows, (yield* readings(of(2, "b"))).results.length]
          })
        const { result } = yield* run(store, use)
        assert.deepStrictEqual(result, Exit.succeed([1, 2]))
      }),
    )

    it.effect(`does not hold a call past its deadline, nor its interruption: ${operation}`, () =>
      Effect.gen(function* () {
        yield* at(now)
        const { begun, store } = yield* hanging
        const use = ({ readings }: Methods) =>
          Effect.gen(function* () {
            const call = yield* Effect.fork(readings(of(1), { deadline: "2 seconds" }))
            const other = yield* Effect.fork(readings(of(1, "b")))
            yield* begun
            yield* Fiber.interrupt(other)
            yield* TestClock.adjust("2 seconds")
            yield* Effect.repeatN(turn, 50)
            return Option.isSome(yield* Fiber.poll(call))
          })
        const { result } = yield* run(store, use)
        assert.deepStrictEqual(result, Exit.succeed(true))
      }),
    )
  }
})

describe("the cache", () => {
  it.effect("keeps an answer without rows for an hour, or as long as it is told", () =>
    Effect.gen(function* () {
      const script: ScriptedTransport.Script = ({ url }) => ScriptedTransport.json(page(url, { results: [] }))
      const use = ({ readings }: Methods) => readings(of(2))
      for (const [cache, time] of [
        [{}, 3_600_000],
        [{ empty: "5 minutes" }, 300_000],
      ] as const) {
        const store = memory()
        const requests = (later: number) =>
          Effect.zipRight(
            at(now + later),
            Effect.map(run(store, use, { cache, script }), ({ requests }) => requests.length),
          )
        assert.strictEqual(yield* requests(0), 1)
        assert.strictEqual(yield* requests(time - 1), 0)
        assert.strictEqual(yield* requests(time), 1)
      }
    }),
  )

  it.effect("is asked before the rate limit: nineteen cached calls beside a full window take no time", () =>
    Effect.gen(function* () {
      yield* at(now)
      const store = memory()
      yield* run(store, ({ readings }) => Effect.forEach(Array(19).keys(), (from) => readings(of(1, "a", past + from))))
      const rateLimit = RateLimit.make({ limit: 1, interval: "1 minute" })
      const program = ({ readings }: Methods) =>
        Effect.gen(function* () {
          yield* readings(of(1, "b"))
          const waiting = yield* Effect.fork(readings(of(1, "c")))
          yield* Effect.forEach(Array(19).keys(), (from) => readings(of(1, "a", past + from)))
          yield* Fiber.interrupt(waiting)
          return (yield* Clock.currentTimeMillis) - now
        })
      const { requests, result } = yield* run(store, program, { rateLimit })
      assert.deepStrictEqual(result, Exit.succeed(0))
      assert.strictEqual(requests.length, 1)
    }),
  )

  it.effect.prop(
    "stays within its size, and keeps what was used last",
    { uses: fc.array(fc.nat(7), { minLength: 5, maxLength: 30 }), room: fc.integer({ min: 1, max: 4 }) },
    ({ room, uses }) =>
      Effect.gen(function* () {
        yield* at(now)
        const store = memory()
        const stations = "abcdefgh"
        // All entries have nearly the same size.
        yield* run(store, ({ readings }) => readings(of(1)))
        const maxSize = Math.floor(store.values.get(store.kept()[0]!)!.length * (room + 0.5))
        const used = memory()
        yield* run(used, ({ readings }) => Effect.forEach(uses, (use) => readings(of(1, stations[use]))), {
          cache: { maxSize, memory: 0 },
        })
        const size = used.kept().reduce((sum, name) => sum + used.values.get(name)!.length, 0)
        assert.isAtMost(size, maxSize)
        const last = [...new Set(uses.toReversed())].slice(0, room)
        const { requests, stats } = yield* run(
          used,
          ({ readings }) => Effect.forEach(last, (use) => readings(of(1, stations[use]))),
          { cache: { maxSize, memory: 0 } },
        )
        assert.deepStrictEqual(requests, [])
        assert.deepInclude(
          Exit.getOrElse(stats, () => assert.fail()),
          { entries: last.length, bytes: size },
        )
      }),
    few,
  )

  it.effect("remembers in the store what was used last", () =>
    Effect.gen(function* () {
      yield* at(now)
      const store = memory()
      const use =
        (station: string) =>
        ({ readings }: Methods) =>
          readings(of(1, station))
      yield* run(store, use("a"))
      const maxSize = Math.floor(store.values.get(store.kept()[0]!)!.length * 2.5)
      for (const station of "bac") {
        yield* TestClock.adjust("1 second")
        yield* run(store, use(station), { cache: { maxSize } })
      }
      assert.lengthOf((yield* run(store, use("a"), { cache: { maxSize } })).requests, 0)
      assert.lengthOf((yield* run(store, use("b"), { cache: { maxSize } })).requests, 1)
    }),
  )

  it.effect("is shared by programs that run side by side", () =>
    Effect.gen(function* () {
      yield* at(now)
      const store = memory()
      const use =
        (stations: string) =>
        ({ readings }: Methods) =>
          Effect.forEach(stations, (station) => readings(of(3, station)))
      yield* Effect.all([run(store, use("abcd")), run(store, use("cdef"))], { concurrency: 2 })
      assert.deepStrictEqual((yield* run(store, use("abcdef"))).requests, [])
      // One changes the store while the other runs.
      yield* run(store, (methods) =>
        use("g")(methods).pipe(Effect.zipRight(run(store, use("h"))), Effect.zipRight(use("i")(methods))),
      )
      const { stats } = yield* run(store, () => Effect.void)
      assert.deepInclude(
        Exit.getOrElse(stats, () => assert.fail()),
        { hits: 0, misses: 0, entries: 9 },
      )
    }),
  )

  it.effect("knows its entries again by their use when its index is lost", () =>
    Effect.gen(function* () {
      yield* at(now)
      const store = memory()
      const use = ({ readings }: Methods) => rows(readings.stream(of(5)))
      const { stats } = yield* run(store, use)
      for (const index of ["", "{", '{"a":1}']) {
        store.values.set("index", new TextEncoder().encode(index))
        const found = yield* run(store, use)
        assert.deepStrictEqual(found.requests, [])
        const { bytes, entries } = Exit.getOrElse(stats, () => assert.fail())
        assert.deepInclude(
          Exit.getOrElse(found.stats, () => assert.fail()),
          { bytes, entries },
        )
      }
    }),
  )

  it.effect("keeps answers of the endpoints with a time to live for that time, and not the delayed ones", () =>
    Effect.gen(function* () {
      const store = memory()
      const cache: Cache.Options = { timeToLive: { "test.stations": "1 hour", "test.readings": "30 days" } }
      let delayed = true
      const script: ScriptedTransport.Script = ({ url }) =>
        ScriptedTransport.json({ ...page(url, { results: [{ name: "a" }] }), status: delayed ? "DELAYED" : "OK" })
      const requests = (time: number, options: Cache.Options = cache) =>
        Effect.zipRight(
          at(time),
          Effect.map(
            run(store, ({ stations }) => stations({}), { cache: options, script }),
            ({ requests }) => requests.length,
          ),
        )
      assert.strictEqual(yield* requests(now), 1)
      delayed = false
      assert.strictEqual(yield* requests(now), 1)
      assert.strictEqual(yield* requests(now + 3_599_999), 0)
      assert.strictEqual(yield* requests(now + 3_599_999, {}), 1)
      assert.strictEqual(yield* requests(now + 3_600_000), 1)
      // A shorter time counts for what is there already.
      assert.strictEqual(yield* requests(now + 3_600_001, { timeToLive: { "test.stations": "1 minute" } }), 1)
    }),
  )

  it.effect("does not take for final what was kept for a time", () =>
    Effect.gen(function* () {
      const store = memory()
      const use = ({ readings }: Methods) => readings(of(2, "a", now))
      yield* at(now)
      yield* run(store, use, { cache: { timeToLive: { "test.readings": "30 days" } } })
      assert.lengthOf(store.kept(), 1)
      yield* at(now + 2 * day)
      assert.lengthOf((yield* run(store, use)).requests, 1)
      assert.lengthOf((yield* run(store, use)).requests, 0)
    }),
  )

  it.effect("does without a store that fails", () =>
    Effect.gen(function* () {
      yield* at(now)
      const failing = Effect.fail(
        new PlatformError.SystemError({ module: "KeyValueStore", method: "get", reason: "PermissionDenied" }),
      )
      const use = ({ readings }: Methods) => rows(readings.stream(of(5)))
      const { result } = yield* run(memory(), use)
      for (const changes of [{ get: () => failing }, { getUint8Array: () => failing }, { set: () => failing }]) {
        const found = yield* run(memory(changes), use)
        assert.deepStrictEqual(found.result, result)
      }
    }),
  )

  it.scoped("is made with options that can be, else fails for the one that cannot", () =>
    Effect.gen(function* () {
      const of = (options: Cache.Options) =>
        Effect.exit(Effect.map(Cache.make(options), (made) => Context.get(made, Cache)))
      for (const [options, detail] of [
        [{ memory: -1 }, "it must be a number of at least 0, but is -1"],
        [{ maxSize: Number.NaN }, "it must be a number of at least 0, but is NaN"],
        [{ settling: -1 }, "it must be a duration, but is -1"],
        [{ delay: "a while" as never }, 'it must be a duration, but is "a while"'],
        [{ empty: Number.NaN }, "it must be a duration, but is NaN"],
        [{ timeToLive: { "test.stations": "1 dya" as never } }, 'it must be a duration, but is "1 dya"'],
      ] as const) {
        const option = `${Object.keys(options)[0]} of Cache`
        assert.deepStrictEqual(yield* of(options), Exit.fail(new InvalidOption({ option, detail })))
      }
      const { stats } = yield* yield* of({
        memory: 0,
        maxSize: Infinity,
        delay: 0,
        timeToLive: { "test.stations": "1 day" },
      })
      assert.include(yield* stats, { hits: 0, entries: 0 })
    }).pipe(
      Effect.provide(
        Layer.mergeAll(
          MarketData.layer({ baseUrl: "http://service.test", apiKey }).pipe(
            Layer.provide(ScriptedTransport.layer(serve)),
          ),
          memory().layer,
        ),
      ),
    ),
  )
})
