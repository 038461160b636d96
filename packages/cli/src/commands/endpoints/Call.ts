/**
 * Program of an endpoint's command: sends the request, and writes the answer.
 *
 * @module
 */
import type * as Catalog from "@candela/catalog/Catalog"
import type { Checkpoint } from "@candela/core/Checkpoint"
import { Checkpoints } from "@candela/core/Checkpoints"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import { MarketData } from "@candela/core/MarketData"
import type * as Method from "@candela/core/Method"
import * as Preview from "@candela/core/Preview"
import * as Request from "@candela/core/Request"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import type { Environment } from "../../command/Command.js"
import { UsageError } from "../../command/UsageError.js"
import * as Connect from "../../connect/Connect.js"
import type { Page } from "../../output/Document.js"
import * as Encoder from "../../output/Encoder.js"
import * as Format from "../../output/Format.js"
import * as Output from "../../output/Output.js"
import * as Resume from "../../output/Resume.js"
import * as Progress from "../../progress/Progress.js"
import { Terminal } from "../../terminal/Terminal.js"
import * as Parts from "./Parts.js"

/** Values of the command's options, including those of the parameters. */
export interface Values extends Output.Options {
  readonly limit?: number | undefined
  readonly concurrency?: number | undefined
  readonly "on-invalid-row"?: "fail" | "skip" | undefined
  readonly resume?: boolean | undefined
  readonly [name: string]: unknown
}

/**
 * Whether an endpoint returns its rows page by page: `--limit` is the number of rows then, not the
 * parameter of that name.
 */
export const streams = ({ kind }: Endpoint.Any): boolean => kind === "paged" || kind === "history"

/** Request of the command line. */
export const requestOf = ({ declaration }: Catalog.Entry, values: Values): Readonly<Record<string, unknown>> => {
  const limit = streams(declaration) ? Request.nameOf(declaration, "Limit") : undefined
  const names = Object.keys(declaration.wireParams).filter((name) => name !== limit && values[name] !== undefined)
  return Object.fromEntries(names.map((name) => [name, values[name]]))
}

const details = (entry: Catalog.Entry, request: object): Output.Details => ({
  request,
  texts: Object.fromEntries(entry.fields.map(({ path, text }) => [path, text])),
})

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
    return (part: Parts.Part) => {
      const instant = share && Parts.lastInstant(endpoint, part)
      return progress.update({
        rows: (rows += part.length),
        pages: ++pages,
        ...(instant !== undefined && { done: share!(instant) }),
      })
    }
  })

/** Job of a file that is written in several runs; `undefined` for any other output. */
const jobOf = (
  entry: Catalog.Entry,
  request: object,
  { limit, resume }: Values,
  { file, format }: Format.Target,
): Effect.Effect<Omit<Resume.Job, "service"> | undefined, UsageError> => {
  if (resume !== true) return Effect.succeed(undefined)
  if (file === undefined) return new UsageError({ message: "--resume needs a file: name it by --out." })
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
    limit,
    texts,
  })
}

/** Facts of a call before there is a connection. */
interface Prepared {
  readonly request: Readonly<Record<string, unknown>>
  /** Parsed values of the request. */
  readonly parsed: Endpoint.Written<Endpoint.Any>
  readonly target: Format.Target
  readonly job: Omit<Resume.Job, "service"> | undefined
}

/** Rejects invalid command lines before connecting. */
const prepare = (
  entry: Catalog.Entry,
  values: Values,
): Effect.Effect<Prepared, UsageError | Request.Refusal, Terminal> =>
  Effect.gen(function* () {
    const request = requestOf(entry, values)
    const target = yield* Format.target(values)
    const job = yield* jobOf(entry, request, values, target)
    return { request, target, job, parsed: yield* Request.parse(entry.declaration, request) }
  })

const stream = (
  entry: Catalog.Entry,
  method: Catalog.Method,
  values: Values,
  { job, parsed, request, target }: Prepared,
) =>
  Effect.gen(function* () {
    const endpoint = entry.declaration as Endpoint.AnyRows
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
      const rows = yield* Resume.write({ ...job, service: connection.baseUrl.href }, (from) =>
        Stream.map(parts(from), (part) => ({ ...part, rows: Parts.elements(part) })),
      )
      yield* Output.summary(rows, job.file)
    } else if (target.format === "json") {
      yield* Output.pages(
        endpoint,
        values,
        Stream.map(parts(), ({ content }) => content as Page),
        written,
      )
    } else {
      yield* Output.rows(endpoint, values, Stream.mapConcatChunk(parts(), Parts.elements), written)
    }
    yield* warn(invalid)
  })

/** Omitted rows are always reported. */
const warn = (invalid: number) =>
  invalid === 0
    ? Effect.void
    : Effect.flatMap(Terminal, ({ err }) =>
        err.write(`${invalid} ${invalid === 1 ? "row was" : "rows were"} left out, because the schema refuses them.\n`),
      )

const answer = (entry: Catalog.Entry, method: Catalog.Method, values: Values, { request }: Prepared) =>
  Effect.gen(function* () {
    const { declaration } = entry
    const call = method as unknown as (request: object, options: Method.CallOptions) => ReturnType<Catalog.Method>
    const given = yield* call(request, { onInvalidRow: values["on-invalid-row"] })
    const written = details(entry, request)
    if (declaration.kind === "single") return yield* Output.value(declaration, values, given, written)
    const page = given as Page
    yield* Output.pages(declaration, values, Stream.make(page), written)
    yield* warn((page["invalid"] as ReadonlyArray<unknown> | undefined)?.length ?? 0)
  })

const send = (service: Catalog.Service, entry: Catalog.Entry, values: Values, prepared: Prepared) =>
  Effect.gen(function* () {
    const methods = yield* service.tag as unknown as Effect.Effect<Readonly<Record<string, Catalog.Method>>>
    const method = methods[entry.method]!
    const run = streams(entry.declaration) ? stream : answer
    yield* run(entry, method, values, prepared)
  }).pipe(
    Effect.provide(
      values.resume === true ? Layer.provide(service.tag.layer, Checkpoints.layerMemory) : service.tag.layer,
    ),
  )

/** Runs an endpoint's command on a connection, which is opened once the command line is valid. */
export const runOn =
  <E, R>(connection: Layer.Layer<MarketData, E, R>) =>
  (service: Catalog.Service, entry: Catalog.Entry) =>
  (values: Values): Effect.Effect<void, unknown, Environment | R> =>
    Effect.flatMap(prepare(entry, values), (prepared) =>
      Effect.provide(send(service, entry, values, prepared), connection),
    )

/** Runs an endpoint's command. */
export const run: ReturnType<typeof runOn<Connect.ConnectError, Environment>> = runOn(Connect.layer)
