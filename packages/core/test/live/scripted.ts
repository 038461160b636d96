import * as Socket from "@effect/platform/Socket"
import * as Field from "@candela/core/declare/Field"
import * as Param from "@candela/core/declare/Param"
import * as Topic from "@candela/core/declare/Topic"
import * as Unit from "@candela/core/declare/Unit"
import { LiveConnection } from "@candela/core/LiveConnection"
import type { Options } from "@candela/core/Live"
import { type Duration, Effect, Layer, Schema, Stream, TestClock, type Scope } from "effect"
import * as EventLoop from "../../src/internal/eventLoop.js"
import type { Signal } from "../../src/internal/live/signal.js"

type Listener = (event: never) => void

/** A status of the service. */
export const status = (status: string, message = "") => ({ ev: "status", status, message })

/** Answers to a subscription, as the service gives them. */
export const subscribed = (pairs: ReadonlyArray<string>) =>
  pairs.map((pair) => status("success", `subscribed to: ${pair}`))
export const unsubscribed = (pairs: ReadonlyArray<string>) =>
  pairs.map((pair) => status("success", `unsubscribed to: ${pair}`))

/** The other side of a socket, in memory. */
export class Peer {
  readyState = 0
  binaryType = ""
  /** Messages of the client. */
  readonly messages: Array<{ readonly action: string; readonly params: string }> = []
  /** Pairs that are subscribed. */
  readonly pairs = new Set<string>()
  closedWith: number | undefined
  pauses = 0
  isPaused = false
  pings = 0
  isTerminated = false
  private readonly listeners = new Map<string, Array<Listener>>()

  constructor(
    readonly url: string,
    private readonly script: Script,
  ) {
    queueMicrotask(() => script.open(this))
  }

  addEventListener(type: string, listener: Listener) {
    this.listeners.set(type, [...(this.listeners.get(type) ?? []), listener])
  }

  private emit(type: string, event: object) {
    for (const listener of this.listeners.get(type) ?? []) listener(event as never)
  }

  send(text: string) {
    const message = JSON.parse(text)
    this.messages.push(message)
    queueMicrotask(() => this.script.message(this, message))
  }

  close(code: number) {
    this.closedWith ??= code
    if (this.readyState > 1) return
    this.readyState = 2
    queueMicrotask(() => this.script.close(this))
  }

  /** Says one frame. */
  frame(text: string) {
    if (this.readyState === 1) this.emit("message", { data: text })
  }
  say(...events: ReadonlyArray<object>) {
    this.frame(JSON.stringify(events))
  }

  accept() {
    this.readyState = 1
    this.emit("open", {})
    this.say(status("connected", "Connected Successfully"))
  }

  /** Ends the connection, without a close frame unless one is given. */
  end(code = 1006, reason = "") {
    if (this.readyState === 3) return
    this.readyState = 3
    this.emit("close", { code, reason })
  }
}

/** A socket with what ws has beside the sockets of browsers. */
export class PeerOfNode extends Peer {
  private pong: (() => void) | undefined
  answersPings = true
  on(_: "pong", listener: () => void) {
    this.pong = listener
  }
  ping() {
    this.pings++
    if (this.answersPings) queueMicrotask(() => this.pong?.())
  }
  pause() {
    this.pauses++
    this.isPaused = true
  }
  resume() {
    this.isPaused = false
  }
  terminate() {
    this.isTerminated = true
    this.end()
  }
}

/** What a service does. */
export interface Script {
  readonly open: (peer: Peer) => void
  readonly message: (peer: Peer, message: { readonly action: string; readonly params: string }) => void
  readonly close: (peer: Peer) => void
}

/** A service that does everything right. */
export const faultless: Script = {
  open: (peer) => peer.accept(),
  close: (peer) => peer.end(1000),
  message: (peer, { action, params }) => {
    const pairs = params.split(",")
    if (action === "auth") return peer.say(status("auth_success", "authenticated"))
    for (const pair of pairs) {
      if (action === "subscribe") peer.pairs.add(pair)
      else peer.pairs.delete(pair)
    }
    peer.say(...(action === "subscribe" ? subscribed(pairs) : unsubscribed(pairs)))
  },
}

/** A service in memory. `peers` are its connections, in their order. */
export const service = (script: Partial<Script> = {}, socket: typeof Peer = PeerOfNode) => {
  const peers: Array<Peer> = []
  const whole = { ...faultless, ...script }
  const layer = Layer.succeed(Socket.WebSocketConstructor, (url) => {
    const peer = new socket(url, whole)
    peers.push(peer)
    return peer as unknown as globalThis.WebSocket
  })
  return { peers, last: () => peers.at(-1)! as PeerOfNode, layer }
}

export const key = "key-0123456789abcdef"
export const url = "wss://socket.example.com"

/** The connection to a service in memory. */
export const connected = (
  { layer }: { readonly layer: Layer.Layer<Socket.WebSocketConstructor> },
  options: Partial<LiveConnection.Options> = {},
) => LiveConnection.layer({ url, apiKey: key, ...options }).pipe(Layer.provide(layer))

/** Turns of the event loop, in which everything happens that needs no time. */
export const settle = Effect.repeatN(EventLoop.turn, 25)

/** Lets time pass, and what follows happen. */
export const pass = (time: Duration.DurationInput) => Effect.zipRight(TestClock.adjust(time), settle)

export interface Trade {
  readonly ticker: string
  readonly price: number
  readonly timestamp: number
  readonly size?: number
}

export const trades: Topic.Topic<Trade, never, true> = Topic.make({
  cluster: "stocks",
  code: "T",
  row: Field.struct({
    ticker: Field.required(Schema.String, "sym"),
    price: Field.required(Unit.Currency, "p"),
    timestamp: Field.required(Unit.EpochMillis, "t"),
    size: Field.optional(Unit.Shares, "s"),
  }),
  ticker: Param.text(/^[A-Z.]+$/, "a ticker"),
  kind: "log",
  time: ({ timestamp }) => timestamp,
  key: ({ timestamp }) => timestamp,
  wildcard: true,
  steady: true,
})

/** An event of `trades`. */
export const trade = (sym: string, t: number, p = 1) => ({ ev: "T", sym, p, t })

/** Reads the signals of a subscription of trades into an array, in the background. */
export const listen = (tickers: ReadonlyArray<string> | "*", options?: Options) => {
  const heard: Array<Signal<Trade>> = []
  const signals = Stream.unwrap(Effect.map(LiveConnection, (live) => live.subscribe(trades, tickers, options)))
  return Effect.map(
    Effect.forkScoped(Stream.runForEach(signals, (signal) => Effect.sync(() => heard.push(signal)))),
    (fiber) => ({ heard, fiber, rows: () => heard.flatMap((signal) => (signal._tag === "Rows" ? signal.rows : [])) }),
  )
}

/** Runs a program with the connection to a service in memory. */
export const scenario = (
  live: ReturnType<typeof service>,
  program: Effect.Effect<void, unknown, LiveConnection | Scope.Scope>,
  options?: Partial<LiveConnection.Options>,
) => Effect.provide(program, connected(live, options))
