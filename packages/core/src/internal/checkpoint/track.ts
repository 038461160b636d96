/** Follows the pages of a stream, and tells the checkpoint after each. */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Hash from "effect/Hash"
import * as Option from "effect/Option"
import { Checkpoint, type CheckpointError } from "../../Checkpoint.js"
import { PaginationError, type TimeoutError } from "../../MarketDataError.js"
import { removeKey, resolve } from "../http/nextUrl.js"
import type { Redaction } from "../http/redaction.js"
import type { OnPage, Shards } from "../stream/requests.js"

/** The checkpoints of pages, by what holds their rows: pages may be copied. */
const checkpoints = new WeakMap<object, Checkpoint>()

/** The checkpoint after a page. */
export const checkpointAfter = (page: object): Option.Option<Checkpoint> =>
  Option.fromNullable(checkpoints.get("results" in page ? (page.results as object) : page))

/** The path and query of a `next_url` without the key; `undefined` where the key cannot be taken out of it, or where it is no URL of a page. */
export const storable = (next: string, redaction: Redaction, page = "/"): string | undefined => {
  const path = resolve(next, page)
  if (path === undefined) return undefined
  const url = new URL(path, "http://service")
  removeKey(url)
  const clean = url.pathname + url.search
  return redaction.text(clean) === clean ? clean : undefined
}

/** What is followed. */
export interface Tracked {
  /** Name of the endpoint. */
  readonly endpoint: string
  /** Path and query of the whole request. */
  readonly request: string
  /** All its requests, those before the checkpoint included. */
  readonly shards: Shards
  readonly from: Option.Option<Checkpoint>
  readonly redaction: Redaction
}

/** The requests that are left of a stream, and what saves a checkpoint after each of their pages. */
export interface Track {
  readonly urls: ReadonlyArray<string>
  readonly onPage: (save: (checkpoint: Checkpoint) => Effect.Effect<void, CheckpointError | TimeoutError>) => OnPage
}

/** Follows a stream from a checkpoint, or from its beginning. On the left is what the checkpoint must be, and is not. */
export const make = ({ endpoint, from, redaction, request, shards }: Tracked): Either.Either<Track, string> => {
  const start = Option.getOrUndefined(from)
  const hash = Hash.array(shards.urls)
  if (start?.cut !== undefined && start.cut.hash !== hash) {
    return Either.left(
      "removed, so that the stream begins anew: another version of Candela or another cache cut its range in another way",
    )
  }
  const isChain = start !== undefined && start.cut === undefined
  const firsts = isChain ? [request] : shards.urls
  const cut = isChain ? undefined : { count: shards.count, until: shards.records.to, hash }
  const fixed = { endpoint, request, shards: firsts.length, ...(cut && { cut }) }

  let { rows, shard } = start ?? { rows: 0, shard: 0 }
  const urls = start?.next === undefined ? firsts.slice(shard) : [start.next, ...firsts.slice(shard + 1)]
  let url = urls[0]
  let number = 0

  /** Moves behind a page, and tells the checkpoint there. */
  const pass: (page: Parameters<OnPage>[0]) => Checkpoint | undefined = ({ envelope, rows: { length } }) => {
    rows += length
    number += 1
    if (!envelope.next_url) {
      shard += 1
      number = 0
      url = firsts[shard]
      return new Checkpoint({ ...fixed, rows, shard })
    }
    url = resolve(envelope.next_url, url!)
    const next = url && storable(url, redaction)
    return next === undefined ? undefined : new Checkpoint({ ...fixed, rows, shard, next })
  }

  return Either.right({
    urls,
    onPage: (save) => {
      let last: { readonly page: unknown; readonly saved: ReturnType<OnPage> } | undefined
      return (page) => {
        if (last?.page !== page) {
          const at = number + 1
          const checkpoint = pass(page)
          if (checkpoint !== undefined) checkpoints.set(page.rows, checkpoint)
          const saved =
            checkpoint === undefined
              ? Effect.void
              : Effect.catchTag(
                  save(checkpoint),
                  "CheckpointError",
                  ({ message }) => new PaginationError({ endpoint, page: at, detail: message }),
                )
          last = { page, saved }
        }
        return last!.saved
      }
    },
  })
}
