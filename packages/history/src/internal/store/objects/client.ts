/**
 * Requests to an object store: signed, retried on transient errors, and failed with the actual cause.
 *
 * @module
 */
import * as Redaction from "@candela/core/internal/Redaction"
import * as TimeLimit from "@candela/core/internal/TimeLimit"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpClient from "@effect/platform/HttpClient"
import type * as HttpClientError from "@effect/platform/HttpClientError"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import { StoreError } from "../../../StoreError.js"
import * as Checked from "../commit/checked.js"
import * as Durable from "../commit/durable.js"
import * as Body from "./body.js"
import type { Bucket } from "./bucket.js"
import * as Listing from "./listing.js"
import { type ObjectResponse, errorOf, isAbsent, isPassing, refusal } from "./refusal.js"
import type { Sign, Unsigned } from "./signer.js"
import * as Xml from "./xml.js"

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
  /** Reads an object; `undefined` if it is absent. `size` is its expected size, where it is known. */
  readonly get: (key: string, size?: number) => Effect.Effect<Got | undefined, StoreError>
  /** Reads bytes of an object from an offset; `size` is its expected total size. */
  readonly getRange: (
    key: string,
    range: { readonly start: number; readonly length: number; readonly size: number },
  ) => Effect.Effect<Got, StoreError>
  /** Lists all objects whose keys begin with a prefix. */
  readonly list: (prefix: string) => Effect.Effect<ReadonlyArray<Listing.StoredObject>, StoreError>
  readonly put: (key: string, bytes: Uint8Array) => Effect.Effect<void, StoreError>
  /**
   * Writes an object if the condition holds. Sends one request: before repeating it, the caller
   * must check whether it was made.
   */
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

/**
 * Maximum size of a manifest, of a page of a listing and of an error, in bytes: a page of 1,000
 * objects has at most some megabytes.
 */
const most = 64 * 2 ** 20

/** Maximum size of an error in the answer to a read of a smaller file. */
const mostOfErrors = 65_536

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
// protects: A request is sent to the endpoint alone.
// mutant: "go to the endpoint alone": "manual" → "follow"
const withoutRedirects = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Effect.serviceOption(FetchHttpClient.RequestInit), (init) =>
    Effect.provideService(effect, FetchHttpClient.RequestInit, { ...Option.getOrUndefined(init), redirect: "manual" }),
  )

