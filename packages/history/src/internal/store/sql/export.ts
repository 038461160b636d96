/**
 * Writes bars of a store to a file: by DuckDB's `COPY` where it can, else row by row.
 *
 * @module
 */
import * as Arrow from "@candela/files/Arrow"
import * as Csv from "@candela/files/Csv"
import * as Metadata from "@candela/files/internal/Metadata"
import * as WholeFile from "@candela/files/internal/WholeFile"
import * as Parquet from "@candela/files/Parquet"
import type { Written } from "@candela/files/Written"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { type TickerBarsEndpoint, withTicker } from "../../../TickerBar.js"
import type { AnyUniverse, Range } from "../../../Universe.js"
import type { Place } from "../commit/place.js"
import type * as Store from "../model/store.js"
import * as Read from "../read/read.js"
import * as Readers from "../read/readers.js"
import * as Copy from "./copy.js"

/** Encodes bars in one of the formats. */
const encode = (endpoint: TickerBarsEndpoint, format: Store.ExportOptions["format"], request: object) => {
  switch (format) {
    case "parquet":
      return Parquet.encode(endpoint, { request })
    case "csv":
      return Csv.encode(endpoint, { lineEnd: "\n" })
    case "arrow":
      return Arrow.encode(endpoint, { request, format: "file" })
  }
}

/** Makes the export of a store. */
export const make = (place: Place, ask: Readers.Ask): Store.Service["export"] =>
  ((
    path: string,
    universe: AnyUniverse,
    range: Range,
    { columns, format, temporary, ...options }: Store.ExportOptions,
  ) =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const wanted = { ...(yield* ask(universe, range)), universe, options: { ...options, columns } }
      const selection = yield* Read.select(place, wanted)
      const endpoint = withTicker(universe.endpoint, columns)
      const request = yield* Readers.requestOf(place, wanted, range)
      const write = <E, R>(bars: (file: WholeFile.WholeFile) => Effect.Effect<Omit<Written, "path">, E, R>) =>
        Effect.scoped(
          Effect.flatMap(WholeFile.open(path, { temporary }), (file) => Effect.zipLeft(bars(file), file.commit)),
        )

      const copied = (format: "parquet" | "csv") =>
        write((file) =>
          Effect.gen(function* () {
            const adjusted = selection.tickers.some(({ adjustment }) => adjustment.splits === "applied")
            const metadata = yield* Metadata.of(endpoint, { request }, adjusted)
            const to = yield* fs.realPath(file.temporary)
            const rows = yield* Copy.copy(place, { selection, wanted, endpoint, format, metadata }, to)
            return { rows, bytes: Number((yield* fs.stat(to)).size) }
          }),
        )

      const streamed = write((file) =>
        Effect.suspend(() => {
          const written = { rows: 0, bytes: 0 }
          const bars = Stream.tap(Read.read(place, wanted), ({ length }) => Effect.sync(() => (written.rows += length)))
          return encode(
            endpoint,
            format,
            request,
          )(bars as Stream.Stream<never, Store.ReadError>).pipe(
            Stream.runForEach((bytes) =>
              Effect.tap(file.write(bytes), () => Effect.sync(() => (written.bytes += bytes.length))),
            ),
            Effect.as(written),
          )
        }),
      )

      /** A failed `COPY` has removed the file that it wrote to: the rows go to a new one. */
      const retried = (error: Effect.Effect.Error<ReturnType<typeof copied>>) =>
        error._tag === "FileError" ? Effect.fail(error) : streamed

      // protects: What `COPY` cannot write, or refuses, is written row by row, with the error that it has there.
      // mutant: "fails for what a read fails for": catchAll(copied(format), retried) → orDie(copied(format))
      const written =
        format !== "arrow" && Copy.isPossible(place, { selection, wanted, format })
          ? yield* Effect.catchAll(copied(format), retried)
          : yield* streamed
      return { path, ...written }
    })) as never
