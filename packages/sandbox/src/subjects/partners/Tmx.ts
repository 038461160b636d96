/** What makes TMX's synthetic events agree with companies, days and one another. @module */
import type { CorporateEvent } from "@candela/tmx/CorporateEvents"
import type { SyntheticPosition } from "../../query/SyntheticQuery.js"
import { issuerAt, issuers } from "../companies/Issuer.js"
import { daysAfter, pick, randomOf, weekdayUpTo } from "./days.js"

/** Kinds of events, each with its title. */
export const kinds = [
  ["earnings_announcement_date", "Earnings Announcement"],
  ["earnings_conference_call", "Earnings Conference Call"],
  ["dividend", "Dividend"],
  ["shareholder_meeting", "Annual Meeting"],
  ["conference", "Investor Conference"],
  ["analyst_day", "Analyst Day"],
] as const

/** Days after the clock in which the coming events lie. */
const ahead = 60

export const event = (row: CorporateEvent, at: SyntheticPosition): CorporateEvent => {
  const issuer = issuerAt(at.index)
  const random = randomOf(at, "event")
  const [type, title] = pick(kinds, random.uniform())
  const date = weekdayUpTo(daysAfter(at.today, ahead - 2 * at.index))
  const coming = pick(["confirmed", "unconfirmed", "postponed"], random.uniform())
  return {
    ...row,
    ticker: issuer.ticker,
    company_name: issuer.name,
    date,
    type,
    name: `${date.slice(0, 4)} ${title}`,
    status: date < at.today ? "historical" : coming,
    url: `https://events.example/${issuer.ticker}/${date}`,
    trading_venue: issuer.exchange,
    isin: issuer.isin,
    tmx_company_id: String(2000 + (at.index % issuers.length)),
  }
}
