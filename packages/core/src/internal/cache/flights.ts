/** Concurrent fibers that request the same document: the first fetches it, and the others wait for it. */
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"
import { identity } from "effect/Function"
import * as Option from "effect/Option"
import { enforced } from "../TimeLimit.js"

/** Result of a fiber, with the document that it shares with waiting fibers. */
interface Flight {
  readonly document: Uint8Array
}

/**
 * Outcome of a flight: a document or an error for all waiting fibers, or an interruption after
 * which one of them starts again.
 */
type Landing<E> = Flight | { readonly error: E } | "interrupted"

export class Flights<E> {
  private readonly flights = new Map<
    string,
    { readonly until: number; readonly landing: Deferred.Deferred<Landing<E>> }
  >()

  /**
   * Runs `lead`, unless another fiber does so under the same name. Then it waits for that fiber, at
   * most `patience` milliseconds, and runs `follow` with the document, or fails with its error. If the
   * other fiber was interrupted, or failed although this one has more time (`until`), it starts again.
   */
  join<F extends Flight>(
    name: string,
    lead: Effect.Effect<F, E>,
    follow: (document: Uint8Array | undefined) => Effect.Effect<F, E>,
    { patience, until }: { readonly patience: number; readonly until: number },
  ): Effect.Effect<F, E> {
    return Effect.uninterruptibleMask((restore) =>
      Effect.suspend(() => {
        const flight = this.flights.get(name)
        // protects: Fibers that ask for the same answer at once send one request.
        // mutant: "send one request, and one more at most": never
        if (flight !== undefined) {
          const landing = enforced(
            Effect.timeoutTo(Deferred.await(flight.landing), {
              duration: patience,
              onTimeout: () => undefined,
              onSuccess: identity,
            }),
          )
          const begin = this.join(name, lead, follow, { patience, until })
          return restore(
            Effect.flatMap(landing, (found) => {
              if (found === undefined) return follow(undefined)
              if (found === "interrupted") return begin
              if ("document" in found) return follow(found.document)
              // protects: Fibers that ask for the same answer at once send one request, also where it fails.
              // mutant: "which is not kept: the next call asks anew": until <= flight.until ? Effect.fail(found.error)
              // : begin → follow(undefined)
              // protects: A call does not fail at the deadline of another.
              // mutant: "ask themselves when the first one fails at its deadline": until <= flight.until ?
              // Effect.fail(found.error) : begin → Effect.fail(found.error)
              return until <= flight.until ? Effect.fail(found.error) : begin
            }),
          )
        }
        // In the same step as the check for another flight.
        const mine = Deferred.unsafeMake<Landing<E>>(FiberId.none)
        this.flights.set(name, { until, landing: mine })
        const land = (exit: Exit.Exit<F, E>) =>
          Effect.sync(() => {
            this.flights.delete(name)
            const landing = Exit.match(exit, {
              onFailure: (cause): Landing<E> =>
                Option.match(Cause.failureOption(cause), {
                  // protects: Fibers that wait for one that is interrupted go on, and send one request.
                  // mutant: "go on when the first one is interrupted": "interrupted" → ({ document: new Uint8Array() })
                  onNone: () => "interrupted",
                  onSome: (error) => ({ error }),
                }),
              onSuccess: ({ document }) => ({ document }),
            })
            Deferred.unsafeDone(mine, Exit.succeed(landing))
          })
        return Effect.onExit(restore(lead), land)
      }),
    )
  }
}
