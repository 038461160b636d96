/**
 * The OpenAPI 3.1 document of the sandbox: paths, parameters and answers come from the endpoint
 * declarations, texts from their doc comments, examples from the sandbox itself.
 *
 * `./scripts/generate` writes it to `openapi.json`, which the sandbox serves at `/openapi.json`.
 *
 * @module
 */
import * as Catalog from "@candela/catalog/Catalog"
import { Array, Effect } from "effect"
import type { Dataset } from "./dataset/Dataset.js"
import * as ExactJson from "@candela/testing/ExactJson"
import * as Answer from "./openapi/Answer.js"
import * as Examples from "./openapi/Examples.js"
import * as Failure from "./openapi/Failure.js"
import * as Operation from "./openapi/Operation.js"
import type { Route } from "./routes/Route.js"
import * as Routes from "./routes/Routes.js"
import type { Store } from "./store/Store.js"

const info = {
  title: "Candela sandbox",
  version: "1.0.0",
  summary: "A market-data service with synthetic data",
  description: [
    "The sandbox of Candela serves the market-data REST API from an embedded database, without an account.",
    "Symbols and company names are real. **Every price, volume and other figure is synthetic**, made by a deterministic generator.",
    "The examples are responses of the sandbox with its data set `small`, whose present is 2025-06-30 16:00 New York.",
    "",
    "Parameters that the service does not know are ignored. A parameter that is given twice, malformed or out of its bounds is refused with 409.",
  ].join("\n"),
  license: { name: "MIT", identifier: "MIT" },
}

const securitySchemes = {
  bearer: { type: "http", scheme: "bearer", description: "The key in the header `Authorization: Bearer KEY`." },
  apiKey: {
    type: "apiKey",
    in: "query",
    name: "apiKey",
    description: "The key in the query. The header takes precedence, and does not end up in logs.",
  },
}

/** Endpoints grouped by path; those whose paths differ only by a parameter's name share a group. */
const byPath = (served: Examples.Examples["served"]) =>
  Object.values(Array.groupBy(served, ({ entry }) => entry.declaration.path.replace(/\{\w+\}/g, "{}")))

const documentOf = (
  services: ReadonlyArray<Catalog.Service>,
  { failures, served }: Examples.Examples,
): ExactJson.Json => ({
  openapi: "3.1.0",
  info,
  servers: [{ url: "/", description: "The sandbox that serves this document." }],
  security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
  tags: services.map(({ name, text }) => ({ name, description: text })),
  paths: Object.fromEntries(
    byPath(served).map((group) => [Operation.pathOf(group), { get: Operation.of(group, failures) }]),
  ),
  components: {
    schemas: Object.assign({}, ...served.map(Answer.schemas)) as ExactJson.Json,
    responses: Failure.responses(failures),
    headers: { RequestId: { description: "The service's id of the request.", schema: { type: "string" } } },
    securitySchemes,
  },
})

/** Returns the document of services as JSON; its examples are the answers of their routes. */
export const of = (
  services: ReadonlyArray<Catalog.Service>,
  routes: ReadonlyArray<Route<Store>>,
): Effect.Effect<string, never, Dataset | Store> =>
  Effect.map(Examples.all(services, routes), (examples) => ExactJson.stringify(documentOf(services, examples), 2))

/** Document of the sandbox as JSON; its examples are the answers of a data set. */
export const make: Effect.Effect<string, never, Dataset | Store> = Effect.suspend(() =>
  of(Catalog.services, Routes.all),
)
