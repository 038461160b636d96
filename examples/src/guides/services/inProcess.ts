import { HttpClient, HttpClientResponse } from "@effect/platform"
import { Effect } from "effect"

/**
 * A client of a service in this process. A program would serve it, and its client would use `FetchHttpClient.layer`.
 */
export const inProcess = (handler: (request: Request) => Promise<Response>): HttpClient.HttpClient =>
  HttpClient.make((request, url) =>
    Effect.gen(function* () {
      const { body, headers, method } = request
      const content = body._tag === "Uint8Array" ? { body: new Uint8Array(body.body) } : {}
      const response = yield* Effect.promise(() => handler(new Request(url, { method, headers, ...content })))
      return HttpClientResponse.fromWeb(request, response)
    }),
  )
