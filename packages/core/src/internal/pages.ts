/**
 * The pages of a request, one after the other or cut into shards, each decoded when it is the consumer's turn.
 */
import { Effect, Either, Option, Scope, Stream } from "effect"
import type { Columns } from "../Columns.js"
import type { Decoded, Decoder, Refusal } from "../Decoder.js"
import type * as Endpoint from "../Endpoint.js"
import type * as Envelope from "../Envelope.js"
import type { MarketData } from "../MarketData.js"
import { PaginationError, type MarketDataError } from "../MarketDataError.js"
import type { Received } from "../Transport.js"
import * as Calls from "./calls.js"
import * as eventLoop from "./eventLoop.js"
import * as Pulls from "./pulls.js"

type Decode<Env, Rows> = (bytes: Uint8Array) => Either.Either<Decoded<Env, Rows>, Refusal>

/** A page as it came: decoded already only where its `next_url` could not be seen otherwise. */
interface Page<Env, Rows> {
  readonly received: Received
  readonly decoded: Decoded<Env, Rows> | undefined
  readonly next: string | undefined
}

/** Where to go on: path and query only, so that the key goes nowhere but to the configured origin, and without a key that strayed into it. */
const rebase = (next: string): string | undefined => {
  if (!URL.canParse(next, "http://service")) return undefined
  const url = new URL(next, "http://service")
  url.searchParams.delete("apiKey")
  return url.pathname + url.search
}

/** How the pages of an endpoint are fetched and decoded. */
export interface Source<Env extends Envelope.List, Rows> {
  readonly service: MarketData.Service
  readonly endpoint: Endpoint.AnyRows
  readonly decoder: Decoder<Env, unknown>
  readonly decode: Decode<Env, Rows>
  readonly length: (rows: Rows) => number
}

/** Fetches one page; its call is still open. */
const fetchPage = <Env extends Envelope.List, Rows>(
  source: Source<Env, Rows>,
  url: string,
  page: number,
  scope: Scope.Scope,
): Effect.Effect<Calls.Open<Page<Env, Rows>>, MarketDataError> =>
  Calls.open(source.service, scope, {
    endpoint: source.endpoint,
    url,
    page,
    read: (received): Either.Either<Page<Env, Rows>, MarketDataError> => {
      const next = source.decoder.nextUrl(received.bytes)
      return next === undefined
        ? Either.map(Calls.decodeRows(source.endpoint, source.decode, received), (decoded) => ({
            received,
            decoded,
            next: decoded.envelope.next_url,
          }))
        : Either.right({ received, decoded: undefined, next })
    },
  })

/** Decodes a page, unless it is already, and closes its call. */
const finish = <Env extends Envelope.List, Rows>(
  source: Source<Env, Rows>,
  call: Calls.Open<Page<Env, Rows>>,
): Effect.Effect<Decoded<Env, Rows>, MarketDataError> =>
  Effect.suspend(() => {
    const { decoded, received } = call.value
    const result =
      decoded === undefined ? Calls.decodeRows(source.endpoint, source.decode, received) : Either.right(decoded)
    return Calls.close(source.service, source.endpoint, call, result, {
      rows: Either.isRight(result) ? source.length(result.right.rows) : 0,
      requestId: Either.isRight(result) ? (result.right.envelope.request_id ?? received.requestId) : received.requestId,
    })
  })

/** One page. */
export const one = <Env extends Envelope.List, Rows>(
  source: Source<Env, Rows>,
  url: string,
): Effect.Effect<Decoded<Env, Rows>, MarketDataError> =>
  Effect.scoped(
    Effect.flatMap(Effect.scope, (scope) =>
      Effect.flatMap(fetchPage(source, url, 1, scope), (call) => finish(source, call)),
    ),
  )

/** The chain of pages that begins at a URL: each is asked for when it is pulled. */
const chain = <Env extends Envelope.List, Rows>(
  source: Source<Env, Rows>,
  first: string,
  scope: Scope.Scope,
): Pulls.Pull<Calls.Open<Page<Env, Rows>>, MarketDataError> => {
  const seen = new Set<string>()
  let next: string | undefined = first
  let page = 0
  const broken = (detail: string) =>
    Effect.fail(Option.some(new PaginationError({ endpoint: source.endpoint.name, page, detail })))
  return Effect.suspend(() => {
    if (next === undefined) return Effect.fail(Option.none())
    const url = page === 0 ? next : rebase(next)
    if (url === undefined) return broken("its next_url is no URL")
    if (seen.has(url))
      return broken("its next_url was followed before; the service repeats itself. Start again from the last row")
    seen.add(url)
    page += 1
    return fetchPage(source, url, page, scope).pipe(
      Effect.tap((call) => {
        next = call.value.next
      }),
      Effect.mapError(Option.some),
    )
  })
}

/** All pages: of one URL, or of several that follow one another and are fetched side by side. */
export const all = <Env extends Envelope.List, Rows>(
  source: Source<Env, Rows>,
  urls: ReadonlyArray<string>,
  options: { readonly prefetch: number; readonly concurrency: number },
): Stream.Stream<Decoded<Env, Rows>, MarketDataError> =>
  Stream.unwrapScoped(
    Effect.map(Effect.scope, (scope) => {
      const { concurrency, prefetch } = options
      const chains = urls.map((url) => chain(source, url, scope))
      const [only] = chains
      const pull =
        chains.length > 1
          ? Pulls.inOrder(chains, { concurrency, ahead: Math.max(1, prefetch) }, scope)
          : prefetch === 0
            ? only!
            : Pulls.eagerAfterFirst(only!, prefetch, scope)
      const ahead = prefetch > 0 || chains.length > 1
      return Stream.repeatEffectOption(
        Effect.flatMap(pull, (call) => {
          const decoded = Effect.mapError(finish(source, call), Option.some)
          return ahead && call.value.next !== undefined ? Effect.zipRight(eventLoop.turn, decoded) : decoded
        }),
      )
    }),
  )

/** The most rows in a chunk: Effect's folds and sinks recurse once per element, and overflow the stack past about 5,000. */
const chunkSize = 1024

/** An array as chunks of a stream. */
export const chunks = <A>(rows: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> => {
  if (rows.length <= chunkSize) return [rows]
  const parts: Array<ReadonlyArray<A>> = []
  for (let start = 0; start < rows.length; start += chunkSize) parts.push(rows.slice(start, start + chunkSize))
  return parts
}

/** Rows and columns have their length in the same place. */
export const lengthOf = (rows: ReadonlyArray<unknown> | Columns<unknown>): number => rows.length
