/**
 * Destination of bytes and texts: standard output, or a file that is complete or missing.
 *
 * @module
 */
import type { FileSystem } from "@effect/platform/FileSystem"
import type { Path } from "@effect/platform/Path"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { Terminal } from "../terminal/Terminal.js"
import * as Temporary from "./Temporary.js"

const encoder = new TextEncoder()

/** Writes a stream to a file, or to standard output without one. */
export const write = <Err, R>(
  file: string | undefined,
  content: Stream.Stream<string | Uint8Array, Err, R>,
): Effect.Effect<void, unknown, R | Terminal | FileSystem | Path> =>
  file === undefined
    ? Effect.flatMap(Terminal, ({ out }) => Stream.runForEach(content, out.write))
    : Effect.flatMap(
        Effect.promise(() => import("@candela/files/WholeFile")),
        ({ sink }): Effect.Effect<unknown, unknown, R | FileSystem | Path> =>
          Effect.flatMap(Temporary.make(file), (temporary) =>
            content.pipe(
              Stream.map((part) => (typeof part === "string" ? encoder.encode(part) : part)),
              Stream.run(sink(file, { temporary })),
            ),
          ),
      ).pipe(Effect.asVoid)
