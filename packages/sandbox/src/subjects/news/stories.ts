import type { Dividend } from "@candela/stocks/Dividends"
import type { NewsArticle } from "@candela/stocks/News"
import type { Reports } from "../companies/statements.js"
import type { Profile } from "../companies/profiles.js"

/** Event to report. Its texts say that they are synthetic. */
export interface Story extends Pick<NewsArticle, "title" | "tickers" | "insights"> {
  readonly description: string
  readonly keywords: ReadonlyArray<string>
  /** Day and hour (New York) from which it is known. */
  readonly date: string
  readonly hour: number
}

/** Hours before the market opens and after it has closed. */
const [morning, evening] = [8, 17]

const percent = (share: number) => `${(100 * share).toFixed(1)}%`

/** Formats dollars with two to four decimals. */
const dollars = (amount: number) => `$${amount.toFixed(4).replace(/0{1,2}$/, "")}`

/** Minimum change that counts as news. */
const noticeable = 0.02

const sentimentOf = (change: number) =>
  change > noticeable ? "positive" : change < -noticeable ? "negative" : "neutral"

const insight = (ticker: string, change: number, sentiment_reasoning: string) => ({
  ticker,
  sentiment: sentimentOf(change),
  sentiment_reasoning,
})

const describe = (text: string) => `${text} This report is synthetic, and so are its figures.`

/** Story of a declared dividend. */
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

/** Story of a quarter's filed statement. */
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

/** Story of a split. It does not change the value of a holding. */
export const splitStory = ({ name, split, ticker }: Profile): Story => ({
  date: split!.date,
  hour: morning,
  title: `${name} trades after its ${split!.to}-for-${split!.from} split`,
  description: describe(`Holders of ${name} (${ticker}) have ${split!.to} shares for every ${split!.from}.`),
  tickers: [ticker],
  keywords: ["stock splits"],
})

/** Stocks with the largest price changes of a day: the largest gain and the largest loss. */
export interface Move {
  readonly date: string
  readonly up: string
  readonly gain: number
  readonly down: string
  readonly loss: number
}

/** Story of a completed market day. */
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
