import type { Greeks, IndexSnapshot, LastTrade, Snapshot, Snapshots, StockSnapshot } from "@candela/snapshots"
import { describe, expect, test } from "tstyche"

declare const snapshot: Snapshot
declare const { list }: Snapshots.Service

describe("a snapshot", () => {
  test("has the fields of its kind, which its type tells", () => {
    if (snapshot.type === "options") expect(snapshot.greeks).type.toBe<Greeks | undefined>()
    if (snapshot.type === "indices") expect(snapshot.value).type.toBe<number | undefined>()
    // @ts-expect-error Property 'greeks' does not exist on type
    const greeks = (stock: StockSnapshot) => stock.greeks
    expect<IndexSnapshot["last_trade"]>().type.toBe<LastTrade | undefined>()
    expect([greeks]).type.toBeAssignableTo<ReadonlyArray<unknown>>()
  })
})

describe("a request for snapshots", () => {
  test("names a kind that the service has, and operators that tickers take", () => {
    list({ type: "options", "ticker.gte": "O:AAPL", "ticker.lt": "O:AAPM" })
    // @ts-expect-error Type '"bonds"' is not assignable to type
    list({ type: "bonds" })
    // @ts-expect-error '"ticker.all_of"' does not exist in type
    list({ "ticker.all_of": ["AAPL"] })
  })
})
