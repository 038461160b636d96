/**
 * Batch of jobs of one ticker: a message of the engine.
 *
 * @module
 */
import * as ClusterSchema from "@effect/cluster/ClusterSchema"
import * as Entity from "@effect/cluster/Entity"
import * as Rpc from "@effect/rpc/Rpc"
import * as PrimaryKey from "effect/PrimaryKey"
import * as Schema from "effect/Schema"

/** Jobs of one ticker, in ascending time. Consecutive ones are fetched together. */
export class Batch extends Schema.Class<Batch>("@candela/backfill/Batch")({
  plan: Schema.String,
  ticker: Schema.String,
  /** Number of batches made for this ticker so far: another attempt is another message. */
  round: Schema.Int,
  /** Positions of the periods in the plan. */
  jobs: Schema.Array(Schema.Int),
}) {
  [PrimaryKey.symbol](): string {
    return `${this.plan}/${this.round}`
  }
}

/** Type name of the entities. */
export const type = "candela/Ticker"

/** Entity of a ticker. Its batches run one after the other, across all plans. */
export const Ticker = Entity.make(type, [
  Rpc.make("Download", { payload: Batch }).annotate(ClusterSchema.Persisted, true),
])
