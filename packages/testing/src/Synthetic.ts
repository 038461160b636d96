/**
 * Services with synthetic rows for every method: for tests that need any data, not particular data.
 * Nothing is sent, and no key is needed.
 *
 * ```ts
 * const Test = Synthetic.layer(Stocks, { seed: 7 })
 * const OneBar = Mock.layer(Stocks, { ...Synthetic.methods(Stocks), bars: Mock.paged([bar]) })
 * ```
 *
 * **All data are synthetic**: valid by the schema and plausible by the units of the fields, but from no market.
 * They are determined by the seed and the request, so the same request has the same response. Rows have the
 * requested values (`ticker`, `ticker.any_of`, `date`), those of a history lie in its range, and they are sorted
 * as requested; other filters, such as `ticker.gte`, are not applied. For consistent data, use the sandbox.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Mock from "@candela/core/Mock"
import * as Request from "@candela/core/Request"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { rowsFor } from "./internal/syntheticRows.js"

/** Options of synthetic data. */
export interface Options {
  /** Seed of the data. Default 1. */
  readonly seed?: number | undefined
  /** Number of rows in a response, unless the request names several tickers or a smaller `limit`. Default 10. */
  readonly rows?: number | undefined
}

/**
 * Returns rows of an endpoint, determined by its declaration, canonical values of a request (at
 * least the required ones) and the options. Dates and instants lie in the six years before `until`
 * (epoch milliseconds; default 2025-06-30).
 */
export const rows = <E extends Endpoint.AnyRows>(
  endpoint: E,
  values: Partial<Endpoint.Values<E>>,
  { rows = 10, seed = 1, until }: Options & { readonly until?: number | undefined } = {},
): ReadonlyArray<E[Endpoint.TypeId]["row"]> => rowsFor(endpoint, values, { rows, seed, until })

/** Returns the value of an endpoint with one, determined like {@link rows}. */
export const value = <E extends Endpoint.Any>(
  endpoint: E,
  values: Partial<Endpoint.Values<E>>,
  { seed = 1, until }: Pick<Options, "seed"> & { readonly until?: number | undefined } = {},
): E[Endpoint.TypeId]["answer"] => rowsFor(endpoint, values, { rows: 1, seed, until })[0]

const method = (endpoint: Endpoint.Any, { rows = 10, seed = 1 }: Options) => {
  const answer = (request: object) =>
    Effect.map(Request.parse(endpoint, request), (values) =>
      rowsFor(endpoint, Request.withDefaults(endpoint, values), { rows, seed }),
    )
  return endpoint.kind === "single"
    ? Mock.single((request: object) => Effect.map(answer(request), ([value]) => value))
    : Mock.paged(answer)
}

/** Mocks each method of a service, for `Mock.layer`. */
export const methods = <I, S extends object>(service: Mock.Service<I, S>, options: Options = {}): Partial<S> =>
  Object.fromEntries(
    Object.entries(service.endpoints).map(([name, endpoint]) => [name, method(endpoint, options)]),
  ) as Partial<S>

/**
 * Layer of a service with synthetic data for every method. A request that the client would reject
 * fails with the same error.
 */
export const layer = <I, S extends object>(service: Mock.Service<I, S>, options: Options = {}): Layer.Layer<I> =>
  Mock.layer(service, methods(service, options))
