import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { BufferPool } from "../../src/internal/http/bufferPool.js"
import { runs } from "@candela/support/seeded"

describe("a buffer pool", () => {
  it("gives buffers of at least the requested size, and none to two owners", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.record({ take: fc.integer({ min: 0, max: 5000 }) }),
            fc.record({ give: fc.nat(9), times: fc.integer({ min: 1, max: 2 }) }),
            fc.record({ foreign: fc.integer({ min: 1, max: 5000 }) }),
          ),
          { maxLength: 60 },
        ),
        (steps) => {
          const pool = new BufferPool()
          const lent: Array<Uint8Array> = []
          for (const step of steps) {
            if ("take" in step) {
              const bytes = pool.take(step.take)
              assert.isAtLeast(bytes.length, step.take)
              for (const other of lent) assert.notStrictEqual(other.buffer, bytes.buffer)
              lent.push(bytes)
            } else if ("give" in step && lent.length > 0) {
              const [bytes] = lent.splice(step.give % lent.length, 1)
              // The caller may release a part of the buffer, and may do so twice.
              for (let i = 0; i < step.times; i++) pool.release(bytes!.subarray(0, bytes!.length >> 1))
            } else if ("foreign" in step) {
              const foreign = new Uint8Array(step.foreign)
              pool.release(foreign)
              lent.push(foreign)
            }
          }
        },
      ),
      { seed: 20_241_121, numRuns: runs(500) },
    )
  })

  it("reuses one buffer for bodies of similar size, even where the size is not known in advance", () => {
    const pool = new BufferPool()
    const first = pool.take(100_000)
    for (const size of [100_000, 104_000, 50_000, 0]) {
      pool.release(first.subarray(0, size))
      assert.strictEqual(pool.take(size).buffer, first.buffer, String(size))
    }
  })

  it("drops a buffer that has become too small", () => {
    const pool = new BufferPool()
    const small = pool.take(100)
    pool.release(small)
    const large = pool.take(100_000)
    pool.release(large)
    assert.strictEqual(pool.take(1).buffer, large.buffer)
    assert.notStrictEqual(pool.take(1).buffer, small.buffer)
  })
})
