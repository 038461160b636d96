/**
 * Requests to an object store: signed, retried on transient errors, and failed with the actual cause.
 *
 * @module
 */
import * as Redaction from "@candela/core/Redaction"
import * as TimeLimit from "@candela/core/TimeLimit"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpClient from "@effect/platform/HttpClient"
import type * as HttpClientError from "@effect/platform/HttpClientError"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import { StoreError } from "../../StoreError.js"
import * as Durable from "../store/durable.js"
import type { Bucket } from "./bucket.js"
import { type Answer, faultOf, isAbsent, isPassing, refusal } from "./refusal.js"
import type { Sign, Unsigned } from "./signer.js"
import * as Xml from "./xml.js"

/** Object in a listing. */
export interface Listed {
  readonly key: string
  readonly bytes: number
  /** Time of writing, epoch milliseconds. */
  readonly modified: number
}

/** Object with its bytes. */
export interface Got {
  readonly bytes: Uint8Array
  /** Identifies this content of the object, for the condition of the next write. */
  readonly etag: string
}

/** Condition for writing an object: its current content has the etag, or it is absent. */
export type Condition = { readonly etag: string } | "absent"

/** Outcome of a conditional write: made, overtaken by another content, or unknown. */
export type Outcome =
  | { readonly _tag: "Made" }
  | { readonly _tag: "Overtaken" }
  | { readonly _tag: "Unknown"; readonly error: StoreError }

/** Client of an object store. */
export interface Client {
  readonly get: (key: string) => Effect.Effect<Got | undefined, StoreError>
  /** Reads bytes of an object from an offset, fewer at its end; `size` is its expected total size. */
  readonly getRange: (
    key: string,
    range: { readonly start: number; readonly length: number; readonly size: number },
  ) => Effect.Effect<Uint8Array, StoreError>
  /** Lists all objects whose keys begin with a prefix, in the order of their keys. */
  readonly list: (prefix: string) => Effect.Effect<ReadonlyArray<Listed>, StoreError>
  readonly put: (key: string, bytes: Uint8Array) => Effect.Effect<void, StoreError>
  /** Writes an object if the condition holds. Sends one request: before repeating it, the caller must check whether it was made. */
  readonly putIf: (key: string, bytes: Uint8Array, condition: Condition) => Effect.Effect<Outcome, StoreError>
  readonly remove: (key: string) => Effect.Effect<void, StoreError>
}

/** No answer, or a transient error: the request may have taken effect. */
class Lost extends Data.TaggedError("Lost")<{ readonly detail: string }> {}

/** Waits between the attempts of a request: about half a minute in all. */
export const patience = Schedule.exponential("200 millis").pipe(
  Schedule.modifyDelay((delay) => Duration.min(delay, Duration.seconds(10))),
  Schedule.jittered,
  Schedule.intersect(Schedule.recurs(7)),
)

/** SHA-256 of nothing. */
const emptySha256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

/** Returns the innermost code or message in the cause of a lost connection. */
const causeOf = (error: unknown): string => {
  if (typeof error !== "object" || error === null) return String(error)
  const { cause, code, message } = error as { cause?: unknown; code?: unknown; message?: unknown }
  if (typeof code === "string") return code
  return cause === undefined ? String(message) : causeOf(cause)
}

/** Keeps `fetch` from following redirects itself, to any origin. */
const withoutRedirects = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Effect.serviceOption(FetchHttpClient.RequestInit), (init) =>
    Effect.provideService(effect, FetchHttpClient.RequestInit, { ...Option.getOrUndefined(init), redirect: "manual" }),
  )

