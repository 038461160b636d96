import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Resolution from "@candela/futures/Resolution"
import * as WindowStart from "@candela/futures/WindowStart"
import * as Market from "@candela/market/Market"
import * as TimeZone from "@candela/market/TimeZone"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { assertInTurns } from "@candela/support/turns"
import { runs } from "@candela/support/seeded"

const zone = "America/Chicago"
const parameters = { seed: 20_170_403, numRuns: runs(300) }

/** Some weeks with a change of the clocks, a holiday and the ends of a month and of a quarter. */
const records: Endpoint.Span = { from: Date.parse("2024-02-20T00:00:00Z"), to: Date.parse("2024-04-20T00:00:00Z") }

const resolution = FastCheck.constantFrom(
  ...(["7min", "59min", "1hour", "3hour", "23hour", "1session", "2session", "3session"] as const),
  ...(["4session", "1week", "3week", "1month", "1quarter", "1year"] as const),
).map((text) => Resolution.parse(text)!)

const nanosOf = (millis: number) => BigInt(millis) * 1_000_000n

const day = FastCheck.integer({ min: TimeZone.dayNumber("2024-02-25"), max: TimeZone.dayNumber("2024-04-10") })
const value = FastCheck.oneof(
  day.map(TimeZone.dateOfDay),
  FastCheck.tuple(day, FastCheck.nat(86_399_999), FastCheck.nat(999_999)).map(
    ([day, millis, nanos]) => nanosOf(day * TimeZone.dayMillis + millis) + BigInt(nanos),
  ),
)
const operators = ["", ".gte", ".gt", ".lte", ".lt"] as const
type Operator = (typeof operators)[number]
const filters: FastCheck.Arbitrary<WindowStart.Filters> = FastCheck.uniqueArray(
  FastCheck.tuple(FastCheck.constantFrom(...operators, ".gte" as const, ".lt" as const), value),
  { maxLength: 3, selector: ([operator]) => operator },
).map((chosen) => Object.fromEntries(chosen.map(([operator, value]) => [`window_start${operator}`, value])))

const direction = FastCheck.constantFrom("asc" as const, "desc" as const)
const valuesOf = (
  filters: WindowStart.Filters,
  resolution: Resolution.Resolution,
  direction: "asc" | "desc",
): WindowStart.Values => ({
  ...filters,
  resolution,
  sort: [{ column: "window_start", direction }],
  limit: 1000,
})

/** The starts of all windows that hold a part of the records. */
const startsOf = (resolution: Resolution.Resolution): ReadonlyArray<number> => {
  const { next, start } = Resolution.windows(resolution)
  const starts: Array<number> = []
  for (let at = start(records.from); at <= records.to; at = next(at)) starts.push(at)
  return starts
}

/**
 * Which windows pass a filter, told without the module: by their date in Chicago, or by the window
 * that holds an instant.
 */
const test = (
  operator: Operator,
  value: string | bigint,
  resolution: Resolution.Resolution,
  starts: ReadonlyArray<number>,
): ((start: number) => boolean) => {
  const compare = <A extends string | number>(wanted: A, of: (start: number) => A) => ({
    "": (start: number) => of(start) === wanted,
    ".gte": (start: number) => of(start) >= wanted,
    ".gt": (start: number) => of(start) > wanted,
    ".lte": (start: number) => of(start) <= wanted,
    ".lt": (start: number) => of(start) < wanted,
  })
  const { multiplier, unit } = resolution
  const withinDay = unit === "min" || unit === "hour" || (unit === "session" && multiplier === 1)
  if (typeof value === "string" && withinDay) {
    return compare(value, (start) => TimeZone.dateOf(zone, start))[operator]
  }
  const millis =
    typeof value === "bigint"
      ? Number(value / 1_000_000n)
      : TimeZone.midnight(zone, value) + (unit === "session" ? 17 * 3_600_000 : 0)
  return compare(starts.filter((start) => start <= millis).at(-1)!, (start) => start)[operator]
}

/** The windows that all filters select. */
const select = (
  filters: WindowStart.Filters,
  resolution: Resolution.Resolution,
  starts: ReadonlyArray<number>,
): ReadonlyArray<number> => {
  const tests = operators.flatMap((operator) => {
    const value = filters[`window_start${operator}`]
    return value === undefined ? [] : [test(operator, value, resolution, starts)]
  })
  return starts.filter((start) => tests.every((passes) => passes(start)))
}

