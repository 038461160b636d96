/** Runs requests as a stream whose pulls can be interrupted and repeated. */
import * as Adjusted from "@candela/core/internal/Adjusted"
import type { MarketDataError } from "@candela/core/MarketDataError"
import * as Cause from "effect/Cause"
import * as Channel from "effect/Channel"
import type * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { TickerFailed } from "../../ManyError.js"
import type { Block } from "./block.js"
import * as Fetch from "./fetch.js"
import * as Merge from "./merge.js"
import type { ManyRequest, ManyRequests } from "./requests.js"

/** Form of the stream. */
export interface Form<A> {
  /** Streams the blocks of a ticker. */
  readonly blocksOf: (request: ManyRequest) => Stream.Stream<Block, MarketDataError>
  /** Maximum rows of a chunk. */
  readonly most: number
  /** Converts picked rows to the elements of a chunk. */
  readonly elements: (picks: Merge.Picks) => ReadonlyArray<A>
}

/** Handling of failed tickers. */
export type OnFailure = "fail" | ((failures: ReadonlyArray<TickerFailed>) => Effect.Effect<void>)

/**
 * Stream with a scope. Unlike with `Stream.unwrapScoped`, it can be pulled again after its first pull was interrupted.
 */
const withScope = <A, E>(use: (scope: Scope.Scope) => Stream.Stream<A, E>): Stream.Stream<A, E> =>
  Stream.fromChannel(
    Channel.concatMap(Channel.acquireReleaseOut(Scope.make(), Scope.close), (scope) => Stream.toChannel(use(scope))),
  )

/** Streams the rows of all tickers. */
export const run = <A>(requests: ManyRequests, form: Form<A>, onFailure: OnFailure): Stream.Stream<A, TickerFailed> =>
  withScope((scope) => stream(requests, form, onFailure, Fetch.make(requests, form.blocksOf, scope)))

type Pulled<A> = Option.Option<readonly [Chunk.Chunk<A>, number]>

const stream = <A>(
  requests: ManyRequests,
  { elements, most }: Form<A>,
  onFailure: OnFailure,
  fetcher: Fetch.Fetcher,
): Stream.Stream<A, TickerFailed> => {
  const merge = Merge.make(requests, fetcher)
  const failures: Array<TickerFailed> = []
  let asked = 0
  /**
   * Chunk at the last requested position. Kept until the next request: an interruption may have prevented its delivery.
   */
  let made: Chunk.Chunk<A> | undefined
  let told = false
  const tell = Effect.suspend(() =>
    onFailure === "fail" || failures.length === 0 || told
      ? Effect.void
      : Effect.map(onFailure(failures.sort((one, other) => indexOf(one) - indexOf(other))), () => void (told = true)),
  )
  const indices = new Map<TickerFailed, number>()
  const indexOf = (failure: TickerFailed) => indices.get(failure)!

  const step: Effect.Effect<Pulled<A>, TickerFailed> = Effect.suspend(() => {
    if (made !== undefined) {
      const chunk = made
      // A stream interrupted between emitting a chunk and ending the pull loses it: after a yield,
      // the fiber runs the next steps without a break.
      return Effect.zipRight(Effect.yieldNow(), Effect.succeedSome([chunk, asked + 1] as const))
    }
    fetcher.listen()
    const next = merge.next(most)
    if (next === "end") return Effect.zipRight(tell, Effect.succeedNone)
    if (next === "wait") {
      if (!fetcher.waited) {
        fetcher.waited = true
        fetcher.changed()
      }
      return fetcher.closed ? Effect.interrupt : Effect.zipRight(fetcher.arrived, step)
    }
    if ("rows" in next) {
      fetcher.waited = false
      made = Adjusted.toChunk(elements(next))
      return step
    }
    const { cause, feed } = next
    const error = Cause.failureOrCause(cause)
    if (Either.isRight(error)) return Effect.failCause(error.right)
    const failure = new TickerFailed({
      endpoint: requests.endpoint.name,
      ticker: feed.request.ticker,
      error: error.left,
    })
    if (onFailure === "fail") return failure
    indices.set(failure, feed.request.index)
    failures.push(failure)
    merge.drop(feed)
    return step
  })
  return Stream.unfoldChunkEffect(0, (position: number) =>
    Effect.suspend(() => {
      if (position !== asked) {
        asked = position
        made = undefined
        fetcher.eager = true
        fetcher.changed()
      }
      return Effect.zipRight(fetcher.start, step)
    }),
  )
}
