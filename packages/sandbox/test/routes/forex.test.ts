import * as ForexQuotes from "@candela/sandbox/subjects/pairs/ForexQuotes"
import { routes } from "@candela/sandbox/routes/forex"
import { Store } from "@candela/sandbox/store/Store"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { write } from "../subjects/bars/tables.js"
import { ask, now, service } from "../http/support.js"

/** A quote of EUR/USD whose bid tells it from others. */
const quote = (instant: string, bid_price: number) => ({
  ticker: "C:EURUSD",
  sequence: 0,
  bid_price,
  ask_price: bid_price + 0.0001,
  participant_timestamp: BigInt(Date.parse(instant)) * 1_000_000n,
})

/** Quotes around where the history of the lowest plan begins, and one at the present. */
const served = Effect.gen(function* () {
  yield* write([{ ticker: "C:EURUSD", market: "fx" }])
  yield* ForexQuotes.table.append(yield* Store, [
    quote("2019-01-01T12:00:00Z", 1),
    quote("2023-06-29T23:59:59.999Z", 2),
    quote("2023-06-30T00:00:00Z", 3),
    quote("2025-06-30T11:59:59.999Z", 4),
    quote(new Date(now).toISOString(), 5),
  ])
  return yield* service(routes)
})

const bids = (path: string, key: string) =>
  Effect.gen(function* () {
    const { json, status } = yield* ask(yield* served, path, { headers: { authorization: `Bearer ${key}` } })
    assert.strictEqual(status, 200)
    return (json["results"] as ReadonlyArray<{ readonly bid_price: number }>).map((row) => row.bid_price)
  }).pipe(Effect.provide(Store.layer({})))

describe("quotes without a lower bound", () => {
  it.effect("begin with the plan's history and end before the present that it sees", () =>
    Effect.gen(function* () {
      for (const query of ["", "?timestamp.lte=2025-06-30", "?timestamp.lt=9999-12-31"]) {
        assert.deepStrictEqual(yield* bids(`/v3/quotes/C:EURUSD${query}`, "key"), [4, 3, 2, 1])
        assert.deepStrictEqual(yield* bids(`/v3/quotes/C:EURUSD${query}`, "lowest"), [4, 3])
      }
      assert.deepStrictEqual(
        yield* bids("/v3/quotes/C:EURUSD?timestamp.gte=0001-01-01&order=asc", "other"),
        [1, 2, 3, 4],
      )
      assert.deepStrictEqual(yield* bids("/v3/quotes/C:EURUSD?timestamp=2023-06-30", "lowest"), [3])
    }),
  )
})

describe("a conversion", () => {
  it.effect("is not found where the pair has no quote", () =>
    Effect.gen(function* () {
      yield* write([{ ticker: "C:EURUSD", market: "fx" }])
      const { json, status } = yield* ask(yield* service(routes), "/v1/conversion/EUR/USD")
      assert.strictEqual(status, 404)
      assert.deepInclude(json, { status: "NOT_FOUND", message: "Data not found." })
    }).pipe(Effect.provide(Store.layer({}))),
  )
})

describe("a last quote", () => {
  it.effect("is not found where the pair has no quote", () =>
    Effect.gen(function* () {
      yield* write([{ ticker: "C:EURUSD", market: "fx" }])
      const { json, status } = yield* ask(yield* service(routes), "/v1/last_quote/currencies/EUR/USD")
      assert.strictEqual(status, 404)
      assert.deepInclude(json, { status: "NOT_FOUND", message: "Data not found." })
    }).pipe(Effect.provide(Store.layer({}))),
  )
})
