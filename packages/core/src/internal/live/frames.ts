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
import type { Group, Registry } from "./registry.js"

/** Message of the service about the connection. */
export interface Status {
  readonly status: string
  readonly message: string
}

/** Reads one frame after another, each in as many steps as its length asks for. */
export interface Reader {
  /** Begins a frame. The one before is dropped. */
  readonly begin: (text: string) => void
  /**
   * Reads until so much work is done, or the frame has ended. Returns the work that is left: only then it has ended.
   */
  readonly read: (work: number) => number
}

/** What a reader tells of its frames. */
export interface FrameHandlers {
  readonly onStatus: (status: Status) => void
  /** An event is of no topic, or a frame is no JSON. */
  readonly onUnknown: () => void
}

type Record = { readonly [key: string]: unknown }

/**
 * Decoders of topics, by the schemas of their rows: compiled once in a connection. `redact` removes the key from text.
 */
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

/** Work of an event that is read from its text, or by its schema, in events that are not. */
const SLOW = 16

/** Makes a reader of frames for the streams of a registry. */
export const make = (
  registry: Registry,
  decoderOf: (topic: Topic.Any) => EventDecoder.EventDecoder,
  told: FrameHandlers,
): Reader => {
  /** The frame that is read, and the bytes of its events, once exact integers are wanted. */
  let current = ""
  let events: ReadonlyArray<unknown> = []
  let exact: ReadonlyArray<Uint8Array> | undefined
  /** Number of its events that are read. */
  let count = 0
  let work = 0

  const exactly = ({ topic }: Group, index: number): unknown => {
    work -= SLOW
    exact ??= eventsOf(current)
    return Either.getOrElse(read(exact[index]!, decoderOf(topic).exact), () => events[index])
  }

  /** Decodes an event by its schema, if somebody wants it. If that rejects it, it ends their streams. */
  const bySchema = (group: Group, decoder: EventDecoder.EventDecoder, event: Record, input: unknown): unknown => {
    const spelled = event[decoder.tickerKey]
    // An event without a ticker may be of any stream.
    const wanting =
      typeof spelled === "string" ? registry.targetOf(group, spelled).subscribers : registry.subscribersOf(group)
    if (wanting.length === 0) return undefined
    // protects: Events that only their schema can judge do not keep timers and consumers waiting.
    // mutant: "of events that are slow to read": work -= SLOW → work -= 0
    work -= SLOW
    const decoded = decoder.decode(input)
    if (Either.isRight(decoded)) return decoded.right
    const { expected, path, snippet } = decoded.left
    group.invalid++
    // protects: An event that its schema rejects ends the streams that would have had it, and nothing else.
    // mutant: "cost the streams that would have had it": wanting.filter → [...registry.subscribers].filter
    registry.fail(
      wanting.filter(({ isSkipping }) => !isSkipping),
      ({ topic }) => new LiveDecodeError({ topic: topic.name, path, expected, snippet }),
    )
    return undefined
  }

  const deliver = (group: Group, event: Record, index: number) => {
    const decoder = (group.decoder ??= decoderOf(group.topic))
    const input = decoder.exact.length === 0 ? event : exactly(group, index)
    const row = (decoder.check(input) ?? bySchema(group, decoder, event, input)) as { ticker: string } | undefined
    if (row === undefined) return
    const { subscribers, ticker } = group.targets.get(row.ticker) ?? registry.targetOf(group, row.ticker)
    // Rows may arrive after their ticker was unsubscribed.
    if (subscribers.length === 0) return
    row.ticker = ticker
    if (group.seen !== undefined && group.topic.key !== undefined && isRepeated(group.seen, row)) return
    group.rows++
    group.last = row
    for (let i = 0; i < subscribers.length; i++) subscribers[i]!.queue.offer(row, ticker)
  }

  return {
    begin: (text) => {
      count = 0
      events = []
      exact = undefined
      try {
        const frame: unknown = JSON.parse((current = text))
        events = Array.isArray(frame) ? frame : [frame]
      } catch {
        told.onUnknown()
      }
    },
    read: (most) => {
      work = most
      while (count < events.length && work > 0) {
        work--
        const index = count++
        const event = events[index]
        if (typeof event !== "object" || event === null) {
          told.onUnknown()
          continue
        }
        const { ev: code } = event as { readonly ev?: string }
        const groups = registry.groups(code)
        if (groups !== undefined) for (let k = 0; k < groups.length; k++) deliver(groups[k]!, event as Record, index)
        else if (code === "status") told.onStatus(statusOf(event as Record))
        else if (!registry.knows(code)) told.onUnknown()
      }
      if (count === events.length) {
        current = ""
        events = []
        count = 0
      }
      return work
    },
  }
}

/** Whether a row has come before. What differs in anything is another one: a revision, for instance. */
const isRepeated = (seen: Set<string>, row: unknown): boolean => {
  const identity = JSON.stringify(row, (_, value) => (typeof value === "bigint" ? `${value}` : (value as unknown)))
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
