/**
 * What makes Benzinga's synthetic rows agree with one another: a rating names an analyst and a firm that exist, the
 * consensus counts the ratings, and the figures of a report fit together.
 *
 * @module
 */
import type { AnalystInsight } from "@candela/benzinga/AnalystInsights"
import type { Analyst } from "@candela/benzinga/Analysts"
import type { BullsBears } from "@candela/benzinga/BullsBearsSay"
import type { ConsensusRating } from "@candela/benzinga/ConsensusRatings"
import type { EarningsReport } from "@candela/benzinga/Earnings"
import type { Firm } from "@candela/benzinga/Firms"
import type { Guidance } from "@candela/benzinga/Guidance"
import type { BenzingaArticle } from "@candela/benzinga/News"
import type { Rating } from "@candela/benzinga/Ratings"
import { round } from "../../numbers/Rounding.js"
import * as Random from "../../numbers/random.js"
import type { SyntheticPosition } from "../../query/SyntheticQuery.js"
import { type Issuer, issuerAt, issuers } from "../companies/Issuer.js"
import { dayOfRow, daysAfter, monthEnd, pick, randomOf, weekdayUpTo } from "./days.js"

/** Numbers of firms, analysts and ratings. */
export const counts = { firms: 12, analysts: 48, ratings: 500, cases: issuers.length }

/** An identifier of 24 hexadecimal digits, the same in every data set. */
const idOf = (kind: string, index: number) => {
  const { uniform } = Random.make(0, kind, index)
  return Array.from({ length: 24 }, () => Math.floor(16 * uniform()).toString(16)).join("")
}

const firmOf = (index: number) => ({ id: idOf("firm", index), name: `Research Firm ${index + 1}` })

const analystOf = (index: number) => ({
  id: idOf("analyst", index),
  name: `Analyst ${index + 1}`,
  firm: firmOf(index % counts.firms),
})

export const firm = (row: Firm, { index }: SyntheticPosition): Firm => {
  const { id, name } = firmOf(index)
  return { ...row, benzinga_id: id, name, currency: "USD" }
}

export const analyst = (row: Analyst, { index }: SyntheticPosition): Analyst => {
  const { firm, id, name } = analystOf(index)
  return { ...row, benzinga_id: id, benzinga_firm_id: firm.id, firm_name: firm.name, full_name: name }
}

/** Ratings, the best first. */
const scale = ["strong_buy", "buy", "hold", "sell", "strong_sell"] as const

const actionOf = (now: number, before: number) =>
  now < before ? "upgrades" : now > before ? "downgrades" : "maintains"

/** A rating: the row of `ratings`, apart from what is the declaration's. */
const ratingOf = (at: SyntheticPosition) => {
  const issuer = issuerAt(at.index)
  const random = randomOf(at, "rating")
  const analyst = analystOf(Math.floor(counts.analysts * random.uniform()))
  // A middling rating is the likeliest.
  const middling = () => Math.min(4, Math.floor((random.uniform() + random.uniform()) * 2.5))
  const [now, before] = [middling(), middling()]
  const targetOf = () => Math.max(1, Math.round(issuer.price * (0.8 + 0.6 * random.uniform())))
  const [target, previous] = [targetOf(), targetOf()]
  const date = dayOfRow(at, 2)
  const time = `${String(11 + Math.floor(9 * random.uniform())).padStart(2, "0")}:30:00`
  return { analyst, before, date, issuer, now, previous, target, time, last_updated: `${date}T${time}Z` }
}

export const rating = (row: Rating, at: SyntheticPosition): Rating => {
  const { analyst, before, date, issuer, last_updated, now, previous, target, time } = ratingOf(at)
  return {
    ...row,
    ...{ date, time, last_updated, ticker: issuer.ticker, company_name: issuer.name, currency: "USD" },
    benzinga_id: idOf("rating", at.index),
    benzinga_analyst_id: analyst.id,
    benzinga_firm_id: analyst.firm.id,
    analyst: analyst.name,
    firm: analyst.firm.name,
    rating: scale[now]!,
    previous_rating: scale[before]!,
    rating_action: actionOf(now, before),
    price_target: target,
    adjusted_price_target: target,
    previous_price_target: previous,
    previous_adjusted_price_target: previous,
    price_target_action: target > previous ? "raises" : target < previous ? "lowers" : "maintains",
    price_percent_change: round(100 * (target / previous - 1), 2),
    benzinga_calendar_url: `https://benzinga.example/quote/${issuer.ticker}/analyst-ratings`,
    benzinga_news_url: `https://benzinga.example/stock-articles/${issuer.ticker}/analyst-ratings`,
  }
}

