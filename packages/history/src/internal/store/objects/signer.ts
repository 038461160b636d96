/**
 * Signs requests to an object store (AWS Signature Version 4) with `aws4fetch`, which is loaded with the
 * layer. Keys are used only here, below spans and logs: the headers of the signed request are never printed.
 *
 * @module
 */
import type * as aws4fetch from "aws4fetch"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { StoreError } from "../../../StoreError.js"
import type { Credentials } from "../model/store.js"

/** The module `aws4fetch`. */
export type Library = typeof aws4fetch

const isMissing = (error: unknown) =>
  error instanceof Error && /^(ERR_)?MODULE_NOT_FOUND$/.test((error as { readonly code?: string }).code ?? "")

/** Loads the library for the store at `root`. `module` replaces the import in tests. */
export const load = (
  root: string,
  module: () => Promise<Library> = () => import("aws4fetch"),
): Effect.Effect<Library, StoreError> =>
  Effect.tryPromise({
    try: module,
    catch: (error) =>
      new StoreError({
        reason: "library",
        path: root,
        detail: isMissing(error)
          ? "A store on an object store needs the package aws4fetch, which is not installed. Install it beside @candela/history: npm install aws4fetch"
          : `A store on an object store needs the package aws4fetch, which could not be loaded: ${String(error)}`,
      }),
  })

/** Unsigned request. */
export interface Unsigned {
  readonly method: "GET" | "PUT" | "DELETE"
  readonly url: string
  /** Signed headers: a proxy that drops one of them invalidates the signature. */
  readonly headers?: Readonly<Record<string, string>>
  /** Unsigned headers. */
  readonly loose?: Readonly<Record<string, string>>
  readonly body?: Uint8Array | undefined
  /** Maximum size of the answer's body, in bytes; absent for the usual one. */
  readonly mostBytes?: number | undefined
  /** SHA-256 of the body, which the object store verifies. */
  readonly sha256: string
}

/** Signs a request. */
export type Sign = (unsigned: Unsigned, credentials: Credentials) => Effect.Effect<HttpClientRequest.HttpClientRequest>

/** Makes a signer for a region, with a clock. */
export const make = (
  { AwsV4Signer }: Library,
  { now: time, region }: { readonly now: Effect.Effect<number>; readonly region: string },
): Sign => {
  // Deriving the signing key of a day takes four of the five hashes.
  const cache = new Map<string, ArrayBuffer>()
  return ({ body, headers, loose, method, sha256, url }, { accessKeyId, secretAccessKey, sessionToken }) =>
    Effect.gen(function* () {
      const now = new Date(yield* time)
      const signer = new AwsV4Signer({
        method,
        url,
        headers: { ...headers, "x-amz-content-sha256": sha256 },
        accessKeyId,
        secretAccessKey: Redacted.value(secretAccessKey),
        ...(sessionToken === undefined ? {} : { sessionToken: Redacted.value(sessionToken) }),
        service: "s3",
        region,
        cache,
        datetime: now.toISOString().replace(/[:-]|\.\d{3}/g, ""),
      })
      // The keys of a few days and of a few expiring credentials suffice.
      if (cache.size > 8) cache.clear()
      const signed = yield* Effect.promise(() => signer.sign())
      const request = HttpClientRequest.make(method)(url).pipe(
        HttpClientRequest.setHeaders({ ...Object.fromEntries(signed.headers), ...loose }),
      )
      return body === undefined ? request : HttpClientRequest.bodyUint8Array(request, body, "application/octet-stream")
    })
}
