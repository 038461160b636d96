/**
 * Pages of a listing, checked: a listing that is not whole would make files look lost.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { StoreError } from "../../../StoreError.js"
import * as Xml from "./xml.js"

/** Object in a listing. */
export interface StoredObject {
  readonly key: string
  readonly bytes: number
  /** Time of writing, epoch milliseconds. */
  readonly modified: number
}

interface Page {
  readonly objects: ReadonlyArray<StoredObject>
  /** Token of the next page; `undefined` after the last one. */
  readonly next: string | undefined
}

/** Maximum number of objects of a listing: some 200 bytes each are in memory. */
const mostObjects = 5_000_000

/** Maximum number of pages without an object in a row: a server may filter a page to nothing, but not for ever. */
const mostEmpty = 100

const entryOf = (content: string | undefined, prefix: string): Either.Either<StoredObject, string> => {
  if (content === undefined) return Either.left("has an element `Contents` that is not closed")
  const key = Xml.text(content, "Key")
  // protects: An entry without a key is a typed error.
  // mutant: "that is not whole, or not the answer": left("has an entry without a `Key`" → right({ key: prefix, bytes:
  // 0, modified: 0 }
  if (key === undefined) return Either.left("has an entry without a `Key`")
  if (!key.startsWith(prefix)) return Either.left(`has the key ${JSON.stringify(key)}, which was not requested`)
  const size = Xml.text(content, "Size") ?? ""
  const modified = Date.parse(Xml.text(content, "LastModified") ?? "")
  if (!/^\d{1,15}$/.test(size)) return Either.left(`has no \`Size\` for ${JSON.stringify(key)}`)
  return Number.isNaN(modified)
    ? Either.left(`has no \`LastModified\` for ${JSON.stringify(key)}`)
    : Either.right({ key, bytes: Number(size), modified })
}

/** Parses a page, or returns what is wrong with it. */
export const pageOf = (xml: string, prefix: string): Either.Either<Page, string> =>
  Either.gen(function* () {
    if (!xml.trimEnd().endsWith("</ListBucketResult>")) return yield* Either.left("is cut off")
    const objects: Array<StoredObject> = []
    for (const content of Xml.elements(xml, "Contents")) objects.push(yield* entryOf(content, prefix))
    const goesOn = Xml.text(xml, "IsTruncated")
    // protects: A listing is read to its last page.
    // mutant: "lists page by page": === "false" → !== undefined
    if (goesOn === "false") return { objects, next: undefined }
    if (goesOn !== "true") return yield* Either.left("does not say whether it `IsTruncated`")
    const next = Xml.text(xml, "NextContinuationToken")
    return next === undefined ? yield* Either.left("goes on, but has no `NextContinuationToken`") : { objects, next }
  })

/** Reads all pages. `page` requests one; `refuse` makes the error of a listing with a fault. */
export const all = (
  prefix: string,
  page: (token: string | undefined) => Effect.Effect<string, StoreError>,
  refuse: (fault: string) => StoreError,
): Effect.Effect<ReadonlyArray<StoredObject>, StoreError> =>
  Effect.gen(function* () {
    const found = new Map<string, StoredObject>()
    const tokens = new Set<string>()
    let token: string | undefined
    let empty = 0
    do {
      const { next, objects } = yield* Either.mapLeft(pageOf(yield* page(token), prefix), refuse)
      for (const object of objects) {
        if (found.has(object.key)) return yield* refuse(`has the key ${JSON.stringify(object.key)} twice`)
        found.set(object.key, object)
      }
      if (found.size > mostObjects) return yield* refuse(`has more than ${mostObjects} objects`)
      empty = objects.length === 0 ? empty + 1 : 0
      if (empty > mostEmpty) return yield* refuse(`has ${empty} pages without an object in a row`)
      // protects: A listing whose token comes again ends.
      // mutant: "that never ends is an error": never
      if (next !== undefined && tokens.has(next)) return yield* refuse("comes back to a page that was read already")
      if (next !== undefined) tokens.add(next)
      token = next
    } while (token !== undefined)
    return [...found.values()]
  })
