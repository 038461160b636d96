/** Gzip by the streams of the web platform. */
import * as Effect from "effect/Effect"

const through = (bytes: Uint8Array, transform: CompressionStream | DecompressionStream) =>
  Effect.tryPromise(() =>
    new Response(new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(transform)).arrayBuffer(),
  ).pipe(Effect.map((buffer) => new Uint8Array(buffer)))

/** Compresses. */
export const gzip = (bytes: Uint8Array): Effect.Effect<Uint8Array> =>
  Effect.orDie(through(bytes, new CompressionStream("gzip")))

/** Decompresses bytes that start like gzip, as no JSON text does. Other bytes, and damaged gzip, stay unchanged. */
export const gunzip = (bytes: Uint8Array): Effect.Effect<Uint8Array> =>
  bytes[0] === 0x1f && bytes[1] === 0x8b
    ? Effect.orElseSucceed(through(bytes, new DecompressionStream("gzip")), () => bytes)
    : Effect.succeed(bytes)
