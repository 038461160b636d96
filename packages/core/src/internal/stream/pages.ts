/**
 * Streams of pages and of their rows, fetched in sequence or by shard. Each page is decoded when
 * the consumer requests it.
 */
import type * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as Adjusted from "../Adjusted.js"
import type { Checkpoint } from "../../Checkpoint.js"
import type { Decoded, LazyRows } from "../../declare/Decoder.js"
import type * as Envelope from "../../declare/Envelope.js"
import { TimeoutError, type MarketDataError } from "../../MarketDataError.js"
import * as Request from "../../Request.js"
import type * as Step from "../Step.js"
import { BufferPool } from "../http/bufferPool.js"
import type { Result } from "../http/decode.js"
import type { PageRows } from "../http/service.js"
import * as Calls from "./calls.js"
import { inOneGo } from "../inOneGo.js"
import * as Monotonic from "../monotonic.js"
import * as eventLoop from "../eventLoop.js"
import { withScope } from "../withScope.js"
import * as Fetch from "./fetch.js"
import * as NoRows from "./noRows.js"
import * as Sequence from "./sequence.js"

/** A page, with the checkpoint after it if the stream keeps checkpoints. */
export interface FetchedPage<R> extends Decoded<Envelope.List, R> {
  readonly checkpoint?: Checkpoint
}

/**
 * Returns whether the bars of a page are adjusted for splits: as the service said, or else as it was asked.
 * `undefined` for other rows.
 */
export const adjustedOf = (envelope: Envelope.List, request?: Step.Step): boolean | undefined => {
  const said = (envelope as { readonly adjusted?: unknown }).adjusted
  // protects: Where the answer does not say whether bars are adjusted, the request does.
  // mutant: "are known by the request where the answer does not say it": without ?? (request &&
  // Request.withDefaults(request.endpoint, request.values)["adjusted"])
  const adjusted = said ?? (request && Request.withDefaults(request.endpoint, request.values)["adjusted"])
  return typeof adjusted === "boolean" ? adjusted : undefined
}

/** Fetches one page. */
export const one = <R extends PageRows>(
  source: Calls.CallSource<R>,
  step: Step.Step,
): Effect.Effect<FetchedPage<R>, MarketDataError> =>
  Effect.uninterruptibleMask((restore) => {
    const options = { postpone: false }
    return Effect.flatMap(Calls.open(source, Scope.make(), restore, step, options), (call) =>
      Effect.flatMap(Effect.either(call.answer.page), (result) => Calls.close(source, call, result)),
    ).pipe(Effect.tap(({ rows }) => (rows.length === 0 ? NoRows.tell(source, step.values) : Effect.void)))
  })

/** The consumer's current page, and the effect that runs when it requests the next one. */
interface Held<R> {
  readonly page: FetchedPage<R>
  readonly passed: Effect.Effect<void, MarketDataError>
}

/**
 * Returns the page at an index, or none after the last page. Indices never decrease; the current
 * page can be requested again.
 */
type PageAt<R> = (index: number) => Effect.Effect<Held<R> | undefined, MarketDataError>

/**
 * Decodes each page once, when its index is requested. A decoded page is kept until the next one is requested:
 * if an interruption separates the end of this effect from the consumer, the consumer requests the page again.
 */
