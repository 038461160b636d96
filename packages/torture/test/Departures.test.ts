import * as HttpClient from "@effect/platform/HttpClient"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Clients from "../src/Clients.js"
import * as Departures from "../src/Departures.js"
import * as Loopback from "../src/Loopback.js"

describe("departures", () => {
  it.scopedLive("are seen of both clients, and of no other origin", () =>
    Effect.gen(function* () {
      const [own, other] = yield* Effect.replicateEffect(
        Loopback.http((_, response) => response.end('{"status":"OK"}')),
        2,
      )
      const departures = yield* Departures.to(own!)
      const get = Effect.forEach([own!, other!, own!], (origin) =>
        Effect.flatMap(HttpClient.get(origin), ({ text }) => text),
      )
      yield* Effect.provide(get, FetchHttpClient.layer)
      yield* Effect.provide(get, Clients.node)
      for (const times of [departures.fetch, departures.node]) {
        assert.lengthOf(times, 2)
        assert.isAbove(times[1]!, times[0]!)
      }
    }),
  )

  it("are counted within the busiest interval, which is open at its end", () => {
    assert.strictEqual(Departures.busiest([], 10), 0)
    assert.strictEqual(Departures.busiest([0, 10, 20], 10), 1)
    assert.strictEqual(Departures.busiest([0, 9, 10, 18, 30], 10), 3)
  })
})
