/** What the download is told on its command line. */
import { Schema } from "effect"

/** Which bars to download, from where, and into which folder. */
export const Settings = Schema.Struct({
  url: Schema.String,
  apiKey: Schema.String,
  /** Holds the file and the checkpoints. */
  folder: Schema.String,
  ticker: Schema.String,
  /** First and last minute, epoch milliseconds. */
  from: Schema.Number,
  to: Schema.Number,
  pageSize: Schema.Number,
  concurrency: Schema.Number,
})

/** Which bars to download, from where, and into which folder. */
export type Settings = typeof Settings.Type
