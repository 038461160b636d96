/**
 * One socket, on the constructor of `@effect/platform`: texts, and one end. Where the object has them (ws on Node), a
 * full wire is paused, a silent one is pinged, and one whose peer does not close is terminated.
 *
 * `Socket.makeWebSocket` is not used: a cut is a success there, and what is written while it is down goes out on the
 * next connection, perhaps before its key.
 */
import type * as Socket from "@effect/platform/Socket"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"

/** Makes sockets. */
export type Constructor = Context.Tag.Service<typeof Socket.WebSocketConstructor>

/** What a wire tells, each in its turn; nothing after `onEnd`. */
export interface Handlers {
  readonly onText: (text: string) => void
  /** The other side answered a ping. */
  readonly onPong: () => void
  /** The socket has ended, or was never open. `code` is that of its close frame, if one came. */
  readonly onEnd: (code: number | undefined, detail: string) => void
}

/** An open socket, or one that is being opened. */
export interface Line {
  /** Sends a text; `false` if the socket is not open. Nothing waits for another connection. */
  readonly send: (text: string) => boolean
  /** Stops reading, and goes on; absent if the socket cannot. */
  readonly pause: (() => void) | undefined
  readonly resume: (() => void) | undefined
  /** Asks the other side for a sign of life; absent if the socket cannot. */
  readonly ping: (() => void) | undefined
  /** Closes the socket, and terminates it if the other side does not answer in time. */
  readonly close: Effect.Effect<void>
}

/** What sockets of ws have beside those of browsers. */
interface More {
  readonly pause?: () => void
  readonly resume?: () => void
  readonly ping?: () => void
  readonly terminate?: () => void
  readonly on?: (event: "pong", listener: () => void) => void
}

/** Time in which the other side may answer a close frame, milliseconds of the machine: a socket needs no test clock. */
const CLOSE = 500

const OPEN = 1

const wordsOf = (event: unknown): string => {
  const { error, message } = event as { readonly error?: unknown; readonly message?: unknown }
  const code = Predicate.hasProperty(error, "code") ? String(error.code) : ""
  const text = typeof message === "string" ? message : ""
  return text || code || "the socket failed"
}

/** Opens a socket. It ends at once if the constructor fails. */
export const open = (construct: Constructor, url: string, handlers: Handlers): Line => {
  let isEnded = false
  let onEnded: (() => void) | undefined
  const end = (code: number | undefined, detail: string) => {
    if (isEnded) return
    isEnded = true
    handlers.onEnd(code, detail)
    onEnded?.()
  }
  let socket: globalThis.WebSocket & More
  try {
    socket = construct(url)
  } catch (error) {
    end(undefined, error instanceof Error ? error.message : String(error))
    return { send: () => false, pause: undefined, resume: undefined, ping: undefined, close: Effect.void }
  }
  // Some runtimes would give binary frames as blobs, whose texts come later than the frames after them.
  socket.binaryType = "arraybuffer"
  socket.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (!isEnded) handlers.onText(typeof data === "string" ? data : new TextDecoder().decode(data as ArrayBuffer))
  })
  // It stays: a later error without a listener would end a program on Node.
  socket.addEventListener("error", (event) => end(undefined, wordsOf(event)))
  socket.addEventListener("close", ({ code, reason }) => end(code, reason || `closed with code ${code}`))
  socket.on?.("pong", handlers.onPong)
  const bound = (name: "pause" | "resume" | "ping") => socket[name] && (() => socket[name]!())
  return {
    send: (text) => {
      if (isEnded || socket.readyState !== OPEN) return false
      socket.send(text)
      return true
    },
    pause: bound("pause"),
    resume: bound("resume"),
    ping: bound("ping"),
    close: Effect.async((resume) => {
      const terminate = () => {
        isEnded = true
        socket.terminate?.()
        resume(Effect.void)
      }
      if (isEnded) return resume(Effect.void)
      // Before it is open there is nobody who answers.
      if (socket.readyState !== OPEN && socket.terminate !== undefined) return terminate()
      // protects: A socket is gone in time, also if the other side is silent.
      // mutant: "closes its sockets, also silent ones": setTimeout(terminate → setTimeout(() => resume(Effect.void)
      const timer = setTimeout(terminate, CLOSE)
      onEnded = () => {
        clearTimeout(timer)
        resume(Effect.void)
      }
      socket.close(1000)
    }),
  }
}
