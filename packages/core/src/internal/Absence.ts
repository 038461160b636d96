/**
 * Answers without rows for time in which rows are expected. A service gives such answers now and then by mistake, so
 * that the client asks again, once, and logs what stays so.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import { globalValue } from "effect/GlobalValue"

/** Whether the caller knows more of what is expected than an endpoint does, and judges answers without rows itself. */
export const isJudged: FiberRef.FiberRef<boolean> = /* @__PURE__ */ globalValue("@candela/core/Absence/isJudged", () =>
  FiberRef.unsafeMake(false),
)

/**
 * Takes answers without rows as they come, without asking again and without a warning: for a caller that compares them
 * with other answers, as a store does.
 */
export const judged = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.locally(effect, isJudged, true)