/** Makes a client of a bucket on the `HttpClient` of the context. */
export const make = (bucket: Bucket, sign: Sign): Effect.Effect<Client, never, HttpClient.HttpClient> =>
  Effect.map(HttpClient.HttpClient, (given) => {
    // Spans of the platform would contain the headers.
    const http = HttpClient.withTracerDisabledWhen(given, () => true)

    const lost = (error: HttpClientError.HttpClientError) => new Lost({ detail: `no answer (${causeOf(error)})` })

    const answerTo = (unsigned: Unsigned): Effect.Effect<Answer, Lost | StoreError> =>
      Effect.gen(function* () {
        const credentials = yield* bucket.credentials
        const request = yield* sign(unsigned, credentials)
        const answer = yield* Effect.flatMap(http.execute(request), (response) =>
          response.arrayBuffer.pipe(
            Effect.catchIf(
              ({ reason }) => reason === "EmptyBody",
              () => Effect.succeed(new ArrayBuffer(0)),
            ),
            Effect.map((body) => ({
              status: response.status,
              headers: response.headers,
              body: new Uint8Array(body),
            })),
          ),
        ).pipe(
          withoutRedirects,
          Effect.mapError(lost),
          Effect.timeoutFail({
            duration: bucket.timeout,
            onTimeout: () => new Lost({ detail: `no answer within ${Duration.format(bucket.timeout)}` }),
          }),
          // A lock is given back in a finalizer.
          TimeLimit.enforced,
        )
        if (answer.status < 300) return answer
        // A server's error message may echo the request.
        const { secretAccessKey, sessionToken } = credentials
        const redaction = Redaction.make(secretAccessKey, ...(sessionToken === undefined ? [] : [sessionToken]))
        return { ...answer, body: redaction.bytes(answer.body) ?? answer.body }
      })

    const attempt = (unsigned: Unsigned) =>
      Effect.gen(function* () {
        const answer = yield* answerTo(unsigned)
        return isPassing(answer, yield* bucket.now) ? yield* new Lost({ detail: faultOf(answer).words }) : answer
      })

    const gone = (reason: "read" | "write", path: string) => (error: Lost | StoreError) =>
      error._tag === "StoreError"
        ? error
        : new StoreError({
            reason,
            path,
            detail: `the object store did not answer as it should, several times: ${error.detail}. See that ${bucket.endpoint} can be reached. What was written before stands.`,
          })

    const spanned = (unsigned: Unsigned, key: string) =>
      Effect.withSpan(`candela.store ${unsigned.method}`, {
        kind: "client",
        captureStackTrace: false,
        attributes: { bucket: bucket.name, key },
      })

    /** Sends an idempotent request. */
    const send = (unsigned: Unsigned, key: string) => {
      const [reason, path] = [unsigned.method === "GET" ? ("read" as const) : ("write" as const), bucket.pathOf(key)]
      return {
        path,
        refuse: (answer: Answer) =>
          Effect.flatMap(bucket.now, (now) => Effect.fail(refusal(answer, { bucket: bucket.name, now, path, reason }))),
        answer: attempt(unsigned).pipe(
          Effect.retry({ while: ({ _tag }) => _tag === "Lost", schedule: patience }),
          Effect.mapError(gone(reason, path)),
          spanned(unsigned, key),
        ),
        once: Effect.either(Effect.mapError(attempt(unsigned), gone(reason, path))).pipe(spanned(unsigned, key)),
      }
    }

    const reading = (key: string, loose: Record<string, string> = {}): Unsigned => ({
      method: "GET",
      url: bucket.urlOf(key),
      // Signing this header would fail behind proxies that change it.
      loose: { "accept-encoding": "identity", ...loose },
      sha256: emptySha256,
    })

    const get: Client["get"] = (key) =>
      Effect.gen(function* () {
        const { answer: sent, path, refuse } = send(reading(key), key)
        const answer = yield* sent
        if (isAbsent(answer)) return undefined
        if (answer.status !== 200) return yield* refuse(answer)
        const { etag } = answer.headers
        if (etag !== undefined) return { bytes: answer.body, etag }
        return yield* new StoreError({
          reason: "access",
          path,
          detail:
            "the object store gives no ETag with an object, so that changes could be lost. Use one that honours conditional writes.",
        })
      })

    const getRange: Client["getRange"] = (key, { length, size, start }) =>
      Effect.gen(function* () {
        const {
          answer: sent,
          path,
          refuse,
        } = send(reading(key, { range: `bytes=${start}-${start + length - 1}` }), key)
        const answer = yield* sent
        const damaged = (detail: string) => new StoreError({ reason: "file", path, detail })
        if (isAbsent(answer)) return yield* damaged("the object is not there")
        if (answer.status === 416) return yield* damaged(`it has fewer than ${size} bytes`)
        if (answer.status !== 200 && answer.status !== 206) return yield* refuse(answer)
        const total =
          answer.status === 200 ? answer.body.length : Number(answer.headers["content-range"]?.split("/")[1])
        if (total !== size) return yield* damaged(`it has ${total} bytes in place of ${size}`)
        return answer.status === 206 ? answer.body : answer.body.subarray(start, start + length)
      })

    const page = (prefix: string, token: string | undefined) => {
      const query = {
        ...(token === undefined ? {} : { "continuation-token": token }),
        "list-type": "2",
        prefix,
      }
      const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      const { answer: sent, refuse } = send({ ...reading(""), url: `${bucket.urlOf("")}?${search.join("&")}` }, prefix)
      return Effect.flatMap(sent, (answer) => {
        if (answer.status !== 200) return refuse(answer)
        const xml = new TextDecoder().decode(answer.body)
        return Xml.text(xml, "Name") === undefined ? refuse({ ...answer, body: new Uint8Array() }) : Effect.succeed(xml)
      })
    }

    const list: Client["list"] = (prefix) =>
      Effect.gen(function* () {
        const found: Array<Listed> = []
        let token: string | undefined
        do {
          const xml: string = yield* page(prefix, token)
          for (const content of Xml.elements(xml, "Contents")) {
            found.push({
              key: Xml.text(content, "Key")!,
              bytes: Number(Xml.text(content, "Size")),
              modified: Date.parse(Xml.text(content, "LastModified")!),
            })
          }
          token = Xml.text(xml, "IsTruncated") === "true" ? Xml.text(xml, "NextContinuationToken") : undefined
        } while (token !== undefined)
        return found
      })

    const writing = (key: string, body: Uint8Array, headers: Record<string, string> = {}) =>
      Effect.map(Durable.digest(body), (sha256) =>
        send({ method: "PUT", url: bucket.urlOf(key), headers, body, sha256 }, key),
      )

    const isDone = ({ status }: Answer) => status === 200 || status === 204

    return {
      get,
      getRange,
      list,
      put: (key, bytes) =>
        Effect.flatMap(writing(key, bytes), ({ answer, refuse }) =>
          Effect.flatMap(answer, (answer) => (isDone(answer) ? Effect.void : refuse(answer))),
        ),
      putIf: (key, bytes, condition) =>
        Effect.gen(function* () {
          const headers: Record<string, string> =
            condition === "absent" ? { "if-none-match": "*" } : { "if-match": condition.etag }
          const { once, refuse } = yield* writing(key, bytes, headers)
          const tried = yield* once
          if (tried._tag === "Left") {
            // Without an answer the outcome is unknown; a refusal of our own is certain.
            return tried.left.reason === "write" ? { _tag: "Unknown", error: tried.left } : yield* tried.left
          }
          const answer = tried.right
          if (isDone(answer)) return { _tag: "Made" }
          const { code } = faultOf(answer)
          const isOvertaken =
            answer.status === 412 ||
            code === "ConditionalRequestConflict" ||
            (condition !== "absent" && isAbsent(answer))
          return isOvertaken ? { _tag: "Overtaken" } : yield* refuse(answer)
        }),
      remove: (key) =>
        Effect.suspend(() => {
          const { answer, refuse } = send({ method: "DELETE", url: bucket.urlOf(key), sha256: emptySha256 }, key)
          return Effect.flatMap(answer, (answer) => (isDone(answer) || isAbsent(answer) ? Effect.void : refuse(answer)))
        }),
    }
  })
