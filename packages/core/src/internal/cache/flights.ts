/** Fibers that ask for the same document at once: the first gets it, and the others wait for it. */
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"
import { identity } from "effect/Function"
import * as Option from "effect/Option"

/** What a fiber gets, and the document that it shares with those that wait. */
interface Flight {
  readonly document: Uint8Array
}

/** How a flight ended: with a document or an error for all that wait, or so that one of them begins again. */
type Landing<E> = Flight | { readonly error: E } | "interrupted"

export class Flights<E> {
  private readonly flights = new Map<
    string,
    { readonly until: number; readonly landing: Deferred.Deferred<Landing<E>> }
  >()

  /**
   * Runs `lead`, unless another fiber does so under the same name. Then it waits for that fiber, `patience` milliseconds at most, and runs `follow` with the
   * document, or fails with its error. Where the other fiber was interrupted, or failed although this one has more time (`until`), it begins again.
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
        if (flight !== undefined) {
          const landing = Effect.timeoutTo(Deferred.await(flight.landing), {
            duration: patience,
            onTimeout: () => undefined,
            onSuccess: identity,
          })
          const begin = this.join(name, lead, follow, { patience, until })
          return restore(
            Effect.flatMap(landing, (found) => {
              if (found === undefined) return follow(undefined)
              if (found === "interrupted") return begin
              if ("document" in found) return follow(found.document)
              return until <= flight.until ? Effect.fail(found.error) : begin
            }),
          )
        }
        // In the same step as the question whether there is one.
        const mine = Deferred.unsafeMake<Landing<E>>(FiberId.none)
        this.flights.set(name, { until, landing: mine })
        const land = (exit: Exit.Exit<F, E>) =>
          Effect.sync(() => {
            this.flights.delete(name)
            const landing = Exit.match(exit, {
              onFailure: (cause): Landing<E> =>
                Option.match(Cause.failureOption(cause), {
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
