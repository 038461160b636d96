/** Requests of a stream over many tickers: their tickers, the order of their rows, and the size of their pages. */
import * as Columns from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Method from "@candela/core/Method"
import * as Request from "@candela/core/Request"
import * as Step from "@candela/core/internal/Step"
import * as Structure from "@candela/core/internal/Structure"
import type * as Unit from "@candela/core/declare/Unit"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { TooManyTickers } from "../../ManyError.js"

/** Options of the requests. The order of the rows determines the number of tickers held at a time. */
export interface ManyRequestsOptions {
  readonly order?: "requests" | "time" | undefined
  readonly concurrency?: number | undefined
  readonly pageSize?: number | undefined
  readonly memory?: number | undefined
}

/** One of the requests, with its size. */
export interface ManyRequest {
  readonly index: number
  /** Ticker under which the service answers. */
  readonly ticker: string
  readonly request: object
  /**
   * Expected size in the units of `limit`; `undefined` where the endpoint has no time range, or the request is refused.
   */
  readonly estimate: Endpoint.Estimate | undefined
  /** Steps of its stream; `undefined` where the request is refused. */
  readonly steps: Step.Steps | undefined
  /** Error of a refused request. Its stream fails with the same error. */
  readonly refusal: Request.Refusal | undefined
}

/** Time order of an endpoint's rows. */
export interface TimeOrder {
  /** Field of the rows. */
  readonly field: string
  /** 1 for ascending times, -1 for descending ones. */
  readonly sign: 1 | -1
}

/** Requests of a stream, and how they are made. */
export interface ManyRequests {
  readonly endpoint: Endpoint.AnyRows
  readonly requests: ReadonlyArray<ManyRequest>
  /** Time order; `undefined` for rows in the order of the requests. */
  readonly time: TimeOrder | undefined
  readonly concurrency: number
  /** Page size; absent where the endpoint has no limit. */
  readonly pageSize: number | undefined
  /** Maximum memory of the pages, bytes. */
  readonly bytes: number
}

/**
 * Default memory, bytes. A process begins with some 130 MB, and garbage takes up to the same again:
 * with this, 500 tickers stay below 300 MB.
 */
export const defaultMemory = 75e6

export const defaultConcurrency = 4

/**
 * Bytes of a ticker beside its page: its stream, its fibers, and the rows built from its page at a
 * time. Measured: 50 kB.
 */
const perTicker = 50e3

/** Minimum page size worth a request, rows. */
const leastRows = 100

/** Bytes of a non-numeric value in a row or a column: a short text, or a reference and part of a nested object. */
const perValue = 64

/** Returns the size of a row in memory, bytes: in columns, or as an object. */
const bytesOfRow = ({ kind, row }: Endpoint.AnyRows): number => {
  const empty: ReadonlyArray<object> = Object.values(Columns.fromRows(row as Schema.Schema<object>, []).columns)
  const sizes = empty.map((column) => (ArrayBuffer.isView(column) ? (kind === "history" ? 8 : 16) : perValue))
  return sizes.reduce((sum, size) => sum + size, kind === "history" ? 2 : 64)
}

const timeUnits: ReadonlySet<Unit.Unit | undefined> = new Set<Unit.Unit | undefined>([
  "date",
  "date-time",
  "epoch milliseconds",
  "epoch nanoseconds",
])

/**
 * Returns the order of a paged endpoint's rows: by the first column of its sort, or by its first
 * time field if it has only a direction.
 */
const declaredOrder = (endpoint: Endpoint.AnyRows, values: Step.RequestValues): TimeOrder | undefined => {
  const complete: Step.RequestValues = Request.withDefaults(endpoint, values)
  const fields = Structure.fields(endpoint.row.ast) ?? []
  const times = fields.filter(({ unit }) => timeUnits.has(unit)).map(({ name }) => name)
  const direction = complete[Request.nameOf(endpoint, "Order") ?? ""]
  const [sort] =
    Request.nameOf(endpoint, "Sort") === undefined && direction !== undefined
      ? [{ column: times[0], direction }]
      : Request.ordering(endpoint, complete)
  return sort?.column !== undefined && times.includes(sort.column)
    ? { field: sort.column, sign: sort.direction === "asc" ? 1 : -1 }
    : undefined
}

/** Returns the time order of a request's rows; `undefined` without one. */
export const timeOf = (endpoint: Endpoint.AnyRows, { order, request }: Step.Steps): TimeOrder | undefined =>
  endpoint.kind === "history"
    ? order && { field: order.field, sign: order.direction === "asc" ? 1 : -1 }
    : declaredOrder(endpoint, request.values)

/** Returns the common time order of all requests. Refused requests are skipped: their streams fail with the error. */
const commonTime = (
  endpoint: Endpoint.AnyRows,
  requests: ReadonlyArray<ManyRequest>,
): Either.Either<TimeOrder, Request.Refusal> => {
  let common: TimeOrder | undefined
  for (const { steps } of requests) {
    if (steps === undefined) continue
    const time = timeOf(endpoint, steps)
    if (time === undefined) {
      const expected = '"requests", or the requests sorted by a time: the rows of some are not'
      return Request.refuse(endpoint, "order", "time", expected)
    }
    common ??= time
    if (time.field !== common.field || time.sign !== common.sign) {
      return Request.refuse(endpoint, "order", "time", "used with requests that are all sorted alike")
    }
  }
  return Either.right(common ?? { field: "", sign: 1 })
}

