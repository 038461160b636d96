import { assert, describe, it } from "@effect/vitest"
import * as OtherLoad from "../src/OtherLoad.js"

const at = (all: number, busy: number, own: number): OtherLoad.Sample => ({ all, busy, own })

describe("the load of other programs", () => {
  it("is what was busy besides the own processes, as a share of all cores", () => {
    assert.strictEqual(OtherLoad.share(at(1000, 400, 100), at(3000, 1400, 600)), 0.25)
  })

  it("is none where only the own processes ran, though clocks count in ticks", () => {
    assert.strictEqual(OtherLoad.share(at(0, 0, 0), at(2000, 990, 1000)), 0)
    assert.strictEqual(OtherLoad.share(at(5, 5, 5), at(5, 5, 5)), 0)
  })

  it("counts a process with its ended children, whatever its name is", () => {
    const stat = `12 (a) b (c) S ${Array.from({ length: 30 }, (_, index) => index + 4).join(" ")}`
    assert.strictEqual(OtherLoad.timeOf(stat), (14 + 15 + 16 + 17) * 10)
  })
})
