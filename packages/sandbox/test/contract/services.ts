/**
 * Every service, by the name with which its endpoints' names begin.
 */
import type * as Endpoint from "@candela/core/Endpoint"
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

/** The endpoints of all services, or of those that `CANDELA_SERVICES` names: `./scripts/test --since` sets it. */
export const endpoints: ReadonlyArray<Endpoint.Any> = Object.entries(services).flatMap(([name, { endpoints }]) =>
  (process.env["CANDELA_SERVICES"]?.split(",") ?? [name]).includes(name) ? Object.values(endpoints) : [],
)
