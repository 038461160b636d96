/**
 * Kinds of faults of the live channel: what becomes of a frame, and what a Candela client does about it.
 *
 * @module
 */
import type { Consequence } from "./Fault.js"
import * as Status from "./internal/LiveStatus.js"

/** Kind of a frame of the server. */
export type FrameKind = "connected" | "auth" | "answer" | "rows" | "end"

/** What a server does in place of sending a frame. */
export type FrameStep =
  /** Sends a frame; with `late`, after the latency, and without holding back the frames behind it. */
  | { readonly _tag: "Send"; readonly frame: string; readonly late?: boolean }
  /** Sends nothing more until the latency has passed; then all that was held back. */
  | { readonly _tag: "Pause" }
  /** Sends nothing more at all, and keeps the connection. */
  | { readonly _tag: "Silence" }
  /** Sends the first half of a frame, and resets the connection. */
  | { readonly _tag: "Half"; readonly frame: string }
  /** Resets the connection. */
  | { readonly _tag: "Reset" }
  /** Ends the connection without a close frame. */
  | { readonly _tag: "End" }
  /** Closes the connection with a code. */
  | { readonly _tag: "Close"; readonly code: number; readonly reason: string }

/** A frame with a fault. */
export interface Struck {
  /** The frame. */
  readonly frame: string
  /** Its events or statuses, each as JSON. */
  readonly items: ReadonlyArray<string>
  /** Returns a number from 0 up to, not including, 1, determined by the seed, the frame and the label. */
  readonly draw: (label: string) => number
}

/** A kind of fault. */
export interface Kind {
  /** Kind of the frames that it happens to. */
  readonly on: FrameKind
  /** What it does to a stream that fills its gaps; streams that do not, lose what was sent meanwhile. */
  readonly consequence: Consequence
  /** Returns what is done in place of sending the frame; `undefined` if the fault does not apply to it. */
  readonly strike: (struck: Struck) => ReadonlyArray<FrameStep> | undefined
}

const send = (items: ReadonlyArray<string>): FrameStep => ({ _tag: "Send", frame: `[${items.join(",")}]` })
const told = (status: Status.Status): FrameStep => send([JSON.stringify(status)])

/** Makes a fault of one of a frame's rows. */
const ofRow =
  (change: (row: string, struck: Struck) => ReadonlyArray<string> | undefined): Kind["strike"] =>
  (struck) => {
    const place = Math.floor(struck.draw("row") * struck.items.length)
    const changed = change(struck.items[place]!, struck)
    return changed && [send(struck.items.toSpliced(place, 1, ...changed))]
  }

/** Numbers as no schema expects them. */
const odd: ReadonlyArray<(digits: string) => string> = [
  (digits) => `"${digits}"`,
  (digits) => (/[.e]/i.test(digits) ? digits : `${digits}.0`),
  () => "9223372036854775807",
]

const huge = 2_000_000

const kinds_ = {
  /** The connection is reset. */
  Cut: { on: "rows", consequence: "Retried", strike: () => [{ _tag: "Reset" }] },
  /** The connection ends without a close frame. */
  End: { on: "rows", consequence: "Retried", strike: () => [{ _tag: "End" }] },
  /** The connection is reset within a frame. */
  HalfFrame: { on: "rows", consequence: "Retried", strike: ({ frame }) => [{ _tag: "Half", frame }] },
  /** The connection is closed in the middle, as if all had been said: 1000. */
  NormalClose: { on: "rows", consequence: "Retried", strike: () => [{ _tag: "Close", code: 1000, reason: "" }] },
  /** Nothing more is sent, and the connection stays. */
  Silence: { on: "rows", consequence: "Retried", strike: () => [{ _tag: "Silence" }] },
  /** Another program uses the key. */
  MaxConnections: {
    on: "rows",
    consequence: "Retried",
    strike: () => [told(Status.maxConnections), { _tag: "Close", code: 1008, reason: "max_connections" }],
  },
  /** The service does not see the key in time. */
  AuthTimeout: { on: "auth", consequence: "Retried", strike: () => [told(Status.authTimeout), { _tag: "End" }] },
  /** The service refuses the key. */
  AuthFailed: { on: "auth", consequence: "Fatal", strike: () => [told(Status.wrongKey), { _tag: "End" }] },
  /** A subscription is refused, without its name. */
  NotAuthorized: {
    on: "answer",
    consequence: "Fatal",
    strike: ({ items }) => [send([...items.slice(0, -1), JSON.stringify(Status.notAuthorized)])],
  },
  /** A subscription is not acknowledged. Its rows come all the same. */
  MissingAck: {
    on: "answer",
    consequence: "Fatal",
    strike: ({ items }) => (items.length === 1 ? [] : [send(items.slice(0, -1))]),
  },
  /** Subscriptions are acknowledged after some of their rows. */
  LateAck: { on: "answer", consequence: "Harmless", strike: ({ frame }) => [{ _tag: "Send", frame, late: true }] },
  /** Frames come late. */
  Slow: { on: "rows", consequence: "Harmless", strike: ({ frame }) => [{ _tag: "Pause" }, { _tag: "Send", frame }] },
  /** A row comes twice in a frame. */
  DuplicateRow: { on: "rows", consequence: "Harmless", strike: ofRow((row) => [row, row]) },
  /** A frame comes twice. */
  RepeatedFrame: { on: "rows", consequence: "Harmless", strike: ({ items }) => [send(items), send(items)] },
  /** Two rows that follow each other are swapped. */
  SwappedRows: {
    on: "rows",
    consequence: "Harmless",
    strike: ({ draw, items }) => {
      const place = Math.floor(draw("row") * (items.length - 1))
      return items.length < 2 ? undefined : [send(items.toSpliced(place, 2, items[place + 1]!, items[place]!))]
    },
  },
  /** An event of a kind that nobody knows comes along. */
  UnknownEvent: { on: "rows", consequence: "Harmless", strike: ofRow((row) => ['{"ev":"ZZ","sym":"AAPL"}', row]) },
  /** A frame has two million bytes. */
  HugeFrame: {
    on: "rows",
    consequence: "Harmless",
    strike: ({ frame }) => [{ _tag: "Send", frame: `[${" ".repeat(huge)}${frame.slice(1)}` }],
  },
  /** A row is missing, although the connection stays. */
  DroppedRow: { on: "rows", consequence: "Altered", strike: ofRow(() => []) },
  /** A frame is no JSON. */
  InvalidJson: {
    on: "rows",
    consequence: "Altered",
    strike: ({ frame }) => [{ _tag: "Send", frame: frame.slice(0, -2) }],
  },
  /** A number is text, or has a fraction of zero, or nineteen digits. */
  OddNumber: {
    on: "rows",
    consequence: "Altered",
    strike: ofRow((row, { draw }) => {
      const change = odd[Math.floor(draw("number") * odd.length)]!
      return [row.replace(/:(-?\d[\d.e+-]*)/i, (_, digits: string) => `:${change(digits)}`)]
    }),
  },
} as const satisfies Readonly<Record<string, Kind>>

/** Name of a kind of fault. */
export type Name = keyof typeof kinds_

/** Kinds of faults by name. */
export const kinds: Readonly<Record<Name, Kind>> = kinds_

/** Names of faults, in the order in which they are drawn. */
export const names = Object.keys(kinds) as ReadonlyArray<Name>

/** Whether a text is the name of a fault. */
export const isName = (text: string): text is Name => Object.hasOwn(kinds, text)
