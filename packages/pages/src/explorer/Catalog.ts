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
import type { Use } from "../common/Program.js"
import { Stocks } from "@candela/stocks/Stocks"

/** An endpoint and the method of its service. */
export interface Entry {
  /** The method's name. */
  readonly method: string
  /** The declaration. */
  readonly endpoint: Endpoint.Any
}

/** A request to an endpoint. */
export interface Call {
  readonly entry: Entry
  /** What a caller writes. */
  readonly request: object
  readonly use: Use
  /** What it is for, where its endpoint's name does not say it. */
  readonly purpose?: string
}

const entriesOf = (endpoints: Endpoints): ReadonlyArray<Entry> =>
  Object.entries(endpoints).map(([method, endpoint]) => ({ method, endpoint }))

/** The endpoints by the names of their services, in the order in which they are shown. */
export const services: Readonly<Record<string, ReadonlyArray<Entry>>> = {
  Stocks: entriesOf(Stocks.endpoints),
  Forex: entriesOf(Forex.endpoints),
  Crypto: entriesOf(Crypto.endpoints),
  Futures: entriesOf(Futures.endpoints),
  Reference: entriesOf(Reference.endpoints),
  Snapshots: entriesOf(Snapshots.endpoints),
  Economy: entriesOf(Economy.endpoints),
  Alternative: entriesOf(Alternative.endpoints),
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
