/**
 * Recorder and replay of the live channel's frames, without a key: what clients send is not recorded, and
 * where the service repeats the key of a client, there is `<redacted>`.
 *
 * ```ts
 * const recording = LiveRecorder.layer((line) => Effect.sync(() => lines.push(line))).pipe(
 *   Layer.provide(NodeLive.layer),
 * )
 * const replayed = LiveRecorder.replay(lines, { pace: 60 })
 * ```
 *
 * A recording is NDJSON, a line for each frame: `{"at":1751290260012,"connection":1,"path":"/stocks","frame":"[...]"}`.
 * `at` is the time of its receipt, epoch milliseconds. The last line of a connection has `"closed"`, its close code, in
 * place of the frame.
 *
 * @module
 */
import * as Redaction from "@candela/core/internal/Redaction"
import * as Socket from "@effect/platform/Socket"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import { identity } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import * as LoopbackSocket from "./internal/LoopbackSocket.js"

/** A line of a recording. */
export const Line = Schema.Struct({
  /** Time of receipt, epoch milliseconds. */
  at: Schema.Number,
  /** Number of the connection in the recording, from 1. */
  connection: Schema.Number,
  /** Path of the connection. */
  path: Schema.String,
  /** The frame. */
  frame: Schema.optionalWith(Schema.String, { exact: true }),
  /** Close code, on the last line of a connection. */
  closed: Schema.optionalWith(Schema.Number, { exact: true }),
})

/** A line of a recording. */
export type Line = typeof Line.Type

type Constructor = Context.Tag.Service<typeof Socket.WebSocketConstructor>

const encode = Schema.encodeSync(Schema.parseJson(Line))

/** The path of a URL, without a query, which might have a key. */
const pathOf = (url: string): string => new URL(url).pathname

const textOf = (data: unknown): string =>
  typeof data === "string" ? data : new TextDecoder().decode(data as ArrayBuffer)

const Auth = Schema.parseJson(Schema.Struct({ action: Schema.Literal("auth"), params: Schema.String }))

/** Returns the key that a message of a client has; `undefined` if it has none. */
const keyIn = (data: unknown): string | undefined =>
  Option.getOrUndefined(Schema.decodeUnknownOption(Auth)(data))?.params

/**
 * Records the frames that sockets receive. `write` is given a line without its end; the lines are written in their
 * order, and a failure of `write` is a defect.
 */
export const layer = (
  write: (line: string) => Effect.Effect<void>,
): Layer.Layer<Socket.WebSocketConstructor, never, Socket.WebSocketConstructor> =>
  Layer.effect(
    Socket.WebSocketConstructor,
    Effect.gen(function* () {
      const make = yield* Socket.WebSocketConstructor
      const clock = yield* Effect.clock
      const run = Runtime.runFork(yield* Effect.runtime<never>())
      const turns = yield* Effect.makeSemaphore(1)
      let connections = 0
      const recorded: Constructor = (url, protocols) => {
        const socket = make(url, protocols)
        const of = { connection: ++connections, path: pathOf(url) }
        let redact = identity<string>
        const send = socket.send.bind(socket) as (data: unknown) => void
        socket.send = (data: unknown) => {
          const key = keyIn(data)
          if (key !== undefined) redact = Redaction.make(Redacted.make(key)).text
          send(data)
        }
        const record = (what: Pick<Line, "frame"> | Pick<Line, "closed">) =>
          run(turns.withPermits(1)(write(encode({ at: clock.unsafeCurrentTimeMillis(), ...of, ...what }))))
        socket.addEventListener("message", ({ data }: { readonly data: unknown }) =>
          // protects: A recording has no key, though the service repeats it.
          // mutant: "that the service repeats": redact(textOf(data)) → textOf(data)
          record({ frame: redact(textOf(data)) }),
        )
        socket.addEventListener("close", ({ code }: { readonly code: number }) => record({ closed: code }))
        return socket
      }
      return recorded
    }),
  )

/** Options of a replay. */
export interface ReplayOptions {
  /**
   * How many times faster than recorded: 1 at the pace of the recording, 60 for an hour in a minute, `"atOnce"` without
   * pauses. Default `"atOnce"`.
   */
  readonly pace?: number | "atOnce" | undefined
}

/** A connection of a recording. */
interface Track {
  readonly path: string
  readonly lines: Array<Line>
}

const tracksOf = (lines: ReadonlyArray<Line>): ReadonlyArray<Track> => {
  const tracks = new Map<number, Track>()
  for (const line of lines) {
    const track = tracks.get(line.connection) ?? { path: line.path, lines: [] }
    tracks.set(line.connection, track)
    track.lines.push(line)
  }
  return [...tracks.values()]
}

/**
 * Replays a recording: the sockets of a path get the frames of its recorded connections, one after the other, whatever
 * they send. A socket beyond those is refused, and so is one of another path. A line that is none is a defect which
 * names its number.
 */
export const replay = (
  lines: Iterable<string>,
  { pace = "atOnce" }: ReplayOptions = {},
): Layer.Layer<Socket.WebSocketConstructor> =>
  Layer.scoped(
    Socket.WebSocketConstructor,
    Effect.gen(function* () {
      const decode = Schema.decodeUnknown(Schema.parseJson(Line))
      const decoded = yield* Effect.forEach([...lines].entries(), ([index, line]) =>
        line.trim() === ""
          ? Effect.succeed([])
          : decode(line).pipe(
              Effect.map((line) => [line]),
              Effect.catchAll((cause) =>
                Effect.dieMessage(`LiveRecorder.replay: line ${index + 1} is no line of a recording: ${cause.message}`),
              ),
            ),
      )
      const waiting = [...tracksOf(decoded.flat())]
      const scope = yield* Effect.scope
      const run = Runtime.runFork(yield* Effect.runtime<never>())

      const play = ({ lines }: Track, { close, cut, send }: LoopbackSocket.Remote) =>
        Effect.forEach(
          lines,
          (line, index) => {
            const after = line.at - (lines[index - 1] ?? line).at
            const act = Effect.sync(() => {
              if (line.frame !== undefined) send(line.frame)
              else if (line.closed === 1006) cut()
              else close(line.closed ?? 1005, "")
            })
            return pace === "atOnce" ? act : Effect.delay(act, after / pace)
          },
          { discard: true },
        )

      return LoopbackSocket.make((url, remote) => {
        const place = waiting.findIndex(({ path }) => path === pathOf(url))
        if (place < 0) return undefined
        const [track] = waiting.splice(place, 1)
        const fiber = run(play(track!, remote), { scope })
        return { message: () => undefined, gone: () => fiber.unsafeInterruptAsFork(FiberId.none) }
      })
    }),
  )
