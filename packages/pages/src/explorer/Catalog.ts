/**
 * Every endpoint of the client, with the names under which a program finds it.
 *
 * @module
 */
import { Alternative } from "@candela/alternative/Alternative"
import type { Endpoints } from "@candela/core/Client"
import type * as Endpoint from "@candela/core/Endpoint"
import { Crypto } from "@candela/crypto/Crypto"
import { Economy } from "@candela/economy/Economy"
import { Forex } from "@candela/forex/Forex"
import { Futures } from "@candela/futures/Futures"
import { Reference } from "@candela/reference/Reference"
import { Snapshots } from "@candela/snapshots/Snapshots"
import { Stocks } from "@candela/stocks/Stocks"

/** An endpoint and its place in the client: `Stocks` of `@candela/stocks` has the method `bars`. */
export interface Entry {
  /** The service's class. */
  readonly service: string
  /** The package that exports the class. */
  readonly package: string
  /** The method's name. */
  readonly method: string
  /** The declaration. */
  readonly endpoint: Endpoint.Any
}

/** How a program takes the answers of a call: the one page or value, all rows, or all rows as typed arrays. */
export type Use = "page" | "rows" | "columns"

/** A request to an endpoint. */
export interface Call {
  readonly entry: Entry
  /** What a caller writes. */
  readonly request: object
  readonly use: Use
  /** What it is for, where its endpoint's name does not say it. */
  readonly purpose?: string
}

const entriesOf = (service: string, endpoints: Endpoints): ReadonlyArray<Entry> =>
  Object.entries(endpoints).map(([method, endpoint]) => ({
    service,
    package: `@candela/${service.toLowerCase()}`,
    method,
    endpoint,
  }))

/** The endpoints by the names of their services, in the order in which they are shown. */
export const services: Readonly<Record<string, ReadonlyArray<Entry>>> = {
  Stocks: entriesOf("Stocks", Stocks.endpoints),
  Forex: entriesOf("Forex", Forex.endpoints),
  Crypto: entriesOf("Crypto", Crypto.endpoints),
  Futures: entriesOf("Futures", Futures.endpoints),
  Reference: entriesOf("Reference", Reference.endpoints),
  Snapshots: entriesOf("Snapshots", Snapshots.endpoints),
  Economy: entriesOf("Economy", Economy.endpoints),
  Alternative: entriesOf("Alternative", Alternative.endpoints),
}

const byName = new Map(
  Object.values(services)
    .flat()
    .map((entry) => [entry.endpoint.name, entry]),
)

/** The names of all endpoints, such as `stocks.bars`. */
export const names: ReadonlyArray<string> = Array.from(byName.keys())

/** The entry of the endpoint with a name; `undefined` where there is none. */
export const find = (name: string): Entry | undefined => byName.get(name)

/** A call of a declared endpoint. */
export const call = <E extends Endpoint.Any>(endpoint: E, request: Endpoint.Request<E>, use: Use): Call => ({
  entry: byName.get(endpoint.name)!,
  request: request as object,
  use,
})
