/**
 * Whether the rows of a stream are adjusted for splits, for the metadata of a file: of bars, in chunks of rows as in
 * columns.
 */
import * as Adjusted from "@candela/core/internal/Adjusted"
import type * as Cause from "effect/Cause"
import * as Channel from "effect/Channel"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { FileError } from "../FileError.js"
import { isColumns } from "./rows.js"

const of = (chunk: Chunk.Chunk<object>): ReadonlyArray<boolean | undefined> => {
  const elements = Chunk.toReadonlyArray(chunk)
  const [first] = elements
  return first !== undefined && isColumns(first)
    ? elements.map((element) => (element as { readonly adjusted?: boolean }).adjusted)
    : [Adjusted.ofChunk(chunk)]
}

const mixed = () =>
  new FileError({
    reason: "value",
    detail:
      "some bars are adjusted for splits and others are not, and a file has one kind. Write two files, or request all bars with the same `adjusted`.",
  })

// protects: A file has bars of one kind, adjusted or not.
// mutant: "have one kind of bars": === (adjusted ?? false) → !== null
const isLike = (adjusted: boolean | undefined) => (one: boolean | undefined) =>
  one === undefined || one === (adjusted ?? false)

/** Returns whether chunks are adjusted. Fails where they contradict each other. */
export const ofColumns = (
  chunks: ReadonlyArray<{ readonly adjusted?: boolean | undefined }>,
): Effect.Effect<boolean | undefined, FileError> => {
  const all = chunks.map(({ adjusted }) => adjusted)
  const adjusted = Adjusted.some(all)
  return all.every(isLike(adjusted)) ? Effect.succeed(adjusted) : mixed()
}

/** Rows that a channel gets from the one before it. */
const given = <A, E>(): Stream.Stream<A, E> => Stream.fromChannel(Channel.identity() as never)

/**
 * Waits for the first rows, and continues with the stream of all of them and whether they are adjusted. The stream
 * fails where later rows contradict the first ones.
 */
export const peek = <A extends object, E, R, B, E2, R2>(
  self: Stream.Stream<A, E, R>,
  use: (adjusted: boolean | undefined, rows: Stream.Stream<A, E | FileError>) => Stream.Stream<B, E2, R2>,
): Stream.Stream<B, E | E2, R | R2> => {
  const first: Channel.Channel<Chunk.Chunk<B>, Chunk.Chunk<A>, E | E2, E, unknown, unknown, R2> = Channel.readWithCause(
    {
      onInput: (chunk: Chunk.Chunk<A>) => {
        if (Chunk.isEmpty(chunk)) return first
        const adjusted = Adjusted.some(of(chunk))
        const rest = Stream.mapChunksEffect(given<A, E>(), (chunk) =>
          of(chunk).every(isLike(adjusted)) ? Effect.succeed(chunk) : mixed(),
        )
        return Stream.toChannel(use(adjusted, Stream.concat(Stream.fromChunk(chunk), rest))) as typeof first
      },
      onFailure: (cause: Cause.Cause<E>) => Channel.failCause(cause),
      onDone: () => Stream.toChannel(use(undefined, Stream.empty)) as typeof first,
    },
  )
  return Stream.fromChannel(Channel.pipeTo(Stream.toChannel(self), first) as never)
}
