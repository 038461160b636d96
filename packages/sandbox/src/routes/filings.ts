/** The routes of filings. @module */
import { Filings as Service } from "@candela/filings/Filings"
import * as Filings from "../subjects/filings/Filings.js"
import * as Vocabulary from "../subjects/filings/vocabulary.js"
import * as Route from "./Route.js"

/** Filters on the first and the last of a company's tickers. */
const columns = { min_ticker: "list_min(tickers)", max_ticker: "list_max(tickers)" }

/** The routes of filings. */
export const routes = Route.all(Service, {
  index: Route.synthetic({ adjust: Filings.indexed }),
  tenKSections: Route.synthetic({ rows: Filings.sectionCount, adjust: Filings.section }),
  eightKText: Route.synthetic({ adjust: Filings.eightKText }),
  eightKDisclosures: Route.synthetic({ adjust: Filings.disclosure }),
  holdings: Route.synthetic({ rows: Filings.holdingCount, adjust: Filings.holding }),
  form3: Route.synthetic({ columns, adjust: Filings.form3 }),
  form4: Route.synthetic({ columns, adjust: Filings.form4 }),
  riskFactors: Route.synthetic({ adjust: Filings.riskFactor }),
  riskFactorTaxonomy: Route.synthetic(Filings.taxonomyOf(Vocabulary.risks)),
  disclosureTaxonomy: Route.synthetic(Filings.taxonomyOf(Vocabulary.disclosures)),
})
