/**
 * A place in a stream between two pages, as a value that can be stored.
 *
 * @module
 */
import * as Schema from "effect/Schema"

/** Shards of a stream's range. */
const Cut = /* @__PURE__ */ Schema.Struct({
  /** Into how many shards it was to be cut. */
  count: Schema.Number,
  /** End of the range, epoch milliseconds. */
  until: Schema.Number,
  /** A hash of the first URL of each shard: a stream that is cut in another way cannot continue here. */
  hash: Schema.Number,
})

/**
 * A place in a stream between two pages: a stream of the same request that begins here gives the rows that follow. It never holds the key.
 *
 * It is plain data: `Schema.encode(Checkpoint)` gives JSON of a few hundred bytes.
 */
export class Checkpoint
  extends /* @__PURE__ */ Schema.Class<Checkpoint>("@candela/core/Checkpoint")({
    /** Name of the endpoint. */
    endpoint: Schema.String,
    /** Path and query of the whole request. */
    request: Schema.String,
    /** Number of rows of the stream before this place. */
    rows: Schema.NonNegativeInt,
    /** The shard that follows or continues, from 0. */
    shard: Schema.NonNegativeInt,
    /** Number of shards. */
    shards: Schema.NonNegativeInt,
    /** Path and query of the page that follows in the shard; absent at the beginning of a shard. */
    next: Schema.optional(Schema.String),
    /** Shards of the range; absent where the stream began at a `next_url`. */
    cut: Schema.optional(Cut),
  })
{
  /** Whether no row follows. */
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
    /** The cause in the store's words. */
    detail: Schema.String,
  },
) {
  override get message(): string {
    return `The checkpoint ${JSON.stringify(this.checkpoint)} could not be ${past[this.operation]}: ${this.detail}`
  }
}

const past = { load: "loaded", save: "saved", remove: "removed" }
