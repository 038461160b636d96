/**
 * Records the exchanges of an `HttpClient` into a cassette, a readable JSON file, and replays them without a service.
 *
 * ```ts
 * const Cassettes = KeyValueStore.layerFileSystem("test/cassettes").pipe(Layer.provide(NodeContext.layer))
 * const Recorded = Recorder.once("aapl.json").pipe(Layer.provide([FetchHttpClient.layer, Cassettes]))
 * ```
 *
 * A cassette holds no key and no cookie: of headers it holds those that are listed, of parameters all but keys, and in everything else that it holds each part of
 * six characters of a key, a token or a cookie is `<redacted>`. Keys of fewer than eight characters, such as the sandbox's, are not searched for.
 *
 * Requests are compared by method, path and parameters, not by host. When the same request was recorded several times, its answers are replayed in their order;
 * then the last one is repeated.
 *
 * @module
 */
import type * as Headers from "@effect/platform/Headers"
import * as HttpClient from "@effect/platform/HttpClient"
import type * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as KeyValueStore from "@effect/platform/KeyValueStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as Cassette from "./internal/cassette.js"
import * as ExactJson from "./internal/exactJson.js"
import { gunzip } from "./internal/gzip.js"
import * as Difference from "./internal/requestDifference.js"
import { isSecretHeader, isSecretParameter, Secrets } from "./internal/secrets.js"

/** What a cassette holds beside methods, URLs, statuses and bodies. Headers of keys, tokens and cookies are left out also where they are listed. */
export interface Options {
  /** The headers of requests, in lower case. Default `accept`. */
  readonly requestHeaders?: ReadonlyArray<string> | undefined
  /** The headers of answers, in lower case. Default `content-type`, `location`, `retry-after` and `x-request-id`. */
  readonly responseHeaders?: ReadonlyArray<string> | undefined
}

/** A cassette that does not exist, or cannot be read or written. */
export class CassetteError extends Schema.TaggedError<CassetteError>("@candela/testing/CassetteError")(
  "CassetteError",
  {
    /** Name of the cassette. */
    cassette: Schema.String,
    /** The cause. */
    detail: Schema.String,
  },
) {
  override get message(): string {
    return `The cassette "${this.cassette}": ${this.detail}`
  }
}

/** A request that a cassette has no answer to. It is a defect, so that no retry and no handler of errors hides it. */
export class Mismatch extends Schema.TaggedError<Mismatch>("@candela/testing/Mismatch")("Mismatch", {
  /** Name of the cassette. */
  cassette: Schema.String,
  /** The request: method, path and parameters, without a key. */
  request: Schema.String,
  /** How the request differs from the nearest recorded one; empty where nothing is recorded. */
  differences: Schema.Array(
    Schema.Struct({
      /** `method`, `path`, or the name of a parameter. */
      part: Schema.String,
      /** What the request has; `undefined` where it has nothing. */
      asked: Schema.UndefinedOr(Schema.String),
      /** What the recorded request has; `undefined` where it has nothing. */
      recorded: Schema.UndefinedOr(Schema.String),
    }),
  ),
}) {
  override get message(): string {
    const words = (value: string | undefined) => (value === undefined ? "absent" : JSON.stringify(value))
    const differences = this.differences.map(
      ({ asked, part, recorded }) => `${part} is ${words(asked)}, recorded is ${words(recorded)}`,
    )
    const nearest = differences.length === 0 ? "It is empty." : `Nearest request: ${differences.join("; ")}.`
    return `The cassette "${this.cassette}" has no answer to ${this.request}. ${nearest} Record it again if the request is right.`
  }
}

const listed = (headers: Headers.Headers, names: ReadonlyArray<string>, secrets: Secrets): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => names.includes(name) && !isSecretHeader(name))
      .map(([name, value]) => [name, secrets.hide(value)]),
  )

/** A segment of a path as text, or as it is where it is badly encoded. */
const decoded = Option.liftThrowable(decodeURIComponent)

