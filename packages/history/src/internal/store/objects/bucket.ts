/**
 * Location of a store in an object store: endpoint, bucket and prefix, and the addresses of its objects.
 *
 * @module
 */
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as OptionCheck from "@candela/core/internal/OptionCheck"
import { InvalidOption } from "@candela/core/InvalidOption"
import { StoreError } from "../../../StoreError.js"
import type { Credentials, ObjectsOptions } from "../model/store.js"

/** Prefix in a bucket. */
export interface Bucket {
  readonly name: string
  /** Address of the object store, for messages. */
  readonly endpoint: string
  readonly region: string
  /** `s3://bucket/prefix`. */
  readonly root: string
  readonly timeout: Duration.Duration
  /** Time for signing requests, epoch milliseconds. */
  readonly now: Effect.Effect<number>
  readonly credentials: Effect.Effect<Credentials, StoreError>
  /** Returns the key, with the prefix, of a name in the store whose parts are separated by `/`. */
  readonly keyOf: (name: string) => string
  /** Returns the address of an object; of the bucket for an empty key. */
  readonly urlOf: (key: string) => string
  /** Returns the name of an object, for messages. */
  readonly pathOf: (key: string) => string
}

/** Bucket names that all object stores allow. */
const bucketPattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

/** Characters that need no escape in a key, in a URL's path, and in the names that engines read. */
const prefixPattern = /^[\w=-][\w.=-]*(\/[\w=-][\w.=-]*)*$/

const endpointOf = (text: string): Either.Either<URL, string> => {
  if (!URL.canParse(text)) return Either.left(`${JSON.stringify(text)} is not a URL`)
  const url = new URL(text)
  if (url.username !== "" || url.password !== "")
    return Either.left("it holds a user or a password: give them as `credentials`, and the address alone here")
  return ["http:", "https:"].includes(url.protocol) && url.search === "" && url.hash === ""
    ? Either.right(url)
    : Either.left(`${JSON.stringify(text)} must be http:// or https://, a host, and nothing after the path`)
}

const encode = (key: string) => key.split("/").map(encodeURIComponent).join("/")

/** Checks the location of a store. */
export const of = ({
  bucket: name,
  clock,
  credentials,
  endpoint,
  prefix = "",
  region = "us-east-1",
  timeout = "1 minute",
}: ObjectsOptions): Effect.Effect<Bucket, InvalidOption> => {
  const parts = prefix.replace(/\/$/, "")
  const root = parts === "" ? `s3://${name}` : `s3://${name}/${parts}`
  const refuse = (option: string, detail: string) => new InvalidOption({ option: `${option} of Store`, detail })
  if (!bucketPattern.test(name))
    return refuse("bucket", "its name must have 3 to 63 lower-case letters, digits, dots and hyphens")
  if (parts !== "" && !prefixPattern.test(parts))
    return refuse(
      "prefix",
      "it must have letters, digits, `_`, `-`, `=` and dots alone, with `/` between its parts; no part begins with a dot",
    )
  // A name with dots does not match the certificate of a host that begins with it.
  const isHost = endpoint === undefined && !name.includes(".")
  const address =
    endpoint ?? (isHost ? `https://${name}.s3.${region}.amazonaws.com` : `https://s3.${region}.amazonaws.com`)
  const url = Either.mapLeft(endpointOf(address), (detail) => refuse("endpoint", detail))
  return Effect.all([url, OptionCheck.duration("timeout of Store", timeout)]).pipe(
    Effect.map(([url, timeout]): Bucket => {
      const base = url.origin + url.pathname.replace(/\/+$/, "") + (isHost ? "" : `/${name}`)
      return {
        name,
        endpoint: url.origin,
        region,
        root,
        timeout,
        // protects: Requests to an object store are signed by the clock that is given, whatever the program's own says.
        // mutant: "opens the store that it names": without clock?.currentTimeMillis ??
        now: clock?.currentTimeMillis ?? Clock.currentTimeMillis,
        credentials: Effect.isEffect(credentials)
          ? Effect.mapError(
              credentials,
              ({ message }) =>
                new StoreError({ reason: "access", path: root, detail: `there are no credentials (${message})` }),
            )
          : Effect.succeed(credentials),
        keyOf: (name) => (parts === "" ? name : `${parts}/${name}`),
        urlOf: (key) => `${base}/${encode(key)}`,
        pathOf: (key) => `s3://${name}/${key}`,
      }
    }),
  )
}
