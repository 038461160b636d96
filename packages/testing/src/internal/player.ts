/** Player of a cassette. */
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import type * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import type * as Cassette from "./cassette.js"
import * as ExactJson from "../ExactJson.js"
import * as Asked from "./requestDifference.js"

/** A response for a client. */
export interface PlayedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

/** Converts an answer to a response. */
export const respond = (request: HttpClientRequest.HttpClientRequest, { body, headers, status }: PlayedResponse) => {
  // A response such as 204 must not have a body, not even an empty one.
  const content = body.length === 0 ? null : (body as string | Uint8Array<ArrayBuffer>)
  return HttpClientResponse.fromWeb(request, new Response(content, { status, headers }))
}

/** Exchanges of a cassette, with the number of responses to each request. */
export class Player {
  private readonly answers = new Map<string, Array<Cassette.RecordedExchange["response"]>>()
  private readonly answered = new Map<string, number>()
  constructor(readonly exchanges: ReadonlyArray<Cassette.RecordedExchange>) {
    for (const { request, response } of exchanges) {
      const key = Asked.keyOf(Asked.read(request.method, request.url))
      const answers = this.answers.get(key)
      if (answers === undefined) this.answers.set(key, [response])
      else answers.push(response)
    }
  }

  /** Returns the next response to a request; `undefined` if the request was not recorded. */
  next(asked: Asked.ComparedRequest): PlayedResponse | undefined {
    const key = Asked.keyOf(asked)
    const count = this.answered.get(key) ?? 0
    this.answered.set(key, count + 1)
    const answers = this.answers.get(key) ?? []
    const found = answers[Math.min(count, answers.length - 1)]
    if (found === undefined) return undefined
    const { headers, json, status, text = "" } = found
    return { status, headers, body: json === undefined ? text : ExactJson.stringify(json) }
  }
}
