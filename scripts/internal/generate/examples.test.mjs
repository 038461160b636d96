import { assert, describe, it } from "@effect/vitest"
import { textsToWrite } from "./catalog.mjs"
import { candidates, sentence } from "./examples.mjs"

describe("the example of an endpoint", () => {
  it("with too few or too many rows is told with one that would do", () => {
    const instead = { "date.gte": "2024-01-01" }
    assert.strictEqual(
      sentence({ name: "a.b", rows: 201, instead }),
      'a.b: its @example has more than 200 rows in the sandbox; it needs 3 to 200. This one would do: @example {"date.gte":"2024-01-01"}',
    )
    assert.strictEqual(
      sentence({ name: "a.b", rows: 1 }),
      "a.b: its @example has one row in the sandbox; it needs 3 to 200.",
    )
  })

  it("is looked for among bounds that keep a hundred rows, and values that rows have", () => {
    const entry = {
      declaration: {
        wireParams: {
          "day.gte": { filter: { field: "day", operator: "gte" } },
          kind: { filter: { field: "kind", operator: "eq" } },
          limit: {},
        },
      },
      fields: [
        { path: "day", wireKey: "d" },
        { path: "kind", wireKey: "kind" },
      ],
    }
    const rows = Array.from({ length: 500 }, (_, day) => ({ d: day + 1, kind: "one" }))
    assert.deepStrictEqual(candidates(entry, rows), [{ "day.gte": 401 }, { kind: "one" }])
    assert.deepStrictEqual(candidates(entry, []), [])
  })
})

describe("a text that is still to be written", () => {
  it("is counted for its endpoint", () => {
    const texts = { text: "TODO: all.", fields: { a: "TODO: a.", b: "A b." }, parameters: {} }
    const services = [{ texts: { "a.b": texts, "a.c": { ...texts, text: "All.", fields: {} } } }]
    assert.deepStrictEqual(textsToWrite(services), ["a.b: 2 texts are still to be written (TODO)"])
  })
})
