/**
 * Endpoints whose rows the sandbox makes up, because it has no data for them.
 *
 * @module
 */
import * as Effect from "effect/Effect"

/** Names of the endpoints, from the sandbox's own routes: they are loaded with it. */
export const names: Effect.Effect<ReadonlySet<string>> = /* @__PURE__ */ Effect.map(
  /* @__PURE__ */ Effect.promise(() => import("@candela/sandbox/routes/Routes")),
  ({ all }) => new Set(all.flatMap(({ endpoint, synthetic }) => (synthetic ? [endpoint.name] : []))),
)
