/**
 * Rows of several tickers as one stream, by `Many`.
 *
 * @module
 */
import * as Columns from "@candela/core/Columns"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Many from "@candela/history/Many"
import type { ManyError } from "@candela/history/Many"
import type { DayFailed } from "@candela/history/ManyError"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Several from "./Several.js"

type Request = Readonly<Record<string, unknown>>

/** Options of the streams. */
export interface SeveralOptions {
  readonly order: "ticker" | "time"
  readonly by: "day" | "ticker" | undefined
  /** Whether daily bars may come by day of the market. */
  readonly isByDay: boolean
  readonly concurrency: number | undefined
  readonly pageSize: number | undefined
  readonly onInvalidRow: "fail" | "skip" | undefined
  /** Receives the tickers of the rows. */
  readonly seen: (ticker: string) => void
}

type Failed = ManyError | DayFailed

/** A rejected key is a fault of the key, not of the ticker that met it first. */
const told = (error: Failed) =>
  error._tag !== "InvalidRequest" && "error" in error && error.error._tag === "Unauthorized" ? error.error : error

/** Streams the rows of all requests, each with its ticker: in columns for a history, one by one for other endpoints. */
export const stream = (
  endpoint: Endpoint.AnyRows,
  methods: Readonly<Record<string, unknown>>,
  method: unknown,
  requests: ReadonlyArray<Request>,
  { by, concurrency, isByDay, onInvalidRow, order, pageSize, seen }: SeveralOptions,
): Stream.Stream<unknown, unknown> => {
  const options = { concurrency, onInvalidRow, pageSize, order: order === "time" ? "time" : "requests" } as const
  if (isByDay) {
    const { adjusted, from, to } = requests[0] as never
    const tickers = requests.map((request) => String(request[Several.argumentOf(endpoint)!]))
    const daily = Many.daily(
      methods as never,
      { tickers, adjusted, from, to },
      { by, concurrency: options.concurrency, onInvalidRow },
    )
    const withTickers = Many.endpoint(endpoint as never) as Endpoint.AnyRows
    return daily.pipe(
      Stream.mapChunks((rows) => {
        for (const { ticker } of rows) seen(ticker)
        const all = Chunk.toReadonlyArray(rows) as ReadonlyArray<object>
        return Chunk.of(Columns.fromRows(withTickers.row as never, all as never))
      }),
      Stream.mapError(told),
    )
  }
  if (endpoint.kind !== "history") {
    return Many.stream(method as never, requests, options).pipe(
      Stream.tap(({ ticker }: { readonly ticker: string }) => Effect.sync(() => seen(ticker))),
      Stream.mapError(told),
    )
  }
  return Many.columns<object, object>(method as never, requests, options).pipe(
    Stream.tap(({ columns, ticker }) =>
      Effect.sync(() => {
        if (ticker !== undefined) return seen(ticker)
        for (const one of columns.ticker as ReadonlyArray<string>) seen(one)
      }),
    ),
    Stream.mapError(told),
  )
}

/** Endpoint of the rows: they have a ticker. */
export const endpointOf = (endpoint: Endpoint.AnyRows): Endpoint.AnyRows => Many.endpoint(endpoint as never) as never
