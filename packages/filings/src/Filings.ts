/** Filings of companies, insiders and investment managers at the SEC. @module */
import * as Client from "@candela/core/declare/Client"
import * as Endpoint from "@candela/core/declare/Endpoint"
import type { MarketData } from "@candela/core/MarketData"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as DisclosureTaxonomy from "./DisclosureTaxonomy.js"
import * as EightKDisclosures from "./EightKDisclosures.js"
import * as EightKText from "./EightKText.js"
import * as FilingsIndex from "./FilingsIndex.js"
import * as Form3 from "./Form3.js"
import * as Form4 from "./Form4.js"
import * as Holdings from "./Holdings.js"
import * as RiskFactorTaxonomy from "./RiskFactorTaxonomy.js"
import * as RiskFactors from "./RiskFactors.js"
import * as TenKSections from "./TenKSections.js"

/** Endpoints of the service by method name. */
const endpoints = /* @__PURE__ */ Endpoint.ofService("filings", {
  /**
   * The index of all filings: form, day, filer and address of each. The newest come first.
   *
   * @example { "filing_date.gte": "2025-01-01" }
   */
  index: FilingsIndex.index,
  /**
   * Sections of annual reports (form 10-K) as plain text: the business and the risk factors.
   *
   * @example { "period_end.gte": "2024-06-01" }
   */
  tenKSections: TenKSections.tenKSections,
  /**
   * Current reports (form 8-K) as plain text, item by item.
   *
   * @example { "filing_date.gte": "2025-01-01" }
   */
  eightKText: EightKText.eightKText,
  /**
   * Disclosures of current reports (form 8-K), classified by a model, each with the passage that shows it.
   *
   * @example { "filing_date.gte": "2025-01-01" }
   */
  eightKDisclosures: EightKDisclosures.eightKDisclosures,
  /**
   * Holdings of institutional investment managers (form 13F): one row for each security at the end of a quarter.
   *
   * @example { "filing_date.gte": "2025-01-01" }
   */
  holdings: Holdings.holdings,
  /**
   * First reports of insiders (form 3): the securities of the company that a new director, officer or owner of 10 %
   * has.
   *
   * @example { "filing_date.gte": "2025-01-01" }
   */
  form3: Form3.form3,
  /**
   * Transactions of insiders (form 4), filed within two business days, and the holdings after them.
   *
   * @example { "filing_date.gte": "2025-01-01" }
   */
  form4: Form4.form4,
  /**
   * Risk factors of annual reports (form 10-K), classified by a model, each with the passage that shows it.
   *
   * @example { "filing_date.gte": "2024-06-01" }
   */
  riskFactors: RiskFactors.riskFactors,
  /**
   * The taxonomy of risk factors: the categories of `riskFactors`, each with a description.
   *
   * @example {}
   */
  riskFactorTaxonomy: RiskFactorTaxonomy.riskFactorTaxonomy,
  /**
   * The taxonomy of disclosures: the categories of `eightKDisclosures`, each with a description.
   *
   * @example {}
   */
  disclosureTaxonomy: DisclosureTaxonomy.disclosureTaxonomy,
})

/**
 * Filings at the SEC: their index, texts of annual and current reports, holdings of investment managers, reports of
 * insiders, and risk factors.
 */
export class Filings extends Context.Tag("@candela/filings/Filings")<Filings, Filings.Service>() {
  /** Declarations of the methods. */
  static readonly endpoints: typeof endpoints = endpoints
  /** Makes the service on the connection of the context, for a tag of your own: one for each account. */
  static readonly make: Effect.Effect<Filings.Service, never, MarketData> = /* @__PURE__ */ Client.make(endpoints)
  /** The service on a market-data connection, built for each connection that it stands on. */
  static readonly layer: Layer.Layer<Filings, never, MarketData> = /* @__PURE__ */ Client.layer(Filings, endpoints)
}

/** Types of the service: its methods and their requests. */
export declare namespace Filings {
  /** The methods. */
  export interface Service extends Client.Methods<typeof endpoints> {}
  export type DisclosureTaxonomyRequest = DisclosureTaxonomy.DisclosureTaxonomyRequest
  export type EightKDisclosuresRequest = EightKDisclosures.EightKDisclosuresRequest
  export type EightKTextRequest = EightKText.EightKTextRequest
  export type Form3Request = Form3.Form3Request
  export type Form4Request = Form4.Form4Request
  export type HoldingsRequest = Holdings.HoldingsRequest
  export type IndexRequest = FilingsIndex.IndexRequest
  export type RiskFactorTaxonomyRequest = RiskFactorTaxonomy.RiskFactorTaxonomyRequest
  export type RiskFactorsRequest = RiskFactors.RiskFactorsRequest
  export type TenKSectionsRequest = TenKSections.TenKSectionsRequest
}
