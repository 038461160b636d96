/**
 * The pages of a request, one after the other or cut into shards, each decoded when it is the consumer's turn.
 */
import * as Cause from "effect/Cause"
import * as Channel from "effect/Channel"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { Decoded, LazyRows, Refusal } from "../../Decoder.js"
import type * as Endpoint from "../../Endpoint.js"
import type * as Envelope from "../../Envelope.js"
import { PaginationError, type MarketDataError } from "../../MarketDataError.js"
import type { Service } from "../http/service.js"
import type { Received } from "../http/transport.js"
import * as Calls from "./calls.js"
import * as eventLoop from "./eventLoop.js"
import { BufferPool } from "../http/bufferPool.js"
import { resolve } from "../http/nextUrl.js"
import * as Pulls from "./pulls.js"

type Rows = { readonly length: number }

type Decode<Env, R> = (bytes: Uint8Array) => Either.Either<Decoded<Env, R>, Refusal>

/** A page as it was received. It is decoded already unless its `next_url` was found without decoding. */
interface Page<Env, R> {
  /** From 1. */
  readonly number: number
  readonly received: Received
  readonly decoded: Decoded<Env, R> | undefined
  readonly next: string | undefined
}

type Open<Env, R> = Calls.Open<Page<Env, R>>

/** How the pages of an endpoint are fetched and decoded. */
export interface Source<Env extends Envelope.List, R extends Rows> {
  readonly service: Service
  readonly endpoint: Endpoint.Any
  readonly nextUrl: (bytes: Uint8Array) => string | undefined
  /** Warms the decoder up for many rows, where that helps. */
  readonly prepare?: () => void
  readonly decode: Decode<Env, R>
}

/** What is asked for. */
export interface Request {
  /** The span attributes of its calls. */
  readonly attributes: Calls.Attributes
  /** Path and query of the first page of each shard. */
  readonly urls: ReadonlyArray<string>
}

/** Whether the last byte, white space apart, closes an object: a body that was cut nearly never does. */
const endsAsObject = (bytes: Uint8Array): boolean => bytes[bytes.findLastIndex((byte) => byte > 0x20)] === 0x7d

/** Decodes an answer, whose bytes are not needed afterwards. */
const decode = <Env extends Envelope.List, R extends Rows>(
  source: Source<Env, R>,
  received: Received,
  buffers: BufferPool,
): Either.Either<Decoded<Env, R>, MarketDataError> => {
  const decoded = Calls.decode(source.service, source.endpoint, source.decode, received)
  buffers.release(received.bytes)
  return decoded
}

/** Fetches one page and leaves its call open. With `look`, finds its `next_url` and leaves the decoding for later, where that is possible. */
const fetchPage = <Env extends Envelope.List, R extends Rows>(
  source: Source<Env, R>,
  call: {
    readonly url: string
    readonly number: number
    readonly look: boolean
    readonly attributes: Calls.Attributes
    readonly buffers: BufferPool
  },
  scope: Scope.Scope,
): Effect.Effect<Open<Env, R>, MarketDataError> => {
  const { attributes, look, buffers, number, url } = call
  return Calls.open(source.service, scope, {
    endpoint: source.endpoint,
    url,
    attributes: { ...attributes, "candela.page": number },
    buffers,
    read: (received): Either.Either<Page<Env, R>, MarketDataError> => {
      const next = look && endsAsObject(received.bytes) ? source.nextUrl(received.bytes) : undefined
      return next === undefined
        ? Either.map(decode(source, received, buffers), (decoded) => ({
            number,
            received,
            decoded,
            next: decoded.envelope.next_url,
          }))
        : Either.right({ number, received, decoded: undefined, next })
    },
  })
}

/** Decodes a page that is not decoded yet, whose `next_url` may have been followed already. */
const decodeLater = <Env extends Envelope.List, R extends Rows>(
  source: Source<Env, R>,
  { next, number, received }: Page<Env, R>,
  buffers: BufferPool,
): Either.Either<Decoded<Env, R>, MarketDataError> =>
  Either.flatMap(decode(source, received, buffers), (decoded) =>
    decoded.envelope.next_url === next
      ? Either.right(decoded)
      : Either.left(
          new PaginationError({
            endpoint: source.endpoint.name,
            page: number,
            detail: "its next_url has two values. Start again from the last row",
          }),
        ),
  )

