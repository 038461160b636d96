/**
 * Lapses of the sandbox: its answers have them in process and on a port, where a client asks for data, and no others.
 */
import { Sandbox } from "@candela/sandbox/Sandbox"
import * as Lapse from "@candela/testing/Lapse"
import * as Lapses from "@candela/testing/Lapses"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpClient from "@effect/platform/HttpClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"

/** A present so early that a data set of a few days is all there is. */
const options = { now: Date.parse("2023-07-10T16:00:00-04:00"), seed: 1 }

const bars = "/v2/aggs/ticker/AAPL/range/1/day/2023-07-03/2023-07-07"
const paths = [
  bars,
  bars,
  "/v2/aggs/grouped/locale/us/market/stocks/2023-07-06",
  "/v2/aggs/ticker/AAPL/prev",
  "/health",
]

const bodies = (origin: string) =>
  Effect.flatMap(HttpClient.HttpClient, (client) =>
    Effect.forEach(paths, (path) =>
      client
        .get(`${origin}${path}`, { headers: { authorization: "Bearer sandbox" } })
        .pipe(Effect.flatMap(({ text }) => text)),
    ),
  )

const inProcess = (lapses?: Lapses.Occurrences) => Sandbox.layerHttpClient({ ...options, lapses })

/** Parts of answers that differ between two sandboxes: ids of requests count. */
const without = (texts: ReadonlyArray<string>) => texts.map((text) => text.replace(/"request_id":"\w+"/, ""))

const everything = Object.fromEntries(Lapse.names.map((name) => [name, 0.3]))

describe("a sandbox with lapses", () => {
  it.effect("answers an empty list once, then what it has", () =>
    Effect.gen(function* () {
      const [right, , ...others] = yield* Effect.provide(bodies("http://sandbox"), inProcess())
      const [first, second, ...rest] = yield* Effect.provide(bodies("http://sandbox"), inProcess({ Empty: "once" }))
      assert.include(first, `"results":null`)
      assert.deepStrictEqual(without([second!]), without([right!]))
      assert.deepStrictEqual(rest.at(-1), others.at(-1))
      assert.notDeepEqual(without(rest), without(others))
    }),
  )

  it.live("has the same lapses in process, on a port, and in a client that wraps it", () =>
    Effect.gen(function* () {
      const own = yield* Effect.provide(bodies("http://sandbox"), inProcess(everything))
      const wrapped = Layer.provide(Lapses.layer({ seed: 1, lapses: everything }), inProcess())
      const served = yield* Effect.flatMap(Sandbox, ({ baseUrl }) => bodies(baseUrl)).pipe(
        Effect.provide([FetchHttpClient.layer, Sandbox.layerServer({ ...options, lapses: everything })]),
      )
      const plain = yield* Effect.provide(bodies("http://sandbox"), inProcess())
      assert.notDeepEqual(without(own), without(plain))
      // The last one, which needs no key, has none in the sandbox.
      assert.deepStrictEqual(served.slice(0, -1), own.slice(0, -1))
      const outside = yield* Effect.provide(bodies("http://sandbox"), wrapped)
      assert.deepStrictEqual(outside.slice(0, -1), own.slice(0, -1))
      assert.strictEqual(own.at(-1), plain.at(-1))
    }),
  )
})
