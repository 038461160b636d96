import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { Memory } from "../../src/internal/cache/memory.js"
import { runs, seeded } from "@candela/support/seeded"

const place = fc.constantFrom(..."abcdef")
const step = fc.oneof(
  fc.record({ place, size: fc.constant(undefined) }),
  fc.record({ place, size: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ place, size: fc.constant(0 as const) }),
)

describe("the memory of the cache", () => {
  it("holds what a list of the last uses holds", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 0, max: 12 }), (steps, maxSize) => {
        const memory = new Memory(maxSize)
        /** Places and sizes, the last use last. */
        let model: ReadonlyArray<readonly [place: string, size: number]> = []
        const sizeOf = (all: typeof model) => all.reduce((sum, [, size]) => sum + size, 0)
        for (const { place, size } of steps) {
          const found = model.find(([name]) => name === place)
          const others = model.filter(([name]) => name !== place)
          if (size === undefined) {
            assert.strictEqual(memory.get(place)?.bytes.length, found?.[1])
            model = found === undefined ? model : [...others, found]
          } else if (size === 0) {
            memory.delete(place)
            model = others
          } else {
            memory.set(place, { bytes: new Uint8Array(size), until: Infinity, name: place })
            model = size > maxSize ? others : [...others, [place, size]]
            while (sizeOf(model) > maxSize) model = model.slice(1)
          }
        }
        for (const name of "abcdef") {
          assert.strictEqual(memory.get(name)?.bytes.length, model.find(([place]) => place === name)?.[1])
        }
      }),
      { ...seeded.fastCheck, numRuns: runs(1000) },
    )
  })
})
