import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Option } from "effect"
import * as LiveConnect from "../../src/connect/LiveConnect.js"
import { makeUser } from "./support.js"

const remote = { MARKET_DATA_URL: "https://api.example.com", MARKET_DATA_API_KEY: "key" }
const local = { MARKET_DATA_URL: "http://127.0.0.1:1", MARKET_DATA_API_KEY: "key" }

/** Whether a program is offered the live channel: `"offered"`, why it is not, or why the program cannot run at all. */
const offered = (options: Partial<LiveConnect.LiveConnectOptions>, variables: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const { run } = yield* makeUser
    const live = Effect.flatMap(LiveConnect.Offered, (live) =>
      Effect.match(live, { onFailure: ({ message }) => `none: ${message}`, onSuccess: () => "offered" }),
    )
    const layer = LiveConnect.offered({ url: undefined, speed: undefined, ...options })
    const { exit } = yield* run(Effect.scoped(Effect.provide(live, layer)), {}, { variables })
    return Exit.match(exit, {
      onSuccess: (said) => said,
      onFailure: (cause) => `fails: ${String((Option.getOrThrow(Cause.failureOption(cause)) as Error).message)}`,
    })
  })

describe("a live channel that is offered", () => {
  it.scoped("is there where its URL is known, and else does not keep a program from running", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* offered({}, local), "offered")
      assert.strictEqual(yield* offered({ url: "wss://socket.example.com" }, remote), "offered")
      const live = { MARKET_DATA_LIVE_URL: "wss://socket.example.com" }
      assert.strictEqual(yield* offered({}, { ...remote, ...live }), "offered")
      assert.match(yield* offered({}, remote), /^none: .*--live-url or MARKET_DATA_LIVE_URL/)
    }),
  )

  it.scoped("fails a program whose options for it are wrong, or which has no service", () =>
    Effect.gen(function* () {
      assert.match(yield* offered({ url: "http://socket.example.com" }, remote), /^fails: --live-url: the URL must be/)
      assert.match(yield* offered({ speed: 60 }, remote), /^fails: --speed is for --sandbox/)
      assert.match(yield* offered({}, {}), /^fails: Say where to connect/)
    }),
  )
})
