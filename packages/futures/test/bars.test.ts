import { Request } from "@candela/core"
import { Futures, Resolution } from "@candela/futures"
import { assert, describe, it } from "@effect/vitest"
import { Either, FastCheck } from "effect"
import { runs } from "@candela/support/seeded"

const { bars } = Futures.endpoints

describe("a request for bars", () => {
  it("of a resolution that the service does not make is refused, and told what to use instead", () => {
    for (const [resolution, instead] of [
      ["60min", "59min (beyond that 1hour)"],
      ["60sec", "59sec (beyond that 1min)"],
      ["24hour", "23hour (beyond that 1session)"],
      ["5session", "4session (beyond that 1week)"],
      ["4week", "3week (beyond that 1month)"],
      ["12month", "11month (beyond that 1year)"],
      ["4quarter", "3quarter (beyond that 1year)"],
      ["5year", "4year"],
    ] as const) {
      const refused = Either.getOrThrow(Either.flip(Request.url(bars, { ticker: "ESU5", resolution })))
      assert.strictEqual(refused._tag, "BadResolution")
      assert.notProperty(refused, "status")
      assert.include(refused.message, `but got "${resolution}"`)
      assert.include(refused.message, instead)
    }
  })

  it("takes every resolution up to the largest of its unit, and no other text", () => {
    const most = { sec: 59, min: 59, hour: 23, session: 4, week: 3, month: 11, quarter: 3, year: 4 }
    FastCheck.assert(
      FastCheck.property(
        FastCheck.oneof(
          FastCheck.integer({ min: -1, max: 99 }).map(String),
          FastCheck.constantFrom("", "05", "1.5", "1e1"),
        ),
        FastCheck.oneof(
          FastCheck.constantFrom(...Resolution.units),
          FastCheck.constantFrom("", "minute", "mins", "MIN", " min", "day"),
        ),
        (count, unit) => {
          const isKnown = /^[1-9]\d?$/.test(count) && Number(count) <= (most[unit as Resolution.Unit] ?? 0)
          const known = Resolution.parse(`${count}${unit}`)
          assert.strictEqual(known !== undefined, isKnown)
          if (known !== undefined) assert.strictEqual(Resolution.format(known), `${count}${unit}`)
          const url = Request.url(bars, { ticker: "ESU5", resolution: `${count}${unit}` })
          assert.strictEqual(Either.isRight(url), isKnown)
        },
      ),
      { seed: 23, numRuns: runs(2000) },
    )
  })
})
