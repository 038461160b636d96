/** Streams of pages and of their rows, fetched in sequence or by shard. Each page is decoded when the consumer asks for it. */
import * as Cause from "effect/Cause"
import * as Channel from "effect/Channel"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { Decoded, LazyRows } from "../../Decoder.js"
import type * as Endpoint from "../../Endpoint.js"
import type * as Envelope from "../../Envelope.js"
import { TimeoutError, type MarketDataError } from "../../MarketDataError.js"
import { BufferPool } from "../http/bufferPool.js"
import type * as Calls from "./calls.js"
import { inOneGo } from "../inOneGo.js"
import * as Monotonic from "../monotonic.js"
import * as eventLoop from "./eventLoop.js"
import * as Page from "./page.js"
import * as Pulls from "./pulls.js"
import type { OnPage } from "./requests.js"
import * as Sequence from "./sequence.js"

export type { Source } from "./page.js"

/** The requests of a stream. */
export interface Request {
  /** The attributes of the spans of its calls. */
  readonly attributes: Calls.Attributes
  /** Path and query of the first page of each shard. */
  readonly urls: ReadonlyArray<string>
}

/** Fetches one page. */
export const one = <Env extends Envelope.List, R extends Page.Rows>(
  source: Page.Source<Env, R>,
  url: string,
  attributes: Calls.Attributes,
): Effect.Effect<Decoded<Env, R>, MarketDataError> =>
  Effect.uninterruptibleMask((restore) => {
    const call = { url, number: 1, look: false, attributes, buffers: new BufferPool() }
    return Effect.flatMap(Page.fetch(source, call, Scope.make(), restore), (page) => Page.finish(source, page))
  })

/** Returns the page at an index, or none after the last page. Indices never decrease; the current page can be requested again. */
type PageAt<Env, R> = (index: number) => Effect.Effect<Option.Option<Decoded<Env, R>>, MarketDataError>

/**
 * Decodes each page once, when its index is requested. A decoded page is kept until the next one is requested: if an interruption separates the end of this
 * effect from the consumer, the consumer requests the page again.
 */
const inTurn = <Env extends Envelope.List, R extends Page.Rows>(
  pull: Pulls.Pull<Page.Open<Env, R>, MarketDataError>,
  beforeDecoding: (call: Page.Open<Env, R>) => Effect.Effect<void>,
  decode: (call: Page.Open<Env, R>) => Page.Opened<Env, R>,
  finish: (call: Page.Open<Env, R>) => Effect.Effect<Decoded<Env, R>, MarketDataError>,
): PageAt<Env, R> => {
  let current = 0
  let taken: Page.Open<Env, R> | undefined
  let opened: Page.Opened<Env, R> | undefined
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
      Effect.map(Effect.exit(finish(opened!.call)), (exit) => {
        taken = opened = undefined
        page = Exit.map(exit, Option.some)
      }),
    ),
  )
  const progress = () => {
    if (taken === undefined) return Effect.map(pull.ready, take)
    if (opened === undefined) return Effect.map(beforeDecoding(taken), () => void (opened = decode(taken!)))
    return opened.again ? Effect.map(opened.again, (call) => void (opened = { call })) : finishTaken
  }
  const step: Effect.Effect<Option.Option<Decoded<Env, R>>, MarketDataError> = Effect.suspend(
    () => page ?? Effect.zipRight(progress(), step),
  )
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
  /** Whether to warm up the decoder while the first page is on its way. */
  readonly prepare: boolean
  readonly onPage?: OnPage | undefined
  /** How the rows follow one another, where that is known. */
  readonly order?: Endpoint.Order | undefined
}

