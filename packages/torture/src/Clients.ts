/** The two HTTP clients that a program on Node has, and the service of stocks behind each. */
import { MarketData } from "@candela/core/MarketData"
import { Stocks } from "@candela/stocks/Stocks"
import * as NodeClient from "@candela/node/NodeClient"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import type { HttpClient } from "@effect/platform/HttpClient"
import type { Scale } from "./Figure.js"
import { Array, Context, Effect, Layer, type Scope } from "effect"

/** The pool of `@candela/node`. */
export const node: Layer.Layer<HttpClient> = NodeClient.layer

/** The name of a client. */
export type ClientName = "fetch" | "node"

/** Both, by name. */
export const all: Readonly<Record<ClientName, Layer.Layer<HttpClient>>> = { fetch: FetchHttpClient.layer, node }

/** Both; of the short trials of a test the pool alone. */
export const of = ({ name }: Scale): Readonly<Record<string, Layer.Layer<HttpClient>>> =>
  name === "test" ? { node } : all

/** Address of a service, and options of its client. */
export interface ClientSettings extends MarketData.Settings {
  readonly url: string
  readonly apiKey: string
}

/** The stocks of a service. */
export const stocks = (
  client: Layer.Layer<HttpClient>,
  { apiKey, url, ...settings }: ClientSettings,
): Layer.Layer<Stocks> =>
  Stocks.layer.pipe(
    Layer.provide(Layer.orDie(MarketData.layer({ ...settings, baseUrl: url, apiKey }))),
    Layer.provide(client),
  )

/** A user of the stocks of a service. */
export interface User {
  /** The name of its HTTP client. */
  readonly client: ClientName
  readonly stocks: Stocks.Service
}

/** A number of users of each client, alternating. Users of a client share its connections and nothing else. */
export const users = (
  settings: ClientSettings,
  times: number,
): Effect.Effect<ReadonlyArray<User>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const clients = yield* Effect.forEach(["fetch", "node"] as const, (client) =>
      Effect.map(Layer.build(all[client]), (context) => ({ client, http: Layer.succeedContext(context) })),
    )
    return yield* Effect.forEach(Array.flatten(Array.replicate(clients, times)), ({ client, http }) =>
      Effect.map(Layer.build(stocks(http, settings)), (context) => ({ client, stocks: Context.get(context, Stocks) })),
    )
  })
