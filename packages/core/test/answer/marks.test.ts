/** Documents that are not the service's answer, although every field of an answer may be absent. */
import type { MarketDataError } from "@candela/core/MarketDataError"
import * as Retry from "@candela/core/Retry"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Stream } from "effect"
import { Weather } from "@candela/support/endpoints"
import { weather } from "@candela/support/weather"

const range = { station: "S", from: 0, to: 9 }

const calls: Readonly<Record<string, (service: Weather.Service) => Effect.Effect<unknown, MarketDataError>>> = {
  "one value, the document": (service) => service.status({ station: "S" }),
  "one value under a key": (service) => service.latest({ station: "S" }),
  "a list": (service) => service.stations({}),
  pages: (service) => service.events({}),
  "a history": (service) => service.readings(range),
  "a stream": (service) => Stream.runDrain(service.readings.stream(range)),
  columns: (service) => Stream.runDrain(service.readings.columns(range)),
}

/** How each call fails on a document. */
const failures = (document: unknown) =>
  Effect.forEach(Object.entries(calls), ([kind, call]) =>
    Effect.flip(Effect.flatMap(Weather, call)).pipe(
      Effect.provide(weather(() => ScriptedTransport.json(document), { retry: Retry.none })),
      Effect.map((error) => [kind, error] as const),
    ),
  )

describe("a document", () => {
  for (const document of [
    { hello: "world" },
    {},
    { message: "Service Unavailable" },
    { results: 7, hello: "world" },
    { count: "many", request_id: null },
    { status: "maintenance" },
  ]) {
    it.effect(`without a mark of the service is no answer: ${JSON.stringify(document)}`, () =>
      Effect.gen(function* () {
        for (const [kind, error] of yield* failures(document)) {
          assert.deepInclude(error, { _tag: "ServiceError", status: 200, foreign: true }, kind)
          assert.include(error.message, "Is this the service's URL?", kind)
        }
      }),
    )
  }

  it.effect("whose status is a word for failure in any spelling is that failure", () =>
    Effect.gen(function* () {
      for (const [status, tag] of [
        ["NotFound", "NotFound"],
        ["Not Found", "NotFound"],
        ["notfound", "NotFound"],
        ["not_authorized", "Unauthorized"],
        ["Forbidden", "Unauthorized"],
        ["error", "ServiceError"],
        ["Too Many Requests", "RateLimited"],
        ["Bad Request", "Conflict"],
      ] as const) {
        for (const [kind, error] of yield* failures({ status }))
          assert.strictEqual(error._tag, tag, `${status}, ${kind}`)
      }
    }),
  )

  it.effect("without rows whose status is unknown is no answer; with rows it is", () =>
    Effect.gen(function* () {
      const { readings } = yield* Weather
      const error = yield* Effect.flip(readings(range))
      assert.deepInclude(error, { _tag: "ServiceError", foreign: true })
      assert.lengthOf((yield* readings(range)).results, 1)
    }).pipe(
      Effect.provide(
        weather(
          [
            ScriptedTransport.json({ status: "maintenance", results: [] }),
            ScriptedTransport.json({ status: "maintenance", results: [{ t: 0, v: 1 }] }),
          ],
          { retry: Retry.none },
        ),
      ),
    ),
  )

  for (const document of [
    { status: "OK" },
    { status: "DELAYED", results: null },
    { request_id: 7 },
    { results: [] },
    { resultsCount: 0 },
    { queryCount: 0 },
    { count: 0 },
  ]) {
    it.effect(`with a mark is an answer without rows: ${JSON.stringify(document)}`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual((yield* (yield* Weather).readings(range)).results, [])
      }).pipe(Effect.provide(weather([ScriptedTransport.json(document)]))),
    )
  }

  it.effect("without a mark is no page of a stream: the stream fails after the rows before it", () =>
    Effect.gen(function* () {
      for (const later of [{ message: "Service Unavailable" }, { status: "Not Found" }, { hello: "world" }]) {
        const first = { status: "OK", results: [{ t: 0, v: 1 }], next_url: "/v1/a" }
        const read = Effect.gen(function* () {
          let rows = 0
          const stream = (yield* Weather).readings.stream(range)
          const exit = yield* Effect.exit(Stream.runForEach(stream, () => Effect.sync(() => void rows++)))
          assert.strictEqual(rows, 1)
          assert.isTrue(Exit.isFailure(exit), JSON.stringify(later))
        })
        const script = [ScriptedTransport.json(first), ScriptedTransport.json(later)]
        yield* Effect.provide(read, weather(script, { retry: Retry.none }))
      }
    }),
  )
})
