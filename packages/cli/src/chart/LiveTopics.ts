/**
 * Topics of the second bars of which the candles of a live chart are made, by market.
 *
 * @module
 */
import type * as Topic from "@candela/core/declare/Topic"
import { CryptoLive } from "@candela/crypto/Live"
import { ForexLive } from "@candela/forex/Live"
import { FuturesLive } from "@candela/futures/Live"
import { StocksLive } from "@candela/stocks/Live"
import type { MarketName } from "./MarketName.js"

/** The topics. */
export const secondBars: Readonly<Record<MarketName, Topic.Any>> = {
  stocks: StocksLive.topics.secondBars,
  forex: ForexLive.topics.secondBars,
  crypto: CryptoLive.topics.secondBars,
  futures: FuturesLive.topics.secondBars,
}
