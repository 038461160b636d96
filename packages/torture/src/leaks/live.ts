/** A live channel that repeats the key in what it says, and programs that listen to it. */
import { LiveConnection } from "@candela/core/LiveConnection"
import { MarketData } from "@candela/core/MarketData"
import * as NodeLive from "@candela/node/NodeLive"
import { StocksLive } from "@candela/stocks/Live"
import * as LiveRecorder from "@candela/testing/LiveRecorder"
import { Cause, Effect, Exit, Layer, Stream } from "effect"
import * as Clients from "../Clients.js"
import * as Service from "../live/Service.js"
import * as Witness from "./Witness.js"

const trade = { ev: "T", sym: "AAPL", x: 4, i: "1", z: 3, p: 1, s: 1, t: 1_688_997_600_000, q: 1 }

/** So many characters before the key that a text is shortened within it. */
const before = (length: number) => "-".repeat(length)

type Say = (peer: Service.Peer, key: string) => void

/** In answer to the key. */
const onAuth: Readonly<Record<string, Say>> = {
  refused: ({ say }, key) => say(Service.status("auth_failed", `unknown key ${key}`)),
  "refused at length": ({ say }, key) => say(Service.status("auth_failed", before(280) + key)),
  "timed out": ({ close, say }, key) => {
    say(Service.status("auth_timeout", `no key but ${key}`))
    close(1000, "")
  },
  closed: ({ close, say }, key) => {
    say(Service.status("force_disconnect", `goodbye ${key}`))
    close(1011, `closed for ${key}`)
  },
  accepted: ({ say }, key) => say(Service.status("auth_success", `authenticated ${key}`)),
}

/** The way in which a subscription is not acknowledged. */
const refusing = "refused pair"

/** In answer to a subscription. */
const onSubscribe: Readonly<Record<string, Say>> = {
  [refusing]: ({ say }, key) => say(Service.status("error", `not authorized: ${key}`)),
  ...Object.fromEntries(
    [0, 20, 30, 40, 50, 60, 70].map((length): [string, Say] => [
      `invalid row ${length}`,
      ({ say }, key) => say({ ...trade, p: before(length) + key }),
    ]),
  ),
  "invalid row with an unknown field": ({ say }, key) => say({ [key]: key, ...trade, p: key }),
  "other frames": ({ say, send }, key) => {
    send(`no JSON ${key}`)
    send(JSON.stringify(key))
    say({ ev: key }, { ev: "ZZ", key }, Service.status(key, key), { ...trade, more: key, [key]: 1 })
  },
}

/** The names of the ways in which the key is repeated. */
export const names: ReadonlyArray<string> = [...Object.keys(onAuth), ...Object.keys(onSubscribe)]

/** Serves a way at each path, and returns the origin. */
const serve = (apiKey: string) => {
  const wayOf = ({ path }: Service.Peer) => names[Number(/^\/w(\d+)\//.exec(path)?.[1])]!
  return Service.serve({
    said: (peer, action) => {
      const isRefused = action === "subscribe" && wayOf(peer) === refusing
      const say = action === "auth" ? onAuth[wayOf(peer)] : isRefused ? onSubscribe[refusing] : undefined
      say?.(peer, apiKey)
      return say !== undefined
    },
    subscribed: (peer) => {
      onSubscribe[wayOf(peer)]?.(peer, apiKey)
      peer.say(trade)
    },
  })
}

/** The traces of programs that listen to a service that repeats the key. */
export const traces = (apiKey: string) =>
  Effect.gen(function* () {
    const origin = yield* serve(apiKey)
    const witness = Witness.make()
    const recorded: Array<string> = []
    const Recorded = LiveRecorder.layer((line) => Effect.sync(() => void recorded.push(line))).pipe(
      Layer.provide(NodeLive.layer),
    )
    const listen = (number: number) => {
      const url = `${origin.replace(/^http/, "ws")}/w${number}`
      const Live = StocksLive.layer.pipe(
        Layer.provideMerge(LiveConnection.layer({ url, apiKey, reconnect: { first: "1 millis", attempts: 2 } })),
        Layer.provide(MarketData.layer({ baseUrl: origin, apiKey })),
        Layer.provide([Recorded, Clients.node]),
      )
      return Effect.gen(function* () {
        const live = yield* StocksLive
        const exit = yield* Effect.exit(
          live.trades(["AAPL"]).pipe(
            Stream.take(1),
            Stream.runDrain,
            Effect.tapErrorCause((cause) => Effect.logError("the stream failed", cause)),
            Effect.timeout("10 seconds"),
          ),
        )
        const { state } = yield* LiveConnection
        const texts = [Witness.shown(yield* state)]
        if (Exit.isFailure(exit)) {
          const error = Cause.squash(exit.cause)
          texts.push(Witness.shown(error), JSON.stringify(error), Cause.pretty(exit.cause, { renderErrorCause: true }))
        }
        return texts.map((text) => [`the live channel's way "${names[number]}"`, text] as const)
      }).pipe(Effect.provide(Live))
    }
    const shown = yield* witness.watch(Effect.forEach(names, (_, number) => listen(number)))
    return [
      ...shown.flat(),
      ...(yield* witness.notes),
      ...recorded.map((line) => ["a recording of the live channel", line] as const),
    ]
  })
