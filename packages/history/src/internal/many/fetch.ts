/**
 * Fetches the blocks of many tickers in a few fibers, which run ahead of the consumer and end with the stream.
 *
 * A free fiber fetches the block that the consumer waits for, or else the block needed next: in the
 * order of the requests that of the next tickers, in the order of time that of the ticker whose
 * rows end first. So no ticker starves, even under a low rate limit.
 */
import type { MarketDataError } from "@candela/core/MarketDataError"
import * as Cause from "effect/Cause"
import type * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as ExecutionStrategy from "effect/ExecutionStrategy"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { Block, Key } from "./block.js"
import type { ManyRequest, ManyRequests } from "./requests.js"

/** Blocks of a request, as they arrive. */
export interface Feed {
  readonly request: ManyRequest
  /** Received blocks that are not used up. */
  readonly blocks: Array<Block>
  /** Index of the next row in the first block. */
  at: number
  /** Whether a fiber is fetching its next block. */
  busy: boolean
  /** Exit of the ticker's stream; `undefined` while it runs. */
  end: Exit.Exit<void, MarketDataError> | undefined
}

export interface Fetcher {
  /** Starts the fibers; has no effect when they run already. */
  readonly start: Effect.Effect<void>
  /** Groups of feeds whose rows are merged, one group after the other. */
  readonly groups: ReadonlyArray<ReadonlyArray<Feed>>
  /** Waits for an arrival since `listen`. */
  readonly arrived: Effect.Effect<void>
  /** Must be called before looking for arrivals. */
  readonly listen: () => void
  /** Signals that blocks were used up, or that the consumer has moved to the next group. */
  readonly changed: () => void
  /** Whether the scope is closed: nothing more arrives. */
  closed: boolean
  /** Index of the group that the consumer reads. */
  current: number
  /** Whether the consumer waits. */
  waited: boolean
  /**
   * Whether to fetch more than the consumer waits for: only from its second pull on, so that
   * `take(1)` costs few requests.
   */
  eager: boolean
}

type Pull = Effect.Effect<Chunk.Chunk<Block>, Option.Option<MarketDataError>>

/** Makes a fetcher whose fibers run in the scope once it is started. */
export const make = (
  { concurrency, requests, time }: ManyRequests,
  blocksOf: (request: ManyRequest) => Stream.Stream<Block, MarketDataError>,
  scope: Scope.Scope,
): Fetcher => {
  const feeds = requests.map((request): Feed => ({ request, blocks: [], at: 0, busy: false, end: undefined }))
  const pulls = new Map<Feed, { readonly pull: Pull; readonly scope: Scope.CloseableScope }>()
  const arrived = Effect.unsafeMakeLatch(false)
  const wanted = Effect.unsafeMakeLatch(false)
  let isStarted = false
  const fetcher: Fetcher = {
    start: Effect.suspend(() => (isStarted ? Effect.void : start)),
    groups: time === undefined ? feeds.map((feed) => [feed]) : [feeds],
    arrived: arrived.await,
    listen: () => void arrived.unsafeClose(),
    changed: () => void wanted.unsafeOpen(),
    closed: false,
    current: 0,
    waited: false,
    eager: false,
  }

  const isFree = ({ busy, end }: Feed) => !busy && end === undefined
  const sign = time?.sign ?? 1
  /** Whether the rows of a feed end before those of another. */
  const endsBefore = (feed: Feed, other: Feed) => {
    const [one, two] = [feed, other].map(({ blocks }) => lastKey(blocks[0]!))
    return one !== undefined && two !== undefined && (sign > 0 ? one < two : one > two)
  }

  /** Returns the feed whose next block is fetched. */
  const next = (): Feed | undefined => {
    const group = fetcher.groups[fetcher.current] ?? []
    if (!fetcher.eager && !fetcher.waited) return undefined
    const missing = group.find((feed) => isFree(feed) && feed.blocks.length === 0)
    if (missing !== undefined || !fetcher.eager) return missing
    let ahead = group.reduce((sum, { blocks, busy }) => sum + Math.max(0, blocks.length + (busy ? 1 : 0) - 1), 0)
    if (ahead >= concurrency) return undefined
    const [first, ...others] = group.filter((feed) => isFree(feed) && feed.blocks.length === 1)
    if (first !== undefined) {
      return others.reduce((best, feed) => (endsBefore(feed, best) ? feed : best), first)
    }
    for (let index = fetcher.current + 1; index < fetcher.groups.length && ahead < concurrency; index++) {
      for (const feed of fetcher.groups[index]!) {
        if (isFree(feed) && feed.blocks.length === 0) return feed
        ahead += feed.blocks.length + (feed.busy ? 1 : 0)
      }
    }
    return undefined
  }

  const open = (feed: Feed, streams: Scope.Scope) =>
    Effect.uninterruptible(
      Effect.gen(function* () {
        const own = yield* Scope.fork(streams, ExecutionStrategy.sequential)
        const pull = yield* Scope.extend(Stream.toPull(blocksOf(feed.request)), own)
        const opened = { pull, scope: own }
        pulls.set(feed, opened)
        return opened
      }),
    )

  const fetch = (feed: Feed, streams: Scope.Scope): Effect.Effect<void> =>
    Effect.flatMap(
      Effect.suspend(() => {
        const opened = pulls.get(feed)
        return opened === undefined ? open(feed, streams) : Effect.succeed(opened)
      }),
      ({ pull, scope }) =>
        Effect.flatMap(Effect.exit(pull), (exit) => {
          if (Exit.isSuccess(exit)) {
            for (const block of exit.value) if (block.length > 0) feed.blocks.push(block)
            return Effect.void
          }
          feed.end = Option.match(Cause.flipCauseOption(exit.cause), {
            onNone: () => Exit.void,
            onSome: Exit.failCause,
          })
          pulls.delete(feed)
          return Scope.close(scope, Exit.void)
        }),
    )

  const work = (streams: Scope.Scope): Effect.Effect<void> =>
    Effect.suspend(() => {
      const feed = next()
      if (feed === undefined) {
        if (feeds.every(({ end }) => end !== undefined)) return Effect.void
        wanted.unsafeClose()
        return Effect.zipRight(wanted.await, work(streams))
      }
      feed.busy = true
      return Effect.flatMap(fetch(feed, streams), () => {
        feed.busy = false
        arrived.unsafeOpen()
        wanted.unsafeOpen()
        return work(streams)
      })
    })
  const start = Effect.uninterruptible(
    Effect.gen(function* () {
      isStarted = true
      // Closed in reverse order: the fibers end before the streams they pull from.
      const streams = yield* Scope.fork(scope, ExecutionStrategy.sequential)
      const fibers = yield* Scope.fork(scope, ExecutionStrategy.sequential)
      // A consumer that is waiting when the scope closes must not wait forever.
      yield* Scope.addFinalizer(
        scope,
        Effect.sync(() => {
          fetcher.closed = true
          arrived.unsafeOpen()
        }),
      )
      yield* Effect.forEach(
        Array.from({ length: Math.min(concurrency, feeds.length) }),
        () => Effect.forkIn(Effect.interruptible(work(streams)), fibers),
        { discard: true },
      )
    }),
  )
  return fetcher
}

const lastKey = ({ keys, length }: Block): Key | undefined => keys?.[length - 1]
