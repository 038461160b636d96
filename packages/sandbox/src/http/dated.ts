import { Effect } from "effect"
import type { Service } from "./Service.js"

/** Tells that the `date` is that of a sandbox: it says nothing of a clock. */
const server = "candela-sandbox"

/**
 * Adds the `date` of each answer (RFC 9110, section 6.6.1): the sandbox's present, which its data end at, not the time
 * of the machine.
 */
export const by = (now: Effect.Effect<number>, service: Service): Service => ({
  handle: (request) =>
    Effect.zipWith(service.handle(request), now, (response, present) => ({
      ...response,
      // protects: Answers of the sandbox are dated by its own present, in process too.
      // mutant: "is the sandbox's present in process, also of a refusal": without date: new
      // Date(present).toUTCString(),
      headers: { ...response.headers, date: new Date(present).toUTCString(), server },
    })),
})
