/**
 * What makes synthetic filings agree with one another: company, codes and addresses are those of a company of the
 * sandbox, and the days and figures of a row fit together.
 *
 * @module
 */
import type { EightKDisclosure } from "@candela/filings/EightKDisclosures"
import type { EightKText } from "@candela/filings/EightKText"
import type { IndexedFiling } from "@candela/filings/FilingsIndex"
import type { Form3 } from "@candela/filings/Form3"
import type { Form4 } from "@candela/filings/Form4"
import type { Holding } from "@candela/filings/Holdings"
import type { RiskFactor } from "@candela/filings/RiskFactors"
import type { TenKSection } from "@candela/filings/TenKSections"
import { round } from "../../numbers/Rounding.js"
import type { SyntheticPosition } from "../../query/SyntheticQuery.js"
import * as identifiers from "../companies/identifiers.js"
import { inCapitals, type Issuer, issuerAt, issuers } from "../companies/Issuer.js"
import { dayOfRow, daysAfter, monthEnd, pick, randomOf, weekdayUpTo } from "../partners/days.js"
import * as Vocabulary from "./vocabulary.js"

/** The filing of a row: its filer, day, number in the year and address. */
const filingOf = (filer: string, date: string, number: number) => {
  const accession = `${filer}-${date.slice(2, 4)}-${String(number + 1).padStart(6, "0")}`
  return {
    accession_number: accession,
    filing_date: date,
    filing_url: `https://filings.example/${Number(filer)}/${accession}.txt`,
  }
}

const company = ({ cik, ticker }: Issuer) => ({ cik, ticker })

/** Every eighth row of a group is an amendment. */
const isAmended = ({ index }: SyntheticPosition) => Math.floor(index / issuers.length) % 8 === 7

export const indexed = (row: IndexedFiling, at: SyntheticPosition): IndexedFiling => {
  const issuer = issuerAt(at.index)
  return {
    ...row,
    ...company(issuer),
    issuer_name: issuer.name,
    ...filingOf(issuer.cik, dayOfRow(at), at.index),
  }
}

/** Years of annual reports. */
const years = 6

/** Number of sections: two of each report. */
export const sectionCount = 2 * years * issuers.length

/** Titles of the sections. */
export const sectionTitles = { business: "Item 1. Business", risk_factors: "Item 1A. Risk Factors" }

export const section = (row: TenKSection, { index, today }: SyntheticPosition): TenKSection => {
  const issuer = issuerAt(index)
  const part = Math.floor(index / issuers.length)
  const name = part % 2 === 0 ? "business" : "risk_factors"
  const of = (year: number) => {
    const period_end = monthEnd(year, issuer.yearEnd)
    return { period_end, filed: weekdayUpTo(daysAfter(period_end, 32 + (Number(issuer.cik) % 25))) }
  }
  const [year, back] = [Number(today.slice(0, 4)), Math.floor(part / 2)]
  const { filed, period_end } = of(of(year).filed < today ? year - back : year - back - 1)
  const { filing_url } = filingOf(issuer.cik, filed, part)
  const passages =
    name === "business"
      ? ["The company develops, makes and sells its products and services in many countries."]
      : Vocabulary.risks.map(({ text }) => text)
  return {
    ...row,
    ...company(issuer),
    filing_date: filed,
    filing_url,
    period_end,
    section: name,
    text: [sectionTitles[name], ...passages].join("\n\n"),
  }
}

export const eightKText = (row: EightKText, at: SyntheticPosition): EightKText => {
  const issuer = issuerAt(at.index)
  return {
    ...row,
    ...company(issuer),
    form_type: isAmended(at) ? "8-K/A" : "8-K",
    ...filingOf(issuer.cik, dayOfRow(at), at.index),
  }
}

const categoryOf = ({ primary_category, secondary_category, tertiary_category }: Vocabulary.Topics) => ({
  primary_category,
  secondary_category,
  tertiary_category,
})

export const disclosure = (row: EightKDisclosure, at: SyntheticPosition): EightKDisclosure => {
  const { cik, tickers } = issuerAt(at.index)
  const entry = pick(Vocabulary.disclosures, randomOf(at, "disclosure").uniform())
  return {
    ...row,
    cik,
    tickers,
    ...categoryOf(entry),
    supporting_text: entry.text,
    ...filingOf(cik, dayOfRow(at), at.index),
  }
}

export const riskFactor = (row: RiskFactor, at: SyntheticPosition): RiskFactor => {
  const issuer = issuerAt(at.index)
  const entry = Vocabulary.risks[Math.floor(at.index / issuers.length) % Vocabulary.risks.length]!
  return {
    ...row,
    ...company(issuer),
    ...categoryOf(entry),
    supporting_text: entry.text,
    filing_date: dayOfRow(at),
  }
}

/** A taxonomy: one row for each entry. */
export const taxonomyOf = (entries: ReadonlyArray<Vocabulary.Topics>) => ({
  rows: entries.length,
  adjust: <Row extends object>(row: Row, { index }: SyntheticPosition): Row => {
    const { description, text: _, ...category } = entries[index]!
    return { ...row, taxonomy: "1.0", description, ...category }
  },
})

/** Managers, and the quarters that they report. */
const [managers, quarters] = [3, 6]

/** Number of holdings: of each manager, one of each company at the end of each quarter. */
export const holdingCount = managers * quarters * issuers.length

/** The last quarter's end at least 45 days, the time for filing, before a day, or an earlier one. */
const quarterEnd = (today: string, back: number) => {
  const due = daysAfter(today, -46)
  const month = Number(due.slice(0, 4)) * 12 + Number(due.slice(5, 7)) - 1
  const quarter = Math.floor(month / 3) - 1 - back
  return monthEnd(Math.floor(quarter / 4), 3 * (quarter % 4) + 3)
}

