/**
 * Message of the cluster: some jobs of one ticker.
 *
 * @module
 */
import * as ClusterSchema from "@effect/cluster/ClusterSchema"
import * as Entity from "@effect/cluster/Entity"
import * as Rpc from "@effect/rpc/Rpc"
import * as PrimaryKey from "effect/PrimaryKey"
import * as Schema from "effect/Schema"

/** Jobs of one ticker, in ascending time. Consecutive ones are fetched together. */
export class Page extends Schema.Class<Page>("@candela/backfill/Page")({
  plan: Schema.String,
  ticker: Schema.String,
  /** Number of pages made for this ticker so far: another attempt is another message. */
  round: Schema.Int,
  /** Positions of the periods in the plan. */
  jobs: Schema.Array(Schema.Int),
}) {
  [PrimaryKey.symbol](): string {
    return `${this.plan}/${this.round}`
  }
}

/** SQL order in which the pages of tickers are sent: tickers with the most jobs first. */
export const byNeed = "length(jobs) - length(replace(jobs, 'w', '')) DESC, ticker"

/** Type name of the entities. */
export const type = "candela/Ticker"

/** Entity of a ticker. Its pages run one after the other, across all plans. */
export const Ticker = Entity.make(type, [
  Rpc.make("Download", { payload: Page }).annotate(ClusterSchema.Persisted, true),
])
