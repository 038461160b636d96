/**
 * The pages of a request, one after the other or cut into shards, each decoded when it is the consumer's turn.
 */
import type * as Scope from "effect/Scope"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { Decoded, LazyRows, Refusal } from "../Decoder.js"
import type * as Endpoint from "../Endpoint.js"
import type * as Envelope from "../Envelope.js"
import type { MarketData } from "../MarketData.js"
import { PaginationError, type MarketDataError } from "../MarketDataError.js"
import type { Received } from "../Transport.js"
import * as Calls from "./calls.js"
import * as eventLoop from "./eventLoop.js"
import { Memory } from "./memory.js"
import * as Pulls from "./pulls.js"

type Decode<Env, Rows> = (bytes: Uint8Array) => Either.Either<Decoded<Env, Rows>, Refusal>

/** A page as it came: decoded already unless its `next_url` could be seen without. */
interface Page<Env, Rows> {
  readonly received: Received
  readonly decoded: Decoded<Env, Rows> | undefined
  readonly next: string | undefined
}

/** Where to go on: path and query only, as the service wrote them, so that no request leaves the configured origin. */
const rebase = (next: string): string | undefined => {
  const base = "http://service"
  const url = URL.canParse(next, base) ? new URL(next, base) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) ? url.pathname + url.search : undefined
}

/** How the pages of an endpoint are fetched and decoded. */
export interface Source<Env extends Envelope.List, Rows extends { readonly length: number }> {
  readonly service: MarketData.Service
  readonly endpoint: Endpoint.AnyRows
  readonly nextUrl: (bytes: Uint8Array) => string | undefined
  /** Makes the decoder ready for the first of many rows, where that helps. */
  readonly prepare?: () => void
  readonly decode: Decode<Env, Rows>
}

/** Whether the last byte, white space apart, closes an object: a body that was cut nearly never does. */
const endsAsObject = (bytes: Uint8Array): boolean => bytes[bytes.findLastIndex((byte) => byte > 0x20)] === 0x7d

/** Decodes an answer, of whose bytes nothing is needed then. */
const decode = <Env extends Envelope.List, Rows extends { readonly length: number }>(
  source: Source<Env, Rows>,
  received: Received,
  memory: Memory,
): Either.Either<Decoded<Env, Rows>, MarketDataError> => {
  const decoded = Calls.decodeRows(source.endpoint, source.decode, received)
  memory.giveBack(received.bytes)
  return decoded
}

/** Fetches one page; its call is still open. `look`: find its `next_url` and leave the decoding for later, where that is possible. */
const fetchPage = <Env extends Envelope.List, Rows extends { readonly length: number }>(
  source: Source<Env, Rows>,
  call: { readonly url: string; readonly page: number; readonly look: boolean; readonly memory: Memory },
  scope: Scope.Scope,
): Effect.Effect<Calls.Open<Page<Env, Rows>>, MarketDataError> =>
  Calls.open(source.service, scope, {
    endpoint: source.endpoint,
    url: call.url,
    page: call.page,
    memory: call.memory,
    read: (received): Either.Either<Page<Env, Rows>, MarketDataError> => {
      const next = call.look && endsAsObject(received.bytes) ? source.nextUrl(received.bytes) : undefined
      return next === undefined
        ? Either.map(decode(source, received, call.memory), (decoded) => ({
            received,
            decoded,
            next: decoded.envelope.next_url,
          }))
        : Either.right({ received, decoded: undefined, next })
    },
  })

/** Decodes a page, unless it is already, and closes its call. */
const finish = <Env extends Envelope.List, Rows extends { readonly length: number }>(
  source: Source<Env, Rows>,
  call: Calls.Open<Page<Env, Rows>>,
  memory: Memory,
): Effect.Effect<Decoded<Env, Rows>, MarketDataError> =>
  Effect.suspend(() => {
    const { decoded, received } = call.value
    const result = decoded === undefined ? decode(source, received, memory) : Either.right(decoded)
    return Calls.close(
      source.service,
      source.endpoint,
      call,
      result,
      Either.match(result, {
        onLeft: (error) => ({ rows: 0, requestId: "requestId" in error ? error.requestId : received.requestId }),
        onRight: ({ envelope, rows }) => ({ rows: rows.length, requestId: envelope.request_id ?? received.requestId }),
      }),
    )
  })

