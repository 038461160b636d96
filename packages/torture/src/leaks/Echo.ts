/** A service that repeats the key of each request in every part of its response. */
import type { Effect, Scope } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import * as Loopback from "../Loopback.js"

/** A received request, and the origins that an answer may name. */
interface Asked {
  readonly key: string
  /** The origin of the service. */
  readonly own: string
  /** Another origin. */
  readonly foreign: string
  /** Whether the request is for the first page. */
  readonly first: boolean
}

interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Whether the connection breaks within the body. */
  readonly cut?: boolean
}

const bar = { t: 1_688_391_000_000, o: 1, h: 1, l: 1, c: 1, v: 1 }
const barOf = (day: number) => ({ ...bar, t: bar.t + day * 86_400_000 })
const bars = (more: object = {}, first = 0): Answer => ({
  body: JSON.stringify({
    ...{ status: "OK", request_id: "r", adjusted: false, results: [barOf(first), barOf(first + 1)] },
    ...more,
  }),
})
const failure =
  (status: number, headers: Readonly<Record<string, string>> = {}) =>
  (asked: Asked): Answer => ({
    status,
    headers: { "x-request-id": asked.key, ...headers },
    body: JSON.stringify({ status: "ERROR", request_id: asked.key, error: `the key ${asked.key} is no good` }),
  })
/** Two pages, the first with this `next_url`. */
const paged = (next: (asked: Asked) => string) => (asked: Asked) =>
  asked.first ? bars({ next_url: next(asked), results: [barOf(0)] }) : bars({}, 1)
const next = (origin: string, query: string) => `${origin}/v2/aggs/ticker/X/range/1/day/2023-07-03/2023-07-05?${query}`

/** The ways in which the key is repeated. */
const ways: Readonly<Record<string, (asked: Asked) => Answer>> = {
  "without the key": () => bars(),
  "401": failure(401),
  "403": failure(403),
  "404": failure(404),
  "409": failure(409),
  "429": failure(429, { "retry-after": "3600" }),
  "500": failure(500),
  "a failure that says 200": (asked) => ({ ...failure(200)(asked) }),
  "an HTML page": ({ key }) => ({ status: 502, body: `<html><body>Bad gateway for ${encodeURIComponent(key)}` }),
  "next_url with the key as a parameter": paged(({ key, own }) =>
    next(own, `cursor=2&apiKey=${encodeURIComponent(key)}`),
  ),
  "next_url with the key in its cursor": paged(({ key, own }) => next(own, `cursor=2-${encodeURIComponent(key)}`)),
  "a foreign next_url": paged(({ foreign, key }) => next(foreign, `cursor=2&apikey=${encodeURIComponent(key)}`)),
  "a foreign redirect": ({ foreign, key }) => ({
    status: 302,
    headers: { location: `${foreign}/${encodeURIComponent(key)}` },
  }),
  "a redirect with the key": ({ key }) => ({
    status: 302,
    headers: { location: `/again?apiKey=${encodeURIComponent(key)}` },
  }),
  "a cut body": ({ key }) => ({ body: `{"status":"OK","request_id":"${key}","results":[`, cut: true }),
  "no JSON": ({ key }) => ({ body: `key=${key}` }),
  "a wrong type": ({ key }) => bars({ results: [{ ...bar, v: key }] }),
  "a row that is the key": ({ key }) => bars({ results: [key] }),
  "an unknown field": ({ key }) => bars({ note: key, results: [{ ...bar, note: key }] }),
  "the request_id": ({ key }) => ({ ...bars({ request_id: key }), headers: { "x-request-id": key } }),
  "a cookie": ({ key }) => ({ ...bars(), headers: { "set-cookie": `session=${encodeURIComponent(key)}` } }),
}

/** The names of the ways. A request for the ticker `W3` is answered in the way with the number 3. */
export const names: ReadonlyArray<string> = Object.keys(ways)

const respond = (request: IncomingMessage, response: ServerResponse, own: string, foreign: string) => {
  const url = new URL(request.url ?? "/", own)
  const number = Number(/\/W(\d+)\//.exec(url.pathname)?.[1] ?? 0)
  const key = (request.headers.authorization ?? "").replace(/^Bearer /, "")
  const way = ways[names[number]!]!
  const {
    body = "",
    cut = false,
    headers = {},
    status = 200,
  } = way({ key, own, foreign, first: !url.searchParams.has("cursor") })
  response.writeHead(status, {
    "content-type": "application/json",
    ...(cut && { "content-length": body.length + 100 }),
    ...headers,
  })
  if (cut) response.write(body, () => request.socket.destroy())
  else response.end(body)
}

/** Serves until the scope ends, and returns its origin. */
export const serve = (foreign: string): Effect.Effect<string, never, Scope.Scope> =>
  Loopback.http((request, response) => respond(request, response, `http://${request.headers.host}`, foreign))
