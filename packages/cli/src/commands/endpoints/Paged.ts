/**
 * Rows of one ticker, page by page: written as they come, or to a file that goes on where a former run ended.
 *
 * @module
 */
import type * as Catalog from "@candela/catalog/Catalog"
import type { Checkpoint } from "@candela/core/Checkpoint"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import { MarketData } from "@candela/core/MarketData"
import * as Preview from "@candela/core/Preview"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { ServicePage } from "../../output/Document.js"
import * as Elements from "../../output/Elements.js"
import type * as Format from "../../output/Format.js"
import * as Output from "../../output/Output.js"
import * as Resume from "../../output/Resume.js"
import * as Progress from "../../progress/Progress.js"
import { Terminal } from "../../terminal/Terminal.js"
import * as Parts from "./Parts.js"
import { details, type Prepared } from "./Prepared.js"
import * as Told from "./Told.js"
import type { CallValues } from "./Values.js"

/** Reports the progress of a stream, unless its rows are shown in the terminal themselves. */
const progressOf = (
  entry: Catalog.Entry,
  request: object,
  { file }: Format.Target,
  checkpoint: Checkpoint | undefined,
) =>
  Effect.gen(function* () {
    const { out } = yield* Terminal
    if (file === undefined && out.isTerminal) return () => Effect.void
    const progress = yield* Progress.make
    const endpoint = entry.declaration as Endpoint.AnyRows
    const share = endpoint.kind === "history" ? (yield* Preview.of(endpoint, request as never)).progress : undefined
    let [rows, pages] = [checkpoint?.rows ?? 0, 0]
    return (part: Parts.RowsPart) => {
      const instant = share && Parts.lastInstant(endpoint, part)
      return progress.update({
        rows: (rows += part.length),
        pages: ++pages,
        ...(instant !== undefined && { done: share!(instant) }),
      })
    }
  })

/** Writes the rows of all pages. */
export const write = (
  entry: Catalog.Entry,
  method: Catalog.Method,
  values: CallValues,
  { job, parsed, requests, target }: Prepared,
) =>
  Effect.gen(function* () {
    const endpoint = entry.declaration as Endpoint.AnyRows
    const request = requests[0]!
    let invalid = 0
    // Progress ends with the stream: the number of rows is written below it.
    const parts = (checkpoint?: Checkpoint) =>
      Stream.unwrapScoped(
        Effect.map(progressOf(entry, request, target, checkpoint), (tell) =>
          Parts.of(endpoint, method, request, parsed, {
            limit: values.limit,
            concurrency: values.concurrency,
            onInvalidRow: values["on-invalid-row"],
            checkpoint,
            whole: target.format === "json",
          }).pipe(
            Stream.tap((part) => {
              invalid += part.invalid
              return tell(part)
            }),
          ),
        ),
      )
    const written = details(entry, request)
    if (job !== undefined) {
      const { connection } = yield* MarketData
      const view = yield* Output.viewOf(endpoint, values, job.format)
      const viewed = (part: Parts.RowsPart) => {
        const elements = Parts.elements(part)
        return view.isConverted ? Chunk.map(Elements.ofChunk(elements), view.row) : elements
      }
      const rows = yield* Resume.write({ ...job, endpoint: view.endpoint, service: connection.baseUrl.href }, (from) =>
        Stream.map(parts(from), (part) => ({ ...part, rows: viewed(part) })),
      )
      yield* Output.summary(rows, job.file)
    } else if (target.format === "json") {
      yield* Output.pages(
        endpoint,
        values,
        Stream.map(parts(), ({ content }) => content as ServicePage),
        written,
      )
    } else {
      yield* Output.rows(endpoint, values, Stream.mapConcatChunk(parts(), Parts.elements), written)
    }
    yield* Told.warn(invalid)
  })
