import { LiveConnection } from "@candela/core/LiveConnection"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import * as Scripted from "./scripted.js"
import { listen, pass, scenario, service, settle, status, trade } from "./scripted.js"

const errorOf = <E>(fiber: Fiber.RuntimeFiber<unknown, E>) => Effect.flip(Fiber.join(fiber))
/** What was subscribed and unsubscribed, in order. */
const changes = (peer: Scripted.Peer) =>
  peer.messages.filter(({ action }) => action !== "auth").map(({ action, params }) => `${action} ${params}`)

describe("a session", () => {
  it.scoped("sends the key when it is connected, and subscribes when it is accepted", () => {
    const live = service()
    return scenario(
      live,
      Effect.gen(function* () {
        const { heard, rows } = yield* listen(["AAPL", "MSFT"])
        yield* settle
        assert.deepStrictEqual(live.last().messages, [
          { action: "auth", params: Scripted.key },
          { action: "subscribe", params: "T.AAPL,T.MSFT" },
        ])
        assert.strictEqual(live.last().url, "wss://socket.example.com/stocks")
        assert.deepStrictEqual(heard, [{ _tag: "Subscribed", at: 0 }])
        live.last().say(trade("AAPL", 1), trade("MSFT", 2), trade("TSLA", 3), trade("AAPL", 4))
        yield* settle
        assert.deepStrictEqual(rows(), [
          { ticker: "AAPL", price: 1, timestamp: 1 },
          { ticker: "MSFT", price: 1, timestamp: 2 },
          { ticker: "AAPL", price: 1, timestamp: 4 },
        ])
      }),
    )
  })

  it.scoped("takes answers one by one, with rows between them, and begins with the last one", () => {
    const live = service({
      message: (peer, { action, params }) => {
        if (action === "auth") return peer.say(status("auth_success"))
        const [first, second] = Scripted.subscribed(params.split(","))
        peer.say(first!)
        peer.say(trade("AAPL", 1))
        peer.say(second!, trade("AAPL", 2))
      },
    })
    return scenario(
      live,
      Effect.gen(function* () {
        const { heard, rows } = yield* listen(["AAPL", "MSFT"])
        yield* settle
        assert.deepStrictEqual(
          heard.map(({ _tag }) => _tag),
          ["Subscribed", "Rows"],
        )
        assert.deepStrictEqual(
          rows().map(({ timestamp }) => timestamp),
          [2],
        )
      }),
    )
  })

  it.scoped("subscribes in messages of at most 500 pairs, and waits for the answers to each", () => {
    const live = service()
    return scenario(
      live,
      Effect.gen(function* () {
        const tickers = Array.from({ length: 10_200 }, (_, index) => `A${index}`)
        const { heard } = yield* listen(tickers)
        yield* settle
        assert.deepStrictEqual(
          live
            .last()
            .messages.slice(1)
            .map(({ params }) => params.split(",").length),
          [...Array.from({ length: 20 }, () => 500), 200],
        )
        assert.strictEqual(heard.length, 1)
      }),
    )
  })

  it.scoped("is made again with growing delays, and each loss is told with its last sign of life", () => {
    const live = service()
    return scenario(
      live,
      Effect.gen(function* () {
        const { heard } = yield* listen(["AAPL"])
        yield* settle
        yield* pass("5 seconds")
        live.last().end()
        yield* pass("250 millis")
        assert.strictEqual(live.peers.length, 2)
        assert.deepStrictEqual(live.last().messages.length, 2)
        live.last().end()
        yield* pass("249 millis")
        assert.strictEqual(live.peers.length, 2)
        yield* pass("251 millis")
        assert.strictEqual(live.peers.length, 3)
        const told = heard.map((signal) => (signal._tag === "Lost" ? `${signal.reason} ${signal.at}` : signal._tag))
        assert.deepStrictEqual(told.slice(0, 3), ["Subscribed", "cut 0", "Subscribed"])
        assert.strictEqual(told.length, 5)
      }),
    )
  })

  it.scoped("begins with the first delay again only after ten seconds of life", () => {
    const live = service()
    return scenario(
      live,
      Effect.gen(function* () {
        yield* listen(["AAPL"])
        yield* settle
        for (const _ of [1, 2, 3, 4, 5]) {
          live.last().end()
          yield* pass("4 seconds")
        }
        assert.strictEqual(live.peers.length, 6)
        live.last().end()
        yield* pass("3900 millis")
        assert.strictEqual(live.peers.length, 6)
        yield* pass("15 seconds")
        live.last().end()
        yield* pass("250 millis")
        assert.strictEqual(live.peers.length, 8)
      }),
    )
  })

  it.scoped("never tries a key again that was refused, not for another stream either", () => {
    const live = service({
      message: (peer) => peer.say(status("auth_failed", "Your plan doesn't include websocket access.")),
    })
    return scenario(
      live,
      Effect.gen(function* () {
        const { fiber } = yield* listen(["AAPL"])
        const error = yield* errorOf(fiber)
        assert.strictEqual(
          error.message,
          "The live channel stocks at wss://socket.example.com refused the key. It says: Your plan doesn't include websocket access. Use a key whose plan has stocks, or the host of its plan (url of LiveConnection.layer): delayed plans have a host of their own.",
        )
        yield* pass("1 hour")
        const again = yield* listen(["MSFT"])
        assert.deepStrictEqual(yield* errorOf(again.fiber), error)
        assert.strictEqual(live.peers.length, 1)
      }),
    )
  })

  it.scoped("gives up a first connection that cannot be made, and no later one", () => {
    let isUp = false
    const live = service({ open: (peer) => (isUp ? peer.accept() : peer.end(1006, "no route")) })
    return scenario(
      live,
      Effect.gen(function* () {
        const { fiber } = yield* listen(["AAPL"])
        yield* pass("1 minute")
        assert.strictEqual(
          (yield* errorOf(fiber)).message,
          "The live channel stocks at wss://socket.example.com was lost after 6 attempts: no route. Check the network, and url of LiveConnection.layer.",
        )
        isUp = true
        const { heard } = yield* listen(["AAPL"])
        yield* settle
        isUp = false
        live.last().end()
        yield* pass("1 hour")
        assert.isAbove(live.peers.length, 100)
        isUp = true
        yield* pass("30 seconds")
        assert.deepStrictEqual(
          heard.map(({ _tag }) => _tag),
          ["Subscribed", "Lost", "Subscribed"],
        )
      }),
    )
  })

  it.scoped("tries again where the service is slow with the key", () => {
    let answer = status("auth_timeout", "no auth")
    const live = service({
      message: (peer, message) =>
        message.action === "auth" ? peer.say(answer) : Scripted.faultless.message(peer, message),
    })
    return scenario(
      live,
      Effect.gen(function* () {
        const { heard } = yield* listen(["AAPL"])
        yield* settle
        answer = status("success", "authenticated")
        yield* pass("1 second")
        assert.strictEqual(heard.length, 1)
      }),
    )
  })

  it.scoped("waits ten seconds for each step", () => {
    let silent = true
    const live = service({ open: (peer) => (silent ? undefined : peer.accept()) })
    return scenario(
      live,
      Effect.gen(function* () {
        const { heard } = yield* listen(["AAPL"])
        yield* settle
        silent = false
        yield* pass("9 seconds")
        assert.strictEqual(live.peers.length, 1)
        yield* pass("1500 millis")
        assert.strictEqual(heard.length, 1)
      }),
    )
  })
})

