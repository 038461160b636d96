/**
 * Pages of bars.
 *
 * @module
 */
import * as Envelope from "@candela/core/Envelope"
import * as Field from "@candela/core/Field"
import * as Schema from "effect/Schema"

/** The envelope of bars (specification, Stock aggregate bar). Every field may be absent: a last page of the service may be `{}`. */
export interface BarEnvelope extends Envelope.List {
  /** The ticker that was asked for; absent where the rows hold theirs. */
  readonly ticker?: string
  /** Whether prices and volumes are adjusted for splits. */
  readonly adjusted?: boolean
  /** Number of base aggregates (minutes for minute and hour bars, days for longer ones) that the page was made from. */
  readonly queryCount?: number
  /** Number of bars in the page, by the service's count: it is sometimes wrong, `results.length` never is. */
  readonly resultsCount?: number
}

/** Schema of {@link BarEnvelope}. */
export const BarEnvelope = /* @__PURE__ */ Schema.Struct({
  ...Envelope.fields,
  ticker: Field.optional(Schema.String),
  adjusted: Field.optional(Schema.Boolean),
  queryCount: Field.optional(Schema.Number),
  resultsCount: Field.optional(Schema.Number),
})

/** A page of bars. */
export interface BarPage<Row> extends BarEnvelope {
  /** The bars of the page; empty when it has none. */
  readonly results: ReadonlyArray<Row>
}
