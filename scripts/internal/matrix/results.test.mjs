import { assert, describe, it } from "@effect/vitest"
import { together } from "./checked.mjs"
import { resultOf } from "./types.mjs"

const own = "node_modules/@candela/core/dist/Page.d.ts(3,5): error TS2304: Cannot find name 'X'."
const foreign = "node_modules/effect/dist/dts/Array.d.ts(3,5): error TS2304: Cannot find name 'Y'."

describe("the result of a compiler", () => {
  const result = (code, ...lines) => resultOf({ code, stdout: lines.join("\n"), stderr: "" })

  it("fails with an error in the packages or in a program that uses them", () => {
    assert.deepStrictEqual(result(2, foreign, own), { status: "failed", reason: own })
    assert.strictEqual(result(2, "checks/gzip.ts(1,1): error TS2307: No module.").status, "failed")
  })

  it("does not fail with an error of another package, and names it", () => {
    assert.deepStrictEqual(result(2, foreign), { status: "ok", detail: "no error of ours; some in effect" })
    assert.deepStrictEqual(result(0), { status: "ok", detail: "no error" })
  })

  it("fails with a compiler that broke down", () => {
    assert.deepStrictEqual(result(134, "out of memory"), { status: "failed", reason: "out of memory" })
  })
})

describe("the result of several checks", () => {
  it("is the first failure, or their number", () => {
    const ok = { status: "ok", detail: "" }
    assert.deepStrictEqual(together({ a: ok, b: ok }), { status: "ok", detail: "2 checks" })
    assert.deepStrictEqual(together({ a: ok, b: { status: "failed", reason: "Error: 2 rows\n  at x" }, c: ok }), {
      status: "failed",
      reason: "b: Error: 2 rows",
    })
  })
})
