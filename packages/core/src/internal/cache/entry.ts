/**
 * Stored form of a cache entry: a digest, the expiry (8 bytes), the length of the document (4
 * bytes), and the document as gzip.
 *
 * The digest covers the entry's name and everything after the digest, so a truncated, changed or
 * renamed entry is recognised.
 */
import * as Effect from "effect/Effect"

/** A document and its expiry. */
export interface CacheEntry {
  readonly bytes: Uint8Array
  /** Expiry, epoch milliseconds; `Infinity` for never. */
  readonly until: number
}

const digestLength = 32
const headLength = digestLength + 8 + 4

const sha256 = (bytes: Uint8Array) =>
  Effect.tryPromise(async () => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>)))

const join = (...parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

export const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")

/**
 * Returns the name for these parts: 64 hexadecimal digits that reveal nothing of them. Different
 * parts have different names.
 */
export const nameOf = (...parts: ReadonlyArray<string>) =>
  Effect.map(sha256(new TextEncoder().encode(JSON.stringify(parts))), hex)

const gzip = (bytes: Uint8Array) =>
  Effect.tryPromise(async () => {
    const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new CompressionStream("gzip"))
    return new Uint8Array(await new Response(stream).arrayBuffer())
  })

/** Decompresses into one array of the known length: a stream yields chunks of some kilobytes. */
const gunzip = (bytes: Uint8Array, length: number) =>
  Effect.tryPromise(async () => {
    const { readable, writable } = new DecompressionStream("gzip")
    const writer = writable.getWriter()
    const written = Promise.all([writer.write(bytes as Uint8Array<ArrayBuffer>), writer.close()])
    // The reader fails too.
    written.catch(() => {})
    const whole = new Uint8Array(length)
    const reader = readable.getReader()
    let at = 0
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      whole.set(chunk.value, at)
      at += chunk.value.length
    }
    if (at !== length) throw new Error("the document is shorter than its entry says")
    return whole
  })

const digestOf = (name: string, rest: Uint8Array) => sha256(join(new TextEncoder().encode(name), rest))

/** Encodes an entry to be stored under a name. */
export const seal = (name: string, { bytes, until }: CacheEntry) =>
  Effect.gen(function* () {
    const head = new DataView(new ArrayBuffer(headLength - digestLength))
    head.setFloat64(0, until)
    head.setUint32(8, bytes.length)
    const rest = join(new Uint8Array(head.buffer), yield* gzip(bytes))
    return join(yield* digestOf(name, rest), rest)
  })

/** Decodes the entry stored under a name. Fails if it is not the result of {@link seal} for that name. */
export const open = (name: string, sealed: Uint8Array): Effect.Effect<CacheEntry, unknown> =>
  Effect.gen(function* () {
    const digest = yield* digestOf(name, sealed.subarray(digestLength))
    // protects: A damaged entry of the cache is requested anew.
    // mutant: "that was damaged is fetched anew": some((byte, at) => byte !== sealed[at]) → length === 0
    if (sealed.length < headLength || digest.some((byte, at) => byte !== sealed[at]))
      return yield* Effect.fail("damaged")
    const head = new DataView(sealed.buffer, sealed.byteOffset + digestLength)
    const bytes = yield* gunzip(sealed.subarray(headLength), head.getUint32(8))
    return { bytes, until: head.getFloat64(0) }
  })
