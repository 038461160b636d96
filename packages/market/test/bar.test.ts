import { Bar } from "@candela/market/Bar"
import { ForexQuote } from "@candela/market/ForexQuote"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, FastCheck, Schema } from "effect"

const optional = <A>(arbitrary: FastCheck.Arbitrary<A>) => FastCheck.option(arbitrary, { nil: undefined })
const number = FastCheck.double({ noNaN: true, noDefaultInfinity: true })
const defined = <T extends object>(row: T) =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))

const bars = FastCheck.record({
  volume: number,
  vwap: optional(number),
  open: number,
  close: number,
  high: number,
  low: number,
  timestamp: FastCheck.integer(),
  transactions: optional(FastCheck.nat()),
  otc: optional(FastCheck.boolean()),
}).map((row) => defined(row) as unknown as Bar)

const quotes = FastCheck.record({
  ask_exchange: optional(FastCheck.nat()),
  ask_price: optional(number),
  bid_exchange: optional(FastCheck.nat()),
  bid_price: optional(number),
  participant_timestamp: FastCheck.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
}).map((row) => defined(row) as unknown as ForexQuote)

describe("Bar", () => {
  it.prop("comes back from the wire as it was", [bars], ([bar]) => {
    assert.deepStrictEqual(Schema.decodeSync(Bar)(Schema.encodeSync(Bar)(bar)), bar)
  })

  it("is written under the service's keys", () => {
    const bar: Bar = {
      volume: 1,
      vwap: 2,
      open: 3,
      close: 4,
      high: 5,
      low: 6,
      timestamp: 7,
      transactions: 8,
      otc: true,
    }
    assert.deepStrictEqual(Schema.encodeSync(Bar)(bar), { v: 1, vw: 2, o: 3, c: 4, h: 5, l: 6, t: 7, n: 8, otc: true })
  })

  it("reads null as absent", () => {
    const row = Schema.decodeUnknownSync(Bar)({ v: 1, vw: null, o: 3, c: 4, h: 5, l: 6, t: 7, n: null, otc: null })
    assert.deepStrictEqual(row, { volume: 1, open: 3, close: 4, high: 5, low: 6, timestamp: 7 })
  })

  it("tells its time", () => {
    const bar: Bar = { volume: 1, open: 1, close: 1, high: 1, low: 1, timestamp: 1_719_792_000_000 }
    assert.strictEqual(DateTime.formatIso(Bar.dateTime(bar)), "2024-07-01T00:00:00.000Z")
  })
})

describe("ForexQuote", () => {
  it.prop("survives JSON, to the nanosecond", [quotes], ([quote]) => {
    const text = JSON.stringify(Schema.encodeSync(ForexQuote)(quote))
    const back = Schema.decodeUnknownSync(ForexQuote)(JSON.parse(text))
    assert.strictEqual(back.participant_timestamp, quote.participant_timestamp)
    assert.deepStrictEqual(Object.keys(back), Object.keys(quote))
  })

  it("tells its time to the millisecond", () => {
    const quote: ForexQuote = { participant_timestamp: 1_719_792_000_123_456_789n }
    assert.strictEqual(DateTime.formatIso(ForexQuote.dateTime(quote)), "2024-07-01T00:00:00.123Z")
  })
})
