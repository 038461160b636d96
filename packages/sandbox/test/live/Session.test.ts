/** What the live channel tells its clients, in process. */
import { Sandbox } from "@candela/sandbox/Sandbox"
import * as Session from "../../src/live/Session.js"
import { topics } from "../../src/live/topics/all.js"
import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, TestClock, TestContext } from "effect"
import { keys } from "../contract/support.js"
import { authenticated, listen, messages, prepared } from "./support.js"

const status = (status: string, message: string) => ({ ev: "status", status, message })

layer(Sandbox.liveLayer({ keys }))("a session of the live channel", (it) => {
  it.effect("greets, authenticates, and acknowledges each pair of a message in one frame", () =>
    Effect.gen(function* () {
      const client = yield* authenticated("/stocks", "key")
      yield* client.say("subscribe", "AM.AAPL, T.MSFT,Q.*")
      yield* client.until((told) => told.length === 5)
      assert.deepStrictEqual(client.frames, [
        [status("connected", "Connected Successfully")],
        [status("auth_success", "authenticated")],
        ["AM.AAPL", "T.MSFT", "Q.*"].map((pair) => status("success", `subscribed to: ${pair}`)),
      ])
      yield* client.say("unsubscribe", "T.MSFT")
      yield* client.until((told) => told.length === 6)
      assert.deepStrictEqual(client.frames[3], [status("success", "unsubscribed to: T.MSFT")])
    }),
  )

  it.effect("is told to authenticate first, and takes what was said right behind its key", () =>
    Effect.gen(function* () {
      const client = yield* listen("/crypto")
      yield* client.until((told) => told.length === 1)
      yield* client.say("subscribe", "XA.BTC-USD")
      yield* client.say("auth", "key")
      yield* client.say("subscribe", "XA.BTC-USD")
      yield* client.until((told) => told.length === 4)
      assert.deepStrictEqual(
        client.frames.flat().map(({ status }) => status),
        ["connected", "auth_required", "auth_success", "success"],
      )
    }),
  )

  it.effect("hears nothing of unknown topics, and of topics that its path lacks that it is not authorized", () =>
    Effect.gen(function* () {
      const client = yield* authenticated("/delayed/stocks", "starter-key")
      yield* client.say("subscribe", "ZZ.AAPL,Q.AAPL,XA.BTC-USD,AM.")
      yield* client.say("subscribe", "AM.AAPL")
      const told = yield* client.until((told) => told.length === 4)
      assert.deepStrictEqual(told.slice(2), [
        status("error", "not authorized"),
        status("success", "subscribed to: AM.AAPL"),
      ])
    }),
  )

  for (const [path, key, message] of [
    ["/stocks", "unknown", "authentication failed"],
    ["/stocks", "toString", "authentication failed"],
    ["/stocks", "developer-key", "Your plan doesn't include websocket access."],
    ["/delayed/stocks", "basic-key", "Your plan doesn't include websocket access."],
    ["/business/stocks", "advanced-key", "Your plan doesn't include websocket access."],
  ] as const) {
    it.effect(`is refused with the service's words, and ended without a close frame: ${key} at ${path}`, () =>
      Effect.gen(function* () {
        const client = yield* authenticated(path, key)
        assert.deepStrictEqual(client.frames[1], [status("auth_failed", message)])
        assert.strictEqual(yield* client.ended, 1006)
      }),
    )
  }

  it.effect("answers what is no message with Invalid JSON, and goes on", () =>
    Effect.gen(function* () {
      const client = yield* authenticated("/stocks", "key")
      for (const text of ["{", "[]", "null", '{"action":"subscribe"}', '{"action":"toString","params":""}'])
        client.socket.send(text)
      yield* client.say("subscribe", "AM.AAPL")
      const told = yield* client.until((told) => told.length === 8)
      assert.deepStrictEqual(messages(told).slice(2), [
        ...Array.from({ length: 5 }, () => "Invalid JSON"),
        "subscribed to: AM.AAPL",
      ])
    }),
  )

  it.effect("is ended when its key opens another one at the same path, and only there", () =>
    Effect.gen(function* () {
      const [older, elsewhere, another] = yield* Effect.all([
        authenticated("/stocks", "key"),
        authenticated("/crypto", "key"),
        authenticated("/stocks", "advanced-key"),
      ])
      const newer = yield* authenticated("/stocks", "key")
      assert.strictEqual(yield* older.ended, 1008)
      assert.deepStrictEqual(
        older.frames.at(-1)!.map(({ status }) => status),
        ["max_connections"],
      )
      for (const client of [elsewhere, another, newer]) assert.strictEqual(client.socket.readyState, 1)
    }),
  )

  it.effect("is ended when it sends no key in time", () =>
    Effect.gen(function* () {
      const [silent, known] = yield* Effect.all([listen("/stocks"), authenticated("/indices", "key")])
      yield* silent.until((told) => told.length === 1)
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(yield* silent.ended, 1006)
      assert.deepStrictEqual(silent.frames[1], [status("auth_timeout", "authentication timeout")])
      assert.strictEqual(known.socket.readyState, 1)
    }),
  )

  it.effect("does not exist at an unknown path", () =>
    Effect.gen(function* () {
      for (const path of ["/bonds", "/v2/stocks", "/stocks/cme", "/"]) {
        assert.strictEqual(yield* (yield* listen(path)).ended, 1006)
      }
    }),
  )
})

