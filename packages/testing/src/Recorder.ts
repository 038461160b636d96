/**
 * Records the exchanges of an `HttpClient` into a cassette, a readable JSON file, and replays them without a service.
 *
 * ```ts
 * const Cassettes = KeyValueStore.layerFileSystem("test/cassettes").pipe(Layer.provide(NodeContext.layer))
 * const Recorded = Recorder.once("aapl.json").pipe(Layer.provide([FetchHttpClient.layer, Cassettes]))
 * ```
 *
 * A cassette contains no key and no cookie: only listed headers, all parameters except keys (`apiKey`,
 * `key`, `token`, `secret`, `sig`, `password` and the like), and in everything else each key, token or
 * cookie of the exchange is `<redacted>`, in every spelling known to the module `Redaction` of core.
 * Keys of fewer than eight characters, such as the sandbox's, are not searched for.
 *
 * Requests are compared by method, path and parameters except keys, not by host, and an unrecorded
 * one is never answered. If the same request was recorded several times, its responses are replayed
 * in order; then the last one is repeated.
 *
 * A cassette holds answers of the service, and the store decides who may read it: `KeyValueStore.layerFileSystem`
 * makes files by the umask of the process. The command `candela record` makes them for their user alone.
 *
 * Each exchange is replayed in memory before it is written. An exchange that needs the key for
 * replay (in its path, in a number, in the cursor of its `next_url`) is rejected, as a defect.
 *
 * @module
 */
import * as Foreign from "@candela/core/internal/Foreign"
import * as HttpClient from "@effect/platform/HttpClient"
import type * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as KeyValueStore from "@effect/platform/KeyValueStore"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Cassette from "./internal/cassette.js"
import { gunzip } from "./internal/gzip.js"
import { Player, respond } from "./internal/player.js"
import * as Recorded from "./internal/recorded.js"
import * as Asked from "./internal/requestDifference.js"
import { Secrets } from "./internal/secrets.js"

/** Headers in a cassette. Headers of keys, tokens and cookies are omitted even if listed. */
export interface Options {
  /** Request headers, in lower case. Default `accept`. */
  readonly requestHeaders?: ReadonlyArray<string> | undefined
  /** Response headers, in lower case. Default `content-type`, `location`, `retry-after` and `x-request-id`. */
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
    return Foreign.show(`The cassette "${this.cassette}": ${this.detail}`)
  }
}

/** A request without a recorded response. It is a defect, so that no retry and no error handler hides it. */
export class Mismatch extends Schema.TaggedError<Mismatch>("@candela/testing/Mismatch")("Mismatch", {
  /** Name of the cassette. */
  cassette: Schema.String,
  /** Request: method, path and parameters, without a key. */
  request: Schema.String,
  /** Nearest recorded request: method, path and parameters; `undefined` if nothing is recorded. */
  nearest: Schema.UndefinedOr(Schema.String),
  /** Differences from the nearest recorded request; empty if nothing is recorded. */
  differences: Schema.Array(
    Schema.Struct({
      /** Differing part: `method`, `path`, or the name of a parameter. */
      part: Schema.String,
      /** Value in the request; `undefined` if it has none. */
      asked: Schema.UndefinedOr(Schema.String),
      /** Value in the recorded request; `undefined` if it has none. */
      recorded: Schema.UndefinedOr(Schema.String),
    }),
  ),
}) {
  override get message(): string {
    const words = (value: string | undefined) => (value === undefined ? "absent" : JSON.stringify(value))
    const differences = this.differences.map(
      ({ asked, part, recorded }) => `${part} is ${words(asked)}, recorded is ${words(recorded)}`,
    )
    const nearest =
      this.nearest === undefined
        ? "It is empty."
        : `The nearest recorded request is ${this.nearest}: ${differences.join("; ")}.`
    return Foreign.show(
      `The cassette "${this.cassette}" has no response to ${this.request}. ${nearest} Record the cassette again if the request is right.`,
    )
  }
}

/** Headers of the body's transfer, which do not apply to the decompressed body. */
const framing = ["content-encoding", "content-length", "transfer-encoding"]

