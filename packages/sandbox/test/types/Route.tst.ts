import { Economy } from "@candela/economy/Economy"
import { crypto } from "@candela/market/Market"
import * as Route from "@candela/sandbox/routes/Route"
import { Effect } from "effect"
import { describe, test } from "tstyche"

const none = () => Effect.succeed({ rows: [], envelope: {} })

describe("the routes of a service", () => {
  test("are those of all its endpoints", () => {
    Route.all(Economy, {
      inflation: Route.reference(none),
      inflationExpectations: Route.reference(none),
      fundingConditions: Route.reference(none),
      treasuryYields: Route.reference(none),
      laborMarket: Route.reference(none),
    })
    // @ts-expect-error missing the following properties
    Route.all(Economy, { inflation: Route.reference(none), inflationExpectations: Route.reference(none) })
  })

  test("receive the values of their own endpoint", () => {
    Route.all(Economy, {
      // @ts-expect-error Property 'cryptoTicker' does not exist
      inflation: Route.prices(crypto, ({ cryptoTicker }) => Effect.succeed({ rows: [cryptoTicker], envelope: {} })),
      inflationExpectations: Route.reference(none),
      fundingConditions: Route.reference(none),
      treasuryYields: Route.reference(none),
      laborMarket: Route.reference(none),
    })
  })

  test("see the data up to an instant, and know of no other `now`", () => {
    Route.all(Economy, {
      inflation: Route.prices(crypto, (_, { visible }) => Effect.zipLeft(none(), Effect.log(visible))),
      // @ts-expect-error Property 'now' does not exist
      inflationExpectations: Route.prices(crypto, (_, { now }) => Effect.zipLeft(none(), Effect.log(now))),
      fundingConditions: Route.reference(none),
      treasuryYields: Route.reference(none),
      laborMarket: Route.reference(none),
    })
  })
})
