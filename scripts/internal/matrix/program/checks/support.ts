/** What checks share: layers of the services, and the service's documents read without Candela, to compare with. */
import { MarketData } from "@candela/core"
import { Forex } from "@candela/forex"
import { Stocks } from "@candela/stocks"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { Effect, Layer } from "effect"
import type { Counts, Surroundings } from "../Check.js"

/** The services at a URL, on `fetch`. */
export const services = (baseUrl: string, apiKey: string, settings: MarketData.Settings = {}) =>
  Layer.mergeAll(Stocks.layer, Forex.layer).pipe(
    Layer.provide(MarketData.layer({ baseUrl, apiKey, ...settings })),
    Layer.provide(FetchHttpClient.layer),
  )

/** Text of the service, by `fetch` alone. */
export const textOf = ({ key, url }: Surroundings, path: string): Effect.Effect<string, unknown> =>
  Effect.tryPromise(async () => {
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } })
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    return await response.text()
  })

/** A bar as the service writes it. */
export interface WireBar {
  readonly t: number
  readonly c: number
  readonly v: number
}

/** Bars of the service, by `fetch` and `JSON.parse`. */
export const barsOf = (surroundings: Surroundings, path: string): Effect.Effect<ReadonlyArray<WireBar>, unknown> =>
  Effect.map(textOf(surroundings, path), (text) => (JSON.parse(text) as { results: ReadonlyArray<WireBar> }).results)

/** What the observing server has seen. */
export const countsOf = ({ observedUrl }: Surroundings): Effect.Effect<Counts, unknown> =>
  Effect.tryPromise(async () => (await (await fetch(`${observedUrl}/counts`)).json()) as Counts)

/** Fails unless the condition holds. */
export const ensure = (condition: boolean, otherwise: string): Effect.Effect<void, Error> =>
  condition ? Effect.void : Effect.fail(new Error(otherwise))
