/**
 * Watches the requests of a connection: their times, ids and answers, and the parts of answers unknown to the schemas.
 *
 * @module
 */
import { MarketData } from "@candela/core/MarketData"
import * as UnknownFields from "@candela/core/UnknownFields"
import * as HttpClient from "@effect/platform/HttpClient"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as HashSet from "effect/HashSet"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"

/** Observed request, without the key. */
export interface Exchange {
  /** Name of the endpoint. */
  readonly endpoint: string
  /** Path and parameters. */
  readonly url: string
  /** Time at which it was sent, epoch milliseconds. */
  readonly at: number
  /** Time until its answer began, milliseconds. */
  milliseconds?: number
  /** HTTP status. */
  status?: number
  /** Service's id of the request. */
  requestId?: string
  /** The `Date` header. */
  date?: string
  /** The `Server` header. */
  server?: string
  /** Beginning of the answer, without keys. */
  answer?: string
}

/** Observer of requests. */
export interface Observer {
  /** Observed requests, in order. */
  readonly exchanges: ReadonlyArray<Exchange>
  /** Fields and words unknown to the schemas, each as a text. */
  readonly unknown: ReadonlyArray<string>
  /** Sets the endpoint of the following requests. */
  readonly begin: (endpoint: string) => void
  /** Wraps the client of the connection. */
  readonly wrap: (client: HttpClient.HttpClient) => HttpClient.HttpClient
  /** Watches a connection, and an effect that uses it. */
  readonly watch: <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R | MarketData>
}

/** Maximum number of characters kept of an answer. */
const longest = 8_000

/** The answer is redacted before it is cut: half of a key would not be found. */
const excerptOf = ({ connection }: MarketData.Service, bytes: Uint8Array): string => {
  const text = new TextDecoder().decode(connection.redaction.bytes(bytes) ?? bytes)
  return text.length > longest ? `${text.slice(0, longest)} ... (${bytes.length} bytes)` : text
}

/** Makes an observer. */
export const make = (verbose = false): Observer => {
  const exchanges: Array<Exchange> = []
  const unknown: Array<string> = []
  let endpoint = ""

  const wrap = (client: HttpClient.HttpClient) =>
    HttpClient.transform(client, (send, request) =>
      Effect.gen(function* () {
        const at = yield* Clock.currentTimeMillis
        const { pathname, search } = new URL(request.url)
        const exchange: Exchange = { endpoint, url: pathname + search, at }
        exchanges.push(exchange)
        const response = yield* send
        const { date, server, "x-request-id": requestId } = response.headers
        exchange.milliseconds = (yield* Clock.currentTimeMillis) - at
        exchange.status = response.status
        if (requestId !== undefined) exchange.requestId = requestId
        if (date !== undefined) exchange.date = date
        if (server !== undefined) exchange.server = server
        return response
      }),
    )

  const documents = Layer.effect(
    MarketData,
    Effect.map(MarketData, (service) =>
      MarketData.of({
        ...service,
        get: (step, call) =>
          service.get(step, {
            ...call,
            onDocument: (bytes) => {
              const exchange = exchanges.at(-1)
              if (exchange !== undefined) exchange.answer = excerptOf(service, bytes)
              call.onDocument?.(bytes)
            },
          }),
      }),
    ),
  )

  // Names of unknown parts are only in the log; metrics hold their number.
  const logger = Logger.make(({ message }) => {
    const [text] = [message].flat()
    const [, name, found] = /^A response of (\S+) has the unknown (.*)\.$/s.exec(String(text)) ?? []
    if (name !== undefined) unknown.push(`${name}: ${found}`)
  })

  return {
    exchanges,
    unknown,
    wrap,
    begin: (name) => void (endpoint = name),
    watch: (self) =>
      self.pipe(
        Effect.provide(Layer.provide(UnknownFields.layer, documents)),
        // With verbose requests, the rest of the log is shown too.
        Effect.locallyWith(FiberRef.currentLoggers, (loggers) =>
          HashSet.add(verbose ? loggers : HashSet.empty(), logger),
        ),
        Logger.withMinimumLogLevel(LogLevel.Debug),
      ),
  }
}
