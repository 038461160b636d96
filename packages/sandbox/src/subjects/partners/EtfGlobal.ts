/**
 * What makes ETF Global's synthetic rows agree with one another: a fund is the same in all of them, its constituents
 * are companies of the sandbox, and weights, values and flows fit together. Tickers and names of funds are real.
 *
 * @module
 */
import type { FundAnalytics } from "@candela/etfglobal/Analytics"
import type { Constituent } from "@candela/etfglobal/Constituents"
import type { FundFlow } from "@candela/etfglobal/FundFlows"
import type { FundProfile } from "@candela/etfglobal/Profiles"
import type { FundTaxonomy } from "@candela/etfglobal/Taxonomies"
import { round } from "../../numbers/Rounding.js"
import type { SyntheticPosition } from "../../query/SyntheticQuery.js"
import * as identifiers from "../companies/identifiers.js"
import { inCapitals, isinOf, issuers } from "../companies/Issuer.js"
import { lastWeekday, randomOf } from "./days.js"

interface Fund {
  readonly ticker: string
  readonly name: string
  readonly issuer: string
  readonly inception: string
  readonly asset: "Equity" | "Fixed Income" | "Commodities"
  readonly category: string
  readonly focus: string
  readonly benchmark: string
  /** Net asset value, dollars a share. */
  readonly nav: number
  /** Shares. */
  readonly shares: number
}

/** Funds: true tickers and names. */
export const funds: ReadonlyArray<Fund> = [
  {
    ...{ ticker: "SPY", name: "SPDR S&P 500 ETF Trust", issuer: "SSgA", inception: "1993-01-22" },
    ...{ asset: "Equity", category: "Size and Style", focus: "Large Cap", benchmark: "S&P 500 Index" },
    ...{ nav: 443, shares: 1_000_000_000 },
  },
  {
    ...{ ticker: "QQQ", name: "Invesco QQQ Trust", issuer: "Invesco", inception: "1999-03-10" },
    ...{ asset: "Equity", category: "Size and Style", focus: "Large Cap", benchmark: "NASDAQ-100 Index" },
    ...{ nav: 380, shares: 600_000_000 },
  },
  {
    ...{ ticker: "XLK", name: "Technology Select Sector SPDR Fund", issuer: "SSgA", inception: "1998-12-16" },
    ...{ asset: "Equity", category: "Sectors", focus: "Technology", benchmark: "Technology Select Sector Index" },
    ...{ nav: 190, shares: 300_000_000 },
  },
  {
    ...{ ticker: "TLT", name: "iShares 20+ Year Treasury Bond ETF", issuer: "BlackRock", inception: "2002-07-22" },
    ...{
      asset: "Fixed Income",
      category: "Government",
      focus: "Treasury",
      benchmark: "ICE U.S. Treasury 20+ Year Index",
    },
    ...{ nav: 92, shares: 540_000_000 },
  },
  {
    ...{ ticker: "GLD", name: "SPDR Gold Shares", issuer: "SSgA", inception: "2004-11-18" },
    ...{ asset: "Commodities", category: "Precious Metals", focus: "Gold", benchmark: "LBMA Gold Price" },
    ...{ nav: 190, shares: 300_000_000 },
  },
]

/** Days that the lists have: of scores and flows, of constituents, and of profiles and taxonomies. */
const days = { constituents: 5, profiles: 24 }

/** Numbers of rows. */
export const counts = {
  constituents: 3 * issuers.length * days.constituents,
  profiles: funds.length * days.profiles,
}

/** The fund and the day of a row. */
const placed = ({ index, today }: SyntheticPosition, step = 1) => {
  const fund = funds[index % funds.length]!
  const day = lastWeekday(today, step * Math.floor(index / funds.length))
  return { fund, days: { composite_ticker: fund.ticker, effective_date: day, processed_date: day } }
}

/** Grades of the quantitative score, each with its least points. */
const grades = [
  ["A", 71],
  ["B", 56],
  ["C", 46],
  ["D", 36],
  ["E", 26],
  ["F", 0],
] as const

export const analytics = (row: FundAnalytics, at: SyntheticPosition): FundAnalytics => {
  const { quant_total_score: score = 50 } = row
  const [grade] = grades.find(([, least]) => score >= least)!
  return { ...row, ...placed(at).days, quant_total_score: score, quant_grade: grade }
}

/** Value per share on a day: it swings by a few percent, the same way in all rows of the day. */
const navOf = ({ nav }: Fund, at: SyntheticPosition) =>
  round(nav * (1 + 0.02 * randomOf({ ...at, index: Math.floor(at.index / funds.length) }, "nav").normal()), 4)

