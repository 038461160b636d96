/** The vendor's own JavaScript client of the live channel, with the sandbox. */
import { Sandbox } from "@candela/sandbox/Sandbox"
import { assert, layer } from "@effect/vitest"
import { websocketClient } from "@massive.com/client-js"
import { Effect } from "effect"
import { eventually, messages, subscribed, type Told } from "./support.js"

/** The client, as its example uses it: it subscribes once it is connected, and connects again when it was closed. */
const connect = (baseUrl: string, key: string, cluster: "stocks" | "crypto", pairs: string) => {
  const told: Array<Told> = []
  let closes = 0
  const open = () => {
    const socket = websocketClient(key, baseUrl.replace("http", "ws"))[cluster]()
    socket.addEventListener("message", ({ data }: { readonly data: unknown }) => {
      const events = JSON.parse(String(data)) as ReadonlyArray<Told>
      told.push(...events)
      if (events.some(({ status }) => status === "auth_success"))
        socket.send(JSON.stringify({ action: "subscribe", params: pairs }))
    })
    socket.addEventListener("error", () => undefined)
    socket.addEventListener("close", () => closes++)
    return socket
  }
  return { told, open, closes: () => closes }
}

const rowsOf = (told: ReadonlyArray<Told>) => told.filter(({ ev }) => ev !== "status")

layer(Sandbox.layerServer({ live: { speed: "asap" }, keys: { sandbox: "business", free: "basic" } }))(
  "the vendor's JavaScript client",
  (it) => {
    it.effect("gets the rows of the sandbox", () =>
      Effect.gen(function* () {
        const { baseUrl } = yield* Sandbox
        const client = connect(baseUrl, "sandbox", "stocks", "AM.AAPL,T.KO")
        const socket = client.open()
        yield* eventually(() => rowsOf(client.told).length >= 100)
        socket.close()
        assert.deepStrictEqual(messages(client.told).slice(0, 4), [
          "Connected Successfully",
          "authenticated",
          "subscribed to: AM.AAPL",
          "subscribed to: T.KO",
        ])
        const own = yield* subscribed("/stocks", "AM.AAPL,T.KO").pipe(
          Effect.tap((own) => own.until((told) => rowsOf(told).length >= 100)),
          Effect.provide(Sandbox.liveLayer({ live: { speed: "asap" } })),
        )
        assert.deepStrictEqual(rowsOf(client.told).slice(0, 100), rowsOf(own.frames.flat()).slice(0, 100))
      }),
    )

    it.effect("is evicted by another one, and comes back", () =>
      Effect.gen(function* () {
        const { baseUrl } = yield* Sandbox
        const client = connect(baseUrl, "sandbox", "crypto", "XA.BTC-USD")
        client.open()
        yield* eventually(() => rowsOf(client.told).length >= 5)
        const other = connect(baseUrl, "sandbox", "crypto", "XA.ETH-USD")
        const socket = other.open()
        yield* eventually(() => client.closes() === 1)
        assert.include(messages(client.told), "Maximum number of websocket connections exceeded.")
        socket.close()
        const before = rowsOf(client.told).length
        client.open()
        yield* eventually(() => rowsOf(client.told).length >= before + 5)
      }),
    )

    it.effect("learns that its plan has no live channel", () =>
      Effect.gen(function* () {
        const { baseUrl } = yield* Sandbox
        const client = connect(baseUrl, "free", "stocks", "AM.AAPL")
        client.open()
        yield* eventually(() => client.closes() === 1)
        assert.deepStrictEqual(messages(client.told), [
          "Connected Successfully",
          "Your plan doesn't include websocket access.",
        ])
      }),
    )
  },
)
