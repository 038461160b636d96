/** Socket faults, applied to the bytes of a response. */
import { setTimeout as sleep } from "node:timers/promises"
import type { Socket } from "node:net"

/** Applies a fault to the first bytes of a response, which contain its head. Returns whether the rest follows. */
type Strike = (client: Socket, bytes: Buffer) => Promise<boolean>

const written = (client: Socket, bytes: Buffer) => new Promise<void>((resolve) => client.write(bytes, () => resolve()))

/** Only some bytes arrive. */
const cut =
  (part: (bytes: Buffer) => Buffer, end: (client: Socket) => void): Strike =>
  async (client, bytes) => {
    const kept = part(bytes)
    if (kept.length > 0) await written(client, kept)
    end(client)
    return false
  }

const nothing = (bytes: Buffer) => bytes.subarray(0, 0)
const inHead = (bytes: Buffer) => bytes.subarray(0, 20)
const inBody = (bytes: Buffer) => bytes.subarray(0, (bytes.indexOf("\r\n\r\n") + bytes.length) >> 1)

const close = (client: Socket) => void client.end()
const reset = (client: Socket) => void client.resetAndDestroy()

/** Number of pieces of a trickling answer, a millisecond apart. */
const pieces = 16

/** Every kind, by name. A retrying client survives each. */
export const kinds = {
  /** The connection is closed before an answer. */
  ClosedBeforeAnswer: cut(nothing, close),
  /** The connection is closed within the head of the answer. */
  ClosedInHead: cut(inHead, close),
  /** The connection is reset within the head of the answer. */
  ResetInHead: cut(inHead, reset),
  /** The connection is reset within the body. */
  ResetAfterHead: cut(inBody, reset),
  /** The connection stays open but is silent within the body, as if the peer had vanished. */
  HalfOpen: cut(inBody, () => {}),
  /** What arrives is not HTTP. */
  NotHttp: cut(() => Buffer.from("220 mail.invalid ready\r\n"), close),
  /** The answer arrives in small pieces. */
  Trickle: async (client, bytes) => {
    const size = Math.ceil(bytes.length / pieces)
    for (let at = 0; at < bytes.length && !client.destroyed; at += size) {
      await written(client, bytes.subarray(at, at + size))
      await sleep(1)
    }
    return true
  },
} as const satisfies Readonly<Record<string, Strike>>

/** The name of a kind. */
export type Name = keyof typeof kinds

/** Every name. */
export const names: ReadonlyArray<Name> = Object.keys(kinds) as ReadonlyArray<Name>

/** Whether a text is the name of a kind. */
export const isName = (text: string): text is Name => Object.hasOwn(kinds, text)