/** One page. */
export const one = <Env extends Envelope.List, Rows extends { readonly length: number }>(
  source: Source<Env, Rows>,
  url: string,
): Effect.Effect<Decoded<Env, Rows>, MarketDataError> =>
  Effect.scopedWith((scope) => {
    const memory = new Memory()
    return Effect.flatMap(fetchPage(source, { url, page: 1, look: false, memory }, scope), (call) =>
      finish(source, call, memory),
    )
  })

/** The chain of pages that begins at a URL: each is asked for when it is pulled. */
const chain = <Env extends Envelope.List, Rows extends { readonly length: number }>(
  source: Source<Env, Rows>,
  first: string,
  look: boolean,
  memory: Memory,
  scope: Scope.Scope,
): Pulls.Pull<Calls.Open<Page<Env, Rows>>, MarketDataError> => {
  const seen = new Set<string>()
  let next: string | undefined = first
  let page = 0
  const broken = (detail: string) =>
    Effect.fail(Option.some(new PaginationError({ endpoint: source.endpoint.name, page, detail })))
  return Effect.suspend(() => {
    // Some services write an empty `next_url` where there is none.
    if (next === undefined || next === "") return Effect.fail(Option.none())
    const url = page === 0 ? next : rebase(next)
    if (url === undefined) return broken("its next_url is no URL of a page")
    if (seen.has(url))
      return broken("its next_url was followed before; the service repeats itself. Start again from the last row")
    // A page that is given up before it is here is asked for again.
    return fetchPage(source, { url, page: page + 1, look, memory }, scope).pipe(
      Effect.tap((call) => {
        seen.add(url)
        page += 1
        next = call.value.next
      }),
      Effect.mapError(Option.some),
    )
  })
}

/** All pages: of one URL, or of several that follow one another and may be fetched side by side. */
export const all = <Env extends Envelope.List, Rows extends { readonly length: number }>(
  source: Source<Env, Rows>,
  urls: ReadonlyArray<string>,
  options: { readonly prefetch: number; readonly concurrency: number; readonly prepare: boolean },
): Stream.Stream<Decoded<Env, Rows>, MarketDataError> =>
  Stream.unwrapScoped(
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const { concurrency, prefetch } = options
      const { prepare } = source
      if (options.prepare && prepare !== undefined) {
        // When the event loop has turned twice, the request has left, or its connection is still being opened, which takes longer than this does.
        yield* Effect.forkScoped(Effect.map(Effect.repeatN(eventLoop.turn, 1), prepare))
      }
      const sideBySide = concurrency > 1 && urls.length > 1
      const ahead = sideBySide || prefetch > 0
      const memory = new Memory()
      const chains = urls.map((url) => chain(source, url, ahead, memory, scope))
      const pull = sideBySide
        ? Pulls.sideBySide(chains, { concurrency, ahead: Math.max(1, prefetch) }, scope)
        : Pulls.eagerAfterFirst(Pulls.inSequence(chains), prefetch, scope)
      return Stream.repeatEffectOption(
        Effect.flatMap(pull, (call) => {
          const decoded = Effect.mapError(finish(source, call, memory), Option.some)
          const others = call.value.next !== undefined || chains.length > 1
          return ahead && others ? Effect.zipRight(eventLoop.turn, decoded) : decoded
        }),
      )
    }),
  )

/** The most rows in a chunk: Effect's folds and sinks recurse once per element, and overflow the stack past about 5,000. */
const chunkSize = 1024

/** Rows as a stream, a chunk of objects at a time. */
export const chunked = <A>(rows: LazyRows<A>): Stream.Stream<A> =>
  Stream.unfoldChunk(0, (start) => {
    const end = Math.min(start + chunkSize, rows.length)
    return start < end ? Option.some([Chunk.unsafeFromArray(rows.slice(start, end)), end]) : Option.none()
  })
