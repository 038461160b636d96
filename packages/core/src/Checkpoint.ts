/**
 * Position in a stream between two pages, as a storable value.
 *
 * @module
 */
import * as Foreign from "./internal/Foreign.js"
import * as Schema from "effect/Schema"

/** Shards of a stream's range. */
const Cut = /* @__PURE__ */ Schema.Struct({
  /** Requested number of shards. */
  count: Schema.Finite,
  /** End of the range, epoch milliseconds. */
  until: Schema.Finite,
  /** Hash of the first URL of each shard: a stream cut differently cannot continue here. */
  hash: Schema.Finite,
})

/** A row as plain data. */
const PlainRow = /* @__PURE__ */ Schema.Record({
  key: Schema.String,
  value: /* @__PURE__ */ Schema.Union(Schema.String, Schema.Finite, Schema.Boolean),
})

/** Position of a ticker in a followed topic. */
const TickerPosition = /* @__PURE__ */ Schema.Struct({
  /** Latest time of its rows, epoch milliseconds. */
  time: Schema.Finite,
  /** Keys of its rows shortly before that time. */
  keys: Schema.optionalWith(Schema.Array(Schema.Union(Schema.String, Schema.Finite)), { exact: true }),
  /** Its rows before that time that may still change. */
  rows: Schema.optionalWith(Schema.Array(PlainRow), { exact: true }),
  /** End of its rows that are final because a store has them, epoch milliseconds; absent without a store. */
  settled: Schema.optionalWith(Schema.Finite, { exact: true }),
})

/**
 * Position in a stream between two pages: a stream of the same request that begins here returns the
 * following rows. It never contains the key.
 *
 * It is plain data: `Schema.encode(Checkpoint)` yields JSON of a few hundred bytes.
 */
export class Checkpoint
  extends /* @__PURE__ */ Schema.Class<Checkpoint>("@candela/core/Checkpoint")({
    /** Name of the endpoint. */
    endpoint: Schema.String,
    /** Path and query of the whole request. */
    request: Schema.String,
    /** Number of rows of the stream before this position. */
    rows: Schema.NonNegativeInt,
    /** Index of the next or current shard, from 0. */
    shard: Schema.NonNegativeInt,
    /** Number of shards. */
    shards: Schema.NonNegativeInt,
    /** Path and query of the next page in the shard; absent at the beginning of a shard. */
    next: Schema.optionalWith(Schema.String, { exact: true }),
    /** Shards of the range; absent if the stream began at a `next_url`. */
    cut: Schema.optionalWith(Cut, { exact: true }),
    /** Positions of the tickers of a followed topic of the live channel; absent for other streams. */
    tickers: Schema.optionalWith(Schema.Record({ key: Schema.String, value: TickerPosition }), { exact: true }),
  })
{
  /** Whether the stream has ended. */
  get isComplete(): boolean {
    return this.shard === this.shards
  }
}

/** The store of checkpoints failed. */
export class CheckpointError extends Schema.TaggedError<CheckpointError>("@candela/core/CheckpointError")(
  "CheckpointError",
  {
    /** Name of the checkpoint. */
    checkpoint: Schema.String,
    /** Operation that failed. */
    operation: Schema.Literal("load", "save", "remove"),
    /** Cause, as reported by the store. */
    detail: Schema.String,
  },
) {
  override get message(): string {
    const name = JSON.stringify(this.checkpoint)
    return Foreign.show(`The checkpoint ${name} could not be ${past[this.operation]}: ${this.detail}`)
  }
}

const past = { load: "loaded", save: "saved", remove: "removed" }
