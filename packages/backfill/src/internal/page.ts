/**
 * A message of the cluster: some jobs of one ticker.
 *
 * @module
 */
import * as ClusterSchema from "@effect/cluster/ClusterSchema"
import * as Entity from "@effect/cluster/Entity"
import * as Rpc from "@effect/rpc/Rpc"
import * as PrimaryKey from "effect/PrimaryKey"
import * as Schema from "effect/Schema"

/** Jobs of one ticker, in the order of time. Those that follow each other are fetched together. */
export class Page extends Schema.Class<Page>("@candela/backfill/Page")({
  plan: Schema.String,
  ticker: Schema.String,
  /** How often a page was made of this ticker: another attempt is another message. */
  round: Schema.Int,
  /** The periods, by their positions in the plan. */
  jobs: Schema.Array(Schema.Int),
}) {
  [PrimaryKey.symbol](): string {
    return `${this.plan}/${this.round}`
  }
}

/** The order in which pages of tickers are sent, in SQL: the tickers with the most jobs first. */
export const byNeed = "length(jobs) - length(replace(jobs, 'w', '')) DESC, ticker"

/** Name of the entities. */
export const type = "candela/Ticker"

/** A ticker. Its pages run one after the other, whatever plan they are of. */
export const Ticker = Entity.make(type, [
  Rpc.make("Download", { payload: Page }).annotate(ClusterSchema.Persisted, true),
])
