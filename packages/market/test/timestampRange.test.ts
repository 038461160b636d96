import * as Market from "@candela/market/Market"
import * as TimestampRange from "@candela/market/TimestampRange"
import * as TimeZone from "@candela/market/TimeZone"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { assertInTurns } from "@candela/support/turns"
import { day, zones } from "./ranges.js"
import { runs } from "@candela/support/seeded"

const parameters = { seed: 20_250_630, numRuns: runs(2000) }
const operators = ["", ".gt", ".gte", ".lt", ".lte"] as const
type Operator = (typeof operators)[number]
type Values = TimestampRange.Filters<"timestamp", number | bigint> & { readonly order: "asc" | "desc" }

const units = { nanoseconds: TimestampRange.nanoseconds, milliseconds: TimestampRange.milliseconds }
const markets = [Market.stocks, Market.forex, Market.crypto, Market.futures]

/** Millisecond instants that lie together closely enough to meet each other's days. */
const millis = fc.integer({ min: Date.parse("2024-03-01"), max: Date.parse("2024-04-10") })
const nearbyDay = fc.integer({ min: TimeZone.dayNumber("2024-02-28"), max: TimeZone.dayNumber("2024-04-12") })

/** A unit with instants of it: some at midnight and a step to either side. */
const unitAndInstant = fc.constantFrom(...Object.values(units)).map((unit: TimestampRange.Unit<number | bigint>) => ({
  unit,
  instant: fc
    .oneof(
      fc.tuple(millis, fc.bigInt({ min: 0n, max: unit.perMilli - 1n })),
      fc
        .tuple(nearbyDay, fc.constantFrom(...zones), fc.bigInt({ min: -1n, max: 1n }))
        .map(([day, zone, step]) => [TimeZone.startOfDay(zone, day), step] as const),
    )
    .map(([millis, step]) => BigInt(millis) * unit.perMilli + step),
}))

/** A request of any filters, which may contradict each other. */
const request = fc
  .record({
    of: unitAndInstant,
    market: fc.constantFrom(...markets),
    keys: fc.subarray([...operators]),
    order: fc.constantFrom("asc" as const, "desc" as const),
  })
  .chain(({ keys, market, of: { instant, unit }, order }) =>
    fc.record({
      unit: fc.constant(unit),
      market: fc.constant(market),
      values: fc
        .tuple(
          ...keys.map((key) =>
            fc
              .oneof(instant.map(unit.toInstant), fc.oneof(nearbyDay, day).map(TimeZone.dateOfDay))
              .map((value) => [`timestamp${key}`, value] as const),
          ),
        )
        .map((filters): Values => ({ ...Object.fromEntries(filters), order })),
      timestamps: fc.array(instant, { minLength: 1, maxLength: 40 }),
    }),
  )

const compare: Readonly<Record<Operator, <A extends string | bigint>(one: A, other: A) => boolean>> = {
  "": (one, other) => one === other,
  ".gt": (one, other) => one > other,
  ".gte": (one, other) => one >= other,
  ".lt": (one, other) => one < other,
  ".lte": (one, other) => one <= other,
}

/** Whether a timestamp passes the filters: dates are compared as dates, instants as instants. */
const passes = (values: Values, timestamp: bigint, { perMilli }: TimestampRange.Unit<never>, zone: TimeZone.Zone) => {
  const millis = timestamp / perMilli - (timestamp % perMilli < 0n ? 1n : 0n)
  const date = TimeZone.dateOf(zone, Number(millis))
  return operators.every((operator) => {
    const value = values[`timestamp${operator}`]
    if (value === undefined) return true
    return typeof value === "string" ? compare[operator](date, value) : compare[operator](timestamp, BigInt(value))
  })
}

const holds = ({ first, last }: TimestampRange.Bounds, timestamp: bigint) => first <= timestamp && timestamp <= last

