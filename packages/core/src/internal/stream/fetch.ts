/**
 * Fetches the pages of a stream, following the `next_url` of each of its first steps, in fibers
 * that run ahead of the consumer and end with the stream.
 *
 * A consumer may be interrupted while it waits, and wait again: a received page is kept until it is taken.
 */
import * as Effect from "effect/Effect"
import * as ExecutionStrategy from "effect/ExecutionStrategy"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { PaginationError, type MarketDataError } from "../../MarketDataError.js"
import * as Step from "../Step.js"
import type { BufferPool } from "../http/bufferPool.js"
import type { PageRows } from "../http/service.js"
import * as Calls from "./calls.js"
import * as eventLoop from "../eventLoop.js"

/** A page whose call is still open, and the next page, if it can be requested. */
export interface OpenPage<R extends PageRows> extends Calls.OpenCall<R> {
  readonly next: Step.Step | undefined
}

/** The next page; `undefined` after the last one. */
type Next<R extends PageRows> = Effect.Effect<OpenPage<R> | undefined, MarketDataError>

/** Outcome of a request: a page, the end, or an error. */
export type Arrival<R extends PageRows> = Exit.Exit<OpenPage<R> | undefined, MarketDataError>

/** Options of a stream's requests. */
interface Options {
  readonly postpone: boolean
  readonly buffers?: BufferPool | undefined
}

/** Returns the pages from a step on, one per run. */
const chain = <R extends PageRows>(
  source: Calls.CallSource<R>,
  first: Step.Step,
  options: Options,
  scope: Scope.Scope,
): Next<R> => {
  const { redaction } = source.service.connection
  const seen = new Set<string>()
  let next: Step.Step | undefined = first
  /** Reason why the chain ends, although its last page has a `next_url`. */
  let broken: PaginationError | undefined
  const advance = (call: Calls.OpenCall<R>): OpenPage<R> => {
    const { answer, step } = call
    seen.add(step.path)
    next = undefined
    // Some services send an empty `next_url` on the last page.
    if (answer.next) {
      const following = Step.next(step, answer.next)
      // protects: A `next_url` that was followed before ends the stream with an error.
      // mutant: "that was followed before is an error": seen.has(following.path) → step.page > 40
      // protects: A `next_url` that holds the key is not requested.
      // mutant: "that holds the key": following. → step.
      const fault =
        following === undefined
          ? "its next_url is not the URL of a page"
          : redaction.isIn(following.path)
            ? "its next_url holds the API key, so it was not requested"
            : seen.has(following.path)
              ? "its next_url was followed before; the service repeats itself. Start again from the last row"
              : undefined
      // protects: No checkpoint holds the key that a service hides in a cursor.
      // mutant: "keeps a place from being saved, where it cannot be taken out": if (fault === undefined) next =
      // following else → next = following; if (fault !== undefined)
      if (fault === undefined) next = following
      else broken = new PaginationError({ endpoint: source.endpoint.name, page: step.page, detail: fault })
    }
    return { ...call, next }
  }
  // The span of a call ends with the stream at the latest.
  const scopeOfCall = Scope.fork(scope, ExecutionStrategy.sequential)
  return Effect.suspend(() => {
    const step = next
    if (step === undefined) return broken ?? Effect.succeed(undefined)
    return Effect.map(
      Effect.uninterruptibleMask((restore) => Calls.open(source, scopeOfCall, restore, step, options)),
      advance,
    )
  })
}

/** Concatenates the pages of chains. */
const inSequence = <R extends PageRows>(chains: ReadonlyArray<Next<R>>): Next<R> => {
  let index = 0
  const next: Next<R> = Effect.suspend(() => {
    const chain = chains[index]
    if (chain === undefined) return Effect.succeed(undefined)
    return Effect.flatMap(chain, (page) => {
      if (page !== undefined) return Effect.succeed(page)
      index++
      return next
    })
  })
  return next
}

interface Fetcher<R extends PageRows> {
  /** Waits for an arrival. */
  readonly ready: Effect.Effect<void>
  /** Takes the arrival. Call it once after each `ready`. */
  readonly take: () => Arrival<R>
}

/**
 * Fetches pages in a fiber. At most `ahead` pages are requested or kept, and one if the consumer
 * waits. With `alone` the first page is fetched alone.
 */
