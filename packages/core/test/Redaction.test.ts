/** A key that the service repeats is taken out before a text is cut: else a part of it would stay. */
import { MarketDataError } from "@candela/core/MarketDataError"
import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FastCheck as fc, Redacted, Schema, Stream } from "effect"
import * as Spellings from "../src/internal/redaction/spellings.js"
import * as Redaction from "../src/internal/Redaction.js"
import { Weather } from "@candela/support/endpoints"
import { runs, seeded } from "@candela/support/seeded"
import { recording } from "@candela/support/tracer"
import { apiKey as plainKey, weather } from "@candela/support/weather"

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

const hex = (text: string) => Buffer.from(text).toString("hex")

/** How a key may be written. */
const spelled = {
  plain: String,
  "other case": (key: string) => key.toUpperCase(),
  hex,
  "hex in capitals": (key: string) => hex(key).toUpperCase(),
} satisfies Record<string, (key: string) => string>

const needless = (text: string) => hex(text).replace(/../g, "%$&")

/** What a spelling may be encoded as. */
const encoded = {
  plain: String,
  url: encodeURIComponent,
  "lower-case url": (text: string) => encodeURIComponent(text).replace(/%../g, (byte) => byte.toLowerCase()),
  form: (text: string) => new URLSearchParams({ k: text }).toString().slice(2),
  needless,
  "needless twice": (text: string) => encodeURIComponent(needless(text)),
  "needless, in capitals, ten times": (text: string) =>
    needless(text).replaceAll("%", "%25252525252525252525").toUpperCase(),
  json: (text: string) => JSON.stringify(text).slice(1, -1),
  "json twice": (text: string) => JSON.stringify(JSON.stringify(text).slice(1, -1)).slice(1, -1),
  "json in a url": (text: string) => encodeURIComponent(JSON.stringify(text).slice(1, -1)),
  "\\u": (text: string) => hex(text).replace(/../g, "\\u00$&"),
  "\\u in json": (text: string) => hex(text).replace(/../g, "\\\\u00$&"),
  "\\u in a url": (text: string) => hex(text).replace(/../g, "%5Cu00$&"),
  "\\u of %": (text: string) => hex(text).replace(/../g, "\\u0025$&"),
} satisfies Record<string, (text: string) => string>

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
    { fastCheck: { ...seeded.fastCheck, numRuns: runs(150) } },
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
    "is found in each spelling, and nothing else is taken",
    {
      key: fc.constantFrom(...keys, "k%41/%2541\\\\u0041.key", "Aa0+/~!*Aa0+/~!*Aa0+/~!*"),
      spelled: fc.constantFrom(...Object.entries(spelled)),
      encoded: fc.constantFrom(...Object.entries(encoded)),
      before: fc.constantFrom("", "a ", '{"next_url":"https://x.y/v1/a?b=%20'),
      after: fc.constantFrom("", " z", '","count":1}', "&c=%2525"),
    },
    ({ after, before, encoded: [, encode], key, spelled: [, spell] }) => {
      const { isIn, text } = Redaction.make(Redacted.make("another-key"), Redacted.make(key))
      const spelling = encode(spell(key))
      assert.isTrue(isIn(`${before}${spelling}${after}`), spelling)
      assert.strictEqual(text(`${before}${spelling}${after}`), `${before}<redacted>${after}`)
      assert.isFalse(isIn(before + after))
      assert.strictEqual(text(before + after), before + after)
    },
    { fastCheck: { ...seeded.fastCheck, numRuns: runs(500) } },
  )

  it.prop(
    "is found in base64 at any offset",
    {
      key: fc.constantFrom(...keys),
      before: fc.string({ maxLength: 6 }),
      after: fc.string({ maxLength: 6 }),
      variant: fc.constantFrom("base64", "base64url"),
    },
    ({ after, before, key, variant }) => {
      const { text } = Redaction.make(Redacted.make(key))
      const clean = text(Buffer.from(before + key + after).toString(variant as "base64"))
      const left = clean.split("<redacted>").map((part) => Buffer.from(part, "base64").toString())
      assert.lengthOf(left, 2)
      // A character at an edge holds bits of a neighbour and of the key.
      assert.isAtMost(left.join("").length, before.length + after.length + 2)
    },
    seeded,
  )

  it.prop(
    "is found by its first or last 16 characters",
    {
      key: fc.constantFrom(...keys),
      length: fc.integer({ min: 16, max: 40 }),
      encoded: fc.constantFrom(...Object.entries(encoded)),
    },
    ({ encoded: [, encode], key, length }) => {
      const { text } = Redaction.make(Redacted.make(key))
      assert.strictEqual(text(`a,${encode(key.slice(0, length))},z`), "a,<redacted>,z")
      assert.match(text(`a,${encode(key.slice(-length))},z`), /^a,.*<redacted>,z$/)
      assert.notInclude(text(`a,${key.slice(-length)},z`), key.slice(-16))
    },
    seeded,
  )

  it("is not searched for below 8 characters, and other texts stay", () => {
    const { bytes, isIn, text } = Redaction.make(Redacted.make("sandbox"), Redacted.make("eight-is"))
    for (const other of ["Bearer sandbox", "Bearer bonds", "eight-i", "ZWlnaHQt", "eight is"]) {
      assert.strictEqual(text(other), other)
      assert.isFalse(isIn(other))
      assert.isUndefined(bytes(new TextEncoder().encode(other)))
    }
    assert.strictEqual(text("Bearer EIGHT-IS"), "Bearer <redacted>")
  })

  it("is searched for in linear time, whatever the text and the key are", () => {
    const nested = (depth: number) => "%" + "25".repeat(depth)
    // Mixed encodings: each decoding takes off one of them.
    const mixed = Array.from({ length: 12 }).reduce<string>(
      (text, _, i) => (i % 2 === 0 ? text.replace("%", "\\u0025") : text.replace("\\", "%5C")),
      "%61",
    )
    const hostile = [
      mixed,
      nested(5_000),
      nested(10).repeat(500),
      "\\".repeat(10_000),
      "%5C".repeat(3_000),
      "\\u00".repeat(2_000),
      "%".repeat(10_000),
    ]
    for (const text of hostile) {
      const texts = Spellings.decodings(text).map(({ text }) => text)
      assert.isAtMost(texts.length, 4)
      for (const decoded of texts) assert.isAtMost(decoded.length, text.length)
      // What the escapes are searched in, counted by the steps of the search: each character
      // belongs to one match at most.
      let read = 0
      text.replace(Spellings.escapes, (found) => ((read += found.length), ""))
      assert.isAtMost(read, text.length)
      for (const key of [nested(2_000), "\\".repeat(2_000), "k".repeat(10_000)]) {
        // What is searched for does not grow with the key.
        const parts = Spellings.partsOf(Spellings.spellings(key))
        assert.isAtMost(parts.join("").length, 1_000)
      }
    }
  })

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
