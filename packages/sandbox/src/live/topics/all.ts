/** All topics of the live channel. @module */
import * as Crypto from "./crypto.js"
import type { LiveTopic } from "./LiveTopic.js"
import * as Stocks from "./stocks.js"

/** All topics. */
export const topics: ReadonlyArray<LiveTopic> = [...Stocks.topics, ...Crypto.topics]
