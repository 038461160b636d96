import { describe } from "@effect/vitest"
import { assertAccessible, assertFits, test } from "./support.js"

describe("the reference", () => {
  test("is accessible, and fits", async ({ openPage }) => {
    for (const dark of [false, true]) {
      const page = await openPage({ path: "/reference", dark, width: 360 })
      await assertAccessible(page)
      await assertFits(page)
    }
  })
})