/** Returns the ticker under which the service answers: `C:EURUSD` for `C:EUR-USD`. */
const tickerOf = (endpoint: Endpoint.Any, name: string, request: object): Either.Either<string, Request.Refusal> => {
  const { [name]: ticker } = request as Readonly<Record<string, unknown>>
  if (typeof ticker !== "string") {
    return Request.refuse(endpoint, name, ticker, "given in each request: it names the ticker of the request's rows")
  }
  const canonical = Schema.decodeUnknownEither(endpoint.wireParams[name]!.wire)(ticker)
  return Either.right(Either.isRight(canonical) ? String(canonical.right) : ticker)
}

const requestsOf = (endpoint: Endpoint.AnyRows, requests: ReadonlyArray<object>, pageSize: number | undefined) =>
  Effect.gen(function* () {
    const name = Request.nameOf(endpoint, "Ticker")
    if (name === undefined) {
      return yield* Request.refuse(endpoint, "request", undefined, "of an endpoint that is requested for one ticker")
    }
    return yield* Effect.forEach(requests, (request, index) =>
      Effect.gen(function* () {
        const ticker = yield* tickerOf(endpoint, name, request)
        const made = yield* Effect.either(
          Step.ofStream({ endpoint, input: request, options: { pageSize }, form: "rows" }),
        )
        const steps = Either.isRight(made) ? made.right : undefined
        const estimate = steps && Step.estimate(steps.request, steps.records)
        const refusal = Either.isLeft(made) ? made.left : undefined
        return { index, ticker, request, estimate, steps, refusal }
      }),
    )
  })

const checkWhole = (endpoint: Endpoint.Any, name: string, value: number, least: number, most: number) =>
  Number.isSafeInteger(value) && value >= least && value <= most
    ? Effect.void
    : Request.refuse(endpoint, name, value, `a whole number from ${least} to ${most}`)

/** Returns the units of `limit` per row of the requests. */
const unitsOf = (endpoint: Endpoint.AnyRows, requests: ReadonlyArray<ManyRequest>): number => {
  const values = requests.find(({ steps }) => steps !== undefined)?.steps?.request.values
  if (values === undefined || endpoint.kind !== "history") return 1
  return endpoint.timeRange.perRow?.(Request.withDefaults(endpoint, values)) ?? 1
}

/** Prepares requests of a method, or fails where they are refused. */
export const make = (
  method: object,
  given: Iterable<object>,
  { concurrency = defaultConcurrency, memory = defaultMemory, order = "requests", pageSize }: ManyRequestsOptions,
): Effect.Effect<ManyRequests, Request.Refusal | TooManyTickers> =>
  Effect.gen(function* () {
    const endpoint = Method.endpointOf(method)
    if (endpoint === undefined || !("row" in endpoint)) {
      return yield* Effect.dieMessage(
        "Many: not the method of an endpoint with rows. Give a method of a service such as stocks.bars; mocks by Mock.layer",
      )
    }
    yield* checkWhole(endpoint, "concurrency", concurrency, 1, 4096)
    yield* checkWhole(endpoint, "memory", memory, 1, Number.MAX_SAFE_INTEGER)
    const requests = yield* requestsOf(endpoint, [...given], pageSize)
    const time = order === "time" ? yield* commonTime(endpoint, requests) : undefined
    const largest = Request.largestPages(endpoint)[Request.nameOf(endpoint, "Limit") ?? ""]
    const units = unitsOf(endpoint, requests)
    const row = bytesOfRow(endpoint)
    const held = time === undefined ? requests.slice(0, concurrency) : requests
    const rowsAhead = Math.max(0, ...requests.map(({ estimate }) => estimate?.most ?? Infinity))
    /** Returns the bytes of the first `tickers` held tickers, each with a page of `rows`, and of the pages ahead. */
    const bytesOf = (rows: number, tickers = held.length) =>
      held
        .slice(0, tickers)
        .reduce((sum, { estimate }) => sum + perTicker + row * Math.min(rows, estimate?.most ?? Infinity), 0) +
      concurrency * row * Math.min(rows, rowsAhead)
    const mostRows = Math.max(1, Math.ceil((pageSize ?? largest ?? 1000) / units))
    const least = pageSize === undefined ? Math.min(leastRows, mostRows) : mostRows
    // protects: More tickers than fit in memory are refused.
    // mutant: "of more tickers than fit are refused": never
    if (bytesOf(least) > memory) {
      const fits = held.findIndex((_, index) => bytesOf(least, index + 1) > memory)
      return yield* new TooManyTickers({
        endpoint: endpoint.name,
        requests: requests.length,
        fits,
        pageRows: least,
        memory,
      })
    }
    let [fitting, tooMany] = [least, mostRows + 1]
    while (tooMany - fitting > 1) {
      const rows = Math.floor((fitting + tooMany) / 2)
      if (bytesOf(rows) <= memory) fitting = rows
      else tooMany = rows
    }
    return {
      endpoint,
      requests,
      time,
      concurrency,
      pageSize: pageSize ?? (largest && Math.min(largest, Math.floor(fitting * units))),
      bytes: Math.ceil(bytesOf(fitting)),
    }
  })
