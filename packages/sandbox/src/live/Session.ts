/**
 * One connection of the live channel: what a client may say, and what it is told. It knows nothing of sockets or time.
 *
 * @module
 */
import type { FrameKind } from "@candela/testing/LiveFault"
import * as Status from "@candela/testing/internal/LiveStatus"
import { Either, Option, Predicate, Schema } from "effect"
import type { WirePair } from "./Agenda.js"
import type { KindPeer } from "./Faulty.js"
import type { Handlers } from "./Peer.js"

/** What a session asks of its server. */
export interface Desk {
  /** Judges a key, and makes its session the one of its key, so that others may be ended. */
  readonly admit: (key: string) => Status.Status | undefined
  /** Finds the pair of a text such as `AM.AAPL`: `"unknown"` for an unknown topic, `"refused"` if the path has none. */
  readonly find: (text: string) => WirePair | "unknown" | "refused"
  /** The session wants a pair from now on, or wants it no longer. */
  readonly want: (pair: WirePair) => void
  readonly leave: (pair: WirePair) => void
  /** The session is over. */
  readonly gone: () => void
}

/** How the server answers where the service's behaviour is not settled. */
export interface Manners {
  /** Whether the answers to one message come in one frame, or each in its own. */
  readonly answers: "together" | "each"
  /** Whether a pair that is subscribed already is acknowledged again. */
  readonly repeated: boolean
}

/** A session. */
export interface LiveSession extends Handlers {
  /** Takes an event for its client: it is sent by {@link LiveSession.flush}. */
  readonly put: (event: string) => void
  /** Sends the events that were put, in one frame; a client that is too slow is ended. */
  readonly flush: () => void
  /** Ends the session with a status and a close frame. */
  readonly end: (status: Status.Status) => void
  /** Ends a session whose client has not sent its key. */
  readonly expire: () => void
  /** Whether events wait to be sent. */
  readonly isBehind: () => boolean
  /** Whether its client's side has taken everything. */
  readonly isDone: () => boolean
}

const Message = Schema.parseJson(Schema.Struct({ action: Schema.String, params: Schema.String }))
const decode = Schema.decodeUnknownEither(Message)

/** Close code of an end by rule (RFC 6455, section 7.4.1). */
const policy = 1008

/** Bytes from which further events wait, so that they are packed into longer frames. */
const packed = 1_000_000
/** Bytes at which a client counts as too slow. */
const most = 8_000_000

/** Pairs that a client may subscribe: ten times those of the largest programs. */
const mostPairs = 100_000

/** Begins a session. `send` is told the kind of each frame. */
export const make = (peer: KindPeer, desk: Desk, { answers, repeated }: Manners): LiveSession => {
  const pairs = new Map<string, WirePair>()
  let state: "new" | "known" | "over" = "new"
  let events: Array<string> = []
  let bytes = 0

  const tell = (kind: FrameKind, ...statuses: ReadonlyArray<Status.Status>) => {
    if (state === "over" || statuses.length === 0) return
    if (answers === "each") for (const status of statuses) peer.send(JSON.stringify([status]), kind)
    else peer.send(JSON.stringify(statuses), kind)
  }

  const finish = () => {
    if (state === "over") return
    state = "over"
    events = []
    for (const pair of pairs.values()) desk.leave(pair)
    pairs.clear()
    desk.gone()
  }

  /** Ends as the service does when it refuses a key: without a close frame. */
  const refuse = (status: Status.Status) => {
    tell("auth", status)
    finish()
    peer.end()
  }

  const end = (status: Status.Status) => {
    if (state === "over") return
    tell("end", status)
    finish()
    peer.close(policy, status.status)
  }

  const authenticate = (key: string) => {
    const refusal = desk.admit(key)
    if (refusal !== undefined) return refuse(refusal)
    state = "known"
    tell("auth", Status.authenticated)
  }

  const subscribe = (text: string): ReadonlyArray<Status.Status> => {
    const pair = desk.find(text)
    if (pair === "unknown") return []
    if (pair === "refused") return [Status.notAuthorized]
    const isHeld = pairs.has(text)
    // protects: A client costs the sandbox a bounded number of subscriptions.
    // mutant: "refuses pairs beyond a hundred thousand": never
    if (!isHeld && pairs.size >= mostPairs) return [Status.tooManyPairs]
    if (!isHeld) {
      pairs.set(text, pair)
      desk.want(pair)
    }
    return isHeld && !repeated ? [] : [Status.subscribed(text)]
  }

  const unsubscribe = (text: string): ReadonlyArray<Status.Status> => {
    const pair = pairs.get(text)
    if (pair !== undefined) desk.leave(pair)
    pairs.delete(text)
    return Predicate.isString(desk.find(text)) ? [] : [Status.unsubscribed(text)]
  }

  const actions = new Map<string, (params: string) => void>([
    ["auth", authenticate],
    ["subscribe", (params) => tell("answer", ...textsOf(params).flatMap(subscribe))],
    ["unsubscribe", (params) => tell("answer", ...textsOf(params).flatMap(unsubscribe))],
  ])

  tell("connected", Status.connected)

  return {
    message: (frame) => {
      if (state === "over") return
      const message = decode(frame)
      const action = Option.flatMapNullable(Either.getRight(message), (message) => actions.get(message.action))
      if (Either.isLeft(message) || Option.isNone(action)) return tell("answer", Status.invalidJson)
      // protects: Nothing is subscribed without a key.
      // mutant: "is told to authenticate first": state === "new" → false
      if (state === "new" && message.right.action !== "auth") return tell("answer", Status.authRequired)
      action.value(message.right.params)
    },
    gone: finish,
    put: (event) => {
      events.push(event)
      bytes += event.length
    },
    flush: () => {
      if (state === "over" || events.length === 0) return
      const buffered = peer.buffered()
      // protects: A client that does not read costs the sandbox a bounded amount of memory.
      // mutant: "is told and ended when too much waits for it": buffered + bytes > most → false
      if (buffered + bytes > most) return end(Status.slowConsumer)
      if (buffered > packed) return
      peer.send(`[${events.join(",")}]`, "rows")
      events = []
      bytes = 0
    },
    end,
    expire: () => (state === "new" ? refuse(Status.authTimeout) : undefined),
    isBehind: () => events.length > 0,
    isDone: () => events.length === 0 && (state === "over" || peer.buffered() === 0),
  }
}

const textsOf = (params: string): ReadonlyArray<string> =>
  params
    .split(",")
    .map((text) => text.trim())
    .filter((text) => text !== "")
