import { assert, describe, it } from "@effect/vitest"
import { counted } from "./apis.mjs"

describe("the difference of the public APIs", () => {
  it("is counted by package, without the lines that name files", () => {
    const difference = `diff --git a/packages/core/api.md b/packages/core/api.md
index 1..2 100644
--- a/packages/core/api.md
+++ b/packages/core/api.md
@@ -1,2 +1,2 @@
-export declare const a: string
+export declare const a: number
+export declare const b: number
diff --git a/packages/stocks/api.md b/packages/stocks/api.md
--- a/packages/stocks/api.md
+++ b/packages/stocks/api.md
-++x
`
    assert.deepStrictEqual(counted(difference), [
      { name: "core", added: 2, removed: 1 },
      { name: "stocks", added: 0, removed: 1 },
    ])
    assert.deepStrictEqual(counted(""), [])
  })
})
