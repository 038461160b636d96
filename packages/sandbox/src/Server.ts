/**
 * The service on a port of this machine.
 *
 * @module
 */
import { HttpServerRequest, HttpServerResponse } from "@effect/platform"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Duration, Effect, Schema, type Scope } from "effect"
import { createServer } from "node:http"
import { accepts, gzip } from "./internal/gzip.js"
import type { Service } from "./Service.js"

/** The address could not be listened on. */
export class ListenError extends Schema.TaggedError<ListenError>("@candela/sandbox/ListenError")("ListenError", {
  /** The address. */
  host: Schema.String,
  /** The port. */
  port: Schema.Number,
  /** What the system said: `EADDRINUSE`. */
  detail: Schema.String,
}) {
  override get message() {
    const { detail, host, port } = this
    switch (detail) {
      case "EADDRINUSE":
        return `Port ${port} of ${host} is in use. Stop what listens there, or choose another port (0 takes a free one).`
      case "EACCES":
        return `Port ${port} of ${host} may not be listened on by this user. Choose a port above 1023 (0 takes a free one).`
      case "EADDRNOTAVAIL":
      case "ENOTFOUND":
        return `${host} is no address of this machine. Choose 127.0.0.1 for this machine alone, or 0.0.0.0 for all its addresses.`
      default:
        return `Port ${port} of ${host} cannot be listened on: ${detail}`
    }
  }
}

/** Where and how to listen. */
export interface Options {
  /** Default `127.0.0.1`: this machine alone. */
  readonly host?: string | undefined
  /** Default 0: a free port. */
  readonly port?: number | undefined
  /** Whether answers are compressed for clients that accept gzip. Default true. */
  readonly gzip?: boolean | undefined
  /** How long requests in flight may take to end when the server stops. Default 1 second. */
  readonly grace?: Duration.DurationInput | undefined
}

/** Connections live longer than a client keeps them, so that none is closed under a request. */
const keepAlive = 75_000
/** Below this many bytes a compressed body saves nothing. */
const smallest = 1_400

const urlOf = (request: HttpServerRequest.HttpServerRequest, own: URL): URL => {
  const { headers, url } = request
  const scheme = headers["x-forwarded-proto"] === "https" ? "https" : "http"
  const origin = `${scheme}://${headers["host"] ?? own.host}`
  const used = url.startsWith("/") ? origin + url : url
  return URL.canParse(used) ? new URL(used) : new URL("/", own)
}

/** An error of the system's, in the words of the address that was asked for. */
const listenError = (host: string, port: number) => (error: { readonly cause?: unknown }) => {
  const { code, message } = error.cause as { readonly code?: string; readonly message?: string }
  return new ListenError({ host, port, detail: code ?? message ?? "no reason given" })
}

/** Serves for the length of the scope, and gives the base URL. Stopping lets requests in flight end, for a while. */
export const serve = (service: Service, options: Options = {}): Effect.Effect<URL, ListenError, Scope.Scope> =>
  Effect.gen(function* () {
    const { grace = "1 second", gzip: compresses = true, host = "127.0.0.1", port = 0 } = options
    const node = createServer({ keepAliveTimeout: keepAlive })
    const server = yield* Effect.mapError(
      NodeHttpServer.make(() => node, { host, port }),
      listenError(host, port),
    )
    // Before the server waits for its connections to end.
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        const timer = setTimeout(() => node.closeAllConnections(), Duration.toMillis(grace))
        node.once("close", () => clearTimeout(timer))
      }),
    )
    const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host
    const own = new URL(`http://${reachable}:${server.address._tag === "TcpAddress" ? server.address.port : port}`)

    const app = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const url = urlOf(request, own)
      const { body, headers, status } = yield* service.handle({ method: request.method, url, headers: request.headers })
      const bytes = Buffer.from(body)
      const compressed = compresses && bytes.length >= smallest && accepts(request.headers["accept-encoding"])
      const encoding = compressed ? { "content-encoding": "gzip" } : {}
      return HttpServerResponse.uint8Array(compressed ? yield* gzip(bytes) : bytes, {
        status,
        contentType: "application/json",
        headers: { ...headers, ...encoding, ...(compresses ? { vary: "accept-encoding" } : {}) },
      })
    })
    // A request that its client gave up is interrupted. Spans would hold the key of a query.
    yield* server.serve(Effect.withTracerEnabled(Effect.interruptible(app), false))
    return own
  })
