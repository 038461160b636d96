/** Every row schema of the repository: those of the endpoints, and rows whose endpoint is still to come. */
import * as ForexQuote from "@candela/market/ForexQuote"
import { Stocks } from "@candela/stocks/Stocks"
import type { Schema } from "effect"

interface NamedRow {
  readonly name: string
  readonly row: Schema.Schema.AnyNoContext
}

const services = [Stocks.endpoints]

export const repositoryRows: ReadonlyArray<NamedRow> = [
  ...services.flatMap((endpoints) =>
    Object.values(endpoints).flatMap((endpoint): ReadonlyArray<NamedRow> =>
      "row" in endpoint ? [{ name: endpoint.name, row: endpoint.row }] : [],
    ),
  ),
  { name: "ForexQuote", row: ForexQuote.ForexQuote },
]
