import type { LiveConnection } from "@candela/core/LiveConnection"
import { Evicted, type LiveError } from "@candela/core/LiveError"
import { MarketData } from "@candela/core/MarketData"
import * as HttpClient from "@effect/platform/HttpClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Mailbox, Queue, Stream, TestClock } from "effect"
import * as Client from "./Client.js"

type Signal = Stream.Stream.Success<ReturnType<LiveConnection.Service["subscribe"]>>

const noon = Date.parse("2025-06-30T16:00:00Z")

/** A service that answers nothing: no gap is filled. */
const service = MarketData.layer({ baseUrl: "http://service", apiKey: "key" }).pipe(
  Layer.provide(
    Layer.succeed(
      HttpClient.HttpClient,
      HttpClient.make(() => Effect.never),
    ),
  ),
)

const trade = (at: number, more: object = {}) => ({ ticker: "AAPL", timestamp: noon + at, price: 100 + at, ...more })
const trades = (...rows: ReadonlyArray<object>): Signal => ({ _tag: "Rows", rows: rows as never })

/** A client of a server with a scripted live channel. `subscribed` waits for a subscription. */
const watching = (isConnected = true) =>
  Effect.gen(function* () {
    const channel = yield* Mailbox.make<Signal, LiveError>()
    const subscriptions = yield* Queue.unbounded<string>()
    let running = 0
    const connection: LiveConnection.Service = {
      subscribe: ({ name }, tickers) =>
        Stream.unwrapScoped(
          Effect.acquireRelease(
            Effect.zipRight(
              Queue.offer(subscriptions, `${name} ${String(tickers)}`),
              Effect.sync(() => running++),
            ),
            () => Effect.sync(() => running--),
          ).pipe(Effect.as(Mailbox.toStream(channel) as never)),
        ),
      state: Effect.succeed(isConnected ? [{ cluster: "stocks", since: noon } as never] : []),
    }
    const client = yield* Client.connectTo(undefined, Effect.succeed(connection))
    const call = (args: object) =>
      Effect.fork(client.call("watch", { topic: "stocks.trades", tickers: ["AAPL"], ...args }))
    return { call, channel, client, running: () => running, subscribed: Queue.take(subscriptions) }
  })

const answerOf = (fiber: Fiber.Fiber<Client.Message>) => Effect.map(Fiber.join(fiber), Client.jsonOf)

const assertRefused = (message: Client.Message, ...parts: ReadonlyArray<string>) => {
  assert.isTrue(message.result?.isError, JSON.stringify(message))
  for (const part of parts) assert.include(Client.textOf(message), part)
}

