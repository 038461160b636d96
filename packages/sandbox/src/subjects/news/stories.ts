import type { Dividend } from "@candela/stocks/Dividends"
import type { NewsArticle } from "@candela/stocks/News"
import type { Reports } from "../companies/statements.js"
import type { Profile } from "../companies/profiles.js"

/** Something to report. Its texts say that they are synthetic. */
export interface Story extends Pick<NewsArticle, "title" | "tickers" | "insights"> {
  readonly description: string
  readonly keywords: ReadonlyArray<string>
  /** The day on which it is known, and the hour in New York from which on it is. */
  readonly date: string
  readonly hour: number
}

/** Before the market opens, and after it has closed. */
const [morning, evening] = [8, 17]

const percent = (share: number) => `${(100 * share).toFixed(1)}%`

/** Whole cents, and what is finer than a cent. */
const dollars = (amount: number) => `$${amount.toFixed(4).replace(/0{1,2}$/, "")}`

/** Changes smaller than this are no news. */
const noticeable = 0.02

const sentimentOf = (change: number) =>
  change > noticeable ? "positive" : change < -noticeable ? "negative" : "neutral"

const insight = (ticker: string, change: number, sentiment_reasoning: string) => ({
  ticker,
  sentiment: sentimentOf(change),
  sentiment_reasoning,
})

const describe = (text: string) => `${text} This report is synthetic, and so are its figures.`

/** A dividend is declared. */
export const dividendStory = ({ name, ticker }: Profile, dividend: Dividend): Story => {
  const { cash_amount, declaration_date, distribution_type, ex_dividend_date, pay_date } = dividend
  const kind = distribution_type === "special" ? "special dividend" : "dividend"
  return {
    date: declaration_date!,
    hour: morning,
    title: `${name} declares a ${kind} of ${dollars(cash_amount!)} a share, ex-dividend on ${ex_dividend_date}`,
    description: describe(`${name} (${ticker}) pays a ${kind} of ${dollars(cash_amount!)} a share on ${pay_date}.`),
    tickers: [ticker],
    keywords: ["dividends", distribution_type!],
    insights: [insight(ticker, distribution_type === "special" ? 1 : 0, `The company pays a ${kind}.`)],
  }
}

/** The statement of a quarter is filed. */
export const statementStory = ({ filer, quarters, tickers }: Reports, index: number): Story => {
  const { name } = filer.profile
  const { filingDate, fiscalQuarter, fiscalYear, flows } = quarters[index]!
  const before = quarters[index - 4]!.flows.net_income
  const change = (flows.net_income - before) / Math.abs(before)
  const result = flows.net_income < 0 ? "loss" : "profit"
  const millions = `$${Math.round(Math.abs(flows.net_income) / 1e6)} million`
  const compared = `${change < 0 ? "down" : "up"} ${percent(Math.abs(change))} from a year before`
  return {
    date: filingDate,
    hour: evening,
    title: `${name} files a ${result} of ${millions} for quarter ${fiscalQuarter} of fiscal year ${fiscalYear}`,
    description: describe(`The net income of ${name} is ${compared}.`),
    tickers,
    keywords: ["earnings", `fiscal year ${fiscalYear}`],
    insights: tickers.map((ticker) => insight(ticker, change, `Net income is ${compared}.`)),
  }
}

/** A split is in force. It means nothing for what a holder has. */
export const splitStory = ({ name, split, ticker }: Profile): Story => ({
  date: split!.date,
  hour: morning,
  title: `${name} trades after its ${split!.to}-for-${split!.from} split`,
  description: describe(`Holders of ${name} (${ticker}) have ${split!.to} shares for every ${split!.from}.`),
  tickers: [ticker],
  keywords: ["stock splits"],
})

/** The stocks whose prices changed most on a day: the one that gained most, and the one that lost most. */
export interface Move {
  readonly date: string
  readonly up: string
  readonly gain: number
  readonly down: string
  readonly loss: number
}

/** A day of the market is over. */
export const dayStory = ({ date, down, gain, loss, up }: Move): Story => ({
  date,
  hour: evening,
  title: `Stocks of ${date}: ${up} and ${down} moved most`,
  description: describe(
    `Of all stocks, ${up} gained most (${percent(gain)}) and ${down} lost most (${percent(loss)}).`,
  ),
  tickers: [up, down],
  keywords: ["markets", "prices"],
  insights: [
    insight(up, gain, `The largest gain of the day: ${percent(gain)}.`),
    insight(down, loss, `The largest loss of the day: ${percent(loss)}.`),
  ],
})