describe("behaviour of the service that is not settled", () => {
  it.effect("is an option: answers in frames of their own, no second acknowledgement, the newer connection ended", () =>
    Effect.gen(function* () {
      const client = yield* authenticated("/stocks")
      yield* client.say("subscribe", "AM.AAPL,AM.MSFT,AM.AAPL")
      yield* client.say("subscribe", "AM.KO")
      yield* client.until((told) => told.length === 5)
      assert.deepStrictEqual(
        client.frames.map((frame) => frame.length),
        [1, 1, 1, 1, 1],
      )
      const newer = yield* authenticated("/stocks")
      assert.strictEqual(yield* newer.ended, 1008)
      assert.strictEqual(client.socket.readyState, 1)
    }).pipe(
      Effect.provide(
        Sandbox.liveLayer({ live: { answers: "each", repeated: false, evicted: "newer", speed: "asap" } }),
      ),
    ),
  )
})

describe("a client that subscribes without end", () => {
  it("refuses pairs beyond a hundred thousand", () => {
    const wanted: Array<string> = []
    const sent: Array<string> = []
    const session = Session.make(
      { send: (frame) => sent.push(frame), close: () => {}, end: () => {}, reset: () => {}, buffered: () => 0 },
      {
        admit: () => undefined,
        find: (ticker) => ({ topic: topics[0]!, ticker }),
        want: ({ ticker }) => wanted.push(ticker),
        leave: () => {},
        gone: () => {},
      },
      { answers: "together", repeated: true },
    )
    const say = (action: string, params: string) => session.message(JSON.stringify({ action, params }))
    say("auth", "key")
    say("subscribe", Array.from({ length: 100_001 }, (_, index) => `AM.T${index}`).join())
    assert.strictEqual(wanted.length, 100_000)
    assert.deepStrictEqual(JSON.parse(sent.at(-1)!).at(-1), status("error", "too many subscriptions"))
    say("subscribe", "AM.T1")
    assert.deepStrictEqual(JSON.parse(sent.at(-1)!), [status("success", "subscribed to: AM.T1")])
  })
})

describe("a client that does not read", () => {
  /** A session with a client for which a number of bytes waits. */
  const slow = () => {
    const sent: Array<string> = []
    const state = { buffered: 0, code: 0 }
    const session = Session.make(
      {
        send: (frame) => sent.push(frame),
        close: (code) => (state.code = code),
        end: () => undefined,
        reset: () => undefined,
        buffered: () => state.buffered,
      },
      { admit: () => undefined, find: () => "unknown", want: () => {}, leave: () => {}, gone: () => {} },
      { answers: "together", repeated: true },
    )
    return { sent, session, state }
  }

  it("gets fewer, longer frames", () => {
    const { sent, session, state } = slow()
    for (const buffered of [0, 2_000_000, 2_000_000, 0]) {
      state.buffered = buffered
      session.put("{}")
      session.flush()
    }
    assert.deepStrictEqual(sent.slice(1), ["[{}]", "[{},{},{}]"])
    assert.isFalse(session.isBehind())
  })

  it("is told and ended when too much waits for it", () => {
    const { sent, session, state } = slow()
    state.buffered = 7_999_999
    session.put("{}")
    session.flush()
    assert.deepStrictEqual(JSON.parse(sent.at(-1)!), [status("slow_consumer", "The client reads too slowly.")])
    assert.strictEqual(state.code, 1008)
    session.put("{}")
    session.flush()
    assert.strictEqual(sent.length, 2)
  })
})

describe("an hour of minutes under the test clock", () => {
  const hour = Effect.gen(function* () {
    const client = yield* authenticated("/stocks")
    yield* client.say("subscribe", "AM.AAPL,AM.KO")
    yield* prepared
    yield* TestClock.adjust("1 hour")
    return client.texts
  }).pipe(Effect.provide(Sandbox.liveLayer({ live: {} })), Effect.provide(TestContext.TestContext))

  it.effect("is the same, frame by frame, each time", () =>
    Effect.gen(function* () {
      const texts = yield* hour
      assert.isAbove(texts.length, 60)
      assert.deepStrictEqual(yield* hour, texts)
    }),
  )
})

describe("subscriptions that change", () => {
  const pairs = Array.from({ length: 10_000 }, (_, index) => `AM.T${index}`).join(",")

  it.effect("have each event once: of a ticker beside all, without all, and again", () =>
    Effect.gen(function* () {
      const client = yield* authenticated("/indices")
      yield* client.say("subscribe", pairs)
      yield* client.say("subscribe", "AM.I:SPX")
      yield* client.say("subscribe", "AM.*")
      yield* prepared
      const bars = (ticker: string) => client.frames.flat().filter(({ ev, sym }) => ev === "AM" && sym === ticker)
      yield* TestClock.adjust("3 minutes")
      // All tickers take some turns, also when the time has come.
      yield* client.until(() => bars("I:SPX").length >= 3)
      yield* client.say("unsubscribe", "AM.*")
      yield* client.say("unsubscribe", "AM.I:SPX")
      yield* client.say("subscribe", "AM.I:SPX")
      yield* TestClock.adjust("3 minutes")
      yield* client.until(() => bars("I:SPX").length >= 6)
      const starts = bars("I:SPX").map(({ s }) => s as number)
      assert.deepStrictEqual(
        starts,
        [0, 1, 2, 3, 4, 5].map((index) => starts[0]! + index * 60_000),
      )
      assert.deepStrictEqual(
        bars("I:NDX").map(({ s }) => s),
        starts.slice(0, 3),
      )
    }).pipe(Effect.provide(Sandbox.liveLayer({ live: { late: 0 } }))),
  )
})
