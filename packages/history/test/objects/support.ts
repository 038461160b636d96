import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientError from "@effect/platform/HttpClientError"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import { Clock, Duration, Effect, Redacted } from "effect"
import type { Store } from "@candela/history"
import * as Bucket from "../../src/internal/store/objects/bucket.js"
import * as Client from "../../src/internal/store/objects/client.js"
import * as Place from "../../src/internal/store/objects/place.js"
import * as Signer from "../../src/internal/store/objects/signer.js"
import * as Service from "../../src/internal/store/service.js"
import { lines } from "../store/support.js"
import type { ObjectServer } from "./objectServer.js"

export const prefix = "histories/daily"

/** The options of a store in an object store. */
export const optionsOf = (server: ObjectServer, own: Partial<Store.ObjectsOptions> = {}): Store.ObjectsOptions => ({
  bucket: server.bucket,
  prefix,
  endpoint: "http://objects.test",
  credentials: { accessKeyId: server.accessKeyId, secretAccessKey: Redacted.make(server.secretAccessKey) },
  ...own,
})

const cutBody = (bytes: Uint8Array) =>
  new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes.subarray(0, bytes.length >> 1)),
    pull: (controller) => controller.error(new Error("the connection was cut")),
  })

/** A client of an object store in the same process. Each request waits for `before`. */
export const clientOf = (server: ObjectServer, before: Effect.Effect<void> = Effect.void): HttpClient.HttpClient =>
  HttpClient.make((request, url) =>
    Effect.flatMap(before, () => {
      const body = request.body._tag === "Uint8Array" ? request.body.body : new Uint8Array()
      const headers = { ...request.headers, host: url.host }
      const answer = server.answer({ method: request.method, target: url.pathname + url.search, headers, body })
      if (answer === undefined)
        return Effect.fail(
          new HttpClientError.RequestError({
            request,
            reason: "Transport",
            cause: new Error("the connection was cut"),
          }),
        )
      const { isCut, response } = answer
      const bytes = response.body as Uint8Array<ArrayBuffer>
      const content = response.status === 204 ? null : isCut ? cutBody(bytes) : bytes
      const init = { status: response.status, headers: response.headers }
      return Effect.succeed(HttpClientResponse.fromWeb(request, new Response(content, init)))
    }),
  )

/** Signs nothing. */
const unsigned: Signer.Sign = ({ body, headers, loose, method, url }) => {
  const request = HttpClientRequest.setHeaders(HttpClientRequest.make(method)(url), { ...headers, ...loose })
  return Effect.succeed(body === undefined ? request : HttpClientRequest.bodyUint8Array(request, body))
}

/** A client of an object store, as a store makes it. */
export const objectsOf = (server: ObjectServer, http = clientOf(server), own?: Partial<Store.ObjectsOptions>) =>
  Effect.gen(function* () {
    const bucket = yield* Bucket.of(optionsOf(server, own))
    const sign = server.isOpen ? unsigned : Signer.make(yield* Signer.load(bucket.root), bucket)
    return { bucket, client: yield* Effect.provideService(Client.make(bucket, sign), HttpClient.HttpClient, http) }
  })

/** A store of lines of JSON in an object store. */
export const openObjects = (server: ObjectServer, http = clientOf(server)) =>
  Effect.map(objectsOf(server, http), ({ bucket, client }) =>
    Service.make({ ...Place.make(bucket, client), format: lines }),
  )

/** Runs with a clock on which every wait is over at once; a timeout never is. */
export const hurried =
  (start: number, waits: Array<number> = []) =>
  <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
    let now = start
    const timeout = 60_000
    return Effect.withClock(self, {
      ...Clock.make(),
      [Clock.ClockTypeId]: Clock.ClockTypeId,
      currentTimeMillis: Effect.sync(() => now),
      currentTimeNanos: Effect.sync(() => BigInt(now) * 1_000_000n),
      unsafeCurrentTimeMillis: () => now,
      unsafeCurrentTimeNanos: () => BigInt(now) * 1_000_000n,
      sleep: (duration) => {
        const millis = Duration.toMillis(duration)
        return millis >= timeout
          ? Effect.never
          : Effect.sync(() => {
              waits.push(millis)
              now += Math.ceil(millis)
            })
      },
    })
  }
