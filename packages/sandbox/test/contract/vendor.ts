/**
 * The vendor's own JavaScript client, on the same sandbox as ours.
 */
import { Sandbox } from "@candela/sandbox/Sandbox"
import { FetchHttpClient, HttpClient } from "@effect/platform"
import { restClient } from "@massive.com/client-js"
import { Effect, Layer } from "effect"
import { Connection, directory, keys } from "./support.js"

const sandbox = Sandbox.layerServer({ directory, keys })

const connection = Layer.scoped(
  Connection,
  Effect.map(Effect.all([Sandbox, HttpClient.HttpClient, Effect.scope]), ([{ baseUrl }, client, scope]) => ({
    baseUrl,
    client,
    scope,
  })),
).pipe(Layer.provide(FetchHttpClient.layer))

/** A sandbox on a port, and the way of our own client to it. */
export const server = Layer.provideMerge(connection, sandbox)

/** The vendor's own client of the service. */
export const vendor = (options: { readonly pagination?: boolean } = {}) =>
  Effect.map(Sandbox, ({ baseUrl }) => restClient("key", baseUrl, options))

/** Its methods give axios's answer by their types, and the document itself at run time. */
export const call = <A>(ask: () => Promise<A>): Effect.Effect<A> => Effect.promise(ask)

/** The keys on the wire of what has other names in the snapshots' rows. */
export const snapshotKeys: Readonly<Record<string, string>> = {
  ...{ open: "o", high: "h", low: "l", close: "c", volume: "v", vwap: "vw", transactions: "n", timestamp: "t" },
  ...{ conditions: "c", exchange: "x", id: "i", price: "p", size: "s", decimal_size: "ds" },
  ...{ decimal_volume: "dv", accumulated_volume: "av", decimal_accumulated_volume: "dav" },
}

/** A row of ours under the keys of the wire, as far as a plain JSON parser can read it: it rounds nanoseconds. */
export const renamed = (row: unknown, keys: Readonly<Record<string, string>>): unknown => {
  if (typeof row === "bigint") return Number(row)
  if (Array.isArray(row) || typeof row !== "object" || row === null) return row
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [keys[name] ?? name, renamed(value, keys)]))
}
