/** Forms of a stream of many tickers: rows and columns. */
import * as Adjusted from "@candela/core/internal/Adjusted"
import * as Columns from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import type { MarketDataError } from "@candela/core/MarketDataError"
import type * as Method from "@candela/core/Method"
import * as Structure from "@candela/core/internal/Structure"
import * as Chunk from "effect/Chunk"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Block from "./block.js"
import type { Picks } from "./merge.js"
import type { ManyRequest, ManyRequests } from "./requests.js"
import type { Form } from "./run.js"

/** Method of any endpoint with rows. */
interface AnyMethod {
  readonly stream: (request: object, options: Method.HistoryOptions) => Stream.Stream<object, MarketDataError>
  readonly columns?: (
    request: object,
    options: Method.HistoryOptions,
  ) => Stream.Stream<Columns.Columns<object>, MarketDataError>
}

/**
 * Maximum rows of a chunk of rows. Effect's folds and sinks recurse once per element, and overflow
 * the stack at about 5,000.
 */
const mostRows = 1024

/** Maximum rows of a chunk of merged columns. */
const mostMerged = 8192

/** Returns the picked rows, building consecutive rows of a block at once. */
const inRuns = ({ blocks, rows }: Picks): ReadonlyArray<object> => {
  const all: Array<object> = []
  for (let start = 0; start < rows.length;) {
    const block = blocks[start]!
    let end = start + 1
    while (end < rows.length && blocks[end] === block) end++
    for (const row of block.rows(rows[start]!, rows[end - 1]! + 1)) all.push(row)
    start = end
  }
  return Adjusted.mark(all, Adjusted.some(Array.from(new Set(blocks), ({ adjusted }) => adjusted)))
}

/** Streams the blocks of a ticker: pages as columns where the endpoint has them, which take less memory than rows. */
const blocksOf =
  (any: object, { pageSize, time }: ManyRequests, { onInvalidRow }: Method.CallOptions) =>
  ({ request, ticker }: ManyRequest): Stream.Stream<Block.Block, MarketDataError> => {
    // `fetch` decides about pages ahead, because it knows the needs of all tickers.
    const method = any as AnyMethod
    const options = { pageSize, onInvalidRow, prefetch: 0 }
    return method.columns === undefined
      ? Stream.mapChunks(method.stream(request, options), (rows) =>
          Chunk.of(Block.ofRows(Chunk.toReadonlyArray(rows), ticker, time)),
        )
      : Stream.map(method.columns(request, options), (page) => Block.ofColumns(page, ticker, time))
  }

export const rows = <A>(method: object, requests: ManyRequests, options: Method.CallOptions): Form<A> => ({
  blocksOf: blocksOf(method, requests, options),
  most: mostRows,
  elements: (picks) => inRuns(picks) as ReadonlyArray<A>,
})

export const columns = <A>(method: object, requests: ManyRequests, options: Method.CallOptions): Form<A> => ({
  blocksOf: blocksOf(method, requests, options),
  most: requests.time === undefined ? Infinity : mostMerged,
  elements: (picks) => [(requests.time === undefined ? ofOne(picks) : ofMany(picks)) as A],
})

/** Adds a ticker to the rows of an endpoint, as their first field, unless they have one. */
export const endpoint = (self: Endpoint.AnyRows): Endpoint.AnyRows => {
  const fields = Structure.recordOf(self.row.ast)
  return fields?.["ticker"]
    ? self
    : { ...self, row: Field.struct({ ticker: Field.required(Schema.String), ...fields }) }
}

/** Unchanged page with its ticker. */
const ofOne = ({ blocks: [block], feeds: [feed] }: Picks) => {
  const { ticker } = feed!.request
  const page = block!.columns!
  return Object.assign(withTickers(page, new Array<string>(page.length).fill(ticker)), { ticker })
}

const ofMany = ({ blocks, rows, feeds }: Picks) =>
  withTickers(
    Columns.gather(
      blocks.map(({ columns }) => columns!),
      rows,
    ),
    feeds.map(({ request }) => request.ticker),
  )

const withTickers = (page: Columns.Columns<object>, ticker: ReadonlyArray<string>) =>
  Columns.extend<object, { readonly ticker: string }>(page, { ticker })