describe("evictions", () => {
  const evicted = (peer: Scripted.Peer) => {
    peer.say(status("max_connections", "Maximum number of websocket connections exceeded."))
    peer.end(1008)
  }

  it.scoped("cool down for a minute, and end after three evictions in ten minutes", () => {
    const live = service()
    return scenario(
      live,
      Effect.gen(function* () {
        const { fiber, heard } = yield* listen(["AAPL"])
        yield* settle
        evicted(live.last())
        yield* pass("59 seconds")
        assert.strictEqual(live.peers.length, 1)
        yield* pass("1 second")
        assert.strictEqual(live.peers.length, 2)
        live.last().end(1008)
        yield* pass("1 minute")
        evicted(live.last())
        const error = yield* errorOf(fiber)
        assert.strictEqual(error._tag, "Evicted")
        assert.include(error.message, "3 times in 10 minutes")
        assert.deepStrictEqual(
          heard.map((signal) => (signal._tag === "Lost" ? signal.reason : signal._tag)),
          ["Subscribed", "evicted", "Subscribed", "evicted", "Subscribed", "evicted"],
        )
        yield* pass("1 hour")
        assert.strictEqual(live.peers.length, 3)
      }),
    )
  })

  it.scoped("that are rare are borne", () => {
    const live = service()
    return scenario(
      live,
      Effect.gen(function* () {
        yield* listen(["AAPL"])
        yield* settle
        for (const _ of [1, 2, 3, 4]) {
          evicted(live.last())
          yield* pass("6 minutes")
        }
        assert.strictEqual(live.peers.length, 5)
      }),
    )
  })
})