export const holding = (row: Holding, at: SyntheticPosition): Holding => {
  const issuer = issuerAt(at.index)
  const part = Math.floor(at.index / issuers.length)
  const manager = part % managers
  const period = quarterEnd(at.today, Math.floor(part / managers))
  const filer = identifiers.cik(`manager ${manager}`)
  const random = randomOf(at, "holding")
  const shares = 1000 * Math.ceil(random.uniform() * 20_000)
  const none = 100 * Math.floor(random.uniform() * 10)
  const { put_call: _, ...others } = row
  return {
    ...others,
    ...filingOf(filer, weekdayUpTo(daysAfter(period, 45)), part),
    filer_cik: filer,
    file_number: `028-${10_000 + manager}`,
    form_type: "13F-HR",
    period,
    issuer_name: inCapitals(issuer),
    title_of_class: issuer.tickers.length > 1 ? "CL A" : "COM",
    cusip: issuer.cusip,
    market_value: Math.round(shares * issuer.price),
    shares_or_principal_amount: shares,
    shares_or_principal_type: "SH",
    voting_authority_sole: shares - none,
    voting_authority_shared: 0,
    voting_authority_none: none,
    ...(at.index % 20 === 7 ? { put_call: pick(["PUT", "CALL"], random.uniform()) } : {}),
  }
}

const titles = ["Chief Executive Officer", "Chief Financial Officer", "General Counsel"]

/** The insider of a row: an officer, a director or an owner of a tenth, named by the role. */
const insiderOf = (issuer: Issuer, number: number) => {
  const role = number % 5 === 4 ? "Owner" : number % 2 === 0 ? "Officer" : "Director"
  return {
    owner_cik: identifiers.cik(`${issuer.ticker} ${role} ${number}`),
    owner_name: `${role} ${number + 1}`,
    is_officer: role === "Officer",
    is_director: role === "Director",
    is_ten_percent_owner: role === "Owner",
    is_other: false,
    ...(role === "Officer" ? { officer_title: titles[number % 3]! } : {}),
  }
}

/** What both reports have; the fields of derivatives only for one. */
const reported = (at: SyntheticPosition, event: string, filed: string, isDerivative: boolean) => {
  const issuer = issuerAt(at.index)
  const number = Math.floor(at.index / issuers.length)
  const random = randomOf(at, "insider")
  return {
    ...filingOf(issuer.cik, filed, at.index),
    period_of_report: event,
    issuer_cik: issuer.cik,
    issuer_name: issuer.name,
    tickers: issuer.tickers,
    ...insiderOf(issuer, number % 10),
    not_subject_to_section_16: false,
    aff_10b5_one: number % 3 === 0,
    security_title: isDerivative ? "Stock Option" : "Common Stock",
    security_type: isDerivative ? "derivative" : "non-derivative",
    direct_or_indirect: number % 4 === 3 ? "I" : "D",
    ...(number % 4 === 3 ? { nature_of_ownership: "By Trust" } : {}),
    ...(isDerivative
      ? {
          exercise_date: daysAfter(event, 365),
          exercise_price: round(issuer.price * (0.7 + 0.6 * random.uniform()), 2),
          underlying_security_title: "Common Stock",
          underlying_security_shares: 100 * Math.ceil(500 * random.uniform()),
        }
      : {}),
  }
}

export const form3 = ({ footnotes, shares_owned }: Form3, at: SyntheticPosition): Form3 => {
  const filed = dayOfRow(at)
  const form_type = isAmended(at) ? "3/A" : "3"
  const isDerivative = at.index % 6 === 5
  return {
    ...reported(at, weekdayUpTo(daysAfter(filed, -7)), filed, isDerivative),
    form_type,
    ...(form_type === "3/A" ? { date_of_original_submission: weekdayUpTo(daysAfter(filed, -30)) } : {}),
    ...(footnotes === undefined ? {} : { footnotes }),
    ...(isDerivative ? {} : { shares_owned: shares_owned ?? 0 }),
  }
}

/** Codes of transactions, each with its direction. */
const codes = [
  ["S", "D"],
  ["A", "A"],
  ["P", "A"],
  ["F", "D"],
  ["M", "A"],
  ["G", "D"],
] as const

export const form4 = ({ footnotes, shares_owned_following_transaction }: Form4, at: SyntheticPosition): Form4 => {
  const filed = dayOfRow(at)
  const traded = weekdayUpTo(daysAfter(filed, -2))
  const form_type = isAmended(at) ? "4/A" : "4"
  const random = randomOf(at, "transaction")
  const isDerivative = at.index % 6 === 5
  const [code, direction] = pick(codes, random.uniform())
  const shares = 100 * Math.ceil(300 * random.uniform())
  // What is granted or given away has no price.
  const price = code === "A" || code === "G" ? 0 : round(issuerAt(at.index).price * (0.9 + 0.2 * random.uniform()), 2)
  return {
    ...reported(at, traded, filed, isDerivative),
    form_type,
    record_type: "transaction",
    ...(form_type === "4/A" ? { date_of_original_submission: weekdayUpTo(daysAfter(filed, -30)) } : {}),
    ...(footnotes === undefined ? {} : { footnotes }),
    transaction_date: traded,
    transaction_code: code,
    transaction_acquired_disposed: direction,
    transaction_shares: shares,
    transaction_price_per_share: price,
    transaction_value: round(shares * price, 2),
    transaction_timeliness: "O",
    shares_owned_following_transaction: shares_owned_following_transaction ?? shares,
    equity_swap_involved: false,
    ...(isDerivative ? { expiration_date: daysAfter(traded, 3652) } : {}),
  }
}
