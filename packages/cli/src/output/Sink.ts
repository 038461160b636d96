/**
 * Destination of bytes and texts: standard output, or a file that is complete or missing.
 *
 * @module
 */
import * as Foreign from "@candela/core/internal/Foreign"
import type { FileSystem } from "@effect/platform/FileSystem"
import type { Path } from "@effect/platform/Path"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { Terminal } from "../terminal/Terminal.js"
import type { ByteDestination } from "./Format.js"
import * as Temporary from "./Temporary.js"

const encoder = new TextEncoder()

/**
 * Prints data on a terminal, where no value of a row may act as a control sequence. An escape in JSON is the same JSON.
 */
const printed = <Err, R>(content: Stream.Stream<string | Uint8Array, Err, R>): Stream.Stream<string, Err, R> =>
  Stream.suspend(() => {
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true })
    return Stream.map(content, (part) => {
      const text = typeof part === "string" ? part : decoder.decode(part, { stream: true })
      // protects: Rows in a terminal are printed, whatever their format.
      // mutant: "shows its rows in every format": Foreign.lines(text.replaceAll("\r\n", "\n")) → text
      return Foreign.lines(text.replaceAll("\r\n", "\n"))
    })
  })

/** Compresses the bytes of a file. */
const compressed =
  ({ compression, file = "" }: ByteDestination) =>
  <Err, R>(bytes: Stream.Stream<Uint8Array, Err, R>): Stream.Stream<Uint8Array, unknown, R> =>
    compression === undefined
      ? bytes
      : Stream.unwrap(
          Effect.map(
            Effect.promise(() => import("./Compress.js")),
            (Compress) => Compress.of(compression, file)(bytes),
          ),
        )

/**
 * Writes drawn text, which has styles and shows texts of others by `Foreign`, to a file or to
 * standard output without one.
 */
export const draw = <Err, R>(
  destination: ByteDestination,
  content: Stream.Stream<string | Uint8Array, Err, R>,
): Effect.Effect<void, unknown, R | Terminal | FileSystem | Path> =>
  destination.file === undefined
    ? Effect.flatMap(Terminal, ({ out }) => Stream.runForEach(content, out.write))
    : Effect.flatMap(
        Effect.promise(() => import("@candela/files/internal/WholeFile")),
        ({ sink }): Effect.Effect<unknown, unknown, R | FileSystem | Path> =>
          Effect.flatMap(Temporary.make(destination.file!), (temporary) =>
            content.pipe(
              Stream.map((part) => (typeof part === "string" ? encoder.encode(part) : part)),
              compressed(destination),
              Stream.run(sink(destination.file!, { temporary })),
            ),
          ),
      ).pipe(Effect.asVoid)

/** Writes encoded rows to a file, to standard output without one, or prints them on a terminal. */
export const write = <Err, R>(
  destination: ByteDestination,
  content: Stream.Stream<string | Uint8Array, Err, R>,
): ReturnType<typeof draw<Err, R>> =>
  Effect.flatMap(Terminal, ({ out }) =>
    draw(destination, destination.file === undefined && out.isTerminal ? printed(content) : content),
  )
