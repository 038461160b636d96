/** What a reader is told on its command line. */
import { Schema } from "effect"

/** Which service to read through a cache, and where the cache is. */
export const Settings = Schema.Struct({
  url: Schema.String,
  apiKey: Schema.String,
  /** The folder of the cache. */
  folder: Schema.String,
  maxSize: Schema.Number,
  /** Draws what is read. */
  seed: Schema.String,
})

/** Which service to read through a cache, and where the cache is. */
export type Settings = typeof Settings.Type