export const insight = (row: AnalystInsight, at: SyntheticPosition): AnalystInsight => {
  const { analyst, before, date, issuer, last_updated, now, target } = ratingOf(at)
  return {
    ...row,
    ...{ date, last_updated, ticker: issuer.ticker, company_name: issuer.name },
    benzinga_id: idOf("insight", at.index),
    benzinga_firm_id: analyst.firm.id,
    benzinga_rating_id: idOf("rating", at.index),
    firm: analyst.firm.name,
    rating: scale[now]!,
    rating_action: actionOf(now, before),
    price_target: target,
  }
}

const average = (values: ReadonlyArray<number>) => values.reduce((sum, value) => sum + value, 0) / values.length

/** The consensus on a stock, from the ratings of some days; `undefined` if there are none. */
export const consensusOf = (
  ticker: string,
  isCounted: (date: string) => boolean,
  given: Omit<SyntheticPosition, "index">,
): ConsensusRating | undefined => {
  const found = Array.from({ length: counts.ratings }, (_, index) => ratingOf({ ...given, index })).filter(
    ({ date, issuer }) => issuer.ticker === ticker && isCounted(date),
  )
  if (found.length === 0) return undefined
  const count = (wanted: number) => found.filter(({ now }) => now === wanted).length
  const value = average(found.map(({ now }) => 5 - now))
  const targets = found.map(({ target }) => target)
  return {
    ticker,
    consensus_rating: scale[5 - Math.round(value)]!,
    consensus_rating_value: round(value, 2),
    ...{ strong_buy_ratings: count(0), buy_ratings: count(1), hold_ratings: count(2) },
    ...{ sell_ratings: count(3), strong_sell_ratings: count(4) },
    ratings_contributors: found.length,
    consensus_price_target: round(average(targets), 2),
    high_price_target: Math.max(...targets),
    low_price_target: Math.min(...targets),
    price_target_contributors: found.length,
  }
}

/** The fiscal quarter of a row: the last one, then those before it. */
const quarterOf = (issuer: Issuer, { index, today }: SyntheticPosition, ahead: number) => {
  const month = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1
  const quarter = Math.floor((month - issuer.yearEnd) / 3) - 1 + ahead - Math.floor(index / issuers.length)
  // Months are counted from the fiscal year's start.
  const end = issuer.yearEnd + 3 * quarter + 2
  return {
    end: monthEnd(Math.floor(end / 12), (end % 12) + 1),
    fiscal_year: Math.floor(quarter / 4) + 1,
    fiscal_period: (["Q1", "Q2", "Q3", "Q4"] as const)[quarter % 4]!,
  }
}

/** Earnings per share and revenue of a quarter, as a rate of those of a usual one. */
const quarterly = ({ margin, outstanding, revenue }: Issuer, rate: number) => {
  const amount = Math.round((rate * revenue) / 4 / 1e6) * 1e6
  return { revenue: amount, eps: round((amount * margin) / outstanding, 2) }
}

const surpriseOf = (actual: number, estimated: number, decimals: number) => ({
  surprise: round(actual - estimated, decimals),
  percent: estimated === 0 ? 0 : round((100 * (actual - estimated)) / Math.abs(estimated), 2),
})

