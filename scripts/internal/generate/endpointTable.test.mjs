import { assert, describe, it } from "@effect/vitest"
import { syntheticIn, tableOf } from "./endpointTable.mjs"

describe("the table of endpoints", () => {
  const endpoints = { a: { name: "things.a", path: "/a" }, b: { name: "things.b", path: "/b" } }
  const texts = { "things.a": { text: "The first. More.", specification: 1 }, "things.b": { text: "The second." } }

  it("says which endpoints the sandbox serves from their schema alone", () => {
    const marked = syntheticIn(
      "things",
      "export const routes = Route.all(Things, {\n  a: Route.table(A),\n  b: Route.synthetic(),\n})",
    )
    assert.deepStrictEqual(marked, ["things.b"])
    const [, , first, second] = tableOf([{ name: "things", endpoints, texts }], marked).split("\n")
    assert.strictEqual(first, "| `things.a` | The first | `/a` | 1 |")
    assert.include(second, "The second (synthetic in the sandbox")
  })
})
