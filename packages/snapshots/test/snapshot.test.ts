import { Snapshots, type SnapshotItem } from "@candela/snapshots"
import { assert, describe, it } from "@effect/vitest"
import { Either, Schema } from "effect"

const { list } = Snapshots.endpoints

const decode = (...results: ReadonlyArray<unknown>) =>
  list.decoder.rows(new TextEncoder().encode(JSON.stringify({ status: "OK", request_id: "1", results })))

const refusal = (item: unknown) => Either.getOrThrow(Either.flip(decode(item)))

describe("a row of the unified snapshot", () => {
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
    assert.deepInclude(refusal({ ticker: "AAPL", type: "stocks", session: { open: "200" } }), {
      path: "results[0].session.open",
      actual: '"200"',
    })
    assert.include(refusal({ ticker: 5, type: "stocks" }), { path: "results[0].ticker" })
    assert.strictEqual(refusal({ type: "fx" })._tag, "Refused")
  })
})
