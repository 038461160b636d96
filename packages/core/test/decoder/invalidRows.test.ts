/** Rows that the schema refuses: they fail a call, or are left out of it and told. */
import { Cache } from "@candela/core/Cache"
import { Checkpoints } from "@candela/core/Checkpoints"
import * as Client from "@candela/core/declare/Client"
import { DecodeError } from "@candela/core/MarketDataError"
import * as Telemetry from "@candela/core/Telemetry"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import * as KeyValueStore from "@effect/platform/KeyValueStore"
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Layer, Logger, Metric, Option, Stream } from "effect"
import { events, Weather } from "@candela/support/endpoints"
import { makeLevels } from "@candela/support/levels"
import { recording } from "@candela/support/tracer"
import { apiKey, asked, weather } from "@candela/support/weather"

/** Rows of numbers, which the fast path reads; every other one lacks its level where `isBad` says so. */
const levelsServer =
  (isBad: (at: number) => boolean) =>
  ({ url }: ScriptedTransport.Exchange): ScriptedTransport.Behaviour => {
    const [from, to] = url.pathname.split("/").slice(-2).map(Number) as [number, number]
    const last = Math.min(to, from + Number(url.searchParams.get("limit") ?? 1000) - 1)
    const results = Array.from({ length: last - from + 1 }, (_, index) => {
      const at = from + index
      return { t: at, l: isBad(at) ? `about ${at}` : at / 4 }
    })
    const next = last < to ? { next_url: `/v1/levels/${last + 1}/${to}${url.search}` } : {}
    return ScriptedTransport.json({ status: "OK", ticker: "DANUBE", results, ...next })
  }

const isBad = (at: number) => at % 10 === 3
const good = Array.from({ length: 40 }, (_, at) => at).filter((at) => !isBad(at))
const range = { from: 0, to: 39 }

const methods = Effect.map(Client.make({ levels: makeLevels() }), ({ levels }) => levels)

const invalid = (at: number, row: number) => ({
  row,
  ticker: "DANUBE",
  path: `results[${row}].l`,
  expected: "number",
  actual: `"about ${at}"`,
  snippet: `{"t":${at},"l":"about ${at}"}`,
})

/** What is logged. */
const logged = <A, E, R>(effect: Effect.Effect<A, E, R>) => {
  const lines: Array<string> = []
  const logger = Logger.make<unknown, void>(({ logLevel, message }) => {
    lines.push(`${logLevel.label} ${String(message)}`)
  })
  return Effect.as(Effect.provide(effect, Logger.replace(Logger.defaultLogger, logger)), lines)
}

