import * as BarRange from "@candela/market/BarRange"
import * as TimeZone from "@candela/market/TimeZone"
import * as Window from "@candela/market/Window"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { assertInTurns } from "@candela/support/turns"
import { ascending, bound, newYork, range, shards } from "./ranges.js"
import { runs } from "@candela/support/seeded"

const parameters = { seed: 20_250_630, numRuns: runs(3000) }

describe("instants", () => {
  it("a date means the whole local day", () => {
    assert.deepStrictEqual(BarRange.instants({ from: "2024-03-10", to: "2024-03-10", zone: newYork }), {
      from: Date.parse("2024-03-10T05:00:00Z"),
      to: Date.parse("2024-03-11T04:00:00Z") - 1,
    })
  })

  it("a number means itself", () => {
    assert.deepStrictEqual(BarRange.instants({ from: 5, to: 7, zone: newYork }), { from: 5, to: 7 })
  })
})

describe("cut", () => {
  it.effect("gives ranges that follow each other and cover exactly what was asked, none of them empty", () =>
    assertInTurns(
      [range, shards],
      (request, shards) => {
        const parts = ascending(request, BarRange.cut(request, shards))
        const { from, to } = BarRange.instants(request)
        assert.isAtLeast(parts.length, 1)
        assert.isAtMost(parts.length, shards)
        assert.strictEqual(parts[0]!.from, from)
        assert.strictEqual(parts.at(-1)!.to, to)
        parts.forEach((part, index) => {
          assert.isAtMost(part.from, part.to)
          if (index > 0) assert.strictEqual(part.from, parts[index - 1]!.to + 1)
        })
      },
      parameters,
    ),
  )

  it.effect("cuts only where a window begins: stretched to whole windows, no two ranges share one", () =>
    assertInTurns(
      [range, shards],
      (request, shards) => {
        const parts = ascending(request, BarRange.cut(request, shards))
        parts.slice(1).forEach((part, index) => {
          assert.strictEqual(Window.start(request, part.from), part.from)
          assert.isAtMost(Window.next(request, parts[index]!.to), part.from)
        })
      },
      parameters,
    ),
  )

  it.effect("at instants lies where their windows begin, whatever the ends of the range are", () =>
    assertInTurns(
      [range, FastCheck.array(bound, { maxLength: 20 })],
      (request, bounds) => {
        const instants = bounds
          .map((bound) => BarRange.instants({ from: bound, to: bound, zone: request.zone }).from)
          .toSorted((one, other) => one - other)
        const parts = ascending(request, BarRange.cut(request, instants))
        const { from, to } = BarRange.instants(request)
        const [begin, end] = [Window.start(request, from), Window.next(request, to)]
        const starts = instants.map((instant) => Window.start(request, instant))
        assert.deepStrictEqual(
          parts.map((part) => part.from),
          [from, ...new Set(starts.filter((start) => start > begin && start < end))],
        )
        assert.deepStrictEqual(
          parts.map((part) => part.to + 1),
          [...parts.slice(1).map((part) => part.from), to + 1],
        )
      },
      parameters,
    ),
  )

  it.effect("gives the same ranges in both orders", () =>
    assertInTurns(
      [range, shards],
      (request, shards) => {
        const up = BarRange.cut({ ...request, sort: "asc" }, shards)
        assert.deepStrictEqual(BarRange.cut({ ...request, sort: "desc" }, shards), [...up].reverse())
      },
      parameters,
    ),
  )

  it.effect(
    "makes as many ranges as asked, of about the same length in whole windows, where there are windows enough",
    () =>
      assertInTurns(
        [range, shards],
        (request, shards) => {
          const { from, to } = BarRange.instants(request)
          const first = Window.start(request, from)
          const ideal = (Window.next(request, to) - first) / shards
          // A cut lies in the window that holds the ideal one, at its start.
          const idealCuts = Array.from({ length: shards }, (_, index) => Math.floor(first + ideal * index))
          const longest = Math.max(...idealCuts.map((at) => Window.next(request, at) - Window.start(request, at)))
          FastCheck.pre(ideal > longest)
          const parts = BarRange.cut(request, shards)
          assert.strictEqual(parts.length, shards)
          for (const part of parts) {
            const length = Window.next(request, part.to) - Window.start(request, part.from)
            assert.isBelow(Math.abs(length - ideal), longest + 1)
          }
        },
        parameters,
      ),
  )

  it.effect("shares windows out evenly, from the first instant of the first to whatever instant of the last", () => {
    const minute = 60_000
    return assertInTurns(
      [
        FastCheck.constantFrom(1, 5, 15, 60),
        FastCheck.integer({ min: 0, max: 2 ** 20 }),
        FastCheck.integer({ min: 1, max: 5000 }),
        FastCheck.nat(minute - 1),
        shards,
      ],
      (multiplier, start, windows, rest, shards) => {
        const size = multiplier * minute
        const from = start * size
        const to = from + (windows - 1) * size + rest
        const parts = BarRange.cut({ multiplier, timespan: "minute", zone: newYork, from, to, sort: "asc" }, shards)
        assert.lengthOf(parts, Math.min(shards, windows))
        for (const part of parts) {
          const held = Math.floor(part.to / size) - Math.floor(part.from / size) + 1
          assert.isAtLeast(held, Math.floor(windows / parts.length))
          assert.isAtMost(held, Math.ceil(windows / parts.length))
        }
      },
      parameters,
    )
  })

  it("has fewer ranges than asked where there are fewer windows", () => {
    const request = { multiplier: 1, timespan: "year", zone: newYork, sort: "desc" } as const
    assert.deepStrictEqual(BarRange.cut({ ...request, from: "2023-06-01", to: "2024-06-01" }, 8), [
      { from: TimeZone.midnight(newYork, "2024-01-01"), to: TimeZone.midnight(newYork, "2024-06-02") - 1 },
      { from: TimeZone.midnight(newYork, "2023-06-01"), to: TimeZone.midnight(newYork, "2024-01-01") - 1 },
    ])
    assert.lengthOf(BarRange.cut({ ...request, from: "2023-06-01", to: "2023-06-02" }, 8), 1)
  })

  it("gives a range that ends before it begins back whole", () => {
    const request = { multiplier: 1, timespan: "day", zone: newYork, sort: "asc", from: 9, to: 3 } as const
    assert.deepStrictEqual(BarRange.cut(request, 4), [{ from: 9, to: 3 }])
  })
})
