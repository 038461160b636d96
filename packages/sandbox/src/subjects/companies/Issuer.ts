/** Companies that synthetic rows are about: those that the sandbox has prices and statements of. @module */
import { rootOf } from "../tickers/listings.js"
import { filers } from "./filers.js"
import * as identifiers from "./identifiers.js"
import { firstTickers } from "./profiles.js"

/** A company with its shares. Tickers and names are real, and so are most CIKs; the other codes are synthetic. */
export interface Issuer {
  readonly ticker: string
  /** Tickers of all classes. */
  readonly tickers: ReadonlyArray<string>
  readonly name: string
  readonly cik: string
  readonly cusip: string
  readonly isin: string
  readonly figi: string
  /** Market identifier code of the listing exchange. */
  readonly exchange: string
  /** First day of trading. */
  readonly listed: string | undefined
  /** A usual price, dollars. */
  readonly price: number
  /** Shares at the end of 2021. */
  readonly outstanding: number
  /** Last month of the fiscal year, 1 to 12. */
  readonly yearEnd: number
  /** Revenue of a year, dollars. */
  readonly revenue: number
  /** Net income, as a share of revenue. */
  readonly margin: number
}

/** Digits of a code: a letter is two, from 10 (`A`) on. */
const digitsOf = (code: string) => [...code].map((character) => parseInt(character, 36)).join("")

/** International number of a security of the United States: country, CUSIP and Luhn's check digit. */
export const isinOf = (cusip: string): string => {
  const sum = [...digitsOf(`US${cusip}`)].reverse().reduce((total, digit, index) => {
    const product = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + Math.floor(product / 10) + (product % 10)
  }, 0)
  return `US${cusip}${(10 - (sum % 10)) % 10}`
}

/** The companies, each with its first class of shares. */
export const issuers: ReadonlyArray<Issuer> = filers
  .filter(({ profile }) => firstTickers.includes(profile.ticker) && profile.delisted === undefined)
  .map(({ cik, margin, profile, revenue, shares, yearEnd }) => {
    const { exchange, listed, name, price, ticker } = profile
    const cusip = identifiers.cusip(rootOf(ticker), 1)
    return {
      ...{ cik, cusip, exchange, listed, margin, price, revenue, ticker, yearEnd },
      tickers: Object.keys(shares),
      name: name.replace(/ Class [AB]$/, ""),
      isin: isinOf(cusip),
      figi: identifiers.figi(`${ticker} composite`),
      outstanding: shares[ticker]!.outstanding,
    }
  })

/** A name as lists of securities write it: `AMAZON COM INC`. */
export const inCapitals = ({ name }: Issuer): string =>
  name.toUpperCase().replaceAll(",", "").replaceAll(".", " ").trim()

/** The company of a row, by turns. */
export const issuerAt = (index: number): Issuer => issuers[index % issuers.length]!
