/** A file of encoded rows, as a sink. */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type * as FileSystem from "@effect/platform/FileSystem"
import * as Channel from "effect/Channel"
import * as Sink from "effect/Sink"
import * as Stream from "effect/Stream"
import type { FileError } from "../FileError.js"
import type { Written } from "../Written.js"
import { named } from "./fault.js"
import { lengthOf, type RowOrColumns } from "./rows.js"
import * as WholeFile from "./WholeFile.js"

/** Encodes rows to bytes. */
type Encode<E extends Endpoint.AnyRows> = <Err, R>(
  rows: Stream.Stream<RowOrColumns<E>, Err, R>,
) => Stream.Stream<Uint8Array, Err | FileError, R>

/** Stream of a channel's input. */
const given = <A>(): Stream.Stream<A> => Stream.fromChannel(Channel.identity() as never)

/** Makes a sink that encodes its input, and puts the file in place at the end. */
export const sink = <E extends Endpoint.AnyRows>(
  path: string,
  encode: Encode<E>,
): Sink.Sink<Written, RowOrColumns<E>, never, FileError, FileSystem.FileSystem> =>
  Sink.suspend(() => {
    let rows = 0
    const counted = Stream.mapChunks(given<RowOrColumns<E>>(), (chunk) => {
      for (const element of chunk) rows += lengthOf(element)
      return chunk
    })
    const encoded = Stream.mapError(encode(counted), named(path))
    const bytes: Sink.Sink<number, RowOrColumns<E>, never, FileError, FileSystem.FileSystem> = Sink.fromChannel(
      Channel.pipeTo(Stream.toChannel(encoded) as never, Sink.toChannel(WholeFile.sink(path))) as never,
    )
    return Sink.map(bytes, (bytes) => ({ path, rows, bytes }))
  })
