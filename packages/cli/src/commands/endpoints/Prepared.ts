/**
 * Checks of a command line before there is a connection: its requests, its output, and whether the output is resumed.
 *
 * @module
 */
import type * as Catalog from "@candela/catalog/Catalog"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Request from "@candela/core/Request"
import type { FileSystem } from "@effect/platform/FileSystem"
import * as Effect from "effect/Effect"
import { UsageError } from "../../command/UsageError.js"
import * as Encoder from "../../output/Encoder.js"
import * as Format from "../../output/Format.js"
import * as Output from "../../output/Output.js"
import type * as Resume from "../../output/Resume.js"
import type { Terminal } from "../../terminal/Terminal.js"
import * as Several from "./Several.js"
import * as Shape from "./Shape.js"
import * as Values from "./Values.js"

/** Request of rows, and the texts of their columns, for files that keep them. */
export const details = (entry: Catalog.Entry, request: object): Output.RequestDetails => ({
  request,
  texts: Object.fromEntries(entry.fields.map(({ path, text }) => [path, text])),
})

/** Options that change the text of a row; `undefined` without any. */
const formOf = ({
  columns,
  crlf,
  excel,
  "long-integers": long,
  time,
  utc,
  zone,
}: Values.CallValues): object | undefined => {
  const form = { columns, time, zone, long, utc: utc || undefined, crlf: crlf || undefined, excel: excel || undefined }
  return Object.values(form).some((value) => value !== undefined) ? form : undefined
}

/** Job of a file that is written in several runs; `undefined` for any other output. */
const jobOf = (
  entry: Catalog.Entry,
  request: object,
  values: Values.CallValues,
  { compression, file, format }: Format.Target,
): Effect.Effect<Omit<Resume.FileJob, "service"> | undefined, UsageError> => {
  const { limit, resume } = values
  if (resume !== true) return Effect.succeed(undefined)
  if (file === undefined) return new UsageError({ message: "--resume needs a file: name it by --out." })
  if (compression !== undefined)
    return new UsageError({ message: `--resume cannot go on with a compressed file: leave the ending of ${file} out.` })
  if (!Encoder.is(format)) {
    const formats = Encoder.formats.join(", ")
    return new UsageError({ message: `--resume cannot go on with ${format}: write --format as one of ${formats}.` })
  }
  const { request: asked, texts } = details(entry, request)
  return Effect.succeed({
    file,
    format,
    endpoint: entry.declaration as Endpoint.AnyRows,
    request: asked!,
    csv: Output.csvOf(values),
    form: formOf(values),
    limit,
    texts,
  })
}

/** Facts of a call before there is a connection. */
export interface Prepared {
  /** Request of each ticker, or the only one. */
  readonly requests: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly tickers: Several.Chosen
  /** Parsed values of the first request. */
  readonly parsed: Endpoint.Written<Endpoint.Any>
  readonly target: Format.Target
  readonly job: Omit<Resume.FileJob, "service"> | undefined
}

/** Rejects invalid command lines before connecting. */
export const prepare = (
  entry: Catalog.Entry,
  values: Values.CallValues,
): Effect.Effect<Prepared, UsageError | Request.Refusal, Terminal | FileSystem> =>
  Effect.gen(function* () {
    const { declaration } = entry
    const written = yield* Values.requestOf(entry, values)
    const common = yield* Shape.requestOf(values, written)
    const name = Several.argumentOf(declaration)
    const tickers = name === undefined ? none : yield* Several.tickersOf(entry, name, values)
    const requests = name === undefined ? [common] : tickers.tickers.map((ticker) => ({ [name]: ticker, ...common }))
    const target = yield* Format.target(values)
    if (values.resume === true && (tickers.isSeveral || Shape.isAsked(values))) return yield* notResumed
    const job = yield* jobOf(entry, requests[0]!, values, target)
    const [parsed] = yield* Effect.forEach(requests, (request) => Request.parse(declaration, request))
    return { requests, tickers, target, job, parsed: parsed! }
  })

const none: Several.Chosen = { tickers: [], isSeveral: false }

const notResumed = new UsageError({
  message:
    "--resume goes on with the rows of one ticker, in the shape of the service. A store keeps those of many, and goes on by itself: candela history sync --help",
})
