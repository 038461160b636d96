/**
 * Offerings of the companies of the sandbox, on their true first day of trading, and of some that are to come. Prices
 * and numbers of shares are synthetic.
 *
 * @module
 */
import type { Ipo } from "@candela/reference/Ipos"
import { round } from "../../numbers/Rounding.js"
import type { SyntheticPosition } from "../../query/SyntheticQuery.js"
import * as identifiers from "../companies/identifiers.js"
import { isinOf, issuers } from "../companies/Issuer.js"
import { daysAfter, pick, randomOf, weekdayUpTo } from "../partners/days.js"

const listed = issuers.filter(({ listed }) => listed !== undefined)

/** Number of offerings. */
export const count = listed.length + 24

const states = ["pending", "rumor", "postponed", "withdrawn", "history", "history"] as const

/** An offering of a company that has no ticker in the sandbox. */
const other = (at: SyntheticPosition) => {
  const number = at.index - listed.length
  const cusip = identifiers.cusip(`offering ${number}`, 1)
  const listing_date = weekdayUpTo(daysAfter(at.today, 40 - 25 * number))
  const coming = pick(states.slice(0, 3), randomOf(at, "state").uniform())
  return {
    issuer_name: `Synthetic Company ${number + 1}`,
    ...{ us_code: cusip, isin: isinOf(cusip), listing_date },
    ipo_status: listing_date >= at.today ? coming : pick(states.slice(3), randomOf(at, "state").uniform()),
  }
}

const own = ({ index }: SyntheticPosition) => {
  const { cusip, exchange, isin, listed: listing_date, name, ticker } = listed[index]!
  return {
    ...{ ticker, issuer_name: name, us_code: cusip, isin, primary_exchange: exchange },
    listing_date: listing_date!,
    ipo_status: "history",
  }
}

export const offering = (row: Ipo, at: SyntheticPosition): Ipo => {
  const random = randomOf(at, "offering")
  const low = 10 + Math.floor(30 * random.uniform())
  const price = low + Math.floor(4 * random.uniform())
  const shares = 1_000_000 * Math.ceil(50 * random.uniform())
  const { final_issue_price: _price, ticker: _ticker, ...others } = row
  const facts = at.index < listed.length ? own(at) : other(at)
  return {
    ...others,
    ...facts,
    announced_date: weekdayUpTo(daysAfter(facts.listing_date, -45)),
    last_updated: facts.listing_date < at.today ? facts.listing_date : weekdayUpTo(daysAfter(at.today, -1)),
    ...{ lowest_offer_price: low, highest_offer_price: low + 3 },
    ...(facts.ipo_status === "history" ? { final_issue_price: price } : {}),
    ...{ min_shares_offered: shares, max_shares_offered: round(1.15 * shares, 0) },
    total_offer_size: shares * price,
    shares_outstanding: 8 * shares,
  }
}
