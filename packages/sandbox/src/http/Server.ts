/**
 * The service on a port of this machine.
 *
 * Requests of a connection are answered one at a time, in order. Closing the connection ends its work.
 *
 * @module
 */
import type * as Faults from "@candela/testing/Faults"
import { Duration, Effect, Option, Schema, type Scope } from "effect"
import { createServer, type IncomingMessage, type Server, ServerResponse } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { answerEach, type Exchange } from "./connections.js"
import * as Cors from "./cors.js"
import * as Faulty from "./faulty.js"
import { accepts, gzip } from "./gzip.js"
import * as HostNames from "../internal/HostNames.js"
import type { Live } from "../live/Live.js"
import * as Port from "../live/Port.js"
import { type Recorder, type Sent, silent } from "./RequestLog.js"
import type { HttpRequest, HttpResponse, Service } from "./Service.js"

/** The server could not listen on the address. */
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
  /** Address to listen on. Default `127.0.0.1`: this machine alone. */
  readonly host?: string | undefined
  /**
   * Further names that requests may have in their `Host`, without a port. A server on a loopback
   * address answers for `localhost`, names that end in `.localhost`, and loopback addresses, and
   * rejects others with 421: otherwise a page in a browser could point its own name at this machine
   * and read the answers. A server on another address answers for every name.
   */
  readonly hostNames?: ReadonlyArray<string> | undefined
  /** Port to listen on. Default 0: a free port. */
  readonly port?: number | undefined
  /** Whether answers are compressed for clients that accept gzip. Default true. */
  readonly gzip?: boolean | undefined
  /** Grace period for requests in flight when the server stops. Default 1 second. */
  readonly grace?: Duration.DurationInput | undefined
  /**
   * The origin whose pages may read responses in a browser, such as `http://localhost:5173`, or `*`
   * for every origin. Default none: no `access-control-*` header is sent.
   */
  readonly cors?: string | undefined
  /** Time after which a connection is closed when its client reads nothing of an answer. Default 30 seconds. */
  readonly stalled?: Duration.DurationInput | undefined
  /** Recorder of each request whose answer has been sent. Default none. */
  readonly record?: Recorder | undefined
}

/** Keep-alive of connections, milliseconds: longer than that of clients, so that none is closed during a request. */
const keepAlive = 75_000
/** Minimum size of a body to compress, bytes: a smaller one saves nothing. */
const smallest = 1_400
/** Minimum size of an answer that may have to wait for its client, bytes. */
const large = 16_384
/** Request header that an answer depends on, where it may be compressed. */
const vary = "accept-encoding"

/** Host with or without a port, without characters that would reach into the path. */
const hostPattern = /^[^\s/?#@\\]+$/

const parse = Option.liftThrowable((text: string) => new URL(text))

/** URL that the client used; `undefined` when its `Host` is invalid. */
const urlOf = ({ headers, url: target = "/" }: IncomingMessage, own: () => URL): URL | undefined => {
  const { host = own().host } = headers
  // protects: A host reaches into no path.
  // mutant: "answers 400 to a host that cannot be read": never
  if (!hostPattern.test(host)) return undefined
  const origin = `${headers["x-forwarded-proto"] === "https" ? "https" : "http"}://${host}`
  const used = target.startsWith("/") ? origin + target : target
  // An invalid target is treated as an unknown path.
  return Option.getOrUndefined(Option.orElse(parse(used), () => parse(`${origin}/${encodeURIComponent(target)}`)))
}

/**
 * Sends an answer. A large one, or one behind another, is awaited until the system has taken all of it, so
 * that a connection holds at most one; a client that reads nothing of it for too long loses its connection.
 */
const send = (response: ServerResponse, body: string | Uint8Array, stalled: number): Effect.Effect<void> => {
  const { socket } = response
  response.end(body)
  // protects: A connection holds one answer that is not read.
  // mutant: "get one answer begun each": ?.writableNeedDrain === false → !== null
  return socket?.writableNeedDrain === false
    ? Effect.void
    : Effect.async((resume) => {
        // protects: A client that takes nothing loses its connection.
        // mutant: "lose their connection when they have taken nothing": stalled → 600_000
        response.setTimeout(stalled)
        // Node also emits "finish" for an answer cut short by its connection: then the interruption follows.
        response.once("finish", () => {
          const { destroyed, writableFinished } = response.req.socket
          if (!destroyed || writableFinished) resume(Effect.void)
        })
      })
}

/** Answers a request whose upgrade is ignored, such as one to HTTP/2. Its connection ends with the answer. */
const answerPlainly = (node: Server, request: IncomingMessage, socket: Socket) => {
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  response.assignSocket(socket)
  response.once("finish", () => socket.end())
  node.emit("request", request, response)
}

/** Listens for the duration of the scope. Closing gives requests in flight and live clients a grace period. */
const listen = (
  node: Server,
  live: Port.Port | undefined,
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
        live?.close()
        const timer = setTimeout(() => {
          node.closeAllConnections()
          // protects: The sandbox stops within its grace, also with live clients that do not answer.
          // mutant: "ends sockets of clients that do not answer": removed
          live?.terminate()
        }, grace)
        node.close(() => {
          clearTimeout(timer)
          resume(Effect.void)
        })
      }),
  )

