/**
 * Watches the requests of a connection: their times, their ids, their answers, and what of them no schema knows.
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

/** A request that was seen, without the key. */
export interface Exchange {
  /** Name of the endpoint. */
  readonly endpoint: string
  /** Path and parameters. */
  readonly url: string
  /** When it was sent, epoch milliseconds. */
  readonly at: number
  /** Time until its answer began. */
  milliseconds?: number
  /** HTTP status. */
  status?: number
  /** The service's id of the request. */
  requestId?: string
  /** The `Date` header. */
  date?: string
  /** The beginning of the answer, without keys. */
  answer?: string
}

/** An observer. */
export interface Observer {
  /** What it saw, in order. */
  readonly exchanges: ReadonlyArray<Exchange>
  /** Fields and words that no schema knows, each in words. */
  readonly unknown: ReadonlyArray<string>
  /** Says whose requests follow. */
  readonly begin: (endpoint: string) => void
  /** Wraps the client of the connection. */
  readonly wrap: (client: HttpClient.HttpClient) => HttpClient.HttpClient
  /** Watches a connection, and an effect that uses it. */
  readonly watch: <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R | MarketData>
}

/** Characters of an answer that are kept. */
const longest = 8_000

/** Redacted before it is cut: half of a key is not found. */
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
        const { date, "x-request-id": requestId } = response.headers
        exchange.milliseconds = (yield* Clock.currentTimeMillis) - at
        exchange.status = response.status
        if (requestId !== undefined) exchange.requestId = requestId
        if (date !== undefined) exchange.date = date
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

  // The names of what is unknown are told to the log alone; metrics hold their number.
  const logger = Logger.make(({ message }) => {
    const [text] = [message].flat()
    const [, name, found] = /^An answer of (\S+) has the unknown (.*)\.$/s.exec(String(text)) ?? []
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
        // Whoever wants to see each request sees the rest of the log, too.
        Effect.locallyWith(FiberRef.currentLoggers, (loggers) =>
          HashSet.add(verbose ? loggers : HashSet.empty(), logger),
        ),
        Logger.withMinimumLogLevel(LogLevel.Debug),
      ),
  }
}
