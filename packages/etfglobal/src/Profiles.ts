/** Profiles of funds: size, costs, trading, exposure and the firms behind them. @module */
import * as Endpoint from "@candela/core/declare/Endpoint"
import * as Field from "@candela/core/declare/Field"
import * as Unit from "@candela/core/declare/Unit"
import * as Filter from "@candela/core/declare/Filter"
import * as Param from "@candela/core/declare/Param"
import * as Ticker from "@candela/market/Ticker"
import * as Schema from "effect/Schema"
import * as Fund from "./Fund.js"

/** Parts of a fund's assets by name. */
const Exposure = Schema.Record({ key: Schema.String, value: Unit.Ratio })

const own = {
  /** Assets under management, dollars. */
  aum: Field.optional(Field.like(Unit.Dollars, 50_000_000, 600_000_000_000)),
  /** Number of securities that the fund holds. */
  num_holdings: Field.optional(Field.like(Unit.Count, 20, 3000)),
  /** Fee of the manager, percent of the assets a year. */
  management_fee: Field.optional(Field.like(Unit.Percent, 0.03, 0.75)),
  /** Other costs, percent of the assets a year. */
  other_expenses: Field.optional(Field.like(Unit.Percent, 0, 0.25)),
  /** Fees that are waived, percent of the assets a year. */
  fee_waivers: Field.optional(Field.like(Unit.Percent, 0, 0.05)),
  /** All costs before waivers (the expense ratio), percent of the assets a year. */
  total_expenses: Field.optional(Field.like(Unit.Percent, 0.03, 0.95)),
  /** All costs after waivers, percent of the assets a year. */
  net_expenses: Field.optional(Field.like(Unit.Percent, 0.03, 0.95)),
  /** Price above net asset value, percent; negative below it. */
  discount_premium: Field.optional(Field.like(Unit.Percent, -0.5, 0.5)),
  /** Average spread between bid and ask, as a part of the ask: 0.0002 is two hundredths of a percent. */
  bid_ask_spread: Field.optional(Field.like(Unit.Ratio, 0.0001, 0.0025)),
  /** Shares traded a day, average of the last month. */
  avg_daily_trading_volume: Field.optional(Field.like(Unit.Volume, 10_000, 80_000_000)),
  /** Shares sold short. */
  short_interest: Field.optional(Field.like(Unit.Shares, 10_000, 90_000_000)),
  /** Traded calls on the fund, contracts. */
  call_volume: Field.optional(Field.like(Unit.Volume, 0, 5_000_000)),
  /** Traded puts on the fund, contracts. */
  put_volume: Field.optional(Field.like(Unit.Volume, 0, 5_000_000)),
  /** Traded options on the fund, contracts. */
  options_volume: Field.optional(Field.like(Unit.Volume, 0, 9_000_000)),
  /** Whether there are options on the fund: 1 or 0. */
  options_available: Field.optional(Field.like(Unit.Code, 0, 1)),
  /** Traded puts divided by traded calls. */
  put_call_ratio: Field.optional(Field.like(Unit.Ratio, 0.25, 2.5)),
  /** Shares that are created or redeemed at once. */
  creation_unit_size: Field.optional(Field.like(Unit.Shares, 25_000, 100_000)),
  /** Fee for creating shares, dollars a creation. */
  creation_fee: Field.optional(Field.like(Unit.Dollars, 250, 3000)),
  /** How often the fund pays: `Q` (quarterly), `M` (monthly), `A` (annually), `S` (semi-annually). */
  distribution_frequency: Field.optional(Field.openEnum("Q", "M", "A", "S")),
  /** Last day of the fiscal year: `31-Aug`. */
  fiscal_year_end: Field.optional(Field.like(Schema.String, "31-Aug", "30-Sep", "31-Dec")),
  /** Exchange that lists the fund. */
  listing_exchange: Field.optional(Field.like(Schema.String, "NYSE Arca, Inc.", "NASDAQ", "Cboe BZX")),
  /** Parts of the assets by sector: 0.25 is a quarter. */
  sector_exposure: Field.optional(
    Field.like(Exposure, { communications: 0.094, technology: 0.291, financials: 0.135, health_care: 0.12 }),
  ),
  /** Parts of the assets by industry group: 0.25 is a quarter. */
  industry_group_exposure: Field.optional(
    Field.like(Exposure, { banks: 0.033, capital_goods: 0.045, software_and_services: 0.118 }),
  ),
  /** Parts of the assets by industry: 0.25 is a quarter. */
  industry_exposure: Field.optional(Field.like(Exposure, { banks: 0.033, beverages: 0.011, biotechnology: 0.047 })),
  /** Parts of the assets by sub-industry: 0.25 is a quarter. */
  subindustry_exposure: Field.optional(Field.like(Exposure, { advertising: 0.001, aerospace_and_defense: 0.011 })),
  /** Parts of the assets by country: 0.25 is a quarter. */
  geographic_exposure: Field.optional(Field.like(Exposure, { us: 0.967, ie: 0.021, ch: 0.003 })),
  /** Parts of the assets by currency: 0.25 is a quarter. */
  currency_exposure: Field.optional(Field.like(Exposure, { usd: 1 })),
  /** Parts of the assets by maturity of its bonds: 0.25 is a quarter. */
  maturity_exposure: Field.optional(Field.like(Exposure, { "1-3_years": 0.25, "3-5_years": 0.75 })),
  /** Parts of the assets by coupon of its bonds: 0.25 is a quarter. */
  coupon_exposure: Field.optional(Field.like(Exposure, { "2-3_percent": 0.4, "3-4_percent": 0.6 })),
  /** Company that advises the fund on investments. */
  advisor: Field.optional(Field.like(Schema.String, "Advisor 1", "Advisor 2")),
  /** Company that advises the advisor. */
  subadvisor: Field.optional(Field.like(Schema.String, "Advisor 1", "Advisor 2")),
  /** Company that administers the fund. */
  administrator: Field.optional(Field.like(Schema.String, "Administrator 1", "Administrator 2")),
  /** Bank that keeps the assets. */
  custodian: Field.optional(Field.like(Schema.String, "Custodian 1", "Custodian 2")),
  /** Company that sells the shares. */
  distributor: Field.optional(Field.like(Schema.String, "Distributor 1", "Distributor 2")),
  /** Company that keeps the register of owners. */
  transfer_agent: Field.optional(Field.like(Schema.String, "Transfer Agent 1", "Transfer Agent 2")),
  /** Trustee of the fund. */
  trustee: Field.optional(Field.like(Schema.String, "Trustee 1", "Trustee 2")),
  /** Firm that makes the market in the shares. */
  lead_market_maker: Field.optional(Field.like(Schema.String, "Market Maker 1", "Market Maker 2")),
  /** Firm that trades futures for the fund. */
  futures_commission_merchant: Field.optional(Field.like(Schema.String, "Futures Merchant 1", "Futures Merchant 2")),
  /** Person or team that manages the portfolio. */
  portfolio_manager: Field.optional(Field.like(Schema.String, "Portfolio Team 1", "Portfolio Team 2")),
}

