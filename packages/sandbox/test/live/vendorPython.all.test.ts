/** The vendor's own Python client of the live channel, with the sandbox, where Python has it. */
import { Sandbox } from "@candela/sandbox/Sandbox"
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { spawn, spawnSync } from "node:child_process"
import { authenticated, eventually, messages, subscribed, type Told } from "./support.js"
import { NodeSocket } from "@effect/platform-node"

/** Prints each frame that the client is given, and how it ended. */
const program = `
import asyncio, sys
from massive import WebSocketClient
host, key, market, *pairs = sys.argv[1:]
async def told(frame):
    print(frame, flush=True)
client = WebSocketClient(key, feed=host, market=market, subscriptions=pairs, raw=True, secure=False)
try:
    asyncio.run(client.connect(told))
except Exception as error:
    print('[{"ended":"%s: %s"}]' % (type(error).__name__, error), flush=True)
`

/** What Python lacks; empty if it has everything. */
const missing = (() => {
  const { error, status, stderr } = spawnSync("python3", ["-c", "import massive, websockets.asyncio.client"])
  return error !== undefined
    ? "python3 is not installed"
    : status === 0
      ? ""
      : String(stderr).trim().split("\n").at(-1)!
})()

/** Runs the client until the end of the scope. */
const connect = (
  baseUrl: string,
  key: string,
  market: string,
  ...pairs: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<Told>, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const told: Array<Told> = []
      const child = spawn("python3", ["-c", program, new URL(baseUrl).host, key, market, ...pairs])
      let rest = ""
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        const lines = `${rest}${text}`.split("\n")
        rest = lines.pop()!
        for (const line of lines) told.push(...(JSON.parse(line) as ReadonlyArray<Told>))
      })
      const isGone = new Promise((resolve) => child.once("close", resolve))
      return { told, child, isGone }
    }),
    ({ child, isGone }) =>
      Effect.promise(() => {
        child.kill("SIGKILL")
        return isGone
      }),
  ).pipe(Effect.map(({ told }) => told))

const rowsOf = (told: ReadonlyArray<Told>) => told.filter(({ ev }) => ev !== "status" && ev !== undefined)

const endOf = (told: ReadonlyArray<Told>) => told.find(({ ended }) => ended !== undefined)?.["ended"]

const served = (options: Sandbox.ServerOptions["live"] = {}) =>
  Effect.provide(
    Sandbox.layerServer({
      live: { speed: "asap", ...options },
      keys: { sandbox: "business", free: "basic" },
      grace: 0,
    }),
  )

describe("the vendor's Python client", () => {
  const check = (law: string, effect: Effect.Effect<void, unknown, Scope.Scope>) =>
    it.scopedLive(missing === "" ? law : `${law} (skipped: ${missing})`, (context) =>
      missing === "" ? effect : Effect.sync(() => context.skip(missing)),
    )

  check(
    "gets the rows of the sandbox",
    Effect.gen(function* () {
      const { baseUrl } = yield* Sandbox
      const told = yield* connect(baseUrl, "sandbox", "stocks", "AM.AAPL", "T.KO")
      yield* eventually(() => rowsOf(told).length >= 100)
      assert.sameMembers([...messages(told).slice(0, 2)], ["subscribed to: AM.AAPL", "subscribed to: T.KO"])
      const own = yield* subscribed("/stocks", "AM.AAPL,T.KO").pipe(
        Effect.tap((own) => own.until((told) => rowsOf(told).length >= 100)),
        Effect.provide(Sandbox.liveLayer({ live: { speed: "asap" } })),
      )
      assert.deepStrictEqual(rowsOf(told).slice(0, 100), rowsOf(own.frames.flat()).slice(0, 100))
    }).pipe(served()),
  )

  check(
    "comes back after a cut, and goes on",
    Effect.gen(function* () {
      const { baseUrl } = yield* Sandbox
      const told = yield* connect(baseUrl, "sandbox", "stocks", "AM.AAPL")
      yield* eventually(() => rowsOf(told).length >= 60)
      assert.deepStrictEqual(messages(told).filter((message) => message === "subscribed to: AM.AAPL").length, 2)
      const times = rowsOf(told).map(({ s }) => Number(s))
      assert.isAbove(new Set(times).size, 50)
    }).pipe(served({ faults: { rules: [{ fault: "Cut", row: 20, connection: 1 }] } })),
  )

  check(
    "is evicted by another program, and evicts it",
    Effect.gen(function* () {
      const { baseUrl } = yield* Sandbox
      const told = yield* connect(baseUrl, "sandbox", "crypto", "XA.BTC-USD")
      yield* eventually(() => rowsOf(told).length >= 5)
      const other = yield* authenticated("/crypto", "sandbox", baseUrl.replace("http", "ws"))
      // It connects again at once: that is why two programs with one key never have peace.
      assert.strictEqual(yield* other.ended, 1008)
      assert.include(messages(told), "Maximum number of websocket connections exceeded.")
      const before = rowsOf(told).length
      yield* eventually(() => rowsOf(told).length >= before + 5)
    }).pipe(Effect.provide(NodeSocket.layerWebSocketConstructor), served()),
  )

  check(
    "learns that its plan has no live channel, or that its key is unknown",
    Effect.gen(function* () {
      const { baseUrl } = yield* Sandbox
      const free = yield* connect(baseUrl, "free", "stocks", "AM.AAPL")
      const unknown = yield* connect(baseUrl, "nobody", "stocks", "AM.AAPL")
      yield* eventually(() => endOf(free) !== undefined && endOf(unknown) !== undefined)
      assert.strictEqual(endOf(free), "AuthError: Your plan doesn't include websocket access.")
      assert.match(String(endOf(unknown)), /^AuthError: /)
    }).pipe(served()),
  )
})
