/** What a user pays, as far as it does not depend on the machine's mood. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Bundle from "../src/Bundle.js"
import { root } from "./node.js"

describe("budgets", () => {
  // The bound is lower, and `./scripts/bench` says that it is missed. Until it is met the bundle must not grow. What it
  // holds, compressed, in kB: sending, its limits and retries 6.4; requests, their checks and hints 5.7; errors, and
  // what responses mean 4.3; the comparison of answers with their questions 3.6; decoders without generated code and
  // columns 3.4, the generated one 2.0, the exact errors of documents 2.7; streams 2.2; hours and windows of the market
  // 2.2; the key and several accounts 2.1; metrics and spans 1.6; declarations 1.6. Each of them runs in every program
  // with such an endpoint: what filters, exact integers, lists, rate limits, checkpoints and caches need comes with
  // those who use them. Of the whole, 6.6 are texts and patterns. Options of `MarketData.layer` that are plain
  // functions and its static members cannot be left out: `transformClient` 0.5, `layerConfig` 0.4.
  it.live("the client of one bars endpoint adds at most 39.0 kB to the bundle of HttpClient, Schema and Stream", () =>
    Effect.gen(function* () {
      const bare = yield* Bundle.size(Bundle.BARE)
      const whole = yield* Bundle.size(Bundle.ONE_ENDPOINT, `${root}tsconfig.json`)
      assert.isAbove(whole, bare)
      assert.isAtMost(whole - bare, 39)
    }),
  )

  // The bound is 12 kB, and kept by a program of rows alone. What it holds, in kB: the session with its socket 1.8, the
  // connections of a program 2.1, who wants what 1.2, buffers 0.8, frames and their decoders 2.2, checks of options
  // 0.9, errors 0.6, metrics 0.8. Gaps and filling are 5.8 more; checkpoints come with the layer that stores them.
  it.live("the live channel with one topic adds at most 11.6 kB to that client, and with all methods 17.5", () =>
    Effect.gen(function* () {
      const whole = yield* Bundle.size(Bundle.ONE_ENDPOINT, `${root}tsconfig.json`)
      const rows = yield* Bundle.size(Bundle.ROWS_OF_ONE_TOPIC, `${root}tsconfig.json`)
      const live = yield* Bundle.size(Bundle.ONE_TOPIC, `${root}tsconfig.json`)
      assert.isAbove(rows, whole)
      assert.isAtMost(rows - whole, 11.6)
      assert.isAbove(live, rows)
      assert.isAtMost(live - whole, 17.5)
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
