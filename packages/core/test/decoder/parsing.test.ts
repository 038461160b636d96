import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { Effect } from "effect"
import { Weather } from "@candela/support/endpoints"
import { weather } from "@candela/support/weather"

const reading = { t: 1, v: 2 }

/** Exact integers are quoted before the text is parsed. */
const withoutQuotes = (text: string) => text.replaceAll('"', "")

/** How often `JSON.parse` reads a whole body while a call runs. */
const parses = (body: string, call: (service: Weather.Service) => Effect.Effect<unknown, unknown>, status = 200) =>
  Effect.gen(function* () {
    const service = yield* Weather
    const parse = vi.spyOn(JSON, "parse")
    yield* Effect.exit(call(service))
    return parse.mock.calls.filter(([text]) => withoutQuotes(text) === withoutQuotes(body)).length
  }).pipe(Effect.provide(weather([ScriptedTransport.text(body, { status })])))

const calls = {
  "one value, the document": (service: Weather.Service) => service.status({ station: "S" }),
  "one value under a key": (service: Weather.Service) => service.latest({ station: "S" }),
  "a list": (service: Weather.Service) => service.stations({}),
  "a list with exact integers": (service: Weather.Service) => service.events({}),
}

describe("the body of a response", () => {
  afterEach(() => void vi.restoreAllMocks())

  for (const [kind, body] of [
    ["one value, the document", { status: "OK", open: true, request_id: "r1" }],
    ["one value under a key", { status: "OK", request_id: "r1", results: reading }],
    ["a list", { status: "OK", request_id: "r1", results: [{ name: "S" }] }],
    ["a list with exact integers", { status: "OK", results: [{ day: "2024-01-31", kind: "hail", seen: 1706659200 }] }],
  ] as const) {
    it.effect(`that holds ${kind} is parsed once`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* parses(JSON.stringify(body), calls[kind]), 1)
      }),
    )
  }

  for (const [kind, call] of Object.entries(calls)) {
    it.effect(`that should hold ${kind} is parsed once more when it says failure or is refused`, () =>
      Effect.gen(function* () {
        for (const body of [
          { status: "NOT_FOUND", message: "nothing there" },
          { status: "ERROR", error: "no", results: null },
          { status: "OK", open: "odd", results: 7 },
        ]) {
          assert.strictEqual(yield* parses(JSON.stringify(body), call), 2, JSON.stringify(body))
        }
      }),
    )

    it.effect(`that should hold ${kind} is parsed once when it is refused and too large for a report of an error`, () =>
      Effect.gen(function* () {
        const body = { status: "OK", open: "odd", results: 7, padding: "x".repeat(1024 * 1024) }
        assert.strictEqual(yield* parses(JSON.stringify(body), call), 1)
      }),
    )

    it.effect(`that should hold ${kind} is parsed once when the HTTP status says failure`, () =>
      Effect.gen(function* () {
        assert.strictEqual(yield* parses(JSON.stringify({ status: "ERROR", error: "no" }), call, 404), 1)
      }),
    )
  }
})
