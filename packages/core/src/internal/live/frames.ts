/**
 * Reads frames: arrays of events, each a status or a row of the topic that its `ev` names. A row goes to the streams
 * that want it. What cannot be read costs itself, and at most the streams that would have had it.
 */
import * as Either from "effect/Either"
import type * as Topic from "../../declare/Topic.js"
import { LiveDecodeError } from "../../LiveError.js"
import * as EventDecoder from "../decoder/eventDecoder.js"
import { read } from "../json/exactReader.js"
import { eachValue, locate } from "../json/locate.js"
import { skipValue } from "../json/tokenizer.js"
import { type Group, type Registry, type Subscriber } from "./registry.js"

/** Message of the service about the connection. */
export interface Status {
  readonly status: string
  readonly message: string
}

/** What a reader tells of its frames. */
export interface FrameHandlers {
  readonly onStatus: (status: Status) => void
  /** An event is of no topic, or a frame is no JSON. */
  readonly onUnknown: () => void
  /** Removes the key from text of the service. */
  readonly redact: (text: string) => string
}

type Record = { readonly [key: string]: unknown }

/** Number of tickers whose names are kept for streams of all tickers. */
const NAMES = 65_536

/** Decoders of topics, by the schemas of their rows: compiled once in a connection. */
export const decoders = (
  generating: boolean,
  redact: (text: string) => string,
): ((topic: Topic.Any) => EventDecoder.EventDecoder) => {
  const made = new WeakMap<object, EventDecoder.EventDecoder>()
  return ({ row }) => {
    let decoder = made.get(row)
    if (decoder === undefined) made.set(row, (decoder = EventDecoder.make(row, generating, redact)))
    return decoder
  }
}

const statusOf = ({ message, status }: Record): Status => ({ status: textOf(status), message: textOf(message) })

const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

/** Makes a reader of frames for the streams of a registry. */
export const make = (
  registry: Registry,
  decoderOf: (topic: Topic.Any) => EventDecoder.EventDecoder,
  told: FrameHandlers,
): ((text: string) => void) => {
  const names = new Map<string, string>()
  /** Name of a ticker for streams of all tickers. Each has one string, whatever number of rows are kept. */
  const nameOf = ({ topic }: Group, spelled: string): string => {
    const key = `${topic.code}.${spelled}`
    let name = names.get(key)
    if (name === undefined) {
      name = topic.spelling.fromWire(spelled)
      if (names.size < NAMES) names.set(key, name)
    }
    return name
  }

  const reject = (group: Group, rejected: EventDecoder.Rejected, to: Iterable<Subscriber>) => {
    const { expected, path, snippet } = rejected
    group.invalid++
    const failing = [...to].filter(({ isSkipping }) => !isSkipping)
    // protects: An event that its schema rejects ends the streams that would have had it, and nothing else.
    // mutant: "cost the streams that would have had it": failing, → registry.subscribers,
    registry.fail(
      failing,
      ({ topic }) => new LiveDecodeError({ topic: topic.name, path, expected, snippet: told.redact(snippet) }),
    )
  }

  /** The frame that is read, and the bytes of its events, once exact integers are wanted. */
  let current = ""
  let events: ReadonlyArray<unknown> = []
  let exact: ReadonlyArray<Uint8Array> | undefined

  const exactly = ({ topic }: Group, index: number): unknown => {
    exact ??= eventsOf(current)
    return Either.getOrElse(read(exact[index]!, decoderOf(topic).exact), () => events[index])
  }

  const deliver = (group: Group, event: Record, index: number) => {
    const { all, pending, routes, topic } = group
    const decoder = (group.decoder ??= decoderOf(topic))
    const spelled = event[decoder.tickerKey]
    const route = routes.get(spelled as string)
    if (route === undefined && all.length === 0) {
      // Rows may arrive after their ticker was unsubscribed. An event without a ticker may be of any stream.
      if (typeof spelled === "string") return
    }
    const input = decoder.exact.length === 0 ? event : exactly(group, index)
    let row = decoder.check(input) as { ticker: string } | undefined
    if (row === undefined) {
      const decoded = decoder.decode(input)
      if (Either.isLeft(decoded)) {
        const some =
          typeof spelled === "string" ? [...(route?.subscribers ?? []), ...all] : registry.subscribersOf(group)
        return reject(group, decoded.left, some)
      }
      row = decoded.right as { ticker: string }
    }
    const ticker = route?.ticker ?? nameOf(group, spelled as string)
    row.ticker = ticker
    if (group.seen !== undefined && topic.key !== undefined && isRepeated(group.seen, event)) return
    group.rows++
    group.last = row
    if (route !== undefined) give(route.subscribers, pending, row, ticker)
    if (all.length > 0) give(all, pending, row, ticker)
  }

  return (text) => {
    let frame: unknown
    try {
      frame = JSON.parse(text)
    } catch {
      return told.onUnknown()
    }
    current = text
    events = Array.isArray(frame) ? frame : [frame]
    exact = undefined
    for (let i = 0; i < events.length; i++) {
      const event = events[i]
      if (typeof event !== "object" || event === null) {
        told.onUnknown()
        continue
      }
      const { ev: code } = event as { readonly ev?: string }
      const groups = registry.groups(code)
      if (groups !== undefined) for (let k = 0; k < groups.length; k++) deliver(groups[k]!, event as Record, i)
      else if (code === "status") told.onStatus(statusOf(event as Record))
      else if (!registry.knows(code)) told.onUnknown()
    }
    current = ""
    events = []
  }
}

/** Gives a row to streams, apart from those that lack acknowledgements. */
const give = (to: ReadonlyArray<Subscriber>, pending: Group["pending"], row: unknown, ticker: string): void => {
  for (let i = 0; i < to.length; i++) {
    const subscriber = to[i]!
    if (pending.size === 0 || !pending.has(subscriber)) subscriber.queue.offer(row, ticker)
  }
}

/** Whether an event has come before. What differs in anything is another one: a revision, for instance. */
const isRepeated = (seen: Set<string>, event: unknown): boolean => {
  const identity = JSON.stringify(event)
  if (seen.has(identity)) return true
  seen.add(identity)
  return false
}

/** Returns the bytes of each event of a frame. */
const eventsOf = (text: string): ReadonlyArray<Uint8Array> => {
  const bytes = new TextEncoder().encode(text)
  const start = locate(bytes, [], "last")
  if (bytes[start] !== 91) return [bytes]
  const events: Array<Uint8Array> = []
  eachValue(bytes, start, (_, value) => {
    const end = skipValue(bytes, value)
    events.push(bytes.subarray(value, end))
    return end
  })
  return events
}
