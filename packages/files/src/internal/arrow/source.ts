/** Bytes read in order: from a stream while it arrives, or from a file. */
import type * as FileSystem from "@effect/platform/FileSystem"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"

/** Source of bytes in order. */
export interface ByteSource<E> {
  /** Returns the next bytes as a copy, fewer at the end. Memory is allocated only for existing bytes. */
  readonly take: (length: number) => Effect.Effect<Uint8Array, E>
}

/** Makes a source of a stream. */
export const ofStream = <E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>,
): Effect.Effect<ByteSource<E>, never, R | Scope.Scope> =>
  Effect.map(Effect.zip(Stream.toPull(bytes), Effect.context<R>()), ([pull, context]) => {
    let parts: Array<Uint8Array> = []
    let have = 0
    let isOver = false
    /** Joins available bytes into one array. */
    const join = (length: number) => {
      const joined = new Uint8Array(length)
      let at = 0
      while (at < length) {
        const part = parts[0]!
        const count = Math.min(part.length, length - at)
        joined.set(part.subarray(0, count), at)
        at += count
        if (count === part.length) parts.shift()
        else parts[0] = part.subarray(count)
      }
      have -= length
      return joined
    }
    const more = pull.pipe(
      Effect.provide(context),
      Effect.map((chunk) => {
        const more = Chunk.toReadonlyArray(chunk).filter((part) => part.length > 0)
        parts = [...parts, ...more]
        have += more.reduce((sum, part) => sum + part.length, 0)
      }),
      Effect.catchAll(
        Option.match({
          onNone: () => Effect.sync(() => void (isOver = true)),
          onSome: (error) => Effect.fail(error),
        }),
      ),
    )
    return {
      take: (length) =>
        Effect.map(
          Effect.repeat(
            Effect.suspend(() => (have >= length || isOver ? Effect.succeed(true) : Effect.as(more, false))),
            { until: (isEnough) => isEnough },
          ),
          () => join(Math.min(length, have)),
        ),
    }
  })

/** Prepends bytes to a source. */
export const after = <E>(first: Uint8Array, source: ByteSource<E>): ByteSource<E> => {
  let head = first
  return {
    take: (length) =>
      Effect.suspend(() => {
        if (head.length === 0) return source.take(length)
        const part = head.slice(0, length)
        head = head.subarray(part.length)
        if (part.length === length) return Effect.succeed(part)
        return Effect.map(source.take(length - part.length), (more) => {
          const joined = new Uint8Array(part.length + more.length)
          joined.set(part)
          joined.set(more, part.length)
          return joined
        })
      }),
  }
}

/** Bytes with random access. */
export interface Bytes<E> {
  readonly size: number
  readonly from: (position: number) => ByteSource<E>
}

/** Makes random access to bytes in memory. */
export const ofBytes = (bytes: Uint8Array): Bytes<never> => ({
  size: bytes.length,
  from: (position) => {
    let rest = bytes.subarray(position)
    return {
      take: (length) =>
        Effect.sync(() => {
          const part = rest.slice(0, length)
          rest = rest.subarray(part.length)
          return part
        }),
    }
  },
})

/** Makes random access to an open file. */
export const ofFile = <E>(
  file: FileSystem.File,
  size: number,
  refused: (error: { readonly message: string }) => E,
): Bytes<E> => ({
  size,
  from: (start) => {
    let position = start
    return {
      take: (length) =>
        Effect.gen(function* () {
          const bytes = new Uint8Array(Math.max(0, Math.min(length, size - position)))
          yield* file.seek(position, "start")
          let at = 0
          while (at < bytes.length) {
            const count = Number(yield* Effect.mapError(file.read(bytes.subarray(at)), refused))
            if (count === 0) break
            at += count
          }
          position += at
          return bytes.subarray(0, at)
        }),
    }
  },
})