describe("subscriptions", () => {
  it.scoped("are the union of what is wanted, and each stream takes its share away", () => {
    const live = service()
    return scenario(
      live,
      Effect.gen(function* () {
        const one = yield* listen(["AAPL", "MSFT"])
        const other = yield* listen(["MSFT", "TSLA"])
        yield* settle
        const third = yield* listen(["TSLA"])
        yield* settle
        assert.deepStrictEqual(third.heard, [{ _tag: "Subscribed", at: 0 }])
        yield* Fiber.interrupt(one.fiber)
        yield* settle
        yield* Fiber.interrupt(other.fiber)
        yield* settle
        assert.deepStrictEqual(changes(live.last()), [
          "subscribe T.AAPL,T.MSFT,T.TSLA",
          "unsubscribe T.AAPL",
          "unsubscribe T.MSFT",
        ])
        yield* Fiber.interrupt(third.fiber)
        yield* pass("999 millis")
        assert.strictEqual(live.last().closedWith, undefined)
        yield* pass("1 millis")
        assert.strictEqual(live.last().closedWith, 1000)
        yield* listen(["AAPL"])
        yield* settle
        assert.strictEqual(live.peers.length, 2)
      }),
    )
  })

  it.scoped("end without the service, and another begins, also if the service never answers that", () => {
    const live = service({
      close: () => {},
      message: (peer, message) => message.action !== "unsubscribe" && Scripted.faultless.message(peer, message),
    })
    return scenario(
      live,
      Effect.gen(function* () {
        const one = yield* listen(["AAPL", "TSLA"])
        yield* listen(["MSFT"])
        yield* settle
        yield* Fiber.interrupt(one.fiber)
        yield* settle
        const again = yield* listen(["AAPL"])
        yield* settle
        // An answer that comes late is none to the subscription.
        live.last().say(...Scripted.unsubscribed(["T.AAPL"]), trade("AAPL", 1))
        yield* settle
        assert.deepStrictEqual(changes(live.last()), [
          "subscribe T.AAPL,T.TSLA,T.MSFT",
          "unsubscribe T.AAPL,T.TSLA",
          "subscribe T.AAPL",
        ])
        assert.strictEqual(again.rows().length, 1)
      }),
    )
  })

  it.scoped("of all tickers come before the single tickers go, and the other way round", () => {
    const live = service()
    return scenario(
      live,
      Effect.gen(function* () {
        const one = yield* listen(["AAPL"])
        yield* settle
        const all = yield* listen("*")
        yield* settle
        live.last().say(trade("AAPL", 1), trade("IBM", 2))
        yield* settle
        assert.deepStrictEqual(
          one.rows().map(({ ticker }) => ticker),
          ["AAPL"],
        )
        assert.deepStrictEqual(
          all.rows().map(({ ticker }) => ticker),
          ["AAPL", "IBM"],
        )
        yield* Fiber.interrupt(all.fiber)
        yield* settle
        assert.deepStrictEqual(changes(live.last()), [
          "subscribe T.AAPL",
          "subscribe T.*",
          "unsubscribe T.AAPL",
          "subscribe T.AAPL",
          "unsubscribe T.*",
        ])
        assert.strictEqual(one.heard.length, 2)
      }),
    )
  })

  it.scoped("repeat no row while all tickers and single ones are subscribed together", () => {
    const live = service({
      message: (peer, message) => {
        Scripted.faultless.message(peer, message)
        if (message.params !== "T.*") return
        peer.say(trade("AAPL", 1), trade("AAPL", 1), trade("AAPL", 1, 2))
        peer.frame(`[{"ev":"T","sym":"AAPL","p":3,"t":1,"deep":${"[".repeat(100_000)}${"]".repeat(100_000)}}]`)
      },
    })
    return scenario(
      live,
      Effect.gen(function* () {
        const one = yield* listen(["AAPL"])
        yield* settle
        yield* listen("*")
        yield* settle
        live.last().say(trade("AAPL", 1))
        yield* settle
        assert.deepStrictEqual(
          one.rows().map(({ price }) => price),
          [1, 2, 3, 1],
        )
      }),
    )
  })

  it.scoped("that are refused fail the streams that want them", () => {
    const live = service({
      message: (peer, message) => {
        if (message.action !== "subscribe") return Scripted.faultless.message(peer, message)
        const pairs = message.params.split(",")
        peer.say(
          ...Scripted.subscribed(pairs).map((answer, index) =>
            pairs[index] === "T.MSFT" ? status("error", "not authorized") : answer,
          ),
        )
      },
    })
    return scenario(
      live,
      Effect.gen(function* () {
        const one = yield* listen(["AAPL"])
        const other = yield* listen(["AAPL", "MSFT"])
        const error = yield* errorOf(other.fiber)
        assert.strictEqual(error.message, "T of MSFT was not subscribed at wss://socket.example.com: not authorized")
        live.last().say(trade("AAPL", 1))
        yield* settle
        assert.strictEqual(one.rows().length, 1)
        assert.strictEqual(live.peers.length, 1)
      }),
    )
  })

  it.scoped(
    "that nobody acknowledges are refused in ten seconds, but tried again if they were acknowledged once",
    () => {
      let isSilent = false
      const live = service({
        message: (peer, message) => {
          const isLost = message.params.includes("LOST") || (isSilent && message.action === "subscribe")
          if (!isLost) Scripted.faultless.message(peer, message)
        },
      })
      return scenario(
        live,
        Effect.gen(function* () {
          const one = yield* listen(["AAPL"])
          yield* settle
          const other = yield* listen(["LOST"])
          yield* pass("10 seconds")
          assert.include((yield* errorOf(other.fiber)).message, "no answer within 10 s")
          isSilent = true
          live.last().end()
          yield* pass("1 second")
          isSilent = false
          yield* pass("12 seconds")
          assert.deepStrictEqual(
            one.heard.map(({ _tag }) => _tag),
            ["Subscribed", "Lost", "Subscribed"],
          )
          assert.strictEqual(live.peers.length, 3)
        }),
      )
    },
  )

  it.scoped("of texts that are no tickers are refused before they are sent", () => {
    const live = service()
    return scenario(
      live,
      Effect.gen(function* () {
        const { fiber } = yield* listen(["AAPL,MSFT"])
        assert.include((yield* errorOf(fiber)).message, "these are no tickers")
        assert.strictEqual(live.peers.length, 0)
      }),
    )
  })
})