const start = <R extends PageRows>(
  next: Next<R>,
  ahead: number,
  alone: boolean,
  scope: Scope.Scope,
): Effect.Effect<Fetcher<R>> =>
  Effect.suspend(() => {
    const kept: Array<Arrival<R>> = []
    const arrived = Effect.unsafeMakeLatch(false)
    const allowed = Effect.unsafeMakeLatch(true)
    let requested = 0
    let taken = 0
    let most = alone ? 1 : ahead
    const allow = (pages: number) => {
      most = Math.max(most, taken + pages)
      allowed.unsafeOpen()
    }
    const arrive = (exit: Arrival<R>) => {
      kept.push(exit)
      arrived.unsafeOpen()
    }
    const produce: Effect.Effect<void> = Effect.suspend(() => {
      if (requested === most) {
        allowed.unsafeClose()
        return Effect.zipRight(allowed.await, produce)
      }
      requested += 1
      return Effect.flatMap(Effect.exit(next), (exit) => {
        arrive(exit)
        return Exit.isSuccess(exit) && exit.value !== undefined ? produce : Effect.void
      })
    })
    // Otherwise a consumer that waits when the scope closes would wait forever.
    // protects: A pull that waits for a page ends with the scope of its stream.
    // mutant: "a pull in flight ends when the stream's scope closes": map(Effect.exit(Effect.interrupt), arrive) → void
    const closed = Effect.map(Effect.exit(Effect.interrupt), arrive)
    const fiber = Effect.forkIn(
      Effect.onInterrupt(Effect.interruptible(produce), () => closed),
      scope,
    )
    return Effect.as(fiber, {
      ready: Effect.suspend(() => {
        allow(taken === 0 ? 1 : Math.max(1, ahead))
        return arrived.await
      }),
      take: () => {
        const exit = kept.shift()!
        if (kept.length === 0) arrived.unsafeClose()
        taken += 1
        if (taken > 1 || !alone) allow(ahead)
        return exit
      },
    })
  })

/**
 * Fetches the pages of a stream in order: waits for the next one, and passes it to `take` in the
 * step in which it leaves the buffer.
 */
export type Fetch<R extends PageRows> = (take: (arrival: Arrival<R>) => void) => Effect.Effect<void>

/** Fetches the pages of the steps and the pages after them. */
export const make = <R extends PageRows>(
  source: Calls.CallSource<R>,
  { concurrency, first, prefetch }: Step.Steps,
  options: Options,
  scope: Scope.Scope,
): Fetch<R> => {
  const alone = concurrency === 1 || first.length === 1
  const chains = first.map((step) => chain(source, step, options, scope))
  const waiting = alone ? [inSequence(chains)] : chains
  const ahead = alone ? prefetch : Math.max(1, prefetch)
  const running: Array<Fetcher<R>> = []
  const startSome = Effect.whileLoop({
    while: () => running.length < concurrency && waiting.length > 0,
    body: () =>
      Effect.suspend(() => start(waiting.shift()!, ahead, alone, scope)).pipe(
        Effect.map((fetcher) => running.push(fetcher)),
        // protects: A pull that is interrupted while fetching starts does not lose a shard, and does not start it
        // twice.
        // mutant: "at whichever step a pull is interrupted": without Effect.uninterruptible,
        Effect.uninterruptible,
        // Send the first request before creating the rest: in a new process each takes some milliseconds to create.
        Effect.zipRight(Effect.suspend(() => (alone ? Effect.void : eventLoop.turn))),
      ),
    step: () => {},
  })
  return (take) => {
    const fetch: Effect.Effect<void> = Effect.flatMap(startSome, () => {
      // protects: Rows come out in order, whichever shard answers first.
      // mutant: "keeps its order when later shards answer first": [fetcher] = running → fetcher = running.at(-1)
      const [fetcher] = running
      if (fetcher === undefined) return Effect.sync(() => take(Exit.succeed(undefined)))
      return Effect.flatMap(fetcher.ready, () => {
        const arrival = fetcher.take()
        if (Exit.isFailure(arrival) || arrival.value !== undefined) {
          take(arrival)
          return Effect.void
        }
        running.shift()
        return fetch
      })
    })
    return fetch
  }
}