describe("an invalid row", () => {
  it.effect("fails its call, which names its number and its ticker", () =>
    Effect.gen(function* () {
      const levels = yield* methods
      for (const call of [
        levels(range),
        Stream.runDrain(levels.stream(range)),
        Stream.runDrain(levels.columns(range)),
      ]) {
        const error = yield* Effect.flip(call)
        assert.instanceOf(error, DecodeError)
        assert.include(error, { row: 3, ticker: "DANUBE", path: "results[3].l" })
        assert.include(
          error.message,
          `test.levels: row 3 (DANUBE): results[3].l should be number, but is "about 3", in `,
        )
        assert.include(error.message, 'Set onInvalidRow to "skip"')
      }
    }).pipe(Effect.provide(weather(levelsServer(isBad)))),
  )

  it.effect("is named by its own ticker, under either of its keys", () =>
    Effect.gen(function* () {
      const { events } = yield* Weather
      for (const key of ["ticker", "T"]) {
        const { message } = yield* Effect.flip(events({ kind: key }))
        assert.include(message, "row 1 (AAPL): results[1].day should be string")
      }
    }).pipe(
      Effect.provide(
        weather(({ url }) => {
          const row = { day: 1, kind: "a", [url.searchParams.get("kind")!]: "AAPL" }
          return ScriptedTransport.json({ results: [{ day: "2025-01-01", kind: "a" }, row], ticker: "OTHER" })
        }),
      ),
    ),
  )

  it.effect("is left out of a page that says so, and is given with its reason", () =>
    Effect.gen(function* () {
      const levels = yield* methods
      const page = yield* levels(range, { onInvalidRow: "skip" })
      assert.deepStrictEqual(
        page.results.map(({ at }) => at),
        good,
      )
      assert.deepStrictEqual(
        page.invalid,
        [3, 13, 23, 33].map((at) => invalid(at, at)),
      )
      assert.notProperty(yield* levels({ from: 0, to: 2 }, { onInvalidRow: "skip" }), "invalid")
    }).pipe(Effect.provide(weather(levelsServer(isBad)))),
  )

  for (const [where, options, layer] of [
    ["a call", { onInvalidRow: "skip" }, {}],
    ["the layer", {}, { onInvalidRow: "skip" }],
  ] as const) {
    it.effect(`is left out of every form of a method, as ${where} says`, () =>
      Effect.gen(function* () {
        const levels = yield* methods
        for (const more of [{ prefetch: 0 }, { prefetch: 2 }, { concurrency: 3, shards: 4 }]) {
          const all = { ...options, ...more }
          const rows = yield* Stream.runCollect(levels.stream(range, { ...all, pageSize: 10 }))
          assert.deepStrictEqual(Chunk.toReadonlyArray(Chunk.map(rows, ({ at }) => at)), good)
          const pages = Chunk.toReadonlyArray(yield* Stream.runCollect(levels.pages({ ...range, limit: 10 }, all)))
          assert.deepStrictEqual(
            pages.map((page) => page.invalid),
            [3, 13, 23, 33].map((at) => [invalid(at, 3)]),
          )
          const columns = yield* Stream.runCollect(levels.columns(range, { ...all, pageSize: 10 }))
          assert.deepStrictEqual(
            Chunk.toReadonlyArray(columns).flatMap((chunk) => [...chunk.columns.at]),
            good,
          )
          assert.deepStrictEqual(
            Chunk.toReadonlyArray(columns).map((chunk) => chunk.invalid),
            [3, 13, 23, 33].map((at) => [invalid(at, 3)]),
          )
        }
      }).pipe(Effect.provide(weather(levelsServer(isBad), layer))),
    )
  }

  it.effect("fails a call that says so, whatever the layer says; an answer that is one value always fails", () =>
    Effect.gen(function* () {
      const levels = yield* methods
      assert.instanceOf(yield* Effect.flip(levels(range, { onInvalidRow: "fail" })), DecodeError)
      const { latest } = yield* Weather
      assert.instanceOf(yield* Effect.flip(latest({ station: "S" })), DecodeError)
    }).pipe(
      Effect.provide(
        weather(
          (exchange) =>
            exchange.url.pathname.includes("latest")
              ? ScriptedTransport.json({ results: { t: "now" } })
              : levelsServer(isBad)(exchange),
          { onInvalidRow: "skip" },
        ),
      ),
    ),
  )

  it.effect("is never silent: it is counted, stands in the span, and the first of its kind is logged", () =>
    Effect.gen(function* () {
      const levels = yield* methods
      const { spans, tracer } = recording()
      const count = Effect.map(Metric.value(Telemetry.of(Telemetry.invalidRows, makeLevels())), ({ count }) => count)
      const before = yield* count
      const lines = yield* logged(
        Effect.zipRight(
          Stream.runDrain(levels.stream(range, { onInvalidRow: "skip", pageSize: 20 })),
          levels(range, { onInvalidRow: "skip" }),
        ).pipe(Effect.withTracer(tracer)),
      )
      assert.strictEqual((yield* count) - before, 8)
      assert.deepStrictEqual(
        spans.map(({ attributes }) => [attributes.get("candela.rows"), attributes.get("candela.invalid_rows")]),
        [
          [18, 2],
          [18, 2],
          [36, 4],
        ],
      )
      assert.deepStrictEqual(lines, [
        'WARN test.levels: left out row 3 (DANUBE): results[3].l should be number, but is "about 3", in {"t":3,"l":"about 3"}. Others of its kind are counted and not logged.',
      ])
    }).pipe(Effect.provide(weather(levelsServer(isBad)))),
  )

  it.effect("is not quoted where the document holds the key", () =>
    Effect.gen(function* () {
      const { events } = yield* Weather
      let page: unknown
      const lines = yield* logged(
        Effect.map(events({}, { onInvalidRow: "skip" }), (found) => {
          page = found
          assert.deepStrictEqual(found.invalid, [
            { row: 1, path: "results[1].day", expected: "string", actual: "<redacted>", snippet: "" },
          ])
        }),
      )
      // Half of the key, at which a quotation may be cut, is as bad as the key.
      assert.notInclude(JSON.stringify([page, lines]), apiKey.slice(0, 12))
    }).pipe(
      Effect.provide(
        weather([
          ScriptedTransport.json({
            results: [
              { day: "2025-01-01", kind: "a" },
              { day: [], kind: "a", ticker: `${"-".repeat(30)}${apiKey}` },
            ],
          }),
        ]),
      ),
    ),
  )

  it.effect("is not kept by a cache with its answer: the service may send it whole the next time", () =>
    Effect.gen(function* () {
      const levels = yield* methods
      const first = yield* levels(range, { onInvalidRow: "skip" })
      assert.deepStrictEqual(yield* levels(range, { onInvalidRow: "skip" }), first)
      assert.lengthOf(first.invalid ?? [], 4)
      assert.lengthOf(yield* asked, 2)
    }).pipe(
      Effect.provide(
        Cache.layer({ timeToLive: { "test.levels": "1 day" } }).pipe(
          Layer.provide(KeyValueStore.layerMemory),
          Layer.provideMerge(weather(levelsServer(isBad))),
        ),
      ),
    ),
  )

  it.effect("is not counted by a checkpoint: its rows are those that the consumer took", () =>
    Effect.gen(function* () {
      const levels = yield* methods
      const options = { onInvalidRow: "skip", checkpoint: "nightly" } as const
      const pages = levels.pages({ ...range, limit: 10 }, options)
      const taken = yield* Stream.runCollect(Stream.take(pages, 3))
      const { rows } = Option.getOrThrow(yield* Checkpoints.load("nightly"))
      // The third page is not passed before its consumer asks for the next one.
      assert.strictEqual(rows, 18)
      const rest = yield* Stream.runCollect(pages)
      assert.deepStrictEqual(
        [...Chunk.take(taken, 2), ...rest].flatMap(({ results }) => results.map(({ at }) => at)),
        good,
      )
    }).pipe(Effect.provide(Layer.provideMerge(Checkpoints.layerMemory, weather(levelsServer(isBad))))),
  )

  it.effect("among many is found in time that grows with the document alone", () =>
    Effect.gen(function* () {
      const rows = Array.from({ length: 400 }, (_, index) => ({
        day: index % 2 === 0 ? "2025-01-01" : index,
        kind: "",
      }))
      const document = new TextEncoder().encode(JSON.stringify({ results: rows }))
      let reads = 0
      const watched = new Proxy(document, {
        get: (target, key) => {
          if (typeof key === "string" && /^\d/.test(key)) reads++
          const value: unknown = Reflect.get(target, key)
          return typeof value === "function" ? (value as () => unknown).bind(target) : value
        },
      })
      const { invalid } = yield* events.decoder.rows(watched, true)
      assert.lengthOf(invalid!, 200)
      assert.isBelow(reads, 5 * document.length)
    }),
  )
})
