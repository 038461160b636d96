import { assert, describe, it } from "@effect/vitest"
import { syntheticIn, tableOf, topicTableOf } from "./endpointTable.mjs"

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

describe("the table of topics", () => {
  it("says which feeds have a topic, whether all tickers can be subscribed, and what fills it", () => {
    const topic = { name: "things.a", code: "A", feed: "market", delayed: true, wildcard: true }
    const topics = {
      a: { ...topic, fill: { endpoint: { name: "things.list" } } },
      b: { ...topic, name: "things.b", delayed: false },
      c: { ...topic, name: "things.c", feed: "business", wildcard: false },
    }
    const texts = Object.fromEntries(["a", "b", "c"].map((name) => [`things.${name}`, { text: "Rows. More." }]))
    assert.deepStrictEqual(topicTableOf([{ topics, texts }]).split("\n").slice(2), [
      "| `things.a` | Rows | `A` | real-time, delayed | yes | `things.list` |",
      "| `things.b` | Rows | `A` | real-time | yes |  |",
      "| `things.c` | Rows | `A` | business plans |  |  |",
    ])
  })
})
