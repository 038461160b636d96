/** One page, and the chain of pages along `next_url`. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as ExecutionStrategy from "effect/ExecutionStrategy"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import type { Decoded } from "../../Decoder.js"
import type * as Envelope from "../../Envelope.js"
import { PaginationError, type MarketDataError } from "../../MarketDataError.js"
import type { Restore } from "../../Semaphore.js"
import type { BufferPool } from "../http/bufferPool.js"
import { resolve } from "../http/nextUrl.js"
import type { Received } from "../http/transport.js"
import * as Calls from "./calls.js"
import * as Pulls from "./pulls.js"

/** The rows of a page, in any form. */
export type Rows = { readonly length: number }

type Result<Env, R> = Either.Either<Decoded<Env, R>, MarketDataError>

/** A received page. It is decoded, unless its `next_url` was found without decoding it. */
export interface Page<Env, R> {
  /** Counts from 1. */
  readonly number: number
  readonly url: string
  readonly received: Received
  readonly result: Result<Env, R> | undefined
  readonly next: string | undefined
}

/** A page whose call is still open. */
export type Open<Env, R> = Calls.Open<Page<Env, R>>

/** How the pages of an endpoint are fetched and decoded. */
export interface Source<Env extends Envelope.List, R extends Rows> extends Calls.Source<Env, R> {
  readonly nextUrl: (bytes: Uint8Array) => string | undefined
  /** Warms up the decoder; absent if that has no effect. */
  readonly prepare?: () => void
}

/** Whether the last byte, except white space, closes an object. A truncated body almost never ends so. */
const endsAsObject = (bytes: Uint8Array): boolean => bytes[bytes.findLastIndex((byte) => byte > 0x20)] === 0x7d

/** Decodes a response and releases its buffer. */
const decode = <Env extends Envelope.List, R extends Rows>(
  source: Source<Env, R>,
  received: Received,
  buffers: BufferPool,
): Result<Env, R> => {
  const decoded = Calls.decode(source, received)
  buffers.release(received.bytes)
  return decoded
}

/**
 * Fetches one page and leaves its call open. With `look`, postpones decoding if the `next_url` can be found without it. Run it in an uninterruptible region, with
 * the `restore` of that region.
 */
export const fetch = <Env extends Envelope.List, R extends Rows>(
  source: Source<Env, R>,
  call: {
    readonly url: string
    readonly number: number
    readonly look: boolean
    readonly attributes: Calls.Attributes
    readonly buffers: BufferPool
  },
  makeScope: Effect.Effect<Scope.CloseableScope>,
  restore: Restore,
): Effect.Effect<Open<Env, R>, MarketDataError> => {
  const { attributes, look, buffers, number, url } = call
  return Calls.open(source, makeScope, restore, {
    url,
    attributes: { ...attributes, "candela.page": number },
    buffers,
    read: (received): Either.Either<Page<Env, R>, MarketDataError> => {
      const next = look && endsAsObject(received.bytes) ? source.nextUrl(received.bytes) : undefined
      return next === undefined
        ? Either.map(decode(source, received, buffers), (decoded) => ({
            number,
            url,
            received,
            result: Either.right(decoded),
            next: decoded.envelope.next_url,
          }))
        : Either.right({ number, url, received, result: undefined, next })
    },
  })
}

/** Decodes a page whose decoding was postponed. Its `next_url` may have been followed already. */
const decodeLater = <Env extends Envelope.List, R extends Rows>(
  source: Source<Env, R>,
  { next, number }: Page<Env, R>,
  received: Received,
  buffers: BufferPool,
): Result<Env, R> =>
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

const withResult = <Env, R>(call: Open<Env, R>, result: Result<Env, R>): Open<Env, R> => ({
  ...call,
  value: { ...call.value, result },
})

/** A page, and what is left to do before it is decoded: to request it again, because its body was cut off. */
export interface Opened<Env, R> {
  readonly call: Open<Env, R>
  readonly again?: Effect.Effect<Open<Env, R>>
}

/** Decodes a page, unless it is decoded. */
export const decoded = <Env extends Envelope.List, R extends Rows>(
  source: Source<Env, R>,
  call: Open<Env, R>,
  buffers: BufferPool,
): Opened<Env, R> => {
  const { received, result, url } = call.value
  if (result !== undefined) return { call }
  const late = decodeLater(source, call.value, received, buffers)
  if (!(Either.isLeft(late) && late.left._tag === "TransportError")) return { call: withResult(call, late) }
  const read = (received: Received) => decodeLater(source, call.value, received, buffers)
  const again = Calls.again(source, call, { url, failure: late.left, buffers, read })
  return { call, again: Effect.map(Effect.either(again), (result) => withResult(call, result)) }
}

/** Closes the call of a decoded page. `check` may refuse it. */
export const finish = <Env extends Envelope.List, R extends Rows>(
  source: Source<Env, R>,
  call: Open<Env, R>,
  check: (decoded: Decoded<Env, R>, number: number) => Result<Env, R> = Either.right,
): Effect.Effect<Decoded<Env, R>, MarketDataError> =>
  Effect.suspend(() => {
    const { number, received, result } = call.value
    return Calls.close(
      source,
      call,
      received,
      Either.flatMap(result!, (decoded) => check(decoded, number)),
    )
  })

/** The chain of pages that begins at a URL. Each page is requested when it is waited for. An interrupted request is sent again. */
export const chain = <Env extends Envelope.List, R extends Rows>(
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
  // The span of a call ends with the stream at the latest.
  const scopeOfCall = Scope.fork(scope, ExecutionStrategy.sequential)
  const request = (target: string) => {
    const call = { ...options, url: target, number: number + 1 }
    const page = Effect.uninterruptibleMask((restore) => fetch(source, call, scopeOfCall, restore))
    return Effect.matchCause(page, {
      onFailure: (cause) => void (head = Exit.failCause(Cause.map(cause, Option.some))),
      // In one step, so that no interruption separates the arrival of a page from the move to the next.
      onSuccess: (call) => {
        seen.add(target)
        url = target
        number = call.value.number
        next = call.value.next
        head = Exit.succeed(call)
      },
    })
  }
  const follow = Effect.suspend(() => {
    if (number === 0) return request(first)
    // Some services send an empty `next_url` on the last page.
    if (next === undefined || next === "") {
      head = Pulls.end
      return Effect.void
    }
    const target = resolve(next, url)
    if (target === undefined) return broken("its next_url is not the URL of a page")
    if (source.service.redaction.isIn(target)) return broken("its next_url holds the API key, so it was not requested")
    return seen.has(target)
      ? broken("its next_url was followed before; the service repeats itself. Start again from the last row")
      : request(target)
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