describe("silence", () => {
  it.scoped("is looked into by a ping while the market trades, and cut without a sign of life", () => {
    const live = service()
    return scenario(
      live,
      Effect.gen(function* () {
        const { heard } = yield* listen(["AAPL"])
        yield* settle
        yield* pass("5 minutes")
        assert.strictEqual(live.peers.length, 1)
        assert.isAbove(live.last().pings, 5)
        live.last().answersPings = false
        yield* pass("41 seconds")
        assert.strictEqual(live.peers.length, 2)
        assert.deepStrictEqual(
          heard.map((signal) => (signal._tag === "Lost" ? signal.reason : signal._tag)),
          ["Subscribed", "stale", "Subscribed"],
        )
      }),
    )
  })

  it.scoped("of a whole market is cut once, though the service answers; that of a list is not", () => {
    const live = service()
    return scenario(
      live,
      Effect.gen(function* () {
        const listed = yield* listen(["AAPL"])
        yield* settle
        live.last().say(Scripted.trade("AAPL", 1))
        yield* pass("10 minutes")
        assert.strictEqual(live.peers.length, 1)
        yield* Fiber.interrupt(listed.fiber)
        const { heard } = yield* listen("*")
        yield* settle
        yield* pass("10 minutes")
        assert.strictEqual(live.peers.length, 1)
        live.last().say(Scripted.trade("AAPL", 2))
        yield* pass("70 seconds")
        assert.strictEqual(live.peers.length, 1)
        yield* pass("1 minute")
        assert.strictEqual(live.peers.length, 2)
        yield* pass("10 minutes")
        assert.strictEqual(live.peers.length, 2)
        assert.deepStrictEqual(
          heard.map((signal) => (signal._tag === "Lost" ? signal.reason : signal._tag)),
          ["Subscribed", "Rows", "stale", "Subscribed"],
        )
      }),
    )
  })

  it.scoped("is looked into by a repeated subscription where the socket has no ping", () => {
    const live = service({}, Scripted.Peer)
    return scenario(
      live,
      Effect.gen(function* () {
        yield* listen(["AAPL"])
        yield* settle
        yield* pass("31 seconds")
        assert.deepStrictEqual(changes(live.last()), ["subscribe T.AAPL", "subscribe T.AAPL"])
        yield* pass("10 minutes")
        assert.strictEqual(live.peers.length, 1)
      }),
    )
  })
})