const fields = { ...Fund.fields, ...Fund.kindFields, ...own }

/** Profile of a fund on a day. */
export interface FundProfile extends Fund.FundKind, Field.Row<typeof own> {}

/** Schema of {@link FundProfile}. */
export const FundProfile: Field.SchemaOf<FundProfile, typeof fields> = Field.struct(fields, "FundProfile")

const exposures = [
  "sector_exposure",
  "industry_group_exposure",
  "industry_exposure",
  "subindustry_exposure",
  "geographic_exposure",
  "currency_exposure",
  "maturity_exposure",
  "coupon_exposure",
] as const

const params = {
  processed_date: Filter.range(Param.Date),
  effective_date: Filter.range(Param.Date),
  composite_ticker: Filter.rangeOrAnyOf(Ticker.Stock),
  /** Size of a page. */
  limit: Param.limit({ default: 100, max: 5000 }),
  /** Columns to sort by. */
  sort: Param.sort({ columns: Field.names(fields, ...exposures), default: ["composite_ticker", "asc"] }),
}

/** Request for profiles of funds. */
export interface ProfilesRequest
  extends Endpoint.RequestOn<typeof Fund.fields & typeof Fund.kindFields & typeof own, typeof params>, Endpoint.Named {}

export const profiles: Endpoint.Paged<ProfilesRequest, FundProfile, typeof params> = Endpoint.paged({
  path: "/etf-global/v1/profiles",
  params,
  row: FundProfile,
})