const rangeOf = (unit: TimestampRange.Unit<number | bigint>, market: Market.Market) =>
  TimestampRange.timeRange({
    field: "timestamp",
    rowField: "timestamp",
    unit,
    market,
    perSecond: { most: 4, expected: 1 },
    direction: ({ order }: { readonly order: "asc" | "desc" }) => order,
  })

const parts = fc.integer({ min: 1, max: 30 })

describe("the interval of filters", () => {
  it.effect("holds the timestamps that pass all of them, and no others; a date is the whole local day", () =>
    assertInTurns(
      [request],
      ({ market: { zone }, timestamps, unit, values }) => {
        const interval = TimestampRange.interval(values, "timestamp", unit, zone)
        for (const timestamp of [...timestamps, interval.first, interval.last]) {
          if (timestamp < unit.bounds.first || timestamp > unit.bounds.last) continue
          if (timestamp === unit.bounds.first || timestamp === unit.bounds.last) continue
          assert.strictEqual(holds(interval, timestamp), passes(values, timestamp, unit as never, zone))
        }
      },
      parameters,
    ),
  )

  it("of sentinel dates ends where timestamps do", () => {
    const values = { "timestamp.gte": "0001-01-01", "timestamp.lte": "9999-12-31" }
    const { nanoseconds } = TimestampRange
    assert.deepStrictEqual(TimestampRange.interval(values, "timestamp", nanoseconds, "UTC"), nanoseconds.bounds)
  })
})

describe("cut", () => {
  const bound = fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n })
  const interval = fc.oneof(
    fc.tuple(bound, bound),
    fc.tuple(bound, fc.bigInt({ min: 0n, max: 50n })).map(([first, length]) => [first, first + length] as const),
  )
  const ordered = interval.map(([one, other]) =>
    one < other ? { first: one, last: other } : { first: other, last: one },
  )

  it.effect("gives intervals that follow each other to the unit, none of them empty, cut only within the records", () =>
    assertInTurns(
      [ordered, ordered, parts],
      (whole, records, count) => {
        const found = TimestampRange.cut(whole, count, records)
        assert.isAtMost(found.length, count)
        assert.strictEqual(found[0]!.first, whole.first)
        assert.strictEqual(found.at(-1)!.last, whole.last)
        found.forEach((part, index) => {
          assert.isTrue(part.first <= part.last)
          if (index === 0) return
          assert.strictEqual(part.first, found[index - 1]!.last + 1n)
          assert.isTrue(holds(records, part.first) && part.first > records.first)
        })
      },
      parameters,
    ),
  )

  it.effect("makes as many intervals as asked, of the same length to the unit, where there are units enough", () =>
    assertInTurns(
      [ordered, parts],
      (whole, count) => {
        const length = whole.last - whole.first + 1n
        const found = TimestampRange.cut(whole, count, whole)
        assert.lengthOf(found, length < BigInt(count) ? Number(length) : count)
        const lengths = found.map(({ first, last }) => last - first + 1n)
        const ideal = length / BigInt(found.length)
        assert.isTrue(lengths.every((one) => one === ideal || one === ideal + 1n))
      },
      parameters,
    ),
  )
})