/**
 * Serves for the duration of the scope, and returns the base URL. Stopping gives requests in flight
 * a grace period. Requests meet the faults, if any.
 */
export const serve = (
  service: Service,
  options: Options = {},
  faults?: Faults.Service,
  live?: Live,
): Effect.Effect<URL, ListenError, Scope.Scope> =>
  Effect.gen(function* () {
    const { cors, grace = "1 second", gzip: compresses = true, host = "127.0.0.1", port = 0, record = silent } = options
    const stalled = Duration.toMillis(options.stalled ?? "30 seconds")
    const isServed = HostNames.served(host, options.hostNames ?? [])
    const { handle } = cors === undefined ? service : Cors.allow(service, cors)
    const node = createServer({ keepAliveTimeout: keepAlive })
    const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host
    const own = () => new URL(`http://${reachable}:${(node.address() as AddressInfo).port}`)

    /**
     * The effect must not hold the body's text: a body that waits for its client would be held
     * twice, as text and as bytes.
     */
    const write = (
      { request, response }: Exchange,
      { body, headers, rows, status }: HttpResponse,
    ): Effect.Effect<Sent> => {
      // While stopping, each answer is the last of its connection: the client is told so, and
      // nothing is left to wait for.
      if (!node.listening) response.shouldKeepAlive = false
      const length = Buffer.byteLength(body)
      const sent = { status, headers, rows, bytes: length }
      if (compresses && length >= smallest && accepts(request.headers["accept-encoding"])) {
        return Effect.flatMap(gzip(body), (bytes) => {
          response.writeHead(status, { ...headers, vary, "content-encoding": "gzip", "content-length": bytes.length })
          return Effect.as(send(response, bytes, stalled), sent)
        })
      }
      // Answers without content have no length (RFC 9110, section 8.6).
      const framed = status === 204 || status === 304 ? headers : { ...headers, "content-length": length }
      response.writeHead(status, compresses ? { ...framed, vary } : framed)
      return Effect.as(send(response, length < large ? body : Buffer.from(body), stalled), sent)
    }

    // Before listening: fibers are interrupted after the grace period, not at its start.
    yield* answerEach(node, (exchange) => {
      const { method = "GET" } = exchange.request
      // The service dates its answers itself: its present need not be that of this machine.
      // protects: No answer of the sandbox has the date of the machine.
      // mutant: "is the sandbox's present on a port, and that of no fault": removed
      exchange.response.sendDate = false
      // Only `set-cookie` is a list in Node, and no request has it.
      const headers = exchange.request.headers as HttpRequest["headers"]
      const url = urlOf(exchange.request, own)
      const misdirected = url !== undefined && !isServed(url.hostname)
      const request = { method, url, headers, misdirected }
      const fault = method === "GET" && url !== undefined && !misdirected ? faults?.next(url) : undefined
      return record(
        request,
        // protects: An answer that waits for its client is held as bytes, without its text.
        // mutant: "have the bytes of their answer held, not its text, too": flatMap → tap
        fault === undefined
          ? Effect.flatMap(handle(request), (response) => write(exchange, response))
          : Faulty.answer(fault, handle(request), exchange.response, (body) => send(exchange.response, body, stalled)),
      )
    })
    const upgrades = live && (yield* Port.make(live))
    node.on("upgrade", (request: IncomingMessage, socket: Socket, head: Buffer) => {
      if (upgrades === undefined || request.headers.upgrade?.toLowerCase() !== "websocket")
        return answerPlainly(node, request, socket)
      const url = urlOf(request, own)
      if (url === undefined) return Port.refuse(socket, 400, "The Host header must be a host name or an address.")
      // protects: A page does not listen to the sandbox by leading its own name to this machine.
      // mutant: "rejects an upgrade for a foreign host name": !isServed(url.hostname) → false
      if (!isServed(url.hostname)) return Port.refuse(socket, 421, `The sandbox does not serve ${url.hostname}.`)
      const { origin } = request.headers
      // Browsers let any page open a socket, and say whose page it is.
      // protects: A page of a foreign origin does not listen to the sandbox.
      // mutant: "rejects an upgrade of a foreign page": origin === undefined → true
      const isAllowed = origin === undefined || origin === url.origin || cors === "*" || origin === cors
      if (!isAllowed)
        return Port.refuse(socket, 403, `Pages of ${origin} may not listen: start the sandbox with --cors.`)
      upgrades.upgrade(request, socket, head, url)
    })
    yield* listen(node, upgrades, host, port, Duration.toMillis(grace))
    return own()
  })