const inOrder = (starts: ReadonlyArray<number>, direction: "asc" | "desc") =>
  direction === "asc" ? starts : [...starts].reverse()

describe("filters on window_start", () => {
  it.effect("select the bars whose windows all of them mean", () =>
    assertInTurns(
      [filters, resolution],
      (filters, resolution) => {
        const starts = startsOf(resolution)
        const { from, to } = WindowStart.span(filters, resolution)
        assert.deepStrictEqual(
          starts.filter((start) => start >= from && start <= to),
          select(filters, resolution, starts),
        )
      },
      parameters,
    ),
  )

  it("mean one session by a date: the one that opens on its evening", () => {
    const at = (date: string) => {
      const { from, to } = WindowStart.span({ window_start: date }, { multiplier: 1, unit: "session" })
      return [from, to + 1].map((millis) => new Date(millis).toISOString())
    }
    assert.deepStrictEqual(at("2025-06-02"), ["2025-06-02T22:00:00.000Z", "2025-06-03T22:00:00.000Z"])
    // Sunday is the calendar day before Monday's settlement.
    assert.deepStrictEqual(at("2025-06-08"), ["2025-06-08T22:00:00.000Z", "2025-06-09T22:00:00.000Z"])
    // No session opens on a Friday or Saturday evening.
    for (const date of ["2025-06-06", "2025-06-07"]) {
      const { from, to } = WindowStart.span({ window_start: date }, { multiplier: 1, unit: "session" })
      assert.isAbove(from, to)
    }
  })

  it("may be far away, and before 1970", () => {
    for (const resolution of [
      { multiplier: 59, unit: "sec" },
      { multiplier: 4, unit: "session" },
      { multiplier: 4, unit: "year" },
    ] as const) {
      const { next, start } = Resolution.windows(resolution)
      for (const nanos of [-(2n ** 62n), -1n, 0n, 2n ** 62n]) {
        const millis = Math.floor(Number(nanos) / 1e6)
        const { from, to } = WindowStart.span({ window_start: nanos }, resolution)
        assert.deepStrictEqual([from, to + 1], [start(millis), next(millis)])
      }
      const whole = WindowStart.span({ "window_start.gte": "0001-01-01", "window_start.lte": "9999-12-31" }, resolution)
      assert.isBelow(whole.from, Date.parse("0001-01-03"))
      assert.isAbove(whole.to, Date.parse("9999-12-31"))
    }
  })
})

describe("shards", () => {
  const shards = FastCheck.integer({ min: 2, max: 20 })
  const instants = FastCheck.array(
    FastCheck.integer({ min: Date.parse("2024-02-01"), max: Date.parse("2024-05-01") }),
    {
      maxLength: 20,
    },
  ).map((all) => all.toSorted((one, other) => one - other))

  it.effect("hold together exactly the bars of the request, in its order", () =>
    assertInTurns(
      [filters, resolution, direction, FastCheck.oneof(shards, instants)],
      (filters, resolution, direction, shards) => {
        const values = valuesOf(filters, resolution, direction)
        const parts = WindowStart.timeRange.cut(values, shards, records)
        const starts = startsOf(resolution)
        const rows = (filters: WindowStart.Filters) => inOrder(select(filters, resolution, starts), direction)
        assert.deepStrictEqual(
          parts.flatMap((part) => rows({ ...values, ...part } as WindowStart.Filters)),
          rows(filters),
        )
        assert.isAtMost(parts.length, typeof shards === "number" ? shards : shards.length + 1)
      },
      parameters,
    ),
  )

  it.effect("are about as many as asked, where there are windows enough: no cut lies within a weekend", () =>
    assertInTurns(
      [direction, shards],
      (direction, shards) => {
        const resolution = { multiplier: 1, unit: "session" } as const
        const values = valuesOf(
          { "window_start.gte": "2024-02-25", "window_start.lt": "2024-04-14" },
          resolution,
          direction,
        )
        assert.isAtLeast(WindowStart.timeRange.cut(values, shards, records).length, shards * 0.7)
      },
      parameters,
    ),
  )

  it("begin with the first records in ascending order, where the service would begin with the newest page", () => {
    const resolution = { multiplier: 1, unit: "min" } as const
    const whole = (filters: WindowStart.Filters, direction: "asc" | "desc") =>
      WindowStart.timeRange.whole?.(valuesOf(filters, resolution, direction), records)
    assert.deepStrictEqual(whole({}, "asc"), { "window_start.gte": BigInt(records.from) * 1_000_000n })
    assert.deepStrictEqual(whole({}, "desc"), {})
    assert.deepStrictEqual(whole({ "window_start.lt": "2024-04-14" }, "asc"), {})
  })

  it("are not made of a range that holds nothing", () => {
    const values = valuesOf(
      { "window_start.gt": "2024-03-10", "window_start.lt": "2024-03-01" },
      { multiplier: 1, unit: "min" },
      "desc",
    )
    assert.deepStrictEqual(WindowStart.timeRange.cut(values, 8, records), [{}])
    assert.deepInclude(WindowStart.timeRange.rows(values, records), { most: 0, expected: 0 })
    assert.strictEqual(WindowStart.timeRange.covered(values, records, records.from), 1)
  })
})

