/**
 * Pages of a streaming endpoint as parts of its output: rows in columns where the endpoint supports
 * them, else unchanged.
 *
 * @module
 */
import type { Checkpoint } from "@candela/core/Checkpoint"
import * as Columns from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type { MarketDataError } from "@candela/core/MarketDataError"
import type * as Method from "@candela/core/Method"
import * as Request from "@candela/core/Request"
import * as Chunk from "effect/Chunk"
import * as Stream from "effect/Stream"
import type { ServicePage } from "../../output/Document.js"

/** Rows of one page. */
export interface RowsPart {
  /** Number of rows. */
  readonly length: number
  /** Rows in columns, or a page. */
  readonly content: Columns.Columns<object> | ServicePage
  /** Number of rows left out. */
  readonly invalid: number
  /** Position after the part. */
  readonly checkpoint: Checkpoint | undefined
}

/** Streaming method of any endpoint. */
interface Streaming {
  readonly pages: (request: object, options: Method.HistoryPageOptions) => Stream.Stream<ServicePage, MarketDataError>
  readonly columns: (
    request: object,
    options: Method.HistoryOptions,
  ) => Stream.Stream<Columns.Columns<object>, MarketDataError>
}

/** Options of a stream. */
export interface StreamOptions {
  /** Maximum number of rows; absent for all. */
  readonly limit: number | undefined
  /** Number of concurrent shards of a history. */
  readonly concurrency: number | undefined
  /** Treatment of rows that the schema rejects. */
  readonly onInvalidRow: "fail" | "skip" | undefined
  /** Start position. */
  readonly checkpoint: Checkpoint | undefined
  /** Whether the envelope is needed too. */
  readonly whole: boolean
}

/** Page size: the largest, or for a few rows a size that holds them. */
export const pageSize = (endpoint: Endpoint.Any, values: object, limit: number | undefined): number | undefined => {
  const largest = Object.values(Request.largestPages(endpoint))[0]
  if (largest === undefined || limit === undefined) return largest
  const complete = Request.withDefaults(endpoint, values as never)
  const perRow = endpoint.kind === "history" ? (endpoint.timeRange.perRow?.(complete) ?? 1) : 1
  return Math.min(largest, Math.ceil(limit * perRow))
}

const ofColumns = (columns: Columns.Columns<object>): RowsPart => ({
  length: columns.length,
  content: columns,
  invalid: columns.invalid?.length ?? 0,
  checkpoint: columns.checkpoint,
})

const ofPage = (page: ServicePage): RowsPart => ({
  length: page.results.length,
  content: page,
  invalid: (page["invalid"] as ReadonlyArray<unknown> | undefined)?.length ?? 0,
  checkpoint: page["checkpoint"] as Checkpoint | undefined,
})

const first = (part: RowsPart, length: number): RowsPart => ({
  ...part,
  length,
  content:
    "toRows" in part.content
      ? Columns.slice(part.content as Columns.Columns<object>, 0, length)
      : { ...part.content, results: (part.content as ServicePage).results.slice(0, length) },
  // It is after rows that are left out.
  checkpoint: undefined,
})

/** First parts of a stream, up to `limit` rows. Later ones are not requested. */
const take =
  (limit: number) =>
  <E, R>(parts: Stream.Stream<RowsPart, E, R>): Stream.Stream<RowsPart, E, R> =>
    Stream.suspend(() => {
      let left = limit
      const counted = Stream.map(parts, (part) => {
        const kept = part.length <= left ? part : first(part, left)
        left -= kept.length
        return kept
      })
      return limit <= 0 ? Stream.empty : Stream.takeUntil(counted, () => left === 0)
    })

/** Streams the parts of a request. `values` are its parsed values. */
export const of = (
  endpoint: Endpoint.AnyRows,
  method: unknown,
  request: object,
  values: object,
  { checkpoint, concurrency, limit, onInvalidRow, whole }: StreamOptions,
): Stream.Stream<RowsPart, MarketDataError> => {
  const { columns, pages } = method as Streaming
  const size = pageSize(endpoint, values, limit)
  const options = { checkpoint, onInvalidRow, ...(endpoint.kind === "history" && { concurrency }) }
  const inPages = () => {
    const name = Request.nameOf(endpoint, "Limit")
    return Stream.map(pages(name === undefined ? request : { ...request, [name]: size }, options), ofPage)
  }
  const parts =
    endpoint.kind === "history" && !whole
      ? Stream.map(columns(request, { ...options, pageSize: size }), ofColumns)
      : inPages()
  return limit === undefined ? parts : take(limit - (checkpoint?.rows ?? 0))(parts)
}

/** Elements of a part's rows. */
export const elements = ({ content }: RowsPart): Chunk.Chunk<unknown> =>
  "toRows" in content ? Chunk.of(content) : Chunk.unsafeFromArray([...(content as ServicePage).results])

/** Last instant of a part, if its rows have one: milliseconds, or nanoseconds as a `bigint`. */
export const lastInstant = ({ row }: Endpoint.AnyRows, { content, length }: RowsPart): number | bigint | undefined => {
  const name = (row as { readonly instants?: ReadonlyArray<string> }).instants?.[0]
  if (name === undefined || length === 0) return undefined
  const last: unknown =
    "toRows" in content
      ? (content as Columns.Columns<Record<string, unknown>>).columns[name]?.[length - 1]
      : ((content as ServicePage).results[length - 1] as Readonly<Record<string, unknown>>)[name]
  return typeof last === "number" || typeof last === "bigint" ? last : undefined
}
