import * as ScriptedTransport from "@candela/testing/ScriptedTransport"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { afterEach, vi } from "vitest"
import { Weather } from "./endpoints.js"
import { weather } from "./weather.js"

const results = Array.from({ length: 500 }, (_, i) => ({ t: i, v: i / 2 }))
const answer = ScriptedTransport.json({ status: "OK", results })

/** The texts that functions are made from, while a page is read through a layer. */
const generated = (codeGeneration: boolean | undefined) =>
  Effect.gen(function* () {
    const made: Array<string> = []
    const Original = Function
    vi.stubGlobal("Function", function (...words: Array<string>) {
      made.push(words.join())
      return new Original(...words)
    })
    const { readings } = yield* Weather
    const page = yield* readings({ station: "here", from: 0, to: 499 })
    assert.deepStrictEqual(
      page.results,
      results.map(({ t, v }) => ({ at: t, value: v })),
    )
    return made
  }).pipe(Effect.provide(weather([answer], { codeGeneration })))

afterEach(() => {
  vi.unstubAllGlobals()
})

describe("codeGeneration of a layer", () => {
  it.effect("set to false, reads the same rows and makes no function from a text", () =>
    Effect.map(generated(false), (made) => assert.deepStrictEqual(made, [])),
  )

  it.effect("left out, compiles a decoder", () => Effect.map(generated(undefined), (made) => assert.isNotEmpty(made)))
})
