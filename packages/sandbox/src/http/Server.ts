/**
 * The service on a port of this machine.
 *
 * A connection's requests are answered one at a time, in their order. A connection that closes ends its work.
 *
 * @module
 */
import type * as Faults from "@candela/testing/Faults"
import { Duration, Effect, Option, Schema, type Scope } from "effect"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { answerEach, type Exchange } from "./connections.js"
import * as Cors from "./cors.js"
import * as Faulty from "./faulty.js"
import { accepts, gzip } from "./gzip.js"
import * as HostNames from "./hostNames.js"
import { type Recorder, type Sent, silent } from "./RequestLog.js"
import type { Request, Response, Service } from "./Service.js"

/** The address could not be listened on. */
export class ListenError extends Schema.TaggedError<ListenError>("@candela/sandbox/ListenError")("ListenError", {
  /** The address. */
  host: Schema.String,
  /** The port. */
  port: Schema.Number,
  /** Error code of the system: `EADDRINUSE`. */
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

/** Options of the server. */
export interface Options {
  /** Default `127.0.0.1`: this machine alone. */
  readonly host?: string | undefined
  /**
   * Further names that requests may have in their `Host`, without a port. A server on a loopback address answers for `localhost`, names that end in `.localhost`,
   * and loopback addresses, and refuses others with 421: a page in a browser could otherwise let its own name lead to this machine, and read what is served. A
   * server on another address answers for every name.
   */
  readonly hostNames?: ReadonlyArray<string> | undefined
  /** Default 0: a free port. */
  readonly port?: number | undefined
  /** Whether answers are compressed for clients that accept gzip. Default true. */
  readonly gzip?: boolean | undefined
  /** Grace period for requests in flight when the server stops. Default 1 second. */
  readonly grace?: Duration.DurationInput | undefined
  /**
   * The origin whose pages may read answers in a browser, such as `http://localhost:5173`, or `*` for every origin. Default none: no
   * `access-control-*` header is sent.
   */
  readonly cors?: string | undefined
  /** A connection is closed when its client takes nothing of an answer for this long. Default 30 seconds. */
  readonly stalled?: Duration.DurationInput | undefined
  /** Records each request, when its answer has been sent. Default nothing. */
  readonly record?: Recorder | undefined
}

/** Connections live longer than a client keeps them, so that none is closed under a request. */
const keepAlive = 75_000
/** Below this many bytes a compressed body saves nothing. */
const smallest = 1_400
/** From this many bytes on an answer may have to wait for its client. */
const large = 16_384
/** The header that an answer depends on, where it may be compressed. */
const vary = "accept-encoding"

/** A host with or without a port, and nothing that would reach into the path. */
const hostPattern = /^[^\s/?#@\\]+$/

const parse = Option.liftThrowable((text: string) => new URL(text))

/** The address that the client used; `undefined` where its `Host` cannot be read. */
const urlOf = ({ headers, url: target = "/" }: IncomingMessage, own: () => URL): URL | undefined => {
  const { host = own().host } = headers
  if (!hostPattern.test(host)) return undefined
  const origin = `${headers["x-forwarded-proto"] === "https" ? "https" : "http"}://${host}`
  const used = target.startsWith("/") ? origin + target : target
  // A target that cannot be read is a path that leads nowhere.
  return Option.getOrUndefined(Option.orElse(parse(used), () => parse(`${origin}/${encodeURIComponent(target)}`)))
}

/**
 * Sends an answer. A large one, or one behind another, is waited for until the system has taken all of it, so that a connection holds no more than
 * one; a client that takes nothing of it for too long loses its connection.
 */
const send = (response: ServerResponse, body: string | Uint8Array, stalled: number): Effect.Effect<void> => {
  const { socket } = response
  response.end(body)
  return socket?.writableNeedDrain === false
    ? Effect.void
    : Effect.async((resume) => {
        response.setTimeout(stalled)
        // Node says "finish" of an answer that its connection cut short, too: then the interruption is on its way.
        response.once("finish", () => {
          const { destroyed, writableFinished } = response.req.socket
          if (!destroyed || writableFinished) resume(Effect.void)
        })
      })
}

/** Listens for the length of the scope. Closing lets requests in flight end, for a while. */
const listen = (
  node: Server,
  host: string,
  port: number,
  grace: number,
): Effect.Effect<void, ListenError, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.async<void, ListenError>((resume) => {
      node.once("error", ({ code, message }: NodeJS.ErrnoException) =>
        resume(new ListenError({ host, port, detail: code ?? message })),
      )
      node.listen({ host, port }, () => resume(Effect.void))
    }),
    () =>
      Effect.async((resume) => {
        const timer = setTimeout(() => node.closeAllConnections(), grace)
        node.close(() => {
          clearTimeout(timer)
          resume(Effect.void)
        })
      }),
  )

/** Serves for the length of the scope, and gives the base URL. Stopping lets requests in flight end, for a while. Requests meet the faults, if there are any. */
export const serve = (
  service: Service,
  options: Options = {},
  faults?: Faults.Service,
): Effect.Effect<URL, ListenError, Scope.Scope> =>
  Effect.gen(function* () {
    const { cors, grace = "1 second", gzip: compresses = true, host = "127.0.0.1", port = 0, record = silent } = options
    const stalled = Duration.toMillis(options.stalled ?? "30 seconds")
    const isServed = HostNames.served(host, options.hostNames ?? [])
    const { handle } = cors === undefined ? service : Cors.allow(service, cors)
    const node = createServer({ keepAliveTimeout: keepAlive })
    const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host
    const own = () => new URL(`http://${reachable}:${(node.address() as AddressInfo).port}`)

    /** The effect holds no text of the body: one that waits for its client would be held twice, as it is and as the bytes to write. */
    const write = ({ request, response }: Exchange, { body, headers, rows, status }: Response): Effect.Effect<Sent> => {
      // Once it stops, each answer is the last of its connection: the client is told so, and nothing is left to wait for.
      if (!node.listening) response.shouldKeepAlive = false
      const length = Buffer.byteLength(body)
      const sent = { status, headers, rows, bytes: length }
      if (compresses && length >= smallest && accepts(request.headers["accept-encoding"])) {
        return Effect.flatMap(gzip(body), (bytes) => {
          response.writeHead(status, { ...headers, vary, "content-encoding": "gzip", "content-length": bytes.length })
          return Effect.as(send(response, bytes, stalled), sent)
        })
      }
      // No answer without content has a length (RFC 9110, section 8.6).
      const framed = status === 204 || status === 304 ? headers : { ...headers, "content-length": length }
      response.writeHead(status, compresses ? { ...framed, vary } : framed)
      return Effect.as(send(response, length < large ? body : Buffer.from(body), stalled), sent)
    }

    // Before it listens: fibers are interrupted after the grace, not at its beginning.
    yield* answerEach(node, (exchange) => {
      const { method = "GET" } = exchange.request
      // Node gives `set-cookie` alone as a list, which no request has.
      const headers = exchange.request.headers as Request["headers"]
      const url = urlOf(exchange.request, own)
      const misdirected = url !== undefined && !isServed(url.hostname)
      const request = { method, url, headers, misdirected }
      const fault = method === "GET" && url !== undefined && !misdirected ? faults?.next(url) : undefined
      return record(
        request,
        fault === undefined
          ? Effect.flatMap(handle(request), (response) => write(exchange, response))
          : Faulty.answer(fault, handle(request), exchange.response, (body) => send(exchange.response, body, stalled)),
      )
    })
    yield* listen(node, host, port, Duration.toMillis(grace))
    return own()
  })