/** Path and query without secrets. */
const cleanUrl = (url: URL, secrets: Secrets): string => {
  const path = url.pathname
    .split("/")
    .map((segment) => Option.getOrElse(decoded(segment), () => segment))
    .map((segment) => encodeURIComponent(secrets.hide(segment)).replaceAll("%3A", ":"))
    .join("/")
  const params = [...url.searchParams].filter(([name]) => !isSecretParameter(name))
  const query = new URLSearchParams(params.map(([name, value]) => [secrets.hide(name), secrets.hide(value)]))
  return query.size === 0 ? path : `${path}?${query}`
}

/** A document in which each text, key and number is without secrets. */
const cleanJson = (value: unknown, secrets: Secrets): unknown => {
  if (ExactJson.isNumber(value)) {
    const digits = ExactJson.digits(value)
    const clean = secrets.hide(digits)
    return clean === digits ? value : clean
  }
  if (typeof value === "string") return secrets.hide(value)
  if (Array.isArray(value)) return value.map((item) => cleanJson(item, secrets))
  if (!Predicate.isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [secrets.hide(key), cleanJson(item, secrets)]))
}

/** Headers that tell how the body was sent, which is decompressed now. */
const framing = ["content-encoding", "content-length", "transfer-encoding"]

const respond = (
  request: HttpClientRequest.HttpClientRequest,
  answer: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: string | Uint8Array
  },
) => {
  const { body, headers, status } = answer
  // A response such as 204 must not have a body, not even an empty one.
  const content = body.length === 0 ? null : (body as string | Uint8Array<ArrayBuffer>)
  return HttpClientResponse.fromWeb(request, new Response(content, { status, headers }))
}

/** A cassette that is played: the exchanges that it holds, and how often each request was answered. */
class Player {
  private readonly answered = new Map<string, number>()
  constructor(
    readonly name: string,
    readonly exchanges: ReadonlyArray<Cassette.Exchange>,
  ) {}

  /** The next answer to a request, or the ways in which it differs from the nearest one. */
  next(asked: Difference.Asked): Cassette.Exchange["response"] | undefined {
    const same = this.exchanges.filter(
      ({ request }) => Difference.between(asked, Difference.read(request.method, request.url)).length === 0,
    )
    const key = JSON.stringify([asked.method, asked.path, [...asked.params].sort()])
    const count = this.answered.get(key) ?? 0
    this.answered.set(key, count + 1)
    return same[Math.min(count, same.length - 1)]?.response
  }

  mismatch(asked: Difference.Asked, url: string): Mismatch {
    const recorded = this.exchanges.map(({ request }) => Difference.read(request.method, request.url))
    return new Mismatch({
      cassette: this.name,
      request: `${asked.method} ${url}`,
      differences: Difference.fromNearest(asked, recorded) ?? [],
    })
  }
}

const play = (
  request: HttpClientRequest.HttpClientRequest,
  { headers, json, status, text = "" }: Cassette.Exchange["response"],
) => respond(request, { status, headers, body: json === undefined ? text : ExactJson.stringify(json) })

/** Reads the exchanges of a cassette; nothing where there is no such cassette. */
const load = (cassette: string): Effect.Effect<Option.Option<Player>, CassetteError, KeyValueStore.KeyValueStore> =>
  Effect.gen(function* () {
    const store = yield* KeyValueStore.KeyValueStore
    const text = yield* Effect.mapError(
      store.get(cassette),
      ({ message }) => new CassetteError({ cassette, detail: message }),
    )
    if (Option.isNone(text)) return Option.none()
    const exchanges = yield* Effect.mapError(
      Cassette.read(text.value),
      (detail) => new CassetteError({ cassette, detail: `it cannot be read. ${detail}` }),
    )
    return Option.some(new Player(cassette, exchanges))
  })