/** The pages of one URL, or of several whose pages follow one another. Their fibers run in the scope. */
const open = <Env extends Envelope.List, R extends Page.Rows>(
  source: Page.Source<Env, R>,
  { attributes, urls }: Request,
  { concurrency, order, prefetch, prepare }: Options,
  scope: Scope.Scope,
): PageAt<Env, R> => {
  const sideBySide = concurrency > 1 && urls.length > 1
  const look = sideBySide || prefetch > 0
  const buffers = new BufferPool()
  const chains = urls.map((url) => Page.chain(source, url, { look, attributes, buffers }, scope))
  const pull = sideBySide
    ? Pulls.sideBySide(chains, { concurrency, ahead: Math.max(1, prefetch) }, scope)
    : Pulls.eagerAfterFirst(Pulls.within(Pulls.inSequence(chains), scope), prefetch, scope)
  const check = Sequence.make<Env, R>(source, order)
  const pageAt = inTurn(
    pull,
    // Sends the next request first: decoding blocks the event loop.
    ({ value }) => (look && (value.next !== undefined || chains.length > 1) ? eventLoop.turn : Effect.void),
    (call) => Page.decoded(source, call, buffers),
    (call) => Page.finish(source, call, check),
  )
  let warmUp = prepare ? source.prepare : undefined
  return (index) =>
    Effect.suspend(() => {
      if (warmUp === undefined) return pageAt(index)
      // After two turns of the event loop the request has been sent, or its connection is still being opened, which takes longer than warming up.
      const warmedUp = Effect.forkIn(Effect.map(Effect.repeatN(eventLoop.turn, 1), warmUp), scope)
      warmUp = undefined
      return Effect.zipRight(warmedUp, pageAt(index))
    })
}

/** A stream with a scope. Unlike with `Stream.unwrapScoped`, it can be pulled again after its first pull was interrupted. */
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

/** All pages, part by part. `partOf` returns the part of a page at an index, or nothing after the last part. */
const inParts = <Env extends Envelope.List, R extends Page.Rows, A>(
  source: Page.Source<Env, R>,
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
          const passed = options.onPage?.(found.value) ?? Effect.void
          const elements = partOf(found.value, at.part)
          if (elements !== undefined) {
            const chunk = Chunk.unsafeFromArray(elements)
            // Interrupted between emitting a chunk and ending the pull, a stream loses it.
            return inOneGo(Effect.succeedSome([chunk, { page: at.page, part: at.part + 1 }] as const))
          }
          return Effect.flatMap(passed, () => {
            at = { page: at.page + 1, part: 0 }
            return step
          })
        }),
    )
    const { deadline, endpoint } = source
    /** Fails when the deadline has passed, also where everything has arrived and the consumer took the time. */
    const inTime =
      deadline === undefined
        ? step
        : Effect.flatMap(Monotonic.now, (now) =>
            now < deadline.at ? step : new TimeoutError({ endpoint: endpoint.name, timeout: deadline.timeout }),
          )
    // A position that is requested again was interrupted. The work continues where it was, perhaps some pages further.
    const next = (position: Position) =>
      Effect.suspend(() => {
        if (position !== asked) asked = at = position
        return inTime
      })
    return Stream.unfoldChunkEffect({ page: 0, part: 0 }, next)
  })

/** All pages. */
export const all = <Env extends Envelope.List, R extends Page.Rows>(
  source: Page.Source<Env, R>,
  request: Request,
  options: Options,
): Stream.Stream<Decoded<Env, R>, MarketDataError> =>
  inParts(source, request, options, (page, part) => (part === 0 ? [page] : undefined))

/** The maximum number of rows in a chunk. Effect's folds and sinks recurse once per element, and overflow the stack at about 5,000. */
const chunkSize = 1024

/** All rows, converted to objects chunk by chunk. */
export const allRows = <Env extends Envelope.List, A>(
  source: Page.Source<Env, LazyRows<A>>,
  request: Request,
  options: Options,
): Stream.Stream<A, MarketDataError> =>
  inParts(source, request, options, ({ rows }, part) => {
    const start = part * chunkSize
    return start < rows.length ? rows.slice(start, Math.min(start + chunkSize, rows.length)) : undefined
  })