describe("watch", () => {
  it.scoped("answers with as many rows as asked for, in columns that have values, marked as synthetic", () =>
    Effect.gen(function* () {
      const { call, channel, running, subscribed } = yield* watching()
      const answer = yield* call({ rows: 2 })
      assert.strictEqual(yield* subscribed, "stocks.trades AAPL")
      yield* channel.offer({ _tag: "Subscribed", at: noon })
      yield* channel.offer(trades(trade(1, { size: 7 }), trade(2), trade(3)))
      assert.deepStrictEqual(yield* answerOf(answer), {
        topic: "stocks.trades",
        synthetic: "Synthetic: made by the sandbox, by its own clock.",
        columns: ["ticker", "timestamp", "price", "size"],
        rows: [
          ["AAPL", "2025-06-30T16:00:00.001Z", 101, 7],
          ["AAPL", "2025-06-30T16:00:00.002Z", 102, null],
        ],
        ended: "rows",
      })
      assert.strictEqual(running(), 0)
    }).pipe(Effect.provide(service)),
  )

  it.scoped("ends after its time, with what it heard, or a hint at why that is nothing", () =>
    Effect.gen(function* () {
      const { call, channel, running, subscribed } = yield* watching()
      const some = yield* call({ seconds: 20 })
      yield* subscribed
      yield* channel.offer({ _tag: "Subscribed", at: noon })
      yield* channel.offer(trades(trade(1)))
      yield* TestClock.adjust("20 seconds")
      const { ended, hint, rows } = yield* answerOf(some)
      assert.deepStrictEqual([ended, hint, rows.length], ["time", undefined, 1])
      const none = yield* call({})
      yield* subscribed
      yield* TestClock.adjust("29 seconds")
      assert.strictEqual(running(), 1)
      yield* TestClock.adjust("1 seconds")
      const nothing = yield* answerOf(none)
      assert.deepInclude(nothing, { ended: "time", rows: [] })
      assert.include(nothing.hint, "the market may be closed")
      assert.strictEqual(running(), 0)
      const cut = yield* watching(false)
      const waiting = yield* cut.call({ seconds: 1 })
      yield* cut.subscribed
      yield* TestClock.adjust("1 seconds")
      assert.include((yield* answerOf(waiting)).hint, "The connection was not made")
    }).pipe(Effect.provide(service)),
  )

  it.scoped("tells how the connection ended, after its rows, or refuses without any; and of gaps", () =>
    Effect.gen(function* () {
      const { call, channel, client, subscribed } = yield* watching()
      const lost = yield* Effect.zipLeft(call({ topic: "stocks.priceBands" }), subscribed)
      yield* channel.offer({ _tag: "Subscribed", at: noon })
      yield* channel.offer(trades({ ticker: "AAPL", timestamp: 1_751_299_200_000_000_001n, high: 110 }))
      yield* channel.offer({ _tag: "Lost", reason: "cut", at: noon + 1000 })
      yield* channel.offer({ _tag: "Subscribed", at: noon + 3000 })
      yield* TestClock.adjust("1 seconds")
      const where = { cluster: "stocks", origin: "wss://socket.example.com", urlFrom: "--live-url" }
      yield* channel.fail(new Evicted({ ...where, times: 3, within: 600_000 }))
      const { ended, error, gaps, rows } = yield* answerOf(lost)
      assert.deepStrictEqual(rows, [["AAPL", 110, "2025-06-30T16:00:00.000000001Z"]])
      assert.deepStrictEqual([ended, gaps.length], ["connection", 1])
      assert.match(
        gaps[0],
        /^AAPL: cut from 2025-06-30T16:00:01Z to 2025-06-30T16:00:03Z; rows may be missing: no endp/,
      )
      assert.include(error, "Another program uses this key")
      assertRefused(yield* client.call("watch", { topic: "stocks.trades", tickers: ["AAPL"] }), "uses this key")
    }).pipe(Effect.provide(service)),
  )

  it.scoped("refuses what cannot be watched, and says what can", () =>
    Effect.gen(function* () {
      const { client } = yield* watching()
      const refused = (args: object, ...parts: ReadonlyArray<string>) =>
        Effect.map(client.call("watch", { topic: "stocks.trades", tickers: ["AAPL"], ...args }), (message) =>
          assertRefused(message, ...parts),
        )
      yield* refused({ topic: "stocks.trade" }, "There is no topic", "Did you mean stocks.trades?")
      yield* refused({ topic: "weather" }, "crypto.trades", "forex.quotes")
      yield* refused({ tickers: ["X:BTCUSD"] }, "crypto")
      yield* refused({ tickers: [] }, '"tickers"', "AAPL, X:BTCUSD")
      yield* refused({ rows: 1001 }, '"rows"', "from 1 to 1000")
      yield* refused({ seconds: 0 }, '"seconds"', "from 1 to 300")
      const without = yield* Client.connect
      assertRefused(yield* without.call("watch", { topic: "stocks.trades", tickers: ["AAPL"] }), "no live channel")
    }).pipe(Effect.provide(service)),
  )

  it.scoped("cuts long cells, and rows that do not fit into an answer", () =>
    Effect.gen(function* () {
      const { call, channel, subscribed } = yield* watching()
      const answer = yield* Effect.zipLeft(call({ rows: 20 }), subscribed)
      yield* channel.offer({ _tag: "Subscribed", at: noon })
      yield* channel.offer(trades(...Array.from({ length: 20 }, (_, at) => trade(at, { id: "x".repeat(20_000) }))))
      const { columns, hint, more, rows } = yield* answerOf(answer)
      assert.include(rows[0][columns.indexOf("id")], "(cut: 20000 characters)")
      assert.isBelow(rows.length, 20)
      assert.strictEqual(more, 20 - rows.length)
      assert.include(hint, "fewer rows")
    }).pipe(Effect.provide(service)),
  )

  it.scoped("ends its subscription when the call is cancelled, and does not answer it", () =>
    Effect.gen(function* () {
      const { client, running, subscribed } = yield* watching()
      const send = (message: object) => client.send(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
      const params = { name: "watch", arguments: { topic: "stocks.trades", tickers: ["AAPL"] } }
      yield* send({ id: "long", method: "tools/call", params })
      yield* subscribed
      yield* send({ method: "notifications/cancelled", params: { requestId: "long" } })
      yield* client.request("ping")
      // It would wait for the call.
      yield* client.end
      assert.strictEqual(running(), 0)
      assert.isUndefined(client.lines.find((text) => text.includes('"long"')))
    }).pipe(Effect.provide(service)),
  )
})
