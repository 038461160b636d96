/**
 * A `WebSocket` without a network: both ends live in this process, and frames pass in the order in
 * which they were sent.
 *
 * @module
 */
import type * as Socket from "@effect/platform/Socket"
import type * as Context from "effect/Context"

/** The server's end of a socket. */
export interface Remote {
  /** Sends a text frame. */
  readonly send: (frame: string) => void
  /** Closes with a close frame, after the frames that were sent before. */
  readonly close: (code: number, reason: string) => void
  /** Loses the connection: without a close frame, after the frames that were sent before. */
  readonly cut: () => void
  /** Returns the number of bytes that were sent and not yet read: nothing is read while the client pauses. */
  readonly buffered: () => number
}

/** What a server does with a socket. */
export interface Handlers {
  /** A text frame has arrived. */
  readonly message: (frame: string) => void
  /** The socket is gone. */
  readonly gone: () => void
}

type Listener = (event: object) => void

const [connecting, open, closing, closed] = [0, 1, 2, 3]

/** Close code of a connection that was lost without a close frame (RFC 6455, section 7.4.1). */
const lost = 1006

class Loopback {
  readyState = connecting
  binaryType = "arraybuffer"
  readonly protocol = ""
  readonly extensions = ""
  readonly bufferedAmount = 0
  onopen: Listener | null = null
  onmessage: Listener | null = null
  onerror: Listener | null = null
  onclose: Listener | null = null
  readonly #listeners = new Map<string, Map<Listener, boolean>>()
  readonly #waiting: Array<{ readonly run: () => void; readonly bytes: number }> = []
  #bytes = 0
  #isPaused = false
  #isScheduled = false
  readonly #handlers: Handlers | undefined

  constructor(
    readonly url: string,
    accept: (url: string, remote: Remote) => Handlers | undefined,
  ) {
    this.#later(() => {
      this.readyState = open
      this.#emit("open", {})
    })
    this.#handlers = accept(url, {
      send: (frame) =>
        this.#later(() => this.readyState === open && this.#emit("message", { data: frame }), frame.length),
      close: (code, reason) => this.#later(() => this.#end(code, reason, true)),
      cut: () => this.#later(() => this.#end(lost, "", false)),
      buffered: () => this.#bytes,
    })
    if (this.#handlers === undefined) {
      this.#waiting.length = 0
      this.#later(() => this.#end(lost, "", false))
    }
  }

  addEventListener(type: string, listener: Listener, options?: { readonly once?: boolean }) {
    const listeners = this.#listeners.get(type) ?? new Map<Listener, boolean>()
    this.#listeners.set(type, listeners.set(listener, options?.once === true))
  }

  removeEventListener(type: string, listener: Listener) {
    this.#listeners.get(type)?.delete(listener)
  }

  send(frame: string) {
    if (this.readyState === open) this.#handlers!.message(frame)
  }

  close(code = 1005, reason = "") {
    if (this.readyState >= closing) return
    this.readyState = closing
    this.#handlers?.gone()
    this.#waiting.length = 0
    this.#bytes = 0
    this.#isPaused = false
    this.#later(() => this.#end(code, reason, true))
  }

  terminate() {
    this.close(lost)
  }

  pause() {
    this.#isPaused = true
  }

  resume() {
    this.#isPaused = false
    this.#schedule()
  }

  #later(run: () => void, bytes = 0) {
    if (this.readyState === closed) return
    this.#bytes += bytes
    this.#waiting.push({ run, bytes })
    this.#schedule()
  }

  #schedule() {
    if (this.#isScheduled || this.#isPaused) return
    this.#isScheduled = true
    queueMicrotask(() => {
      this.#isScheduled = false
      while (!this.#isPaused) {
        const next = this.#waiting.shift()
        if (next === undefined) return
        this.#bytes -= next.bytes
        next.run()
      }
    })
  }

  #end(code: number, reason: string, wasClean: boolean) {
    if (this.readyState === closed) return
    const isOwn = this.readyState === closing
    this.readyState = closed
    this.#waiting.length = 0
    this.#bytes = 0
    if (!isOwn) this.#handlers?.gone()
    if (!wasClean) this.#emit("error", { message: "the connection was lost" })
    this.#emit("close", { code, reason, wasClean })
  }

  #emit(type: "open" | "message" | "error" | "close", fields: object) {
    const event = { type, target: this, ...fields }
    this[`on${type}`]?.(event)
    for (const [listener, once] of [...(this.#listeners.get(type) ?? [])]) {
      if (once) this.removeEventListener(type, listener)
      listener(event)
    }
  }
}

/**
 * Makes a constructor of sockets whose server is `accept`: it returns the handlers of a socket's frames, or `undefined`
 * to refuse the connection.
 */
export const make =
  (
    accept: (url: string, remote: Remote) => Handlers | undefined,
  ): Context.Tag.Service<typeof Socket.WebSocketConstructor> =>
  (url) =>
    new Loopback(url, accept) as unknown as globalThis.WebSocket
