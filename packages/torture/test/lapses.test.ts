/**
 * A sample of the law of lapses: each lapse in one way of reading, and each way without a process
 * or a store with one of its lapses. `lapses.all.test.ts` tries all of them.
 */
import * as Lapse from "@candela/testing/Lapse"
import * as HttpClient from "@effect/platform/HttpClient"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Law from "../src/lapses/Law.js"
import { tellsOf } from "../src/lapses/Telling.js"
import * as World from "../src/lapses/World.js"
import { ways } from "../src/lapses/Ways.js"

const ofStores = /^(store|keep|backfill)/
const quick = ways.filter(({ name }) => !/^(command|backfill|store, (by day|SQL|Arrow))/.test(name))

/** Lapses of a way in the sample: stores, which take longer, are tried with what no other way meets. */
const sampleOf = (way: (typeof ways)[number]) => {
  const index = quick.indexOf(way)
  return way.meets.filter((lapse, position) => {
    const all = quick.filter(({ meets }) => meets.includes(lapse))
    const light = all.filter(({ name }) => !ofStores.test(name))
    const some = light.length > 0 ? light : all
    const isOwn = !ofStores.test(way.name) && position === index % way.meets.length
    return isOwn || some[Lapse.names.indexOf(lapse) % some.length] === way
  })
}

describe("the law of lapses", () => {
  it("has a way that meets each of them", () => {
    const met = new Set(ways.flatMap(({ meets }) => meets))
    assert.deepStrictEqual(
      Lapse.names.filter((name) => !met.has(name)),
      [],
    )
  })

  it("takes no word of one lapse for that of another", () => {
    const empty = "stocks.bars: no rows. The market was open on 2025-06-27, so that some are expected"
    assert.deepStrictEqual(
      Lapse.names.filter((name) => tellsOf[name].test(empty)),
      ["Empty", "BlankLastPage", "MissingDay"],
    )
    assert.deepStrictEqual(
      Lapse.names.filter((name) => tellsOf[name].test("the clock of this machine differs")),
      ["ClockAhead", "ClockBehind"],
    )
  })

  it.live("holds in a sample of lapses and ways", () =>
    Effect.gen(function* () {
      const cells = yield* Law.cells(yield* HttpClient.HttpClient, 1, quick, sampleOf)
      assert.deepStrictEqual(Law.violations(cells), [])
      assert.deepStrictEqual([...new Set(cells.map(({ lapse }) => lapse))].sort(), [...Lapse.names].sort())
    }).pipe(Effect.provide(World.client)),
  )
})
