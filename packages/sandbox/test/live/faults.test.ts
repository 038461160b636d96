/** Faults of the live channel, as a client meets them. */
import { Sandbox } from "@candela/sandbox/Sandbox"
import * as LiveFault from "@candela/testing/LiveFault"
import * as NodeSocket from "@effect/platform-node/NodeSocket"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { listen, turn } from "./support.js"

/** What a client meets: the frames of its connection, and the code of its end if it is ended. */
const met = (fault: LiveFault.Name, base?: string) =>
  Effect.gen(function* () {
    const client = yield* listen("/stocks", base)
    const { socket } = client
    let code: number | undefined
    socket.addEventListener("close", (event) => (code = event.code))
    yield* client.until((told) => told.length > 0)
    yield* client.say("auth", "sandbox")
    yield* client.say("subscribe", "AM.AAPL,AM.MSFT")
    const isOver = () => code !== undefined || client.texts.length > 8
    for (let turns = 0; turns < 100_000 && !isOver(); turns++) {
      yield* turn
      if (turns % 100 === 99) yield* TestClock.adjust("1 second")
      if (fault === "Silence" && turns > 500) break
    }
    return { code, texts: client.texts }
  })

/** A clock that waits for clients, and a fault for each of their connections. */
const live = (faults: ReadonlyArray<LiveFault.Name>): Pick<Sandbox.Options, "live"> => ({
  live: {
    speed: "asap",
    late: 0,
    faults: { rules: faults.map((fault, index) => ({ fault, path: "/stocks", connection: index + 1 })) },
  },
})

/** Close codes of faults that end the connection. */
const codes: { readonly [Name in LiveFault.Name]?: number } = {
  ...{ Cut: 1006, End: 1006, HalfFrame: 1006, NormalClose: 1000, MaxConnections: 1008, AuthTimeout: 1006 },
  AuthFailed: 1006,
}

/** Without those frames that are no JSON, which this client cannot read; at last the one after which time runs on. */
const inProcess = [
  ...LiveFault.names.filter((name) => name !== "InvalidJson" && name !== "Silence"),
  ...(["Silence"] as const),
]

const onPort = ["Cut", "End", "HalfFrame", "NormalClose"] as const

describe("a fault of the live channel", () => {
  it.effect("ends the connection or not, in process", () =>
    Effect.gen(function* () {
      for (const fault of inProcess) {
        const { code, texts } = yield* met(fault)
        assert.strictEqual(code, codes[fault], fault)
        if (fault === "Silence") assert.isBelow(texts.length, 5)
      }
      // The next connection has all rows.
      assert.isUndefined((yield* met("Cut")).code)
    }).pipe(Effect.provide(Sandbox.liveLayer(live(inProcess)))),
  )

  it.effect("ends the connection on a port", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* Sandbox
      for (const fault of onPort)
        assert.strictEqual((yield* met(fault, baseUrl.replace("http", "ws"))).code, codes[fault], fault)
    }).pipe(Effect.provide(Layer.merge(Sandbox.layerServer(live(onPort)), NodeSocket.layerWebSocketConstructor))),
  )
})
