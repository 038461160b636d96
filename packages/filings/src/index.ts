/**
 * {@include ../README.md}
 *
 * @module @candela/filings
 */
export { type Category, type TaxonomyEntry } from "./Category.js"
export { DisclosureCategory } from "./DisclosureTaxonomy.js"
export { EightKDisclosure } from "./EightKDisclosures.js"
export { EightKText } from "./EightKText.js"
export { type Filing } from "./Filing.js"
export { Filings } from "./Filings.js"
export { IndexedFiling } from "./FilingsIndex.js"
export { Form3 } from "./Form3.js"
export { Form4 } from "./Form4.js"
export { Holding } from "./Holdings.js"
export { Footnote, type Ownership } from "./Ownership.js"
export { RiskCategory } from "./RiskFactorTaxonomy.js"
export { RiskFactor } from "./RiskFactors.js"
export { TenKSection } from "./TenKSections.js"
