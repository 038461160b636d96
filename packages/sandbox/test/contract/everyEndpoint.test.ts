import type * as Endpoint from "@candela/core/declare/Endpoint"
import { all as routes } from "@candela/sandbox/routes/Routes"
import { assert, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { testEveryEndpoint } from "./everyEndpoint.js"
import * as Catalog from "@candela/catalog/Catalog"
import { specialOf } from "./samples.js"

it("every endpoint of the services has a route, and every route is of one of them", () => {
  const names = (endpoints: ReadonlyArray<Endpoint.Any>) => endpoints.map(({ name }) => name).sort()
  const declared = Catalog.endpoints.map(({ declaration }) => declaration)
  assert.deepStrictEqual(names(routes.map(({ endpoint }) => endpoint)), names(declared))
})

/** What docs/errors.md calls the methods that fail for what is unknown. */
const words: Readonly<Record<string, string>> = {
  contract: "an option contract",
  conversion: "the conversion",
  historicTrades: "the historic trades of crypto",
  lastQuote: "the last quote",
  lastTrade: "the last trade",
  openClose: "`openClose`",
  snapshot: "a single snapshot",
  ticker: "the overview of a ticker",
  tickerEvents: "the events of a ticker",
}

it("what is unknown is no error of the methods that the page about errors does not name", () => {
  const failing = Catalog.endpoints.filter(
    ({ declaration }) => specialOf(declaration).notFound ?? declaration.kind === "single",
  )
  const page = readFileSync(new URL("../../../../docs/errors.md", import.meta.url), "utf8")
  const [, named] =
    /^An unknown ticker is not an error for lists and bars: they return no rows[^.]*\. It is `NotFound` for (.+)\.$/m.exec(
      page,
    )!
  assert.sameMembers(named!.split(/, | and (?=the historic)/), [
    ...new Set(failing.map(({ method }) => words[method]!)),
  ])
})

testEveryEndpoint("in process")
