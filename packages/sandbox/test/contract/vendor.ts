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
