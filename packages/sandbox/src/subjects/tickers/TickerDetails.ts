/**
 * Contents of overviews beyond the list of tickers: facts about companies, and the figures of their filings. @module
 */
import * as Field from "@candela/core/declare/Field"
import * as Structure from "@candela/core/internal/Structure"
import { TickerOverview } from "@candela/reference/TickerOverview"
import { Effect, type Schema, Struct } from "effect"
import * as Table from "../../store/Table.js"
import { chosen } from "../../generate/Extent.js"
import type { Generator } from "../../generate/Generator.js"
import { companies } from "./companies.js"
import { filings } from "./filings.js"
import { rootOf, suffixOf } from "./listings.js"
import { type Profile, profiles } from "../companies/profiles.js"

/** Schema of some fields of an overview. */
const some = <const Names extends ReadonlyArray<keyof TickerOverview>>(
  ...names: Names
): Schema.Schema<Pick<TickerOverview, Names[number]>> =>
  Field.struct(Struct.pick(Structure.recordOf(TickerOverview.ast)!, ...names) as Field.Fields) as never

/** Table of unchanging facts, with one row per ticker that has an exchange. */
export const details = Table.of("ticker_details", {
  row: some(
    "ticker",
    "description",
    "homepage_url",
    "phone_number",
    "address",
    "branding",
    "round_lot",
    "sic_code",
    "sic_description",
    "ticker_root",
    "ticker_suffix",
  ),
  key: ["ticker"],
})

/** Table with one row per filing that changes a ticker's number of shares. */
export const figures = Table.of("ticker_figures", {
  row: some("ticker", "share_class_shares_outstanding", "weighted_shares_outstanding", "total_employees"),
  hidden: {
    /** Last day of the filed period. */
    period_end: "VARCHAR",
    filing_date: "VARCHAR",
  },
  key: ["ticker", "period_end"],
})

const companyOf = (root: string): Omit<Parameters<typeof details.append>[1][number], "ticker"> => {
  const company = companies[root]
  if (company === undefined) return {}
  const { city, industry, postalCode, state } = company
  const [code, name] = industry
  const home = `https://example.com/${root.toLowerCase()}`
  // Numbers from 555-0100 to 555-0199 are unassigned.
  const line = 100 + (Object.keys(companies).indexOf(root) % 100)
  return {
    homepage_url: home,
    phone_number: `(201) 555-0${line}`,
    address: {
      address1: `${line} EXAMPLE STREET`,
      ...(line % 3 === 0 ? { address2: `SUITE ${line}` } : {}),
      city,
      state,
      postal_code: postalCode,
    },
    branding: { logo_url: `${home}/logo.svg`, icon_url: `${home}/icon.png` },
    sic_code: code,
    sic_description: name,
  }
}

const describe = ({ ticker, type }: Profile) => {
  const { city, industry, state } = companies[rootOf(ticker)] ?? {}
  const text = industry === undefined ? undefined : `${industry[1]}; ${city}, ${state}. `
  return `${text ?? (type === "ETF" ? "FUND OF STOCKS. " : "")}All prices and figures are synthetic.`
}

const detailsOf = (profile: Profile) => {
  const { price, ticker } = profile
  const suffix = suffixOf(ticker)
  return {
    ticker,
    description: describe(profile),
    ...companyOf(rootOf(ticker)),
    // A lot of a hundred shares would cost millions.
    round_lot: price > 100_000 ? 1 : 100,
    ticker_root: rootOf(ticker),
    ...(suffix === undefined ? {} : { ticker_suffix: suffix }),
  }
}

/** Writes the details of stocks and funds. */
export const generator: Generator = {
  name: "ticker details",
  tables: [details, figures],
  needs: [],
  write: ({ extent, random, statements, today }) => {
    const listed = chosen(profiles, extent.markets.stocks)
    const filed = listed.flatMap((profile) =>
      filings(profile, random, today).map(({ employees, filed, periodEnd, shares, weightedShares }) => ({
        ticker: profile.ticker,
        share_class_shares_outstanding: shares,
        weighted_shares_outstanding: weightedShares,
        ...(employees === null ? {} : { total_employees: employees }),
        period_end: periodEnd,
        filing_date: filed,
      })),
    )
    return Effect.zipRight(details.append(statements, listed.map(detailsOf)), figures.append(statements, filed))
  },
}
