import { Effect } from "effect"
import type { Service } from "./Service.js"

/**
 * Adds conditional requests: a client that already has the answer, by its `etag`, gets 304 (RFC 9110, section 13.1.2).
 */
export const allow = (service: Service): Service => ({
  handle: (request) =>
    Effect.map(service.handle(request), (response) => {
      const { etag } = response.headers
      if (etag === undefined || etag !== request.headers["if-none-match"]) return response
      const { "content-type": _, ...headers } = response.headers
      return { status: 304, headers, body: "" }
    }),
})
