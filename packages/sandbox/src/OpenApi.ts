/**
 * The OpenAPI 3.1 document of the sandbox: its paths, parameters and answers from the declarations of the endpoints, its texts from their doc comments, its
 * examples from the sandbox itself.
 *
 * `./scripts/generate` writes it to `openapi.json`, which the sandbox serves at `/openapi.json`.
 *
 * @module
 */
import { Effect } from "effect"
import type { Dataset } from "./dataset/Dataset.js"
import * as Descriptions from "./Descriptions.js"
import { type Json, stringify } from "./json/exactJson.js"
import * as Answer from "./openapi/Answer.js"
import * as Examples from "./openapi/Examples.js"
import * as Failure from "./openapi/Failure.js"
import * as Operation from "./openapi/Operation.js"
import type { Served } from "./openapi/Served.js"
import * as Routes from "./routes/Routes.js"
import type { Store } from "./store/Store.js"

const info = {
  title: "Candela sandbox",
  version: "1.0.0",
  summary: "A market-data service with synthetic data",
  description: [
    "The sandbox of Candela serves the market-data REST API from an embedded database, without an account.",
    "Symbols and company names are real. **Every price, volume and other figure is synthetic**, made by a deterministic generator.",
    "The examples are answers of the sandbox with its data set `small`, whose present is 2025-06-30 16:00 New York.",
    "",
    "Parameters that the service does not know are ignored. A parameter that is given twice, malformed or out of its bounds is refused with 409.",
  ].join("\n"),
  license: { name: "MIT", identifier: "MIT" },
}

/** The domains, in the order in which the pages show them. */
const tags: Readonly<Record<string, string>> = {
  stocks: "U.S. stocks: bars, dividends, financial statements, ratios, news, snapshots.",
  forex: "Currency pairs: bars, quotes, conversion, snapshots, indicators.",
  crypto: "Cryptocurrency pairs: bars, trades, snapshots, indicators.",
  futures: "Futures: products, contracts, bars.",
  reference: "Tickers of all markets.",
  snapshots: "The newest state of instruments of all markets.",
  economy: "Economic series of the United States.",
  alternative: "Consumer spending in Europe.",
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

/** All routes by domains, and within a domain in the order of the service's methods. */
const inOrder = () => {
  const domains = Object.keys(tags)
  const names = Object.keys(Descriptions.all)
  const place = (name: string) => domains.indexOf(name.split(".")[0]!) * names.length + names.indexOf(name)
  return Routes.all.toSorted((a, b) => place(a.endpoint.name) - place(b.endpoint.name))
}

/** The endpoints by their paths: those that differ only by a parameter's name together. */
const byPath = (answers: Examples.Examples["answers"]) => {
  const groups = new Map<string, Array<Served>>()
  for (const { endpoint } of inOrder()) {
    const { name, path } = endpoint
    const shape = path.replace(/\{\w+\}/g, "{}")
    const served = {
      endpoint,
      market: name.split(".")[0]!,
      description: Descriptions.all[name]!,
      example: answers[name]!,
    }
    groups.set(shape, [...(groups.get(shape) ?? []), served])
  }
  return [...groups.values()]
}

const documentOf = ({ answers, failures }: Examples.Examples): Json => ({
  openapi: "3.1.0",
  info,
  servers: [{ url: "/", description: "The sandbox that serves this document." }],
  security: Object.keys(securitySchemes).map((name) => ({ [name]: [] })),
  tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
  paths: Object.fromEntries(
    byPath(answers).map((group) => [Operation.pathOf(group), { get: Operation.of(group, failures) }]),
  ),
  components: {
    schemas: Object.assign(
      {},
      ...Routes.all.map(({ endpoint }) => Answer.schemas(endpoint, Descriptions.all[endpoint.name]!)),
    ) as Json,
    responses: Failure.responses(failures),
    headers: { RequestId: { description: "The service's id of the request.", schema: { type: "string" } } },
    securitySchemes,
  },
})

/** The document as JSON, with the answers of a data set as its examples. */
export const make: Effect.Effect<string, never, Dataset | Store> = Effect.map(Examples.all, (examples) =>
  stringify(documentOf(examples)),
)