/** Decodes a page, unless it is already, and closes its call. */
const finish = <Env extends Envelope.List, R extends Rows>(
  source: Source<Env, R>,
  call: Open<Env, R>,
  buffers: BufferPool,
): Effect.Effect<Decoded<Env, R>, MarketDataError> =>
  Effect.suspend(() => {
    const { decoded, received } = call.value
    const result = decoded === undefined ? decodeLater(source, call.value, buffers) : Either.right(decoded)
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
export const one = <Env extends Envelope.List, R extends Rows>(
  source: Source<Env, R>,
  url: string,
  attributes: Calls.Attributes,
): Effect.Effect<Decoded<Env, R>, MarketDataError> =>
  Effect.scopedWith((scope) => {
    const buffers = new BufferPool()
    return Effect.flatMap(fetchPage(source, { url, number: 1, look: false, attributes, buffers }, scope), (call) =>
      finish(source, call, buffers),
    )
  })

/** The chain of pages that begins at a URL: each is asked for when it is waited for. A request that is interrupted is sent again. */
const chain = <Env extends Envelope.List, R extends Rows>(
  source: Source<Env, R>,
  first: string,
  options: { readonly look: boolean; readonly attributes: Calls.Attributes; readonly buffers: BufferPool },
  scope: Scope.Scope,
): Pulls.Pull<Open<Env, R>, MarketDataError> => {
  const seen = new Set<string>()
  let url = first
  let number = 0
  let next: string | undefined
  let head: Exit.Exit<Open<Env, R>, Option.Option<MarketDataError>> | undefined

  const broken = (detail: string) => {
    head = Exit.fail(Option.some(new PaginationError({ endpoint: source.endpoint.name, page: number, detail })))
    return Effect.void
  }
  const fetch = (target: string) =>
    Effect.matchCause(fetchPage(source, { ...options, url: target, number: number + 1 }, scope), {
      onFailure: (cause) => void (head = Exit.failCause(Cause.map(cause, Option.some))),
      // In one step: no interruption falls between the arrival of a page and the move to the next.
      onSuccess: (call) => {
        seen.add(target)
        url = target
        number = call.value.number
        next = call.value.next
        head = Exit.succeed(call)
      },
    })
  const follow = Effect.suspend(() => {
    if (number === 0) return fetch(first)
    // Some services write an empty `next_url` where there is none.
    if (next === undefined || next === "") {
      head = Pulls.end
      return Effect.void
    }
    const target = resolve(next, url)
    if (target === undefined) return broken("its next_url is no URL of a page")
    return seen.has(target)
      ? broken("its next_url was followed before; the service repeats itself. Start again from the last row")
      : fetch(target)
  })
  return {
    ready: Effect.suspend(() => (head === undefined ? follow : Effect.void)),
    take: () => {
      const exit = head!
      head = undefined
      return exit
    },
  }
}

/** Gives a page by its index, or none after the last. Indices never decrease; the current page can be asked for again. */
type PageAt<Env, R> = (index: number) => Effect.Effect<Option.Option<Decoded<Env, R>>, MarketDataError>

/**
 * Decodes pages when it is their turn, each once. A decoded page is kept until the next one is asked for: an interruption may fall between the end of this
 * effect and the consumer's receipt of the page, and then the consumer asks for it again.
 */
const inTurn = <Env extends Envelope.List, R extends Rows>(
  pull: Pulls.Pull<Open<Env, R>, MarketDataError>,
  finish: (call: Open<Env, R>) => Effect.Effect<Decoded<Env, R>, MarketDataError>,
  beforeFinish: (call: Open<Env, R>) => Effect.Effect<void>,
): PageAt<Env, R> => {
  let current = 0
  let taken: Open<Env, R> | undefined
  let page: Exit.Exit<Option.Option<Decoded<Env, R>>, MarketDataError> | undefined

  const take = () =>
    Exit.match(pull.take(), {
      onFailure: (cause) => {
        page = Option.match(Cause.flipCauseOption(cause), {
          onNone: () => Exit.succeed(Option.none()),
          onSome: Exit.failCause,
        })
      },
      onSuccess: (call) => void (taken = call),
    })
  const finishTaken = Effect.uninterruptible(
    Effect.suspend(() =>
      Effect.map(Effect.exit(finish(taken!)), (exit) => {
        taken = undefined
        page = Exit.map(exit, Option.some)
      }),
    ),
  )
  const step: Effect.Effect<Option.Option<Decoded<Env, R>>, MarketDataError> = Effect.suspend(() => {
    if (page !== undefined) return page
    return taken === undefined
      ? Effect.zipRight(Effect.map(pull.ready, take), step)
      : Effect.zipRight(Effect.zipRight(beforeFinish(taken), finishTaken), step)
  })
  return (index) =>
    Effect.suspend(() => {
      if (index > current) {
        current = index
        page = undefined
      }
      return step
    })
}

/** How the pages of a stream are fetched. */
export interface Options {
  readonly prefetch: number
  readonly concurrency: number
  /** Whether the decoder is warmed up while the first page is on its way. */
  readonly prepare: boolean
}

/** The pages of one URL, or of several that follow one another and may be fetched side by side. What they need lives in the scope. */
const open = <Env extends Envelope.List, R extends Rows>(
  source: Source<Env, R>,
  { attributes, urls }: Request,
  { concurrency, prefetch, prepare }: Options,
  scope: Scope.Scope,
): PageAt<Env, R> => {
  const sideBySide = concurrency > 1 && urls.length > 1
  const look = sideBySide || prefetch > 0
  const buffers = new BufferPool()
  const chains = urls.map((url) => chain(source, url, { look, attributes, buffers }, scope))
  const pull = sideBySide
    ? Pulls.sideBySide(chains, { concurrency, ahead: Math.max(1, prefetch) }, scope)
    : Pulls.eagerAfterFirst(Pulls.inSequence(chains), prefetch, scope)
  const pageAt = inTurn(
    pull,
    (call) => finish(source, call, buffers),
    // Lets the next request leave first: decoding holds the event loop.
    ({ value }) => (look && (value.next !== undefined || chains.length > 1) ? eventLoop.turn : Effect.void),
  )
  let warmUp = prepare ? source.prepare : undefined
  return (index) =>
    Effect.suspend(() => {
      if (warmUp === undefined) return pageAt(index)
      // When the event loop has turned twice, the request has left, or its connection is still being opened, which takes longer than this does.
      const warmedUp = Effect.forkIn(Effect.map(Effect.repeatN(eventLoop.turn, 1), warmUp), scope)
      warmUp = undefined
      return Effect.zipRight(warmedUp, pageAt(index))
    })
}

/** A stream with a scope. Unlike `Stream.unwrapScoped`, it can be pulled again after its very first pull was interrupted. */
const withScope = <A>(
  use: (scope: Scope.Scope) => Stream.Stream<A, MarketDataError>,
): Stream.Stream<A, MarketDataError> =>
  Stream.fromChannel(
    Channel.concatMap(Channel.acquireReleaseOut(Scope.make(), Scope.close), (scope) => Stream.toChannel(use(scope))),
  )

interface Position {
  readonly page: number
  readonly part: number
}

/** All pages in parts: `partOf` gives a part of a page by its index, or nothing after the last. */
const inParts = <Env extends Envelope.List, R extends Rows, A>(
  source: Source<Env, R>,
  request: Request,
  options: Options,
  partOf: (page: Decoded<Env, R>, part: number) => ReadonlyArray<A> | undefined,
): Stream.Stream<A, MarketDataError> =>
  withScope((scope) => {
    const pageAt = open(source, request, options, scope)
    let asked: Position | undefined
    let at: Position = { page: 0, part: 0 }
    const step: Effect.Effect<Option.Option<readonly [Chunk.Chunk<A>, Position]>, MarketDataError> = Effect.suspend(
      () =>
        Effect.flatMap(pageAt(at.page), (found) => {
          if (Option.isNone(found)) return Effect.succeedNone
          const elements = partOf(found.value, at.part)
          if (elements !== undefined) {
            return Effect.succeedSome([Chunk.unsafeFromArray(elements), { page: at.page, part: at.part + 1 }])
          }
          at = { page: at.page + 1, part: 0 }
          return step
        }),
    )
    // Whoever asks for the same position again was interrupted. The work goes on where it was, which may be some pages further.
    const next = (position: Position) =>
      Effect.suspend(() => {
        if (position !== asked) asked = at = position
        return step
      })
    return Stream.unfoldChunkEffect({ page: 0, part: 0 }, next)
  })

/** All pages. */
export const all = <Env extends Envelope.List, R extends Rows>(
  source: Source<Env, R>,
  request: Request,
  options: Options,
): Stream.Stream<Decoded<Env, R>, MarketDataError> =>
  inParts(source, request, options, (page, part) => (part === 0 ? [page] : undefined))

/** The most rows in a chunk: Effect's folds and sinks recurse once per element, and overflow the stack past about 5,000. */
const chunkSize = 1024

/** All rows, made a chunk of objects at a time. */
export const allRows = <Env extends Envelope.List, A>(
  source: Source<Env, LazyRows<A>>,
  request: Request,
  options: Options,
): Stream.Stream<A, MarketDataError> =>
  inParts(source, request, options, ({ rows }, part) => {
    const start = part * chunkSize
    return start < rows.length ? rows.slice(start, Math.min(start + chunkSize, rows.length)) : undefined
  })