const inTurn = <R extends PageRows>(
  fetch: Fetch.Fetch<R>,
  beforeDecoding: (call: Fetch.OpenPage<R>) => Effect.Effect<void>,
  finish: (call: Fetch.OpenPage<R>, result: Result<R>) => Effect.Effect<Held<R>, MarketDataError>,
): PageAt<R> => {
  let current = 0
  let taken: Fetch.OpenPage<R> | undefined
  let isReady = false
  let result: Result<R> | undefined
  let page: Exit.Exit<Held<R> | undefined, MarketDataError> | undefined

  const fetched = fetch((arrival) => {
    if (Exit.isSuccess(arrival) && arrival.value !== undefined) taken = arrival.value
    else page = Exit.as(arrival, undefined)
  })
  // protects: A page is decoded once, also when its pull is interrupted while its call is closed.
  // mutant: "at whichever step a pull is interrupted": uninterruptible → interruptible
  const finishTaken = Effect.uninterruptible(
    Effect.suspend(() =>
      Effect.map(Effect.exit(finish(taken!, result!)), (exit) => {
        taken = result = undefined
        isReady = false
        page = exit
      }),
    ),
  )
  const progress = () => {
    if (taken === undefined) return fetched
    if (!isReady) return Effect.map(beforeDecoding(taken), () => void (isReady = true))
    if (result === undefined) return Effect.map(Effect.either(taken.answer.page), (decoded) => void (result = decoded))
    return finishTaken
  }
  const step: Effect.Effect<Held<R> | undefined, MarketDataError> = Effect.suspend(
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

/** Opens the pages of the steps and the pages after them. Their fibers run in the scope. */
const open = <R extends PageRows>(
  source: Calls.CallSource<R>,
  steps: Step.Steps,
  prepare: boolean,
  scope: Scope.Scope,
): PageAt<R> => {
  const { concurrency, first, follow, order, prefetch } = steps
  const several = first.length > 1
  const postpone = (concurrency > 1 && several) || prefetch > 0
  const check = Sequence.make<R>(source, order)
  const pageAt = inTurn<R>(
    Fetch.make(
      source,
      steps,
      // Without fetching ahead, the consumer may hold many such streams, and use their pages for long.
      { postpone, buffers: postpone ? new BufferPool() : undefined },
      scope,
    ),
    // Sends the next request first: decoding blocks the event loop.
    ({ next }) => (postpone && (next !== undefined || several) ? eventLoop.turn : Effect.void),
    (call, result) =>
      Effect.map(
        Calls.close(
          source,
          call,
          Either.flatMap(result, (decoded) => check(decoded, call.step.page)),
        ),
        (page) => {
          const { checkpoint, passed } = follow?.(page, call.step, call.next) ?? {
            checkpoint: undefined,
            passed: Effect.void,
          }
          return { page: checkpoint === undefined ? page : { ...page, checkpoint }, passed }
        },
      ),
  )
  let warmUp = prepare ? source.prepare : undefined
  return (index) =>
    Effect.suspend(() => {
      if (warmUp === undefined) return pageAt(index)
      // After two turns of the event loop the request has been sent, or its connection is being
      // opened, which takes longer than warming up.
      const warmedUp = Effect.forkIn(Effect.map(Effect.repeatN(eventLoop.turn, 1), warmUp), scope)
      warmUp = undefined
      return Effect.zipRight(warmedUp, pageAt(index))
    })
}

interface Position {
  readonly page: number
  readonly part: number
}

/** Streams all pages, part by part. `partOf` returns the part of a page at an index, or nothing after the last part. */
const inParts = <R extends PageRows, A>(
  source: Calls.CallSource<R>,
  steps: Step.Steps,
  prepare: boolean,
  partOf: (page: FetchedPage<R>, part: number) => ReadonlyArray<A> | undefined,
): Stream.Stream<A, MarketDataError> =>
  withScope((scope) => {
    const pageAt = open(source, steps, prepare, scope)
    const { first, request } = steps
    /** Whether the stream is a whole one, and no page has had rows. */
    let isEmpty = first.length > 0 && !first.some(({ resumed }) => resumed === true)
    let asked: Position | undefined
    let at: Position = { page: 0, part: 0 }
    const step: Effect.Effect<Option.Option<readonly [Chunk.Chunk<A>, Position]>, MarketDataError> = Effect.suspend(
      () =>
        Effect.flatMap(pageAt(at.page), (found) => {
          if (found === undefined) {
            return Effect.as(isEmpty ? NoRows.tell(source, request.values) : Effect.void, Option.none())
          }
          const { page, passed } = found
          // protects: A stream with rows on a later page is not told to have none.
          // mutant: "says nothing when a later page has rows": removed
          isEmpty &&= page.rows.length === 0
          // protects: A checkpoint is saved when the consumer asks for what follows, and has all rows before it.
          // mutant: "wherever it is killed": const → Effect.runFork(passed); const
          const elements = partOf(page, at.part)
          if (elements !== undefined) {
            const chunk = Adjusted.toChunk(elements)
            // Interrupted between emitting a chunk and ending the pull, a stream loses it.
            // protects: A chunk is not lost when a pull is interrupted after the stream has emitted it.
            // mutant: "at whichever step a pull is interrupted": without inOneGo
            return inOneGo(Effect.succeedSome([chunk, { page: at.page, part: at.part + 1 }] as const))
          }
          return Effect.flatMap(passed, () => {
            at = { page: at.page + 1, part: 0 }
            return step
          })
        }),
    )
    const { deadline, endpoint } = source
    /** Fails when the deadline has passed, also if everything has arrived and the consumer took the time. */
    // protects: The deadline of a stream counts the time of its consumer.
    // mutant: "counts the time of the consumer": deadline.at → Infinity
    const inTime =
      deadline === undefined
        ? step
        : Effect.flatMap(Monotonic.now, (now) =>
            now < deadline.at ? step : new TimeoutError({ endpoint: endpoint.name, timeout: deadline.timeout }),
          )
    // A position requested again was interrupted. The work continues from there, perhaps some pages further.
    const next = (position: Position) =>
      Effect.suspend(() => {
        // protects: A pull that is repeated after an interruption goes on where it was: it skips no page.
        // mutant: "gives every row once": always
        if (position !== asked) asked = at = position
        return inTime
      })
    return Stream.unfoldChunkEffect({ page: 0, part: 0 }, next)
  })

/** Streams all pages. */
export const all = <R extends PageRows>(
  source: Calls.CallSource<R>,
  steps: Step.Steps,
  prepare: boolean,
): Stream.Stream<FetchedPage<R>, MarketDataError> =>
  inParts(source, steps, prepare, (page, part) => (part === 0 ? [page] : undefined))

/**
 * The maximum number of rows in a chunk. Effect's folds and sinks recurse once per element, and
 * overflow the stack at about 5,000.
 */
const chunkSize = 1024

/** Streams all rows, converted to objects chunk by chunk. */
export const allRows = <A>(
  source: Calls.CallSource<LazyRows<A>>,
  steps: Step.Steps,
  prepare: boolean,
): Stream.Stream<A, MarketDataError> =>
  inParts(source, steps, prepare, ({ envelope, rows }, part) => {
    const start = part * chunkSize
    // protects: Chunks of rows know whether they are adjusted.
    // mutant: "are refused by every way in which they arrive": adjustedOf(envelope, steps.request) → undefined
    return start < rows.length
      ? Adjusted.mark(rows.slice(start, Math.min(start + chunkSize, rows.length)), adjustedOf(envelope, steps.request))
      : undefined
  })
