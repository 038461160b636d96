/** The two HTTP clients that a program on Node has, and the service of stocks behind each. */
import { MarketData } from "@candela/core/MarketData"
import { Stocks } from "@candela/stocks/Stocks"
import * as NodeClient from "@candela/node/NodeClient"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import type { HttpClient } from "@effect/platform/HttpClient"
import { Layer } from "effect"

/** The pool of `@candela/node`. */
export const node: Layer.Layer<HttpClient> = NodeClient.layer

/** Both, by name. */
export const all: Readonly<Record<"fetch" | "node", Layer.Layer<HttpClient>>> = { fetch: FetchHttpClient.layer, node }

/** The stocks of a service. */
export const stocks = (
  client: Layer.Layer<HttpClient>,
  { apiKey, url, ...settings }: MarketData.Settings & { readonly url: string; readonly apiKey: string },
): Layer.Layer<Stocks> =>
  Stocks.layer.pipe(Layer.provide(MarketData.layer({ ...settings, baseUrl: url, apiKey })), Layer.provide(client))