const mismatch = (cassette: string, { exchanges }: Player, method: string, requested: URL, secrets: Secrets) => {
  const read = (method: string, url: string) => {
    const clean = secrets.hide(url)
    return { ...Asked.read(method, clean), text: `${method} ${clean}` }
  }
  const asked = read(method, Recorded.comparable(requested))
  const nearest = Asked.nearest(
    asked,
    exchanges.map(({ request }) => read(request.method, request.url)),
  )
  return new Mismatch({
    cassette,
    request: asked.text,
    nearest: nearest?.request.text,
    differences: nearest?.differences ?? [],
  })
}

/** Reads the exchanges of a cassette; none if it does not exist. */
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
    return Option.some(new Player(exchanges))
  })

/** Sends requests by the client, and adds each exchange to the cassette, which is rewritten each time. */
const recording = (
  cassette: string,
  before: ReadonlyArray<Cassette.RecordedExchange>,
  secrets: Secrets,
  options: Options,
) =>
  Effect.gen(function* () {
    const { requestHeaders = ["accept"] } = options
    const { responseHeaders = ["content-type", "location", "retry-after", "x-request-id"] } = options
    const client = yield* HttpClient.HttpClient
    const store = yield* KeyValueStore.KeyValueStore
    const oneAtATime = yield* Effect.makeSemaphore(1)
    const exchanges = [...before]
    const refuse = (detail: string) => Effect.die(new CassetteError({ cassette, detail }))
    const save = (exchange: Cassette.RecordedExchange) =>
      oneAtATime.withPermits(1)(
        Effect.suspend(() => {
          exchanges.push(exchange)
          return Effect.catchAll(store.set(cassette, Cassette.write(exchanges)), ({ message }) =>
            refuse(`it cannot be written. ${message}`),
          )
        }),
      )
    return (request: HttpClientRequest.HttpClientRequest, url: URL) =>
      Effect.gen(function* () {
        const response = yield* client.execute(request)
        const body = yield* gunzip(new Uint8Array(yield* response.arrayBuffer))
        secrets.learn(response.headers)
        const { headers, status } = response
        const happened = { method: request.method, url, requestHeaders: request.headers, status, headers, body }
        const exchange = Recorded.make(happened, secrets, { requestHeaders, responseHeaders })
        yield* Either.match(exchange, {
          onLeft: (why) => refuse(`an exchange was not written, because it could not be replayed. ${why}.`),
          onRight: save,
        })
        const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !framing.includes(name)))
        return respond(request, { status, headers: kept, body })
      })
  })

type Execute = Effect.Effect.Success<ReturnType<typeof recording>>

/** Makes a client that responds from a cassette, and passes unrecorded requests to `otherwise`. */
const playing = (player: Player, secrets: Secrets, otherwise: Execute): HttpClient.HttpClient =>
  HttpClient.make((request, url) =>
    Effect.suspend(() => {
      secrets.learn(request.headers, url)
      const found = player.next(Asked.read(request.method, Recorded.comparable(url)))
      return found === undefined ? otherwise(request, url) : Effect.sync(() => respond(request, found))
    }),
  )

/** Sends every request, and replaces an existing cassette. A cassette that cannot be written is a defect. */
export const record = (
  cassette: string,
  options: Options = {},
): Layer.Layer<HttpClient.HttpClient, never, HttpClient.HttpClient | KeyValueStore.KeyValueStore> =>
  Layer.effect(
    HttpClient.HttpClient,
    Effect.suspend(() => {
      const secrets = new Secrets()
      return Effect.map(recording(cassette, [], secrets, options), (send) => playing(new Player([]), secrets, send))
    }),
  )

/** Responds from a cassette, and sends nothing. An unrecorded request is a {@link Mismatch}, a defect. */
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
      return playing(player, secrets, ({ method }, url) =>
        Effect.dieSync(() => mismatch(cassette, player, method, url, secrets)),
      )
    }),
  )

/** Responds from a cassette, and sends and records other requests. */
export const once = (
  cassette: string,
  options: Options = {},
): Layer.Layer<HttpClient.HttpClient, CassetteError, HttpClient.HttpClient | KeyValueStore.KeyValueStore> =>
  Layer.effect(
    HttpClient.HttpClient,
    Effect.gen(function* () {
      const player = Option.getOrElse(yield* load(cassette), () => new Player([]))
      const secrets = new Secrets()
      return playing(player, secrets, yield* recording(cassette, player.exchanges, secrets, options))
    }),
  )
