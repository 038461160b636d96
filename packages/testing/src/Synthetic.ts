/**
 * Services that answer every method with synthetic rows: for tests that need data of some kind, not certain data. Nothing is sent, and no key is needed.
 *
 * ```ts
 * const Test = Synthetic.layer(Stocks, { seed: 7 })
 * const OneBar = Mock.layer(Stocks, { ...Synthetic.methods(Stocks), bars: Mock.paged([bar]) })
 * ```
 *
 * **All data are synthetic**: they are valid by the schema and plausible by the units of the fields, and no market has had them. They follow from the seed and the
 * request, so that the same request has the same answer. Rows hold what a request names (`ticker`, `ticker.any_of`, `date`), those of a history lie in its range, and
 * they are sorted as requested; other filters, such as `ticker.gte`, are not applied. For data that agree with one another, use the sandbox.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/Endpoint"
import * as Mock from "@candela/core/Mock"
import * as Request from "@candela/core/Request"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { rowsFor } from "./internal/syntheticRows.js"

/** Options of synthetic data. */
export interface Options {
  /** Another seed gives other data. Default 1. */
  readonly seed?: number | undefined
  /** Number of rows in an answer, unless the request names several tickers or a smaller `limit`. Default 10. */
  readonly rows?: number | undefined
}

/**
 * Rows of an endpoint that follow from its declaration, canonical values of a request (the required ones at least) and the options. Dates and instants lie in the
 * six years before `until` (epoch milliseconds; default 2025-06-30).
 */
export const rows = <E extends Endpoint.AnyRows>(
  endpoint: E,
  values: Partial<Endpoint.Values<E>>,
  { rows = 10, seed = 1, until }: Options & { readonly until?: number | undefined } = {},
): ReadonlyArray<E[Endpoint.TypeId]["row"]> => rowsFor(endpoint, values, { rows, seed, until })

const method = (endpoint: Endpoint.Any, { rows = 10, seed = 1 }: Options) => {
  const answer = (request: object) =>
    Effect.map(Request.parse(endpoint, request), (values) =>
      rowsFor(endpoint, Request.withDefaults(endpoint, values), { rows, seed }),
    )
  return endpoint.kind === "single"
    ? Mock.single((request: object) => Effect.map(answer(request), ([value]) => value))
    : Mock.paged(answer)
}

/** A mock of each method of a service, for `Mock.layer`. */
export const methods = <I, S extends object>(service: Mock.Service<I, S>, options: Options = {}): Partial<S> =>
  Object.fromEntries(
    Object.entries(service.endpoints).map(([name, endpoint]) => [name, method(endpoint, options)]),
  ) as Partial<S>

/** A layer of a service whose every method answers with synthetic data. A request that the client would refuse fails with the same error. */
export const layer = <I, S extends object>(service: Mock.Service<I, S>, options: Options = {}): Layer.Layer<I> =>
  Mock.layer(service, methods(service, options))
