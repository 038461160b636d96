/** What a user pays, as far as it does not depend on the machine's mood. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Bundle from "../src/Bundle.js"
import { root } from "./node.js"

describe("budgets", () => {
  // The bound is 22.5 kB, and `./scripts/bench` says that it is missed. Until it is met the bundle must not
  // grow. What it holds, compressed, by the folders of core: decoder 7.8 kB, half of it for programs
  // without code generation and for the errors of refused rows, and json 1.8; http 5.7; answer 4.3, the
  // comparison of answers with their questions; stream 3.2; the declared bars and their market 3.7; the
  // classes of errors with their messages 3.2, and what makes them of responses 1.0; requests and their
  // hints 1.6; several accounts 1.0; base URLs and keys 1.7; retries 0.9. Each of them runs in every
  // program. Of what only some programs use, options of `MarketData.layer` that are plain functions and its
  // static members cannot be left out: `transformClient` 0.5, `layerConfig` 0.4, metrics and spans 1.0. The count of
  // bars before a request, by the hours of the market, is 0.4; that layers of other channels read their URL as this one
  // does, 0.1.
  it.live("the client of one bars endpoint adds at most 39.9 kB to the bundle of HttpClient, Schema and Stream", () =>
    Effect.gen(function* () {
      const bare = yield* Bundle.size(Bundle.BARE)
      const whole = yield* Bundle.size(Bundle.ONE_ENDPOINT, `${root}tsconfig.json`)
      assert.isAbove(whole, bare)
      assert.isAtMost(whole - bare, 39.9)
    }),
  )

  // The bound is 12 kB with filling, and missed. Checkpoints come with the layer that stores them.
  it.live("the live channel with one topic that is filled adds at most 16.3 kB to that client", () =>
    Effect.gen(function* () {
      const whole = yield* Bundle.size(Bundle.ONE_ENDPOINT, `${root}tsconfig.json`)
      const live = yield* Bundle.size(Bundle.ONE_TOPIC, `${root}tsconfig.json`)
      assert.isAbove(live, whole)
      assert.isAtMost(live - whole, 16.3)
    }),
  )

  // As in a browser: 134 kB by esbuild, 127 by Vite, of which 100 are Effect and its HTTP client.
  it.live("a first program is at most 150 kB in all", () =>
    Effect.gen(function* () {
      const program = Bundle.firstProgram()
      assert.include(program, 'import * as Stream from "effect/Stream"')
      const bytes = yield* Bundle.size(program, `${root}tsconfig.json`)
      assert.isAbove(bytes, 100)
      assert.isAtMost(bytes, 150)
    }),
  )

  // Of all declarations together: half a byte pays for what rows and answers repeat, and for the time in which rows can
  // lie; 2.5 for the calendars of the markets, which tell an absence from a day without trading; half a
  // byte for the names of rows in documents.
  it.live("a declared field or parameter adds at most 24 bytes to a bundle", () =>
    Effect.gen(function* () {
      assert.isAbove(Bundle.declared(), 150)
      const bytes = yield* Bundle.declarations(`${root}tsconfig.json`)
      assert.isAbove(bytes, 0)
      assert.isAtMost(bytes, 24)
    }),
  )
})
