import * as Request from "@candela/core/Request"
import { type IndexSnapshot, type OptionSnapshot, Snapshots, type SnapshotItem } from "@candela/snapshots"
import { assert, describe, it } from "@effect/vitest"
import { Either, Schema } from "effect"

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
    const { last_updated, ...nanos } = { last_updated: 1_717_000_000_000_000_000n, fmv_last_updated: 2n ** 60n }
    const prices = { close: 5, high: 5.5, low: 4.9, open: 5.1 }
    const option: OptionSnapshot = {
      ticker: "O:SPY251219C00650000",
      name: "SPY $650 Call",
      type: "options",
      market_status: "open",
      break_even_price: 655,
      details: {
        contract_type: "call",
        exercise_style: "american",
        expiration_date: "2025-12-19",
        shares_per_contract: 100,
        strike_price: 650,
        underlying_ticker: "SPY",
      },
      fmv: 5,
      ...nanos,
      greeks: { delta: 0.5, gamma: 0.01, theta: -0.1, vega: 0.2 },
      implied_volatility: 0.2,
      last_minute: { ...prices, decimal_volume: "12.0", transactions: 3, volume: 12, vwap: 5.2 },
      last_quote: {
        ask: 5.1,
        ask_exchange: 323,
        ask_size: 10,
        bid: 4.9,
        bid_exchange: 316,
        bid_size: 8,
        last_updated,
        midpoint: 5,
        timeframe: "REAL-TIME",
      },
      last_trade: {
        conditions: [209],
        exchange: 316,
        price: 5,
        sip_timestamp: last_updated,
        size: 2,
        timeframe: "DELAYED",
      },
      last_updated,
      open_interest: 1543,
      session: {
        ...session,
        decimal_volume: "400.0",
        price: 5,
        volume: 400,
        regular_trading_change: 1,
        regular_trading_change_percent: 0.5,
      },
      timeframe: "REAL-TIME",
      underlying_asset: {
        change_to_break_even: 5,
        last_updated,
        price: 650,
        ticker: "SPY",
        timeframe: "REAL-TIME",
        value: 6500,
      },
    }
    const index: IndexSnapshot = {
      ticker: "I:SPX",
      name: "S&P 500",
      type: "indices",
      market_status: "regular_trading",
      value: 6000.5,
      session,
      last_updated,
      timeframe: "REAL-TIME",
    }
    const wire = (item: object) =>
      JSON.stringify(item, (_, value: unknown) => (typeof value === "bigint" ? `#${value}#` : value)).replaceAll(
        /"#|#"/g,
        "",
      )
    const text = `{"results":[${wire(option)},${wire(index)},${wire({ ...index, value: null, session: null, details: {} })}]}`
    const { session: _, value: __, ...bare } = index
    const withTerms = { ...bare, details: {} }
    const { rows } = Either.getOrThrow(list.decoder.rows(new TextEncoder().encode(text)))
    assert.deepStrictEqual<ReadonlyArray<SnapshotItem>>(rows, [option, index, withTerms])
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

  it("is unresolved only where the service names an error and sends nothing else but ticker and message", () => {
    const terms = { strike_price: 650, underlying_ticker: "SPY" }
    const empty = { session: {}, greeks: {}, last_quote: {}, last_trade: {}, last_minute: {}, details: terms }
    const items: ReadonlyArray<readonly [sent: object, item: SnapshotItem]> = [
      [
        { type: "options", error: "", message: "", ...empty },
        { ticker: "A", type: "options", ...empty },
      ],
      [
        { type: null, ...empty },
        { ticker: "A", ...empty },
      ],
      [
        { ...empty, value: 5 },
        { ticker: "A", ...empty, value: 5 },
      ],
      [
        { type: "bonds", ...empty },
        { ticker: "A", other_type: "bonds", ...empty },
      ],
      [
        { type: "indices", last_trade: { price: 5 } },
        { ticker: "A", type: "indices", last_trade: { price: 5 } },
      ],
      [{ error: "", message: "" }, { ticker: "A" }],
      [
        { error: null, name: "A" },
        { ticker: "A", name: "A" },
      ],
      [
        { error: "LATE", message: "Wait.", ...empty },
        { ticker: "A", other_error: "LATE", message: "Wait.", ...empty },
      ],
      [
        { error: "NOT_FOUND", type: "", message: "" },
        { ticker: "A", error: "NOT_FOUND" },
      ],
    ]
    const { rows } = Either.getOrThrow(decode(...items.map(([sent]) => ({ ticker: "A", ...sent }))))
    assert.deepStrictEqual(
      rows,
      items.map(([, item]) => item),
    )
    const again = rows.map((row) => Schema.encodeSync(list.row)(row))
    assert.deepStrictEqual(Either.getOrThrow(decode(...again)).rows, rows)
  })

  it("of a known kind is refused where it is wrong, and never taken for another kind", () => {
    assert.deepInclude(refusal({ ticker: "AAPL", type: "stocks", session: { ...session, open: "200" } }), {
      path: "results[0].session.open",
      actual: '"200"',
    })
    assert.include(refusal({ ticker: 5, type: "stocks" }), { path: "results[0].ticker" })
    assert.strictEqual(refusal({ type: "fx" })._tag, "Refused")
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
