/**
 * Every service, by the name with which its endpoints' names begin.
 */
import { Alternative } from "@candela/alternative/Alternative"
import { Crypto } from "@candela/crypto/Crypto"
import { Economy } from "@candela/economy/Economy"
import { Forex } from "@candela/forex/Forex"
import { Futures } from "@candela/futures/Futures"
import { Reference } from "@candela/reference/Reference"
import { Snapshots } from "@candela/snapshots/Snapshots"
import { Stocks } from "@candela/stocks/Stocks"

export const services = {
  alternative: Alternative,
  crypto: Crypto,
  economy: Economy,
  forex: Forex,
  futures: Futures,
  reference: Reference,
  snapshots: Snapshots,
  stocks: Stocks,
}
