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
import * as Foreign from "@candela/core/internal/Foreign"
import * as Request from "@candela/core/Request"
import * as Telemetry from "@candela/core/Telemetry"
import type { FileSystem } from "@effect/platform/FileSystem"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Stream from "effect/Stream"
import type { Environment } from "../../command/Command.js"
import { UsageError } from "../../command/UsageError.js"
import * as Connect from "../../connect/Connect.js"
import * as Present from "../../connect/Present.js"
import * as BarSize from "../../dates/BarSize.js"
import type { ServicePage } from "../../output/Document.js"
import * as Elements from "../../output/Elements.js"
import * as Encoder from "../../output/Encoder.js"
import * as Format from "../../output/Format.js"
import * as Output from "../../output/Output.js"
import * as Resume from "../../output/Resume.js"
import * as Progress from "../../progress/Progress.js"
import { Terminal } from "../../terminal/Terminal.js"
import * as Dates from "./Dates.js"
import * as Parts from "./Parts.js"
import * as Several from "./Several.js"
import * as Shape from "./Shape.js"

/** Values of the command's options, including those of the parameters. */
export interface CallValues extends Output.Options, Several.SeveralValues, Shape.ShapeValues {
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

/** Whether an endpoint has bars of a size that the request chooses. */
export const hasSize = ({ wireParams }: Endpoint.Any): boolean =>
  wireParams["timespan"] !== undefined && wireParams["multiplier"] !== undefined

/** Default of `--to` for bars. */
export const lastDay = "today"

/** Request of the command line, with its dates by the `Clock`; of several tickers, without them. */
export const requestOf = (
  { declaration }: Catalog.Entry,
  values: CallValues,
): Effect.Effect<Readonly<Record<string, unknown>>, UsageError> =>
  Effect.gen(function* () {
    const limit = streams(declaration) ? Request.nameOf(declaration, "Limit") : undefined
    const several = Several.argumentOf(declaration)
    const isOfAll = (name: string) => name === limit || (name === several && Array.isArray(values[name]))
    const names = Object.keys(declaration.wireParams).filter((name) => values[name] !== undefined && !isOfAll(name))
    const written = Object.fromEntries(names.map((name) => [name, values[name]]))
    const bars = hasSize(declaration)
      ? {
          ...(yield* BarSize.of(values["timespan"] as BarSize.Written, values["multiplier"] as number | undefined)),
          to: values["to"] ?? lastDay,
        }
      : {}
    return yield* Dates.resolve(declaration, { ...written, ...bars }).pipe(
      Effect.mapError((message) => new UsageError({ message })),
      Present.live,
    )
  })

const details = (entry: Catalog.Entry, request: object): Output.RequestDetails => ({
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
    return (part: Parts.RowsPart) => {
      const instant = share && Parts.lastInstant(endpoint, part)
      return progress.update({
        rows: (rows += part.length),
        pages: ++pages,
        ...(instant !== undefined && { done: share!(instant) }),
      })
    }
  })

/** Options that change the text of a row; `undefined` without any. */
const formOf = ({ columns, crlf, excel, "long-integers": long, time, utc, zone }: CallValues): object | undefined => {
  const form = { columns, time, zone, long, utc: utc || undefined, crlf: crlf || undefined, excel: excel || undefined }
  return Object.values(form).some((value) => value !== undefined) ? form : undefined
}

/** Job of a file that is written in several runs; `undefined` for any other output. */
const jobOf = (
  entry: Catalog.Entry,
  request: object,
  values: CallValues,
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
interface Prepared {
  /** Request of each ticker, or the only one. */
  readonly requests: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly tickers: Several.Chosen
  /** Parsed values of the first request. */
  readonly parsed: Endpoint.Written<Endpoint.Any>
  readonly target: Format.Target
  readonly job: Omit<Resume.FileJob, "service"> | undefined
}

/** Rejects invalid command lines before connecting. */
const prepare = (
  entry: Catalog.Entry,
  values: CallValues,
): Effect.Effect<Prepared, UsageError | Request.Refusal, Terminal | FileSystem> =>
  Effect.gen(function* () {
    const { declaration } = entry
    const written = yield* requestOf(entry, values)
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

const stream = (
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
    yield* warn(invalid)
  })

/** Omitted rows are always reported. */
const warn = (invalid: number) =>
  invalid === 0
    ? Effect.void
    : Effect.flatMap(Terminal, ({ err }) =>
        err.write(`${invalid} ${invalid === 1 ? "row was" : "rows were"} left out, because the schema refuses them.\n`),
      )

/** Number of rows that the client has left out so far. */
const leftOut = (endpoint: Endpoint.Any) =>
  Effect.map(Metric.value(Telemetry.of(Telemetry.invalidRows, endpoint)), ({ count }) => count)

/** Writes the rows of several tickers, or bars in another shape than the service's. */
const combined = (
  entry: Catalog.Entry,
  methods: Readonly<Record<string, unknown>>,
  values: CallValues,
  { parsed, requests, tickers: { isSeveral, tickers } }: Prepared,
) =>
  Effect.gen(function* () {
    const endpoint = entry.declaration as Endpoint.AnyRows
    const [SeveralRows, ShapedBars] = yield* Effect.promise(() =>
      Promise.all([import("./SeveralRows.js"), import("./ShapedBars.js")]),
    )
    const isShaped = Shape.isAsked(values)
    const { isByDay, order } = yield* Several.orderOf(endpoint, values, requests[0]!)
    const seen = new Set<string>()
    const before = yield* leftOut(endpoint)
    const { concurrency, limit } = values
    const options = { concurrency, onInvalidRow: values["on-invalid-row"] }
    const source = isSeveral
      ? SeveralRows.stream(endpoint, methods, methods[entry.method], requests, {
          ...{ ...options, order, isByDay, by: values.by },
          pageSize: isShaped ? undefined : Parts.pageSize(endpoint, parsed, limit),
          seen: (ticker) => void seen.add(ticker),
        })
      : Parts.of(endpoint, methods[entry.method], requests[0]!, parsed, {
          ...options,
          ...{ limit: undefined, checkpoint: undefined, whole: false },
        }).pipe(Stream.mapConcatChunk(Parts.elements))
    const told = Stream.unwrapScoped(
      Effect.map(Progress.make, (progress) => {
        let rows = 0
        return Stream.tap(source, (element) => progress.update({ rows: (rows += Elements.lengthOf(element)) }))
      }),
    )
    const shaped = isShaped ? ShapedBars.apply({ endpoint, methods, tickers, isSeveral }, values)(told) : told
    const rows = yield* Output.rows(
      isSeveral ? SeveralRows.endpointOf(endpoint) : endpoint,
      values,
      Elements.take(limit)(shaped),
      details(entry, { ...requests[0], ...(isSeveral && { tickers }), ...Shape.asked(values) }),
    )
    yield* warn((yield* leftOut(endpoint)) - before)
    // protects: A ticker without rows, which may be misspelt, is named.
    // mutant: "that have no rows are named": never
    const missing = tickers.filter((ticker) => !seen.has(ticker))
    if (isSeveral && missing.length > 0 && rows !== limit) yield* lacking(missing)
  })

/** Tickers without rows are always reported: one may be misspelt. */
const lacking = (tickers: ReadonlyArray<string>) =>
  Effect.flatMap(Terminal, ({ err }) => {
    const more = tickers.length > 10 ? `, and ${tickers.length - 10} more tickers` : ""
    return err.write(`No rows of ${Foreign.show(tickers.slice(0, 10).join(", "))}${more}.\n`)
  })

const answer = (entry: Catalog.Entry, method: Catalog.Method, values: CallValues, { requests }: Prepared) =>
  Effect.gen(function* () {
    const { declaration } = entry
    const request = requests[0]!
    const call = method as unknown as (request: object, options: Method.CallOptions) => ReturnType<Catalog.Method>
    const given = yield* call(request, { onInvalidRow: values["on-invalid-row"] })
    const written = details(entry, request)
    if (declaration.kind === "single") return yield* Output.value(declaration, values, given, written)
    const page = given as ServicePage
    yield* Output.pages(declaration, values, Stream.make(page), written)
    yield* warn((page["invalid"] as ReadonlyArray<unknown> | undefined)?.length ?? 0)
  })

const send = (service: Catalog.Service, entry: Catalog.Entry, values: CallValues, prepared: Prepared) =>
  Effect.gen(function* () {
    const methods = yield* service.tag as unknown as Effect.Effect<Readonly<Record<string, Catalog.Method>>>
    const method = methods[entry.method]!
    if (prepared.tickers.isSeveral || Shape.isAsked(values)) return yield* combined(entry, methods, values, prepared)
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
  (values: CallValues): Effect.Effect<void, unknown, Environment | R> =>
    Effect.flatMap(prepare(entry, values), (prepared) =>
      Effect.provide(send(service, entry, values, prepared), connection),
    )

/** Runs an endpoint's command. */
export const run: ReturnType<typeof runOn<Connect.ConnectError, Environment>> = runOn(Connect.layer)
