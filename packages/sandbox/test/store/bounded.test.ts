import * as Bounded from "@candela/sandbox/store/bounded"
import { assert, describe, it } from "@effect/vitest"

describe("a bounded map", () => {
  it("holds no more than it may", () => {
    const held = Bounded.make<string>(2)
    for (const key of ["a", "b", "b"]) held.set(key, key)
    assert.deepStrictEqual(["a", "b", "c"].map(held.get), ["a", "b", undefined])
    held.set("c", "c")
    assert.deepStrictEqual(["a", "b", "c"].map(held.get), [undefined, undefined, "c"])
    held.clear()
    assert.isFalse(held.has("c"))
  })

  it("holds none that would displace most others", () => {
    const held = Bounded.make<number>(160, (_, weight) => weight)
    held.set("small", 2)
    held.set("large", 11)
    assert.deepStrictEqual(["small", "large"].map(held.has), [true, false])
  })
})
