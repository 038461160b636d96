import { Effect } from "effect"
import type { HttpResponse, Service } from "./Service.js"

/**
 * Adds CORS for programs in a browser: pages of `origin` (`*`: of every origin) may send requests and read the answers.
 */
export const allow = (service: Service, origin: string): Service => {
  const own = { "access-control-allow-origin": origin }
  const exposed = { ...own, "access-control-expose-headers": "x-request-id, retry-after" }
  const preflight: HttpResponse = {
    status: 204,
    headers: { ...own, "access-control-allow-methods": "GET", "access-control-allow-headers": "authorization" },
    body: "",
  }
  return {
    handle: (request) =>
      request.method === "OPTIONS"
        ? Effect.succeed(preflight)
        : Effect.map(service.handle(request), (response) => ({
            ...response,
            headers: { ...response.headers, ...exposed },
          })),
  }
}
