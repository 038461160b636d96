import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { Memory } from "../src/internal/http/memory.js"

describe("memory that is used again", () => {
  it("is at least as large as was asked for, and never lent to two", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.record({ take: fc.integer({ min: 0, max: 5000 }) }),
            fc.record({ give: fc.nat(9), times: fc.integer({ min: 1, max: 2 }) }),
            fc.record({ stranger: fc.integer({ min: 1, max: 5000 }) }),
          ),
          { maxLength: 60 },
        ),
        (steps) => {
          const memory = new Memory()
          const lent: Array<Uint8Array> = []
          for (const step of steps) {
            if ("take" in step) {
              const bytes = memory.take(step.take)
              assert.isAtLeast(bytes.length, step.take)
              for (const other of lent) assert.notStrictEqual(other.buffer, bytes.buffer)
              lent.push(bytes)
            } else if ("give" in step && lent.length > 0) {
              const [bytes] = lent.splice(step.give % lent.length, 1)
              // Whoever gives back has read a part of it, and may do so twice.
              for (let i = 0; i < step.times; i++) memory.giveBack(bytes!.subarray(0, bytes!.length >> 1))
            } else if ("stranger" in step) {
              const stranger = new Uint8Array(step.stranger)
              memory.giveBack(stranger)
              lent.push(stranger)
            }
          }
        },
      ),
      { seed: 20_241_121, numRuns: 500 },
    )
  })

  it("is the same again for bodies of about one size, also where a size is not known before", () => {
    const memory = new Memory()
    const first = memory.take(100_000)
    for (const size of [100_000, 104_000, 50_000, 0]) {
      memory.giveBack(first.subarray(0, size))
      assert.strictEqual(memory.take(size).buffer, first.buffer, String(size))
    }
  })

  it("lets go of what has become too small", () => {
    const memory = new Memory()
    const small = memory.take(100)
    memory.giveBack(small)
    const large = memory.take(100_000)
    memory.giveBack(large)
    assert.strictEqual(memory.take(1).buffer, large.buffer)
    assert.notStrictEqual(memory.take(1).buffer, small.buffer)
  })
})