describe("a time range", () => {
  const instants = fc
    .array(fc.integer({ min: Date.parse("2024-02-25"), max: Date.parse("2024-04-14") }), {
      maxLength: 20,
    })
    .map((all) => all.toSorted((one, other) => one - other))
  const records = { from: Date.parse("2024-03-03"), to: Date.parse("2024-04-05T12:34:56.789Z") }

  it.effect("is cut into requests of which each timestamp passes exactly one, in the order of its rows", () =>
    assertInTurns(
      [request, fc.oneof(parts, instants)],
      ({ market, timestamps, unit, values }, count) => {
        const intervalOf = (asked: object) => TimestampRange.interval(asked as Values, "timestamp", unit, market.zone)
        const found = rangeOf(unit, market)
          .cut(values as never, count, records)
          .map((overrides) => intervalOf({ ...values, ...overrides }))
        const ascending = values.order === "asc" ? found : [...found].reverse()
        const edges = ascending.flatMap(({ first, last }) => [first - 1n, first, last, last + 1n])
        const whole = intervalOf(values)
        for (const timestamp of [...timestamps, ...edges]) {
          const held = found.filter((part) => holds(part, timestamp)).length
          assert.strictEqual(held, holds(whole, timestamp) ? 1 : 0)
        }
        ascending.slice(1).forEach(({ first }, index) => assert.isTrue(first > ascending[index]!.last))
      },
      parameters,
    ),
  )

  it.effect("counts rows by the market's hours within the records, and is covered from nothing to all of it", () =>
    assertInTurns(
      [request],
      ({ market, timestamps, unit, values }) => {
        const range = rangeOf(unit, market)
        const { first, last } = TimestampRange.interval(values, "timestamp", unit, market.zone)
        const from = Math.max(Number(first / unit.perMilli), records.from)
        const to = Math.min(Number(last / unit.perMilli), records.to) + 1
        const seconds = from < to ? Market.time(market, market.hours, from, to) / 1000 : 0
        const { expected, most } = range.rows(values as never, records)
        assert.strictEqual(most, Math.ceil(seconds * 4))
        assert.strictEqual(expected, Math.ceil(seconds))
        const inOrder = timestamps
          .filter((timestamp) => first <= timestamp && timestamp <= last)
          .map((timestamp) => Number(timestamp / unit.perMilli))
          .sort((one, other) => (values.order === "asc" ? one - other : other - one))
        const shares = [...inOrder, values.order === "asc" ? to : from].map((millis) =>
          range.covered(values as never, records, millis),
        )
        assert.isTrue(
          shares.every((share, index) => share >= 0 && share <= 1 && (index === 0 || share >= shares[index - 1]!)),
        )
        assert.strictEqual(shares.at(-1), 1)
      },
      parameters,
    ),
  )

  it("that is open is cut within the records, and not at all where nobody knows when they begin", () => {
    const range = rangeOf(TimestampRange.milliseconds, Market.crypto)
    const asked = { order: "asc" } as const
    assert.deepStrictEqual(range.cut(asked, 2, { from: 0, to: 999 }), [
      {
        timestamp: undefined,
        "timestamp.gt": undefined,
        "timestamp.gte": undefined,
        "timestamp.lt": undefined,
        "timestamp.lte": 499,
      },
      {
        timestamp: undefined,
        "timestamp.gt": undefined,
        "timestamp.gte": 500,
        "timestamp.lt": undefined,
        "timestamp.lte": undefined,
      },
    ])
    const unknown = { from: Number.NEGATIVE_INFINITY, to: 999 }
    assert.deepStrictEqual(range.cut(asked, 2, unknown), [{}])
    assert.deepInclude(range.rows(asked, unknown), { most: Infinity, expected: Infinity })
    assert.strictEqual(range.covered(asked, unknown, 500), 0)
  })

  it("is final after its last timestamp, or after the present where it goes on", () => {
    const range = rangeOf(TimestampRange.nanoseconds, Market.forex)
    const records = { from: 0, to: Date.parse("2024-06-01T00:00:00Z") }
    const finalOf = (values: object) => range.rows({ order: "asc", ...values }, records).final
    assert.strictEqual(finalOf({ "timestamp.lte": "2024-03-05" }), Date.parse("2024-03-06T00:00:00Z"))
    assert.strictEqual(finalOf({ "timestamp.lt": 1_709_600_000_000_000_000n }), 1_709_600_000_000)
    for (const values of [{}, { "timestamp.gte": "2024-03-05" }, { timestamp: "2024-07-01" }]) {
      assert.strictEqual(finalOf(values), records.to + 1)
    }
  })
})
