/** A key that the service repeats is taken out before a text is cut: else a part of it would stay. */
import { MarketDataError } from "@candela/core/MarketDataError"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck as fc, Redacted, Schema, Stream } from "effect"
import * as Redaction from "../src/internal/http/redaction.js"
import { Weather } from "./endpoints.js"
import { seeded } from "./seeded.js"
import { recording } from "./tracer.js"
import { apiKey as plainKey, weather } from "./weather.js"

/** Keys that JSON and URLs spell otherwise than headers. */
const keys = [plainKey, "sk/3d7f61/b2c0ffee+distinctive==", 'sk"3d7f61\\b2c0ffee"distinctive', "0123456789012345678901"]

const partLength = 6

/** No part of the key stands in the text, in any spelling. */
const assertNoPart = (key: string, text: string) => {
  const spellings = [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)]
  for (const spelling of spellings) {
    for (let start = 0; start + partLength <= spelling.length; start++) {
      const part = spelling.slice(start, start + partLength)
      assert.isFalse(text.includes(part), `${JSON.stringify(part)} of the key stands in ${text}`)
    }
  }
}

/** All that an error and the spans of its call hold. */
const written = (key: string, document: string, status: number, headers: Record<string, string> = {}) => {
  const { spans, tracer } = recording()
  const request = { station: "S", from: 0, to: 1 }
  return Effect.gen(function* () {
    const { readings } = yield* Weather
    const texts: Array<string> = []
    const calls: ReadonlyArray<Effect.Effect<unknown, MarketDataError>> = [
      readings(request),
      Stream.runCollect(readings.stream(request)),
      Stream.runCollect(readings.columns(request)),
    ]
    for (const call of calls) {
      const exit = yield* Effect.either(call)
      if (exit._tag === "Left") {
        texts.push(
          exit.left.message,
          String(exit.left.stack),
          JSON.stringify(Schema.encodeSync(MarketDataError)(exit.left)),
        )
      }
    }
    for (const { attributes, events } of spans)
      texts.push(
        JSON.stringify([[...attributes], events], (_, value) => (typeof value === "bigint" ? `${value}` : value)),
      )
    return texts
  }).pipe(
    Effect.withTracer(tracer),
    Effect.provide(
      weather(() => ScriptedTransport.text(document, { status, headers }), {
        apiKey: key,
      }),
    ),
  )
}

/** Most texts are cut after some dozens of characters, a `detail` after 500. */
const padding = fc
  .oneof(fc.integer({ min: 0, max: 80 }), fc.integer({ min: 470, max: 505 }))
  .map((length) => "x".repeat(length))

const forms = ["detail", "text", "html", "string", "bare", "key of a row", "instead of rows", "cut", "status"] as const

describe("a key that the service repeats", () => {
  it.effect.prop(
    "leaves no part of itself in an error or a span, wherever its text is cut",
    {
      key: fc.constantFrom(...keys),
      before: padding,
      after: padding,
      form: fc.constantFrom(...forms),
      status: fc.constantFrom(400, 401, 403, 404, 409, 429, 500),
    },
    ({ after, before, form, key, status }) =>
      Effect.gen(function* () {
        const text = `${before}${key}${after}`
        const string = JSON.stringify(text)
        const row = `{"t":0,"v":0,"x":"${before}"}`
        const documents = {
          detail: `{"status":"ERROR","request_id":${string},"error":${string}}`,
          text,
          html: `<html>${encodeURIComponent(text)}</html>`,
          string: `{"results":[${row},{"t":${string},"v":1},${row}]}`,
          bare: `{"results":[${row},{"t":0,"v":1,"x":5,"y":${string}},${row}]}`,
          "key of a row": `{"results":[${row},{${string}:[],"t":null,"v":1}]}`,
          "instead of rows": `{"results":${string}}`,
          cut: `{"results":[${row},{"t":0,"v":1,"x":${string}`,
          status: `{"status":"ERROR","error":${string},"results":[]}`,
        }
        const document = documents[form]
        const code = ["detail", "text", "html"].includes(form) ? status : 200
        const texts = yield* written(key, document, code, { "x-request-id": /^[\w+/=-]+$/.test(key) ? key : "r1" })
        assert.isAtLeast(texts.length, 9)
        for (const part of texts) assertNoPart(key, part)
      }),
    { fastCheck: { ...seeded.fastCheck, numRuns: 150 } },
  )

  it.effect("is not in the span of a call that succeeds with it as its request's id", () =>
    Effect.gen(function* () {
      for (const document of [`{"results":[],"request_id":"id ${plainKey}"}`, "{}"]) {
        const texts = yield* written(plainKey, document, 200, { "x-request-id": `id ${plainKey}` })
        assert.isAtLeast(texts.length, 3)
        for (const text of texts) {
          assertNoPart(plainKey, text)
          assert.include(text, "id <redacted>")
        }
      }
    }),
  )

  it.prop(
    "is found in a long document wherever it stands, in each spelling",
    {
      key: fc.constantFrom(...keys, "schlüssel-€-密钥-🔑"),
      parts: fc.integer({ min: 1, max: 3 }),
      distance: fc.integer({ min: -160, max: 20 }),
      spell: fc.constantFrom(String, encodeURIComponent, (key: string) => JSON.stringify(key).slice(1, -1)),
    },
    ({ distance, key, parts, spell }) => {
      const before = "x".repeat(parts * 65_536 + distance)
      const { bytes } = Redaction.make(Redacted.make(key))
      const clean = bytes(new TextEncoder().encode(`${before}${spell(key)}y`))
      assert.strictEqual(new TextDecoder().decode(clean), `${before}<redacted>y`)
      assert.isUndefined(bytes(new TextEncoder().encode(before)))
    },
    seeded,
  )
})