/** Sends requests by the client, and adds each exchange to the cassette, which it writes anew each time. */
const recording = (cassette: string, before: ReadonlyArray<Cassette.Exchange>, secrets: Secrets, options: Options) =>
  Effect.gen(function* () {
    const { requestHeaders = ["accept"] } = options
    const { responseHeaders = ["content-type", "location", "retry-after", "x-request-id"] } = options
    const client = yield* HttpClient.HttpClient
    const store = yield* KeyValueStore.KeyValueStore
    const oneAtATime = yield* Effect.makeSemaphore(1)
    const exchanges = [...before]
    const save = (exchange: Cassette.Exchange) =>
      oneAtATime.withPermits(1)(
        Effect.suspend(() => {
          exchanges.push(exchange)
          return Effect.catchAll(store.set(cassette, Cassette.write(exchanges)), ({ message }) =>
            Effect.die(new CassetteError({ cassette, detail: `it cannot be written. ${message}` })),
          )
        }),
      )
    return (request: HttpClientRequest.HttpClientRequest, url: URL) =>
      Effect.gen(function* () {
        const response = yield* client.execute(request)
        const body = yield* gunzip(new Uint8Array(yield* response.arrayBuffer))
        secrets.learn(response.headers)
        const text = new TextDecoder().decode(body)
        const json = ExactJson.parse(text)
        yield* save({
          request: {
            method: request.method,
            url: cleanUrl(url, secrets),
            headers: listed(request.headers, requestHeaders, secrets),
          },
          response: {
            status: response.status,
            headers: listed(response.headers, responseHeaders, secrets),
            ...(json === undefined ? { text: secrets.hide(text) } : { json: cleanJson(json, secrets) }),
          },
        })
        const headers = Object.fromEntries(Object.entries(response.headers).filter(([name]) => !framing.includes(name)))
        return respond(request, { status: response.status, headers, body })
      })
  })

type Execute = Effect.Effect.Success<ReturnType<typeof recording>>

/** A client that answers from a cassette, and leaves what the cassette lacks to `otherwise`. */
const playing = (player: Player, secrets: Secrets, otherwise: Execute): HttpClient.HttpClient =>
  HttpClient.make((request, url) =>
    Effect.suspend(() => {
      secrets.learn(request.headers, url)
      const found = player.next(Difference.read(request.method, cleanUrl(url, secrets)))
      return found === undefined ? otherwise(request, url) : Effect.sync(() => play(request, found))
    }),
  )

/** Sends every request, and writes a new cassette in place of an older one. A cassette that cannot be written is a defect. */
export const record = (
  cassette: string,
  options: Options = {},
): Layer.Layer<HttpClient.HttpClient, never, HttpClient.HttpClient | KeyValueStore.KeyValueStore> =>
  Layer.effect(
    HttpClient.HttpClient,
    Effect.suspend(() => {
      const secrets = new Secrets()
      return Effect.map(recording(cassette, [], secrets, options), (send) =>
        playing(new Player(cassette, []), secrets, send),
      )
    }),
  )

/** Answers from a cassette, and sends nothing. A request that it has no answer to is a {@link Mismatch}, a defect. */
export const replay = (
  cassette: string,
): Layer.Layer<HttpClient.HttpClient, CassetteError, KeyValueStore.KeyValueStore> =>
  Layer.effect(
    HttpClient.HttpClient,
    Effect.gen(function* () {
      const found = yield* load(cassette)
      if (Option.isNone(found)) {
        return yield* new CassetteError({ cassette, detail: "there is none. Record it with Recorder.record first." })
      }
      const player = found.value
      const secrets = new Secrets()
      return playing(player, secrets, (request, url) => {
        const clean = cleanUrl(url, secrets)
        return Effect.die(player.mismatch(Difference.read(request.method, clean), clean))
      })
    }),
  )

/** Answers from a cassette, sends the requests that it has no answer to, and adds them to it. */
export const once = (
  cassette: string,
  options: Options = {},
): Layer.Layer<HttpClient.HttpClient, CassetteError, HttpClient.HttpClient | KeyValueStore.KeyValueStore> =>
  Layer.effect(
    HttpClient.HttpClient,
    Effect.gen(function* () {
      const player = Option.getOrElse(yield* load(cassette), () => new Player(cassette, []))
      const secrets = new Secrets()
      return playing(player, secrets, yield* recording(cassette, player.exchanges, secrets, options))
    }),
  )
