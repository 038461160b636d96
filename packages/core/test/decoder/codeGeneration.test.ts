import * as Client from "@candela/core/declare/Client"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { watchFunction } from "./watchFunction.js"
import { settle } from "@candela/support/eventually"
import { levelsOf, levelsPage, makeLevels } from "@candela/support/levels"
import { weather } from "@candela/support/weather"

/** The texts that functions are made from, while a page is read through a layer. */
const generated = (codeGeneration: boolean | undefined) =>
  Effect.gen(function* () {
    const made = watchFunction(false)
    const { levels } = yield* Client.make({ levels: makeLevels() })
    const page = yield* levels({ from: 0, to: 499 })
    assert.deepStrictEqual(page.results, levelsOf(0, 499))
    return made
  }).pipe(Effect.provide(weather(({ url }) => levelsPage(url), { codeGeneration })))

/**
 * The texts that functions are made from, while a large page is streamed, which comes only when its
 * decoder is prepared.
 */
const generatedByStreams = (codeGeneration: boolean | undefined) =>
  Effect.gen(function* () {
    const made = watchFunction(false)
    const { levels } = yield* Client.make({ levels: makeLevels() })
    const range = { from: 0, to: 1_999 }
    assert.deepStrictEqual(Array.from(yield* Stream.runCollect(levels.stream(range))), [...levelsOf(0, 1_999)])
    const columns = Array.from(yield* Stream.runCollect(levels.columns(range)))
    assert.deepStrictEqual(
      columns.flatMap((part) => part.toRows()),
      levelsOf(0, 1_999),
    )
    return made
  }).pipe(Effect.provide(weather(({ url }) => Effect.as(settle, levelsPage(url)), { codeGeneration })))

describe("codeGeneration of a layer", () => {
  it.effect("set to false, reads the same rows and makes no function from a text", () =>
    Effect.map(generated(false), (made) => assert.deepStrictEqual(made, [])),
  )

  it.effect("left out, compiles a decoder", () => Effect.map(generated(undefined), (made) => assert.isNotEmpty(made)))

  it.effect("set to false, makes none for streams and columns of large pages either", () =>
    Effect.map(generatedByStreams(false), (made) => assert.deepStrictEqual(made, [])),
  )

  it.effect("left out, compiles what reads them", () =>
    Effect.map(generatedByStreams(undefined), (made) => assert.isNotEmpty(made)),
  )
})
