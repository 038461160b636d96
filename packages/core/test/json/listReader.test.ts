import { assert, it } from "@effect/vitest"
import * as listReader from "../../src/internal/json/listReader.js"

/** What a new reader makes of a text twice, with the position after it. */
const twice = (text: string) => {
  const read = listReader.make()
  const bytes = new TextEncoder().encode(text)
  const cursor = { at: -1 }
  const [first, second] = [read(bytes, 0, cursor), read(bytes, 0, cursor)]
  return { first, second, end: cursor.at }
}

it("a list of numbers that repeats is one array, which nobody can change", () => {
  for (const text of ["[]", "[37]", "[14, 37 ]", "[-1.5e3]"]) {
    const { end, first, second } = twice(`${text},`)
    assert.deepStrictEqual([first, end], [JSON.parse(text), text.length])
    assert.strictEqual(first, second)
    assert.isFrozen(first)
  }
})

it("remembers short lists alone", () => {
  const { first, second } = twice(`[${Array.from({ length: 40 }, (_, index) => index).join()}]`)
  assert.deepStrictEqual(first, second)
  assert.notStrictEqual(first, second)
})

it("gives up on what is no list of numbers", () => {
  for (const text of [
    "",
    "1",
    "[",
    "[1",
    "[1,]",
    "[01]",
    "[1 2]",
    "[null]",
    '["1"]',
    "[[1]]",
    "[1e999]",
    '{"a":[1]}',
  ]) {
    assert.isUndefined(twice(text).first, text)
  }
})

it("gives up on a list with a number that fails the test", () => {
  const read = listReader.make([(value) => (value as number) > 0])
  const one = (text: string) => read(new TextEncoder().encode(text), 0, { at: 0 })
  assert.deepStrictEqual(one("[1,2]"), [1, 2])
  assert.isUndefined(one("[1,-2]"))
})

it("different lists of one place are told apart", () => {
  const read = listReader.make()
  for (let round = 0; round < 2; round++) {
    for (let code = 0; code < 3_000; code++) {
      assert.deepStrictEqual(read(new TextEncoder().encode(`[${code}]`), 0, { at: 0 }), [code])
    }
  }
})
