/**
 * Arbitraries of the rows and the requests of an endpoint, derived from its declaration: for
 * property tests of programs built on Candela.
 *
 * ```ts
 * const bars = FastCheck.array(Arbitraries.row(Stocks.endpoints.bars))
 * FastCheck.assert(FastCheck.property(bars, (bars) => volatility(bars) >= 0))
 * ```
 *
 * All values are synthetic. They are valid, and plausible by the units of the fields and the kinds of the parameters:
 * prices have cents, a bar's high is its highest price, dates and instants range from mid 2019 to mid 2025.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Request from "@candela/core/Request"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import * as AcceptedInput from "./internal/acceptedInput.js"
import { rowOf } from "./internal/plausibleValue.js"

/** Row type of an endpoint; its value for an endpoint with a single one. */
export type Row<E extends Endpoint.Any> = E extends Endpoint.AnyRows
  ? E[typeof Endpoint.TypeId]["row"]
  : E[typeof Endpoint.TypeId]["answer"]

/** Rows of an endpoint; values for an endpoint with a single one. */
export const row = <E extends Endpoint.Any>(endpoint: E): FastCheck.Arbitrary<Row<E>> =>
  rowOf(endpoint) as FastCheck.Arbitrary<Row<E>>

/**
 * Leaves out the optional parameters that the client refuses beside the others, such as the start
 * of a range after its end.
 */
const withoutContradictions = (endpoint: Endpoint.Any, request: Readonly<Record<string, unknown>>): object => {
  const url = Request.url(endpoint, request)
  const refused = Either.isLeft(url) && url.left._tag === "InvalidRequest" ? url.left.parameter : ""
  if (!(refused in request) || endpoint.wireParams[refused]!.presence === "required") return request
  const { [refused]: _, ...others } = request
  return withoutContradictions(endpoint, others)
}

/**
 * Requests that the client accepts. Optional parameters are present in half of them, or fewer if
 * they contradict others. The service need not have such data.
 */
export const request = <E extends Endpoint.Any>(endpoint: E): FastCheck.Arbitrary<Endpoint.Request<E>> => {
  const params = Object.entries(endpoint.wireParams)
  return FastCheck.record(Object.fromEntries(params.map(([name, param]) => [name, AcceptedInput.of(param)])), {
    requiredKeys: params.filter(([, { presence }]) => presence === "required").map(([name]) => name),
  })
    .map((request) => withoutContradictions(endpoint, request))
    .filter((request) => Either.isRight(Request.url(endpoint, request))) as FastCheck.Arbitrary<Endpoint.Request<E>>
}