describe("the layer", () => {
  it.scoped("closes its sockets, also silent ones, and ends its streams", () =>
    Effect.gen(function* () {
      const live = service({ close: () => {} })
      const { fiber } = yield* scenario(live, Effect.void).pipe(
        Effect.zipRight(
          Effect.provide(
            Effect.gen(function* () {
              const listening = yield* listen(["AAPL"])
              yield* settle
              return listening
            }),
            Scripted.connected(live),
          ),
        ),
      )
      assert.isTrue(live.last().isTerminated)
      assert.include((yield* errorOf(fiber)).message, "the layer is closed")
    }),
  )

  it.scoped("shows what is subscribed", () => {
    const live = service()
    return scenario(
      live,
      Effect.gen(function* () {
        yield* pass("5 seconds")
        yield* listen(["AAPL", "MSFT"])
        yield* settle
        assert.deepStrictEqual(yield* Effect.flatMap(LiveConnection, ({ state }) => state), [
          {
            cluster: "stocks",
            feed: "market",
            since: 5_000,
            subscribed: ["T.AAPL", "T.MSFT"],
            streams: 1,
            waitingFrames: 0,
            bufferedRows: 0,
          },
        ])
      }),
    )
  })

  it.effect("is made with options that can be, and names those that cannot", () =>
    Effect.gen(function* () {
      const errorOf = (options: Partial<LiveConnection.Options>) =>
        Effect.map(
          Effect.flip(Effect.scoped(Layer.build(Scripted.connected(service(), options)))),
          ({ message }) => message,
        )
      for (const [option, options] of [
        ["stale", { stale: 0 }],
        ["stale", { stale: -1 }],
        ["renew", { renew: Number.NaN }],
        ["renew", { renew: "10 millis" }],
        ["delay", { delay: -5 }],
        ["reconnect.first", { reconnect: { first: "soon" as never } }],
        ["reconnect.longest", { reconnect: { longest: -1 } }],
        ["reconnect.attempts", { reconnect: { attempts: 0.5 } }],
      ] as const) {
        assert.include(yield* errorOf(options), `${option} of LiveConnection.layer: it must be`)
      }
    }),
  )
})
