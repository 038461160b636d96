/**
 * The ways to the sandbox that the contract is tested on, and the tables as the truth to compare its answers with.
 */
import { MarketData } from "@candela/core/MarketData"
import * as Retry from "@candela/core/Retry"
import * as NodeClient from "@candela/node/NodeClient"
import * as Dataset from "@candela/sandbox/dataset/Dataset"
import { Sandbox } from "@candela/sandbox/Sandbox"
import { Store } from "@candela/sandbox/store/Store"
import type * as Table from "@candela/sandbox/store/Table"
import { Stocks } from "@candela/stocks/Stocks"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpClient from "@effect/platform/HttpClient"
import { Context, Effect, Layer, type Scope } from "effect"

/**
 * Data sets are made once: their names follow from what makes them, so that no test ever sees those
 * of an older generator.
 */
export const directory = process.env["CANDELA_SANDBOX_DATA"]!

/** A key of each plan. */
export const keys = {
  key: "business",
  "advanced-key": "advanced",
  "developer-key": "developer",
  "starter-key": "starter",
  "basic-key": "basic",
} as const

/** A way to a sandbox. */
export class Connection extends Context.Tag("test/Connection")<
  Connection,
  { readonly baseUrl: string; readonly client: HttpClient.HttpClient; readonly scope: Scope.Scope }
>() {}

const over = (client: Layer.Layer<HttpClient.HttpClient>) =>
  Layer.scoped(
    Connection,
    Effect.map(Effect.all([Sandbox, HttpClient.HttpClient, Effect.scope]), ([{ baseUrl }, client, scope]) => ({
      baseUrl,
      client,
      scope,
    })),
  ).pipe(Layer.provide(client), Layer.provide(Sandbox.layerServer({ keys })))

/** Every way to a sandbox. */
export const connections = {
  "in process": Layer.scoped(
    Connection,
    Effect.map(Effect.all([HttpClient.HttpClient, Effect.scope]), ([client, scope]) => ({
      baseUrl: "http://in.process",
      client,
      scope,
    })),
  ).pipe(Layer.provide(Sandbox.layerHttpClient({ keys }))),
  "over a socket, by fetch": over(FetchHttpClient.layer),
  "over a socket, by the pool for Node": over(NodeClient.layer),
}

/** A service with a key. Nothing is tried again, so that each answer is the first. */
export const serviceOf = <I, S>(
  service: { readonly layer: Layer.Layer<I, never, MarketData>; readonly Service: S },
  key: keyof typeof keys | (string & {}) = "key",
  transform = (client: HttpClient.HttpClient): HttpClient.HttpClient => client,
) =>
  Effect.flatMap(Connection, ({ baseUrl, client, scope }) =>
    service.layer.pipe(
      Layer.provide(MarketData.layer({ baseUrl, apiKey: key, retry: Retry.none })),
      Layer.provide(Layer.succeed(HttpClient.HttpClient, transform(client))),
      Layer.buildWithScope(scope),
      Effect.map((context) => Context.unsafeGet(context, service as unknown as Context.Tag<I, S>)),
    ),
  )

/** The service of stocks with a key. */
export const stocksOf = (
  key: keyof typeof keys | (string & {}),
  transform?: (client: HttpClient.HttpClient) => HttpClient.HttpClient,
) => serviceOf(Stocks, key, transform)

/** A raw answer. */
export interface Raw {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly json: Readonly<Record<string, unknown>>
}

/** Asks for a path or a whole URL, past our client. */
export const raw = (
  path: string,
  headers: Readonly<Record<string, string>> = { authorization: "Bearer key" },
): Effect.Effect<Raw, unknown, Connection> =>
  Effect.flatMap(Connection, ({ baseUrl, client }) =>
    client.get(path.startsWith("/") ? baseUrl + path : path, { headers }).pipe(
      Effect.flatMap((response) =>
        Effect.map(response.json, (json) => ({
          status: response.status,
          headers: response.headers,
          json: json as Raw["json"],
        })),
      ),
      Effect.scoped,
    ),
  )

/** The tables of the data set. */
export const Tables = Dataset.layer(Effect.flatMap(Dataset.make("small", { directory }), (path) => Dataset.open(path)))

/** All rows of a table. */
export const rowsOf = <Row extends object, H extends Table.Hidden>(table: Table.Table<Row, H>) =>
  Effect.flatMap(Store, (store) =>
    Effect.map(store.query(`SELECT ${table.select} FROM ${table.name}`), (rows) => rows.map(table.read)),
  )

/** Rows in any order as sorted texts, which compare fast. */
export const canonical = (rows: ReadonlyArray<unknown>): ReadonlyArray<string> => {
  const text = (row: unknown) =>
    JSON.stringify(row, (_, value: unknown) => (typeof value === "bigint" ? `${value}n` : sortedKeys(value)))
  return rows.map(text).sort()
}

const sortedKeys = (value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value

/** A bar as it lies in a table. */
export interface Stored {
  readonly ticker: string
  readonly t: number
  readonly o: number
  readonly h: number
  readonly l: number
  readonly c: number
  readonly v: number
  readonly vw: number
  readonly n: number
}

/** The bars of a ticker in a table, from one instant to another (both included). */
export const stored = (table: "day_bars" | "minute_bars", ticker: string, from: number, to: number) =>
  Effect.flatMap(Store, (store) =>
    store.query<Stored>(
      `SELECT ticker, t::DOUBLE AS t, o, h, l, c, v, vw, n::DOUBLE AS n FROM ${table}
       WHERE ticker = $1 AND t BETWEEN $2 AND $3 ORDER BY t`,
      [ticker, BigInt(from), BigInt(to)],
    ),
  )

/** A stored bar as the client gives it. */
export const toBar = ({ c, h, l, n, o, t, v, vw }: Stored) => ({
  volume: v,
  vwap: vw,
  open: o,
  close: c,
  high: h,
  low: l,
  timestamp: t,
  transactions: n,
})
