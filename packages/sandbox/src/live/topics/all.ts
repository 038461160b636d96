/** All topics of the live channel. @module */
import * as Crypto from "./crypto.js"
import * as Forex from "./forex.js"
import * as Futures from "./futures.js"
import * as Indices from "./indices.js"
import type { LiveTopic } from "./LiveTopic.js"
import * as Options from "./options.js"
import * as Stocks from "./stocks.js"

/** All topics. */
export const topics: ReadonlyArray<LiveTopic> = [Stocks, Options, Forex, Crypto, Indices, Futures].flatMap(
  ({ topics }) => topics,
)
