import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { stripVTControlCharacters } from "node:util"
import { wrap, wrapAfter } from "../../src/terminal/Wrap.js"

const word = FastCheck.stringMatching(/^[a-z,.]{1,12}$/)

describe("wrap", () => {
  it("breaks lines that are too wide, between words, and loses none", () => {
    const lines = FastCheck.array(FastCheck.array(word, { maxLength: 30 }), { maxLength: 4 })
    FastCheck.assert(
      FastCheck.property(lines, FastCheck.integer({ min: 12, max: 60 }), (words, columns) => {
        const text = words.map((line) => line.join(" ")).join("\n")
        const wrapped = wrap(text, columns)
        for (const line of wrapped.split("\n")) assert.isAtMost(line.length, columns)
        assert.strictEqual(wrapped.replaceAll("\n", " "), text.replaceAll("\n", " "))
        if (text.split("\n").every((line) => line.length <= columns)) assert.strictEqual(wrapped, text)
      }),
    )
  })

  it("begins further lines where the first one begins, however narrow the terminal is", () => {
    assert.strictEqual(
      wrapAfter(6, "one two three four five six seven", 32),
      "one two three four five\n      six seven",
    )
    assert.strictEqual(wrapAfter(6, "one two three four five", 8), "one two three four five")
  })

  it("counts no codes of colours, and leaves a long word whole", () => {
    const red = "\x1b[31mcandela\x1b[0m: no"
    assert.strictEqual(wrap(red, 11), red)
    assert.strictEqual(stripVTControlCharacters(wrap(red, 10)), "candela:\nno")
    assert.strictEqual(wrap("see https://example.com/a/long/path now", 10), "see\nhttps://example.com/a/long/path\nnow")
  })
})
