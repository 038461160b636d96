/** Categories of the taxonomies that synthetic filings are classified by, each with a passage of a filing. */
export interface Topics {
  readonly primary_category: string
  readonly secondary_category: string
  readonly tertiary_category: string
  readonly description: string
  readonly text: string
}

const entry = (
  primary_category: string,
  secondary_category: string,
  tertiary_category: string,
  description: string,
  text: string,
): Topics => ({ primary_category, secondary_category, tertiary_category, description, text })

/** Risks. */
export const risks: ReadonlyArray<Topics> = [
  entry(
    "financial_and_market",
    "credit_and_liquidity",
    "access_to_capital_and_financing",
    "Whether the company can borrow, or issue shares, when it needs money.",
    "We may need further capital, which may not be available on acceptable terms.",
  ),
  entry(
    "financial_and_market",
    "market_and_investment",
    "currency_and_exchange_rates",
    "How changing exchange rates alter revenue, costs and what the company owns abroad.",
    "A stronger dollar lowers the value of what we earn in other currencies.",
  ),
  entry(
    "financial_and_market",
    "accounting_and_reporting",
    "impairment_of_assets",
    "Whether goodwill and other assets keep their value in the books.",
    "We may have to write down goodwill if an acquired business earns less than expected.",
  ),
  entry(
    "operational_and_execution",
    "supply_chain",
    "dependence_on_suppliers",
    "How much the company depends on few suppliers or on one region.",
    "Some of our components come from a single supplier.",
  ),
  entry(
    "operational_and_execution",
    "supply_chain",
    "logistics_and_transport",
    "Whether goods can be moved at the expected cost and time.",
    "Higher costs of transport may reduce our margins.",
  ),
  entry(
    "operational_and_execution",
    "human_capital",
    "hiring_and_retention",
    "Whether the company finds and keeps the people that it needs.",
    "Our success depends on employees with special knowledge, for whom we compete.",
  ),
  entry(
    "regulatory_and_compliance",
    "data_and_privacy",
    "privacy_regulation",
    "Rules on personal data, and what it costs to follow or break them.",
    "Laws on privacy change, and differ from one country to another.",
  ),
  entry(
    "regulatory_and_compliance",
    "legal_proceedings",
    "litigation",
    "Lawsuits against the company, and their possible outcome.",
    "We are a party to lawsuits whose outcome we cannot predict.",
  ),
  entry(
    "strategic_and_competitive",
    "competition",
    "price_pressure",
    "How competitors' prices affect those of the company.",
    "Competitors may lower their prices, and we may have to follow.",
  ),
  entry(
    "strategic_and_competitive",
    "demand",
    "changing_preferences",
    "Whether customers keep wanting what the company sells.",
    "Demand for our products depends on preferences that change.",
  ),
  entry(
    "technology_and_information",
    "cybersecurity",
    "unauthorized_access",
    "Attacks on the company's systems, and on those of its partners.",
    "Unauthorized access to our systems could harm our business and reputation.",
  ),
  entry(
    "external_and_systemic",
    "environment",
    "climate_and_weather",
    "How weather and climate affect places, costs and demand.",
    "Severe weather may close our plants or those of our suppliers.",
  ),
]

/** Disclosures. */
export const disclosures: ReadonlyArray<Topics> = [
  entry(
    "financial_performance",
    "results",
    "quarterly_results",
    "Results of a quarter or a year.",
    "The company announced the results of its last quarter in a press release.",
  ),
  entry(
    "financial_performance",
    "outlook",
    "guidance_update",
    "A new or changed expectation of future results.",
    "The company now expects revenue at the upper end of its range.",
  ),
  entry(
    "capital_and_financing",
    "shareholder_returns",
    "dividend_declaration",
    "A dividend that the board declared.",
    "The board of directors declared a quarterly cash dividend.",
  ),
  entry(
    "capital_and_financing",
    "shareholder_returns",
    "share_repurchase",
    "A program to buy back shares.",
    "The board of directors authorized the repurchase of further shares.",
  ),
  entry(
    "capital_and_financing",
    "debt",
    "notes_issuance",
    "Notes or bonds that the company issued.",
    "The company issued senior notes that are due in ten years.",
  ),
  entry(
    "governance",
    "board_and_officers",
    "director_departure",
    "A director or officer who leaves.",
    "A director of the company has retired from the board.",
  ),
  entry(
    "governance",
    "shareholder_meetings",
    "voting_results",
    "What shareholders decided.",
    "The shareholders elected the directors and confirmed the auditor.",
  ),
  entry(
    "strategic_transactions",
    "acquisitions",
    "definitive_agreement",
    "An agreement to buy or sell a business.",
    "The company agreed to acquire a business that complements its own.",
  ),
]
