import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { once } from "node:events"
import { connect } from "node:net"
import * as Relay from "../src/proxy/Relay.js"
import * as Wire from "../src/proxy/Wire.js"
import * as Loopback from "../src/Loopback.js"

const text = "synthetic ".repeat(100)

/** A service that answers each request with the same text. */
const service = Loopback.http((_, response) => response.end(text))

const through = (faults: Relay.RelayOptions["faults"], seed = 1) =>
  Effect.flatMap(service, (origin) => Relay.make({ port: Number(new URL(origin).port), seed, faults }))

/** The text that arrives, or that the request failed. */
const get = (url: string) =>
  Effect.promise((signal) =>
    fetch(url, { signal })
      .then(
        (response) => response.text(),
        () => "failed",
      )
      .catch(() => "failed"),
  )

describe("a relay", () => {
  it.scopedLive("passes requests and answers as they are", () =>
    Effect.gen(function* () {
      const relay = yield* through({})
      for (let time = 0; time < 3; time++) assert.strictEqual(yield* get(`${relay.url}/a`), text)
      assert.strictEqual(relay.requests(), 3)
      assert.deepStrictEqual(relay.met, [])
    }),
  )

  for (const name of Wire.names.filter((name) => name !== "HalfOpen")) {
    it.scopedLive(`lets an answer meet ${name}`, () =>
      Effect.gen(function* () {
        const relay = yield* through({ [name]: 1 })
        assert.strictEqual(yield* get(relay.url), name === "Trickle" ? text : "failed")
        assert.deepStrictEqual(relay.met, [name])
      }),
    )
  }

  it.scopedLive("leaves a connection open whose answer it has cut", () =>
    Effect.gen(function* () {
      const relay = yield* through({ HalfOpen: 1 })
      const socket = connect(Number(new URL(relay.url).port), "127.0.0.1")
      socket.write("GET / HTTP/1.1\r\nHost: relay\r\n\r\n")
      const part = yield* Effect.promise(() => once(socket, "data"))
      assert.match(String(part), /^HTTP\/1.1 200 OK\r\n[^]*\r\n\r\n.*synth/)
      assert.notInclude(String(part), text)
      assert.strictEqual(relay.connections(), 1)
      socket.destroy()
    }),
  )

  it.scopedLive("draws the same faults for the same seed, whatever the order of the requests", () =>
    Effect.gen(function* () {
      const paths = Array.from({ length: 20 }, (_, index) => `/${index}`)
      const outcomes = (seed: number, order: ReadonlyArray<string>) =>
        Effect.flatMap(through({ NotHttp: 0.5 }, seed), ({ url }) =>
          Effect.map(
            Effect.forEach(order, (path) => Effect.map(get(url + path), (said) => [path, said] as const)),
            Object.fromEntries,
          ),
        )
      const first = yield* outcomes(1, paths)
      assert.deepStrictEqual(yield* outcomes(1, paths.toReversed()), first)
      assert.notDeepEqual(yield* outcomes(2, paths), first)
    }),
  )
})