describe("estimates", () => {
  const minute = 60_000

  /** Whether a market trades in some minute of a window. */
  const trades = (begin: number, end: number) =>
    Market.time(Market.futures, Market.futures.hours, begin, Math.max(end, begin + minute)) > 0

  it.effect("are never below the number of windows with trading time, and near it", () =>
    assertInTurns(
      [filters, resolution],
      (filters, resolution) => {
        const { expected, most } = WindowStart.timeRange.rows(valuesOf(filters, resolution, "desc"), records)
        const { next } = Resolution.windows(resolution)
        const { from, to } = WindowStart.span(filters, resolution)
        const actual = startsOf(resolution).filter(
          (start) => start >= from && start <= to && trades(start, next(start)),
        ).length
        assert.isAtLeast(most, actual)
        assert.isAtMost(most, 1.5 * actual + 8)
        assert.isAtMost(expected, most)
      },
      parameters,
    ),
  )

  it("are exact where windows are a part of an hour, a session, or longer", () => {
    const rows = (text: Resolution.ResolutionText) =>
      WindowStart.timeRange.rows(
        valuesOf({ "window_start.gte": "2024-03-03", "window_start.lt": "2024-03-10" }, Resolution.parse(text)!, "asc"),
        records,
      )
    // A week of five sessions of 23 hours.
    for (const [text, bars] of [
      ["1sec", 5 * 23 * 3600],
      ["1min", 5 * 23 * 60],
      ["5min", 5 * 23 * 12],
      ["1hour", 5 * 23],
      ["1session", 5],
      ["1week", 1],
    ] as const) {
      assert.deepInclude(rows(text), { most: bars, expected: bars }, text)
    }
  })

  it("are final when the last window has ended, after the present where a range goes on", () => {
    const present = Date.parse("2024-06-01T00:00:00Z")
    const finalOf = (text: Resolution.ResolutionText, filters: WindowStart.Filters) =>
      WindowStart.timeRange.rows(valuesOf(filters, Resolution.parse(text)!, "asc"), { ...records, to: present }).final
    const until = { "window_start.lte": "2024-03-05" }
    assert.strictEqual(finalOf("1min", until), Date.parse("2024-03-06T06:00:00Z"))
    assert.strictEqual(finalOf("1session", until), Date.parse("2024-03-06T23:00:00Z"))
    assert.strictEqual(finalOf("1month", until), Date.parse("2024-04-01T05:00:00Z"))
    for (const filters of [{}, { "window_start.gte": "2024-03-05" }]) {
      assert.isAtLeast(finalOf("1min", filters)!, present)
    }
  })
})

describe("progress", () => {
  it.effect("grows bar by bar in the request's order, up to 1", () =>
    assertInTurns(
      [filters, resolution, direction],
      (filters, resolution, direction) => {
        const values = valuesOf(filters, resolution, direction)
        const { from, to } = WindowStart.span(filters, resolution)
        const starts = startsOf(resolution).filter((start) => start >= from && start <= to)
        FastCheck.pre(starts.length > 0)
        const shares = inOrder(starts, direction).map((start) => WindowStart.timeRange.covered(values, records, start))
        shares.forEach((share, index) => assert.isAtLeast(share, index === 0 ? 0 : shares[index - 1]!))
        assert.strictEqual(shares.at(-1), 1)
      },
      { ...parameters, numRuns: runs(100) },
    ),
  )
})
