import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, FastCheck, type Schema } from "effect"
import { CheckpointError } from "../src/Checkpoint.js"
import * as Foreign from "../src/internal/Foreign.js"
import * as MarketDataError from "../src/MarketDataError.js"
import { runs } from "@candela/support/seeded"

/** What a terminal or a reader may take for more than text. */
const isUnsafe = (text: string) =>
  [...text].some((character) => {
    const code = character.codePointAt(0)!
    const isControl = code < 0x20 || (code >= 0x7f && code < 0xa0)
    const isMark = [0x61c, 0x200e, 0x200f, 0x2028, 0x2029, 0xfeff].includes(code)
    const isDirection = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)
    return isControl || isMark || isDirection || (code >= 0xd800 && code <= 0xdfff)
  })

const hostile = [
  "\u001b]0;title\u0007",
  "\u001b[2J",
  "\u009b2J",
  "\u001b]52;c;cm0=\u001b\\",
  "\u202eLPAA",
  "\u061c\u200e\u200f\u2066\u2069",
  "a\nb\r\tc\u2028d",
  "\ufeff\ud83d",
  "\u007f",
]

/** Texts of any characters, lone surrogates among them. */
const texts = FastCheck.oneof(
  FastCheck.string16bits(),
  FastCheck.fullUnicodeString(),
  FastCheck.constantFrom(...hostile),
)

describe("texts of others", () => {
  it("show what a terminal would interpret as escapes, and all else as it is", () => {
    assert.strictEqual(
      Foreign.show("\u001b]0;x\u0007\u009b2J\u202ea\nb\ud83d"),
      "\\u001b]0;x\\u0007\\u009b2J\\u202ea\\nb\\ud83d",
    )
    assert.strictEqual(Foreign.show("Žluťoučký kůň 東京 😀 🏳️‍🌈 \\n"), "Žluťoučký kůň 東京 😀 🏳️‍🌈 \\n")
    assert.strictEqual(Foreign.lines("a\nb\u001b\r\n"), "a\nb\\u001b\\r\n")
  })

  it("print any text safely, twice as once, and JSON as the same JSON", () => {
    FastCheck.assert(
      FastCheck.property(texts, (text) => {
        const shown = Foreign.show(text)
        assert.isFalse(isUnsafe(shown))
        assert.strictEqual(Foreign.show(shown), shown)
        assert.isFalse(isUnsafe(Foreign.lines(text).replaceAll("\n", "")))
        assert.strictEqual(JSON.parse(Foreign.lines(JSON.stringify({ text }, null, 2))).text, text)
      }),
      { numRuns: runs(1000) },
    )
  })

  const errors = Object.values(MarketDataError).filter(
    (value): value is typeof MarketDataError.NotFound => typeof value === "function" && "fields" in value,
  )

  it("are printed by the messages of all errors, whatever field holds them", () => {
    assert.isAtLeast(errors.length, 11)
    for (const Class of [...errors, CheckpointError] as ReadonlyArray<
      Schema.Schema.Any & { readonly identifier: string }
    >) {
      const fields = Arbitrary.make(Class as unknown as Schema.Schema<Error & { readonly _tag: string }>)
      FastCheck.assert(
        FastCheck.property(fields, texts, (error, text) => {
          // Fields of the client's own words and of its addresses stay; any other text is hostile.
          const own = new Set([
            "_tag",
            "reason",
            "endpoint",
            "origin",
            "urlFrom",
            "keyFrom",
            "operation",
            "notRetried",
            "expected",
            "parameter",
          ])
          const hostile = Object.fromEntries(
            Object.entries(error).map(([name, value]) => [
              name,
              typeof value !== "string" || ["_tag", "reason", "operation"].includes(name)
                ? value
                : own.has(name)
                  ? name === "origin"
                    ? "http://127.0.0.1:1"
                    : "words"
                  : text,
            ]),
          )
          const { message } = new (Class as unknown as new (fields: object) => Error)(hostile)
          assert.isFalse(isUnsafe(message), JSON.stringify(message))
        }),
        { numRuns: runs(100) },
      )
    }
  })
})