export const earnings = (row: EarningsReport, at: SyntheticPosition): EarningsReport => {
  const issuer = issuerAt(at.index)
  const random = randomOf(at, "earnings")
  const { end, fiscal_period, fiscal_year } = quarterOf(issuer, at, 1)
  const date = weekdayUpTo(daysAfter(end, 20 + (Number(issuer.cik) % 20)))
  const estimated = quarterly(issuer, 1 + 0.1 * random.normal())
  const previous = quarterly(issuer, 0.95 + 0.1 * random.normal())
  const actual = quarterly(issuer, estimated.revenue / (issuer.revenue / 4) + 0.02 * random.normal())
  const isReported = date < at.today
  const [eps, revenue] = [surpriseOf(actual.eps, estimated.eps, 2), surpriseOf(actual.revenue, estimated.revenue, 0)]
  const updated = isReported ? date : weekdayUpTo(daysAfter(at.today, -1))
  return {
    benzinga_id: idOf("earnings", at.index),
    ...{ date, fiscal_period, fiscal_year, ticker: issuer.ticker, company_name: issuer.name, currency: "USD" },
    ...(row.time === undefined ? {} : { time: row.time }),
    ...(row.importance === undefined ? {} : { importance: row.importance }),
    ...(row.notes === undefined || !isReported ? {} : { notes: row.notes }),
    date_status: isReported ? "confirmed" : "projected",
    ...{ eps_method: "gaap", revenue_method: "gaap" },
    ...{ estimated_eps: estimated.eps, estimated_revenue: estimated.revenue },
    ...{ previous_eps: previous.eps, previous_revenue: previous.revenue },
    ...(isReported
      ? {
          ...{ actual_eps: actual.eps, actual_revenue: actual.revenue },
          ...{ eps_surprise: eps.surprise, eps_surprise_percent: eps.percent },
          ...{ revenue_surprise: revenue.surprise, revenue_surprise_percent: revenue.percent },
        }
      : {}),
    last_updated: `${updated}T20:30:00Z`,
  }
}

/** A range of guidance around a figure. */
const rangeOf = (middle: number, decimals: number) => ({
  min: round(middle - 0.03 * Math.abs(middle), decimals),
  max: round(middle + 0.03 * Math.abs(middle), decimals),
})

export const guidance = (row: Guidance, at: SyntheticPosition): Guidance => {
  const issuer = issuerAt(at.index)
  const random = randomOf(at, "guidance")
  const { end, fiscal_period, fiscal_year } = quarterOf(issuer, at, 0)
  const date = weekdayUpTo(daysAfter(end, -40 + (Number(issuer.cik) % 20)))
  const expected = quarterly(issuer, 1 + 0.1 * random.normal())
  const before = quarterly(issuer, expected.revenue / (issuer.revenue / 4) + 0.03 * random.normal())
  const [eps, revenue] = [rangeOf(expected.eps, 2), rangeOf(expected.revenue, 0)]
  const [lastEps, lastRevenue] = [rangeOf(before.eps, 2), rangeOf(before.revenue, 0)]
  return {
    ...row,
    benzinga_id: idOf("guidance", at.index),
    ...{ date, fiscal_period, fiscal_year, ticker: issuer.ticker, company_name: issuer.name, currency: "USD" },
    ...{ eps_method: "gaap", revenue_method: "gaap", positioning: "primary", release_type: "official" },
    ...{ estimated_eps_guidance: expected.eps, min_eps_guidance: eps.min, max_eps_guidance: eps.max },
    ...{ previous_min_eps_guidance: lastEps.min, previous_max_eps_guidance: lastEps.max },
    ...{ estimated_revenue_guidance: expected.revenue },
    ...{ min_revenue_guidance: revenue.min, max_revenue_guidance: revenue.max },
    ...{ previous_min_revenue_guidance: lastRevenue.min, previous_max_revenue_guidance: lastRevenue.max },
    last_updated: `${date}T20:30:00Z`,
  }
}

export const cases = (row: BullsBears, at: SyntheticPosition): BullsBears => ({
  ...row,
  ticker: issuerAt(at.index).ticker,
})

export const article = (row: BenzingaArticle, at: SyntheticPosition): BenzingaArticle => {
  const { name, ticker } = issuerAt(at.index)
  const published = `${dayOfRow(at, 1)}T${pick(["11:00:00", "13:45:00", "20:15:00"], randomOf(at, "article").uniform())}Z`
  const number = String(40_000_000 + at.index)
  return {
    ...row,
    benzinga_id: number,
    title: `${name}: ${row.title}`,
    published,
    last_updated: published,
    url: `https://benzinga.example/news/${number}`,
    tickers: [ticker],
  }
}
