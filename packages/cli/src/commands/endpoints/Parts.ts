/**
 * The pages of an endpoint that streams, as parts of its output: rows in columns where the endpoint has them, else as they are.
 *
 * @module
 */
import type { Checkpoint } from "@candela/core/Checkpoint"
import * as Columns from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/Endpoint"
import type { MarketDataError } from "@candela/core/MarketDataError"
import type * as Method from "@candela/core/Method"
import * as Request from "@candela/core/Request"
import * as Chunk from "effect/Chunk"
import * as Stream from "effect/Stream"
import type { Page } from "../../output/Document.js"

/** Rows of one page. */
export interface Part {
  /** Number of rows. */
  readonly length: number
  /** The rows: in columns, or in a page. */
  readonly content: Columns.Columns<object> | Page
  /** Rows that were left out. */
  readonly invalid: number
  /** The place after the part. */
  readonly checkpoint: Checkpoint | undefined
}

/** A method that streams, whatever its endpoint. */
interface Streaming {
  readonly pages: (request: object, options: Method.HistoryPageOptions) => Stream.Stream<Page, MarketDataError>
  readonly columns: (
    request: object,
    options: Method.HistoryOptions,
  ) => Stream.Stream<Columns.Columns<object>, MarketDataError>
}

/** What to stream. */
export interface Options {
  /** The most rows; all without it. */
  readonly limit: number | undefined
  /** Shards side by side, of a history. */
  readonly concurrency: number | undefined
  /** What becomes of rows that the schema refuses. */
  readonly onInvalidRow: "fail" | "skip" | undefined
  /** Where to begin. */
  readonly checkpoint: Checkpoint | undefined
  /** Whether what stands around the rows is wanted. */
  readonly whole: boolean
}

/** The size of pages: the largest, or for a few rows what holds them. */
const pageSize = (endpoint: Endpoint.Any, values: object, limit: number | undefined): number | undefined => {
  const largest = Object.values(Request.largestPages(endpoint))[0]
  if (largest === undefined || limit === undefined) return largest
  const complete = Request.withDefaults(endpoint, values as never)
  const perRow = endpoint.kind === "history" ? (endpoint.timeRange.perRow?.(complete) ?? 1) : 1
  return Math.min(largest, Math.ceil(limit * perRow))
}

const ofColumns = (columns: Columns.Columns<object>): Part => ({
  length: columns.length,
  content: columns,
  invalid: columns.invalid?.length ?? 0,
  checkpoint: columns.checkpoint,
})

const ofPage = (page: Page): Part => ({
  length: page.results.length,
  content: page,
  invalid: (page["invalid"] as ReadonlyArray<unknown> | undefined)?.length ?? 0,
  checkpoint: page["checkpoint"] as Checkpoint | undefined,
})

const first = (part: Part, length: number): Part => ({
  ...part,
  length,
  content:
    "toRows" in part.content
      ? Columns.slice(part.content as Columns.Columns<object>, 0, length)
      : { ...part.content, results: (part.content as Page).results.slice(0, length) },
  // It lies after rows that are left out.
  checkpoint: undefined,
})

/** The first parts of a stream, up to so many rows. What follows is not asked for. */
const take =
  (limit: number) =>
  <E, R>(parts: Stream.Stream<Part, E, R>): Stream.Stream<Part, E, R> =>
    Stream.suspend(() => {
      let left = limit
      const counted = Stream.map(parts, (part) => {
        const kept = part.length <= left ? part : first(part, left)
        left -= kept.length
        return kept
      })
      return limit <= 0 ? Stream.empty : Stream.takeUntil(counted, () => left === 0)
    })

/** The parts of a request. `values` are those of the request, as they were parsed. */
export const of = (
  endpoint: Endpoint.AnyRows,
  method: unknown,
  request: object,
  values: object,
  { checkpoint, concurrency, limit, onInvalidRow, whole }: Options,
): Stream.Stream<Part, MarketDataError> => {
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

/** The elements of a part's rows. */
export const elements = ({ content }: Part): Chunk.Chunk<unknown> =>
  "toRows" in content ? Chunk.of(content) : Chunk.unsafeFromArray([...(content as Page).results])

/** The last instant of a part, if its rows have one: milliseconds, or nanoseconds as a `bigint`. */
export const lastInstant = ({ row }: Endpoint.AnyRows, { content, length }: Part): number | bigint | undefined => {
  const name = (row as { readonly instants?: ReadonlyArray<string> }).instants?.[0]
  if (name === undefined || length === 0) return undefined
  const last: unknown =
    "toRows" in content
      ? (content as Columns.Columns<Record<string, unknown>>).columns[name]?.[length - 1]
      : ((content as Page).results[length - 1] as Readonly<Record<string, unknown>>)[name]
  return typeof last === "number" || typeof last === "bigint" ? last : undefined
}
