import type * as Lapses from "@candela/testing/Lapses"
import { Effect } from "effect"
import { toAnswer } from "./faulty.js"
import type { Service } from "./Service.js"

/** Alters the answers to requests for data. An altered answer has no number of rows. */
export const alter = (service: Service, lapses: Lapses.Service, isOpen: (url: URL) => boolean): Service => ({
  handle: (request) =>
    Effect.flatMap(service.handle(request), (response) => {
      const { url } = request
      // protects: Health, document and pages of a sandbox with lapses have none.
      // mutant: "has the same lapses in process, on a port, and in a client that wraps it": without || isOpen(url)
      if (url === undefined || isOpen(url)) return Effect.succeed(response)
      const answer = toAnswer(response)
      return Effect.map(lapses.alter(url, answer), (altered) =>
        altered === answer
          ? response
          : { status: altered.status, headers: altered.headers, body: new TextDecoder().decode(altered.body) },
      )
    }),
})
