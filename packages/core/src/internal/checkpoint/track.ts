/** Tracks the pages of a stream, with a checkpoint after each. */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Hash from "effect/Hash"
import { Checkpoint, type CheckpointError } from "../../Checkpoint.js"
import { PaginationError, type TimeoutError } from "../../MarketDataError.js"
import * as Step from "../Step.js"

/**
 * Returns the steps of a stream from a checkpoint on, or from its beginning. On the left is the
 * condition that the checkpoint violates.
 */
export const track = (
  steps: Step.Steps,
  from: Checkpoint | undefined,
  save: (checkpoint: Checkpoint) => Effect.Effect<void, CheckpointError | TimeoutError>,
): Either.Either<Step.Steps, string> => {
  const { request } = steps
  const hash = Hash.array(steps.first.map(({ path }) => path))
  if (from?.cut !== undefined && from.cut.hash !== hash) {
    return Either.left(
      "removed, so that the stream begins anew: another version of Candela or another cache cut its range in another way",
    )
  }
  const isChain = from !== undefined && from.cut === undefined
  const first = isChain ? [request] : steps.first
  const fixed = {
    endpoint: request.endpoint.name,
    request: request.path,
    shards: first.length,
    ...(!isChain && { cut: { count: steps.count, until: steps.records.to, hash } }),
  }
  let { rows, shard } = from ?? { rows: 0, shard: 0 }

  /** Advances past a page, and returns the checkpoint there. */
  const pass = (...[{ envelope, rows: page }, , next]: Parameters<Step.Follow>): Checkpoint | undefined => {
    rows += page.length
    if (!envelope.next_url) return new Checkpoint({ ...fixed, rows, shard: ++shard })
    return next && new Checkpoint({ ...fixed, rows, shard, next: next.path })
  }
  return Either.right({
    ...steps,
    first:
      from?.next === undefined
        ? first.slice(shard)
        : [Step.resume(first[shard] ?? request, from.next), ...first.slice(shard + 1)],
    follow: (page, step, next) => {
      const checkpoint = pass(page, step, next)
      const passed =
        checkpoint === undefined
          ? Effect.void
          : Effect.catchTag(
              save(checkpoint),
              "CheckpointError",
              ({ message }) => new PaginationError({ endpoint: fixed.endpoint, page: step.page, detail: message }),
            )
      return { checkpoint, passed }
    },
  })
}