export const flow = (row: FundFlow, at: SyntheticPosition): FundFlow => {
  const { days, fund } = placed(at)
  const nav = navOf(fund, at)
  const random = randomOf(at, "flow")
  // Shares are created and redeemed by 50,000.
  const created = 50_000 * Math.round(40 * random.normal())
  return {
    ...row,
    ...days,
    nav,
    fund_flow: round(created * nav, 2),
    shares_outstanding: fund.shares + 50_000 * Math.round(200 * random.normal()),
  }
}

/** What profiles and taxonomies say of the kind of a fund. */
const kindOf = (fund: Fund) => ({
  description: fund.name,
  issuer: fund.issuer,
  inception_date: fund.inception,
  asset_class: fund.asset,
  category: fund.category,
  focus: fund.focus,
  region: "North America",
  development_class: "Developed Markets",
  primary_benchmark: fund.benchmark,
  product_type: "etf",
  management_classification: "passive",
  leverage_style: "unleveraged",
  levered_amount: 0,
  tax_classification: "Regulated Investment Company",
})

/** A row without fields that are about other assets than those of the fund. */
const fitting = <Row extends object>({ asset }: Fund, row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).filter(([name]) =>
      asset === "Fixed Income"
        ? !/sector|industry/.test(name)
        : !/coupon|maturity|duration|credit/.test(name) &&
          (asset === "Equity" || !/exposure$|universe|methodology/.test(name)),
    ),
  ) as Row

export const profile = (row: FundProfile, at: SyntheticPosition): FundProfile => {
  const { days, fund } = placed(at, 5)
  const { management_fee: fee = 0.1, other_expenses: further = 0 } = row
  const { call_volume: calls = 20_000, put_volume: puts = 20_000 } = row
  return {
    ...fitting(fund, row),
    ...days,
    ...kindOf(fund),
    aum: round(navOf(fund, at) * fund.shares, 2),
    ...{ management_fee: fee, other_expenses: further, fee_waivers: 0 },
    ...{ total_expenses: round(fee + further, 4), net_expenses: round(fee + further, 4) },
    ...{ call_volume: calls, put_volume: puts, options_volume: calls + puts, options_available: 1 },
    put_call_ratio: round(puts / Math.max(1, calls), 6),
    creation_unit_size: 50_000,
    listing_exchange: fund.ticker === "QQQ" ? "NASDAQ" : "NYSE Arca, Inc.",
  }
}

export const taxonomy = (row: FundTaxonomy, at: SyntheticPosition): FundTaxonomy => {
  const { days, fund } = placed(at, 5)
  const { leverage_reset: _, ...others } = fitting(fund, row)
  const cusip = identifiers.cusip(`fund ${fund.ticker}`, 1)
  return {
    ...others,
    ...days,
    ...kindOf(fund),
    objective: "Index-Tracking",
    management_style: "Passive - Full Replication",
    exposure_mechanism: "Full Replication",
    ...(fund.asset === "Fixed Income" ? { selection_universe: "U.S. Treasuries" } : {}),
    country: "U.S.",
    us_code: cusip,
    isin: isinOf(cusip),
  }
}

/** Companies by market capitalization, the largest first, each with its part of the whole. */
const constituents = (() => {
  const capitals = issuers.map((issuer) => ({ issuer, capital: issuer.price * issuer.outstanding }))
  const whole = capitals.reduce((sum, { capital }) => sum + capital, 0)
  return capitals
    .sort((one, other) => other.capital - one.capital)
    .map(({ capital, issuer }) => ({ issuer, weight: round(capital / whole, 6) }))
})()

export const constituent = (row: Constituent, at: SyntheticPosition): Constituent => {
  const rank = at.index % constituents.length
  const part = Math.floor(at.index / constituents.length)
  // The funds of shares are the first three.
  const fund = funds[part % 3]!
  const day = lastWeekday(at.today, Math.floor(part / 3))
  const { issuer, weight } = constituents[rank]!
  const value = round(weight * fund.nav * fund.shares, 2)
  return {
    ...row,
    ...{ composite_ticker: fund.ticker, effective_date: day, processed_date: day },
    constituent_ticker: issuer.ticker,
    constituent_name: `${inCapitals(issuer)} COMMON STOCK`,
    constituent_rank: rank + 1,
    weight,
    market_value: value,
    shares_held: Math.round(value / issuer.price),
    exchange: issuer.exchange === "XNAS" ? "NASDAQ" : "NYSE",
    security_type: "Common Stock",
    us_code: issuer.cusip,
    isin: issuer.isin,
    figi: issuer.figi,
  }
}
