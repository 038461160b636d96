/** Fibers that ask for the same document at once: the first gets it, and the others wait for it. */
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"
import { identity } from "effect/Function"

/** What a fiber gets, and the document that it shares with those that wait. */
interface Flight {
  readonly document: Uint8Array | undefined
}

/** How a flight ended: with a document, with none, or by an interruption. */
type Landing = Uint8Array | undefined | "interrupted"

export class Flights {
  private readonly flights = new Map<string, Deferred.Deferred<Landing>>()

  /**
   * Runs `lead`, unless another fiber does so under the same name. Then it waits for that fiber, `patience` milliseconds at most, and runs `follow` with the
   * document: with none where there is none to share, as after a failure. Where the other fiber was interrupted, it begins again.
   */
  join<F extends Flight, E>(
    name: string,
    lead: Effect.Effect<F, E>,
    follow: (document: Uint8Array | undefined) => Effect.Effect<F, E>,
    patience: number,
  ): Effect.Effect<F, E> {
    return Effect.uninterruptibleMask((restore) =>
      Effect.suspend(() => {
        const flight = this.flights.get(name)
        if (flight !== undefined) {
          const landing = Effect.timeoutTo(Deferred.await(flight), {
            duration: patience,
            onTimeout: () => undefined,
            onSuccess: identity,
          })
          const begin = this.join(name, lead, follow, patience)
          return restore(Effect.flatMap(landing, (found) => (found === "interrupted" ? begin : follow(found))))
        }
        // In the same step as the question whether there is one.
        const mine = Deferred.unsafeMake<Landing>(FiberId.none)
        this.flights.set(name, mine)
        const land = (exit: Exit.Exit<F, E>) =>
          Effect.sync(() => {
            this.flights.delete(name)
            const landing = Exit.match(exit, {
              onFailure: (cause) => (Cause.isInterrupted(cause) ? "interrupted" : undefined),
              onSuccess: ({ document }) => document,
            })
            Deferred.unsafeDone(mine, Exit.succeed(landing))
          })
        return Effect.onExit(restore(lead), land)
      }),
    )
  }
}
