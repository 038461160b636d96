/**
 * Into which requests a call is cut, and how they run.
 */
import { Either } from "effect"
import type * as Endpoint from "../Endpoint.js"
import { InvalidRequest } from "../MarketDataError.js"
import type * as Method from "../Method.js"
import * as Request from "../Request.js"

/** Options of a stream, with their defaults. */
export interface Settings {
  readonly prefetch: number
  readonly concurrency: number
  readonly shards: number
}

/** The requests of a call, in the order of their rows. */
export interface Shards {
  readonly settings: Settings
  readonly values: ReadonlyArray<Record<string, unknown>>
  readonly urls: ReadonlyArray<string>
}

/** How many shards each running one is followed by: so that one with few rows does not leave its place empty for long. */
const shardsPerPlace = 4

const readSettings = (
  endpoint: Endpoint.Any,
  options: Method.HistoryOptions,
): Either.Either<Settings, InvalidRequest> => {
  const { concurrency = 1, prefetch = 1 } = options
  const settings = {
    prefetch,
    concurrency,
    shards: options.shards ?? (concurrency > 1 ? concurrency * shardsPerPlace : 1),
  }
  const least = { prefetch: 0, concurrency: 1, shards: 1 }
  for (const name of ["prefetch", "concurrency", "shards"] as const) {
    const value = settings[name]
    if (!Number.isSafeInteger(value) || value < least[name]) {
      return Either.left(
        new InvalidRequest({
          endpoint: endpoint.name,
          parameter: name,
          value: String(value),
          expected: `a whole number of at least ${least[name]}`,
        }),
      )
    }
  }
  return Either.right(settings)
}

/** The largest page that an endpoint gives. */
export const largestPage = (endpoint: Endpoint.Any): number | undefined => {
  const params: Endpoint.Params = endpoint.params
  return params["limit"]?.bounds?.max
}

/** Reads a call and cuts it. `largest`: ask for the largest pages, where the caller does not say how large. */
export const of = (
  endpoint: Endpoint.Any,
  input: Readonly<Record<string, unknown>>,
  options: Method.HistoryOptions,
  largest: boolean,
): Either.Either<Shards, InvalidRequest> =>
  Either.gen(function* () {
    const settings = yield* readSettings(endpoint, options)
    const written: Record<string, unknown> = yield* Request.parse(endpoint, input)
    const limit = largest ? largestPage(endpoint) : undefined
    const values = limit === undefined || "limit" in written ? written : { ...written, limit }
    const parts: ReadonlyArray<Record<string, unknown>> =
      endpoint.kind === "history" && settings.shards > 1
        ? endpoint.timeRange
            .cut(Request.withDefaults(endpoint, values), settings.shards)
            .map((part) => ({ ...values, ...part }))
        : [values]
    const urls = yield* Either.all(parts.map((part) => Request.toUrl(endpoint, part)))
    return { settings, values: parts, urls }
  })
