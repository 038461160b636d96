import * as Request from "@candela/core/Request"
import { Snapshots, type SnapshotItem } from "@candela/snapshots"
import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"

const { list } = Snapshots.endpoints

const decode = (...results: ReadonlyArray<unknown>) =>
  list.decoder.rows(new TextEncoder().encode(JSON.stringify({ status: "OK", request_id: "1", results })))

const refusal = (item: unknown) => Either.getOrThrow(Either.flip(decode(item)))

const session = { change: 1, change_percent: 0.5, close: 201, high: 202, low: 199, open: 200, previous_close: 200 }

describe("a row of the unified snapshot", () => {
  it("is of the kind that its type says, with nanoseconds exact", () => {
    const nanos = "1717000000123456789"
    const text = `{"results":[{"ticker":"AAPL","type":"stocks","session":${JSON.stringify({ ...session, volume: 1.2e6 })},"last_trade":{"price":201,"size":5,
      "sip_timestamp":${nanos},"conditions":[12]},"last_quote":null,"unknown":{}},{"ticker":"X:BTCUSD","type":"crypto","fmv_last_updated":${nanos}}]}`
    const { rows } = Either.getOrThrow(list.decoder.rows(new TextEncoder().encode(text)))
    assert.deepStrictEqual<ReadonlyArray<SnapshotItem>>(rows, [
      {
        ticker: "AAPL",
        type: "stocks",
        session: { ...session, volume: 1_200_000 },
        last_trade: { price: 201, size: 5, sip_timestamp: BigInt(nanos), conditions: [12] },
      },
      { ticker: "X:BTCUSD", type: "crypto", fmv_last_updated: BigInt(nanos) },
    ])
  })

  it("has the fields of its kind", () => {
    const option = {
      ticker: "O:SPY251219C00650000",
      type: "options",
      break_even_price: 655,
      details: {
        contract_type: "call",
        exercise_style: "american",
        expiration_date: "2025-12-19",
        shares_per_contract: 100,
        strike_price: 650,
      },
      greeks: { delta: 0.5, gamma: 0.01, theta: -0.1, vega: 0.2 },
      implied_volatility: 0.2,
      open_interest: 1543,
      underlying_asset: { change_to_break_even: 5, ticker: "SPY", price: 650 },
    } as const
    const index = { ticker: "I:SPX", type: "indices", value: 6000.5, market_status: "regular_trading" } as const
    assert.deepStrictEqual(Either.getOrThrow(decode(option, index)).rows, [option, index])
  })

  it("may be a ticker that could not be resolved, or of a kind that is not known yet", () => {
    const { rows } = Either.getOrThrow(
      decode(
        { ticker: "NONE", error: "NOT_FOUND", message: "Ticker not found." },
        { ticker: "B:X", type: "bonds", name: "X" },
      ),
    )
    assert.deepStrictEqual<ReadonlyArray<SnapshotItem>>(rows, [
      { ticker: "NONE", error: "NOT_FOUND", message: "Ticker not found." },
      { ticker: "B:X", other_type: "bonds", name: "X" },
    ])
    const kinds = rows.map((item) => ("error" in item ? item.error : (item.type ?? item.other_type)))
    assert.deepStrictEqual(kinds, ["NOT_FOUND", "bonds"])
  })

  it("of a known kind is refused where it is wrong, and never taken for another kind", () => {
    assert.deepInclude(refusal({ ticker: "AAPL", type: "stocks", session: { ...session, open: "200" } }), {
      path: "results[0].session.open",
      expected: "number",
    })
    assert.include(refusal({ ticker: 5, type: "stocks" }), { path: "results[0].ticker" })
    assert.strictEqual(refusal({ type: "fx" })._tag, "Refused")
    assert.strictEqual(refusal({ ticker: "AAPL" })._tag, "Refused")
  })
})

describe("a request for the unified snapshot", () => {
  it("is written with the service's names", () => {
    assert.strictEqual(
      Either.getOrThrow(
        Request.url(list, {
          "ticker.any_of": ["AAPL", "C:EURUSD"],
          "ticker.gte": "A",
          "ticker.lt": "D",
          type: "fx",
          order: "desc",
          sort: "ticker",
          limit: 250,
        }),
      ),
      "/v3/snapshot?ticker.gte=A&ticker.lt=D&ticker.any_of=AAPL%2CC%3AEURUSD&type=fx&order=desc&sort=ticker&limit=250",
    )
    assert(Either.isLeft(Request.url(list, { limit: 251 })))
    assert(
      Either.isLeft(Request.url(list, { "ticker.any_of": Array.from({ length: 251 }, (_, index) => `T${index}`) })),
    )
  })
})
