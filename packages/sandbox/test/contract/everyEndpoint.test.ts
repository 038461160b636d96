import type * as Endpoint from "@candela/core/Endpoint"
import { all as routes } from "@candela/sandbox/routes/Routes"
import { assert, it } from "@effect/vitest"
import { testEveryEndpoint } from "./everyEndpoint.js"
import * as Catalog from "@candela/catalog/Catalog"

it("every endpoint of the services has a route, and every route is of one of them", () => {
  const names = (endpoints: ReadonlyArray<Endpoint.Any>) => endpoints.map(({ name }) => name).sort()
  const declared = Catalog.endpoints.map(({ declaration }) => declaration)
  assert.deepStrictEqual(names(routes.map(({ endpoint }) => endpoint)), names(declared))
})

testEveryEndpoint("in process")
