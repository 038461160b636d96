import { assert, describe, it } from "@effect/vitest"
import { declarations } from "@candela/catalog/Catalog"
import * as Request from "@candela/core/Request"
import * as Texts from "../../src/common/Texts.js"
import * as Ordering from "../../src/explorer/Ordering.js"
import { endpointOf, endpoints } from "../support.js"

describe("Ordering", () => {
  it("is changed to every column in both directions, in either style of the service", () => {
    let columns = 0
    for (const endpoint of endpoints)
      for (const column of Request.sortColumns(declarations.get(endpoint.name)!))
        for (const direction of ["asc", "desc"] as const) {
          const texts = Ordering.change(endpoint, Texts.example(endpoint), { column, direction })
          assert.deepStrictEqual(Ordering.of(endpoint, texts), { column, direction })
          columns++
        }
    assert.isAbove(columns, 200)
  })

  it("is the service's where a request says none", () => {
    for (const endpoint of endpoints) {
      const declaration = declarations.get(endpoint.name)!
      const defaults = Object.entries(declaration.wireParams).map(([name, param]) => [name, param.default])
      const [first] = Request.ordering(declaration, Object.fromEntries(defaults))
      assert.deepStrictEqual(Ordering.of(endpoint, {}), first, endpoint.name)
    }
    assert.deepStrictEqual(Ordering.of(endpointOf("stocks.dividends"), { sort: "ticker,frequency.desc" }), {
      column: "ticker",
      direction: "asc",
    })
    assert.isUndefined(Ordering.of(endpointOf("stocks.dividends"), { sort: "nothing" }))
  })
})