/** Makes a client of a bucket on the `HttpClient` of the context. */
export const make = (bucket: Bucket, sign: Sign): Effect.Effect<Client, never, HttpClient.HttpClient> =>
  Effect.map(HttpClient.HttpClient, (given) => {
    // Spans of the platform would contain the headers.
    // protects: Spans hold no header of a request.
    // mutant: "are in no URL, span, log or error": true → false
    const http = HttpClient.withTracerDisabledWhen(given, () => true)

    const lost = (error: HttpClientError.HttpClientError) => new Lost({ detail: `no answer (${causeOf(error)})` })

    /** Error of an answer that was not read to its end. */
    const tooLong = (status: number, { mostBytes }: Unsigned, path: string) =>
      mostBytes !== undefined && status < 300
        ? Checked.damage(path, `it has more than ${mostBytes} bytes`)
        : new StoreError({
            reason: "read",
            path,
            detail: `the response of the object store has more than ${mostBytes ?? most} bytes, and the rest of it was not read. See that ${bucket.endpoint} is an object store, and that nothing else writes under the store's prefix.`,
          })

    const answerTo = (unsigned: Unsigned, path: string): Effect.Effect<ObjectResponse, Lost | StoreError> =>
      Effect.gen(function* () {
        const credentials = yield* bucket.credentials
        const request = yield* sign(unsigned, credentials)
        const answer = yield* Effect.flatMap(http.execute(request), (response) =>
          Effect.map(Body.read(response, unsigned.mostBytes ?? most), (body) => ({
            status: response.status,
            headers: response.headers,
            body,
          })),
        ).pipe(
          withoutRedirects,
          Effect.mapError(lost),
          Effect.timeoutFail({
            duration: bucket.timeout,
            onTimeout: () => new Lost({ detail: `no response within ${Duration.format(bucket.timeout)}` }),
          }),
          // A lock is given back in a finalizer.
          TimeLimit.enforced,
        )
        const { body } = answer
        if (body === undefined) return yield* tooLong(answer.status, unsigned, path)
        if (answer.status < 300) return { ...answer, body }
        // A server's error message may echo the request.
        const { secretAccessKey, sessionToken } = credentials
        const redaction = Redaction.make(secretAccessKey, ...(sessionToken === undefined ? [] : [sessionToken]))
        // protects: Keys that a server repeats are in no error.
        // mutant: "are in no URL, span, log or error": without : redaction.bytes(body) ?? body
        return { ...answer, body: redaction.bytes(body) ?? body }
      })

    const attempt = (unsigned: Unsigned, path: string) =>
      Effect.gen(function* () {
        const answer = yield* answerTo(unsigned, path)
        return isPassing(answer, yield* bucket.now) ? yield* new Lost({ detail: errorOf(answer).words }) : answer
      })

    const gone = (reason: "read" | "write", path: string) => (error: Lost | StoreError) =>
      error._tag === "StoreError"
        ? error
        : new StoreError({
            reason,
            path,
            detail: `the object store did not respond as it should, several times: ${error.detail}. See that ${bucket.endpoint} can be reached. What was written before stands.`,
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
        refuse: (answer: ObjectResponse) =>
          Effect.flatMap(bucket.now, (now) => Effect.fail(refusal(answer, { bucket: bucket.name, now, path, reason }))),
        answer: attempt(unsigned, path).pipe(
          // protects: A request whose answer passes is repeated.
          // mutant: "is repeated with growing waits": "Lost" → "StoreError"
          Effect.retry({ while: ({ _tag }) => _tag === "Lost", schedule: patience }),
          Effect.mapError(gone(reason, path)),
          spanned(unsigned, key),
        ),
        once: Effect.either(Effect.mapError(attempt(unsigned, path), gone(reason, path))).pipe(spanned(unsigned, key)),
      }
    }

    const reading = (key: string, mostBytes?: number, loose: Record<string, string> = {}): Unsigned => ({
      method: "GET",
      url: bucket.urlOf(key),
      // Signing this header would fail behind proxies that change it.
      loose: { "accept-encoding": "identity", ...loose },
      sha256: emptySha256,
      mostBytes,
    })

    const etagOf = ({ headers }: ObjectResponse, path: string) =>
      headers["etag"] === undefined
        ? new StoreError({
            reason: "access",
            path,
            detail:
              "the object store gives no ETag with an object, so that changes could be lost. Use one that honours conditional writes.",
          })
        : Effect.succeed(headers["etag"])

    const get: Client["get"] = (key, size) =>
      Effect.gen(function* () {
        const mostBytes = size === undefined ? undefined : Math.max(size, mostOfErrors)
        const { answer: sent, path, refuse } = send(reading(key, mostBytes), key)
        const answer = yield* sent
        if (isAbsent(answer)) return undefined
        if (answer.status !== 200) return yield* refuse(answer)
        return { bytes: answer.body, etag: yield* etagOf(answer, path) }
      })

    const getRange: Client["getRange"] = (key, { length, size, start }) =>
      Effect.gen(function* () {
        const {
          answer: sent,
          path,
          refuse,
        } = send(
          // A server may ignore the range, and send the whole object.
          reading(key, Math.max(size, mostOfErrors), { range: `bytes=${start}-${start + length - 1}` }),
          key,
        )
        const answer = yield* sent
        const damaged = (problem: string) => Checked.damage(path, problem)
        if (isAbsent(answer)) return yield* damaged("the object is not there")
        if (answer.status === 416) return yield* damaged(`it has fewer than ${size} bytes`)
        if (answer.status !== 200 && answer.status !== 206) return yield* refuse(answer)
        const etag = yield* etagOf(answer, path)
        if (answer.status === 200) {
          if (answer.body.length !== size)
            return yield* damaged(`it has ${answer.body.length} bytes in place of ${size}`)
          return { bytes: answer.body.subarray(start, start + length), etag }
        }
        const { "content-range": given = "" } = answer.headers
        const [, first, last, total] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(given) ?? []
        // protects: An object of another size is not read for the one that a manifest names.
        // mutant: "gives parts of an object": never
        if (total !== undefined && Number(total) !== size)
          return yield* damaged(`it has ${total} bytes in place of ${size}`)
        const end = Math.min(start + length, size)
        // protects: A part of an object is the one that was asked for.
        // mutant: "that is not the one asked for is an error": Number(first) === start && Number(last) === end - 1 &&
        // answer.body.length === end - start → answer.body.length > 0
        return Number(first) === start && Number(last) === end - 1 && answer.body.length === end - start
          ? { bytes: answer.body, etag }
          : yield* new StoreError({
              reason: "read",
              path,
              detail: `the object store responded with other bytes than were requested (${JSON.stringify(given.slice(0, 100))}, ${answer.body.length} bytes). See that ${bucket.endpoint} honours ranges, also through a proxy.`,
            })
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
      Listing.all(
        prefix,
        (token) => page(prefix, token),
        (fault) =>
          new StoreError({
            reason: "read",
            path: bucket.pathOf(prefix),
            detail: `the object store's listing ${fault}: it cannot be relied on. Try again, and if it stays so, see that ${bucket.endpoint} is an S3-compatible object store.`,
          }),
      )

    const writing = (key: string, body: Uint8Array, headers: Record<string, string> = {}) =>
      Effect.map(Durable.digest(body), (sha256) =>
        send({ method: "PUT", url: bucket.urlOf(key), headers, body, sha256 }, key),
      )

    const isDone = ({ status }: ObjectResponse) => status === 200 || status === 204

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
          // protects: A manifest is replaced where it is the one that was read.
          // mutant: "by three processes are all there": without "if-match": condition.etag
          // protects: A first manifest is written where there is none.
          // mutant: "by three processes are all there": without "if-none-match": "*"
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
          const { code } = errorOf(answer)
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
