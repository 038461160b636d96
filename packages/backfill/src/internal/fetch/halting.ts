/**
 * Sync of the store that stops between two files when it is no longer wanted: committed files stay.
 *
 * @module
 */
import type { MarketData } from "@candela/core/MarketData"
import type { MarketDataError } from "@candela/core/MarketDataError"
import * as TimeLimit from "@candela/core/internal/TimeLimit"
import type { Store } from "@candela/history/Store"
import type { StoreError } from "@candela/history/StoreError"
import type { Range, Universe } from "@candela/history/Universe"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"

/** Syncs as long as `advance`, called after each part, returns true. Returns whether the sync completed. */
export const sync = <E, R>(
  store: Store.Service,
  universe: Universe,
  range: Range,
  options: Omit<Store.SyncOptions, "onProgress">,
  advance: (progress: Store.Progress) => Effect.Effect<boolean, E, R>,
): Effect.Effect<boolean, StoreError | MarketDataError | E, MarketData | R> =>
  Effect.gen(function* () {
    const context = yield* Effect.context<R>()
    const halted = yield* Deferred.make<boolean, E>()
    const onProgress = (progress: Store.Progress) =>
      advance(progress).pipe(
        Effect.provide(context),
        Effect.catchAllCause((cause) => Effect.as(Deferred.failCause(halted, cause), false)),
        // The race below interrupts the sync here, between two files.
        // protects: Bars of many tickers by trading day end between two files when their plan is paused.
        // mutant: "end between two files when the plan is paused": zipRight(Deferred.succeed(halted, false),
        // Effect.never) → void
        Effect.flatMap((isWanted) =>
          isWanted ? Effect.void : Effect.zipRight(Deferred.succeed(halted, false), Effect.never),
        ),
      )
    return yield* store
      .sync(universe, range, { ...options, onProgress })
      .pipe(Effect.as(true), Effect.raceFirst(Deferred.await(halted)), TimeLimit.enforced)
  })
