/** How long an answer may be kept, as its endpoint and its request say it. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Endpoint from "../../Endpoint.js"
import * as Request from "../../Request.js"
import { recordsOf } from "../stream/requests.js"

/** The texts of a URL's parameters; `undefined` if the URL holds anything else, such as a cursor. */
const textsOf = (endpoint: Endpoint.Any, url: string): Record<string, string> | undefined => {
  const { pathname, searchParams } = new URL(url, "http://service")
  const names: ReadonlyArray<string> = endpoint.path.split("/")
  const segments = pathname.split("/")
  const texts: Record<string, string> = {}
  if (segments.length !== names.length) return undefined
  for (const [index, name] of names.entries()) {
    if (name.startsWith("{")) texts[name.slice(1, -1)] = decodeURIComponent(segments[index]!)
    else if (name !== segments[index]) return undefined
  }
  for (const [name, text] of searchParams) {
    if (!Object.hasOwn(endpoint.wireParams, name) || Object.hasOwn(texts, name)) return undefined
    texts[name] = text
  }
  return texts
}

/** Whether all that a URL asks for was final `settling` milliseconds ago. Of a URL with a cursor this is not known. */
export const isFinal = (endpoint: Endpoint.Any, url: string, settling: number): Effect.Effect<boolean> =>
  Effect.gen(function* () {
    if (endpoint.kind !== "history") return false
    // A `next_url` of the service may be any URL.
    const texts = Either.try(() => textsOf(endpoint, url))
    if (Either.isLeft(texts) || texts.right === undefined) return false
    const values = Request.decode(endpoint, texts.right)
    if (Either.isLeft(values)) return false
    const { final = Infinity } = endpoint.timeRange.rows(values.right, yield* recordsOf(endpoint))
    return final <= (yield* Clock.currentTimeMillis) - settling
  })
