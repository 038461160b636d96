/** A client of the live channel that remembers what it was told. */
import * as Socket from "@effect/platform/Socket"
import { Chunk, Effect, TestClock } from "effect"

/** An event or a status. */
export type Told = Readonly<Record<string, unknown>>

/** A client. */
export interface Client {
  readonly socket: WebSocket
  /** Frames so far. */
  readonly frames: ReadonlyArray<ReadonlyArray<Told>>
  /** Texts of the frames so far. */
  readonly texts: ReadonlyArray<string>
  readonly say: (action: string, params: string) => Effect.Effect<void>
  /** Lets frames arrive until there are events or statuses that fulfil a condition. */
  readonly until: (condition: (told: ReadonlyArray<Told>) => boolean) => Effect.Effect<ReadonlyArray<Told>>
  /** Waits for the end: its close code. */
  readonly ended: Effect.Effect<number>
}

/** Lets the event loop turn. */
export const turn: Effect.Effect<void> = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

/** Lets the event loop turn until a condition is fulfilled. */
export const eventually = (condition: () => boolean): Effect.Effect<void> =>
  Effect.suspend(() => (condition() ? Effect.void : Effect.zipRight(turn, eventually(condition))))

/** The end of the time in which clients that connect at 0 must send their keys: it stays among the sleeps. */
const authTimeout = 10_000

/** Lets the event loop turn until the events of what is subscribed are prepared, and wait for their time. */
export const prepared: Effect.Effect<void> = Effect.asVoid(
  Effect.repeat(Effect.zipRight(turn, TestClock.sleeps()), {
    until: (sleeps) => Chunk.some(sleeps, (time) => time !== authTimeout),
  }),
)

/** Listens to a path. */
export const listen = (
  path: string,
  base = "ws://sandbox",
): Effect.Effect<Client, never, Socket.WebSocketConstructor> =>
  Effect.gen(function* () {
    const socket = (yield* Socket.WebSocketConstructor)(`${base}${path}`)
    const frames: Array<ReadonlyArray<Told>> = []
    const texts: Array<string> = []
    let code: number | undefined
    socket.addEventListener("error", () => undefined)
    socket.addEventListener("message", ({ data }) => {
      texts.push(String(data))
      frames.push(JSON.parse(String(data)) as ReadonlyArray<Told>)
    })
    socket.addEventListener("close", (event) => {
      code = event.code
    })
    const until: Client["until"] = (condition) =>
      Effect.map(
        eventually(() => condition(frames.flat())),
        () => frames.flat(),
      )
    return {
      socket,
      frames,
      texts,
      say: (action, params) => Effect.sync(() => socket.send(JSON.stringify({ action, params }))),
      until,
      ended: Effect.map(
        eventually(() => code !== undefined),
        () => code!,
      ),
    }
  })

/** Messages of the statuses among what was told. */
export const messages = (told: ReadonlyArray<Told>): ReadonlyArray<unknown> =>
  told.filter(({ ev }) => ev === "status").map(({ message }) => message)

/** Listens to a path with a key. */
export const authenticated = (path: string, key = "sandbox", base?: string) =>
  Effect.gen(function* () {
    const client = yield* listen(path, base)
    yield* client.until((told) => told.length > 0)
    yield* client.say("auth", key)
    yield* client.until((told) => told.length > 1)
    return client
  })

/** Listens to pairs of a path. */
export const subscribed = (path: string, pairs: string, key?: string, base?: string) =>
  Effect.tap(authenticated(path, key, base), (client) =>
    Effect.zipRight(
      client.say("subscribe", pairs),
      client.until((told) => messages(told).length >= 2 + pairs.split(",").length),
    ),
  )
