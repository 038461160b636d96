/** The chain of pages along `next_url`. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as ExecutionStrategy from "effect/ExecutionStrategy"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import { PaginationError, type MarketDataError } from "../../MarketDataError.js"
import * as Step from "../../Step.js"
import type { BufferPool } from "../http/bufferPool.js"
import type { Rows } from "../http/service.js"
import * as Calls from "./calls.js"
import * as Pulls from "./pulls.js"

/** A page whose call is still open, and the page that follows it, if it can be requested. */
export interface Open<R extends Rows> extends Calls.Open<R> {
  readonly next: Step.Step | undefined
}

/** The chain of pages that begins with a step. Each page is requested when it is waited for. An interrupted request is sent again. */
export const chain = <R extends Rows>(
  source: Calls.Source<R>,
  first: Step.Step,
  options: { readonly postpone: boolean; readonly buffers: BufferPool },
  scope: Scope.Scope,
): Pulls.Pull<Open<R>, MarketDataError> => {
  const { redaction } = source.service.connection
  const seen = new Set<string>()
  let next: Step.Step | undefined = first
  /** Why the chain does not go on, although its last page has a `next_url`. */
  let broken: PaginationError | undefined
  let head: Exit.Exit<Open<R>, Option.Option<MarketDataError>> | undefined

  /** Moves behind a page. */
  const advance = ({ answer, step }: Calls.Open<R>) => {
    seen.add(step.path)
    next = undefined
    // Some services send an empty `next_url` on the last page.
    if (!answer.next) return
    const following = Step.next(step, answer.next)
    const fault =
      following === undefined
        ? "its next_url is not the URL of a page"
        : redaction.isIn(following.path)
          ? "its next_url holds the API key, so it was not requested"
          : seen.has(following.path)
            ? "its next_url was followed before; the service repeats itself. Start again from the last row"
            : undefined
    if (fault === undefined) next = following
    else broken = new PaginationError({ endpoint: source.endpoint.name, page: step.page, detail: fault })
  }
  // The span of a call ends with the stream at the latest.
  const scopeOfCall = Scope.fork(scope, ExecutionStrategy.sequential)
  const request = (step: Step.Step) => {
    const page = Effect.uninterruptibleMask((restore) => Calls.open(source, scopeOfCall, restore, step, options))
    return Effect.matchCause(page, {
      onFailure: (cause) => void (head = Exit.failCause(Cause.map(cause, Option.some))),
      // In one step, so that no interruption separates the arrival of a page from the move to the next.
      onSuccess: (call) => {
        advance(call)
        head = Exit.succeed({ ...call, next })
      },
    })
  }
  const follow = Effect.suspend(() => {
    if (next !== undefined) return request(next)
    head = broken === undefined ? Pulls.end : Exit.fail(Option.some(broken))
    return Effect.void
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
