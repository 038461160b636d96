import { type Further, furtherStocks } from "./further.js"
import type { CompanyKind } from "./kinds.js"
import type { CompanySplit } from "./split.js"

/**
 * Profile of a ticker for the generator. The symbol and the name are real; all prices derived from it are synthetic.
 */
export interface Profile {
  readonly ticker: string
  readonly name: string
  /** `CS` common stock, `ADRC` depositary receipt, `ETF` fund. */
  readonly type: "CS" | "ADRC" | "ETF"
  /** Market identifier code of the listing exchange. */
  readonly exchange: string
  /** Listing date; absent when unknown. */
  readonly listed?: string
  /** Starting price in dollars, to which the walk reverts. */
  readonly price: number
  /** Standard deviation of a day's return, as a fraction. */
  readonly volatility: number
  /** Shares traded on a usual day. */
  readonly volume: number
  /** Shares of a usual trade. */
  readonly tradeSize: number
  /** Whether it trades over the counter: in hundredths of a cent, in the regular session only. */
  readonly otc?: true
  /** First day without trading after the delisting. */
  readonly delisted?: string
  readonly split?: CompanySplit
}

/** New shares per old one, when the stock was split after a date and until another one. */
export const splitIn = ({ split }: Profile, after: string, until: string): number =>
  split !== undefined && split.date > after && split.date <= until ? split.to / split.from : 1

const stock = (
  ticker: string,
  name: string,
  exchange: "XNAS" | "XNYS",
  listed: string,
  price: number,
  volatility: number,
  volume: number,
  more: Partial<Profile> = {},
): Profile => ({ ticker, name, type: "CS", exchange, listed, price, volatility, volume, tradeSize: 80, ...more })

/** Stocks with the most minutes. */
const first: ReadonlyArray<Profile> = [
  stock("AAPL", "Apple Inc.", "XNAS", "1980-12-12", 190, 0.014, 55e6),
  stock("AMZN", "Amazon.com, Inc.", "XNAS", "1997-05-15", 130, 0.018, 48e6),
  stock("BA", "The Boeing Company", "XNYS", "1962-01-02", 211, 0.02, 7e6),
  stock("BRK.A", "Berkshire Hathaway Inc. Class A", "XNYS", "1980-03-17", 520_000, 0.009, 4_000, { tradeSize: 2 }),
  stock("BRK.B", "Berkshire Hathaway Inc. Class B", "XNYS", "1996-05-09", 342, 0.009, 3.4e6),
  stock("CSCO", "Cisco Systems, Inc.", "XNAS", "1990-02-16", 52, 0.012, 18e6),
  stock("DIS", "The Walt Disney Company", "XNYS", "1957-11-12", 89, 0.015, 11e6),
  stock("FNMA", "Federal National Mortgage Association", "XNYS", "1968-09-01", 0.52, 0.035, 250_000, {
    exchange: "OTCM",
    tradeSize: 600,
    otc: true,
  }),
  stock("GOOGL", "Alphabet Inc. Class A", "XNAS", "2004-08-19", 120, 0.016, 28e6),
  stock("HD", "The Home Depot, Inc.", "XNYS", "1981-09-22", 310, 0.013, 3.5e6),
  stock("IBM", "International Business Machines Corporation", "XNYS", "1962-01-02", 134, 0.012, 4e6),
  stock("INTC", "Intel Corporation", "XNAS", "1971-10-13", 33, 0.023, 45e6),
  stock("JNJ", "Johnson & Johnson", "XNYS", "1944-09-25", 165, 0.009, 7e6),
  stock("JPM", "JPMorgan Chase & Co.", "XNYS", "1969-03-05", 145, 0.012, 9e6),
  stock("KO", "The Coca-Cola Company", "XNYS", "1919-09-05", 60, 0.008, 13e6),
  stock("META", "Meta Platforms, Inc. Class A", "XNAS", "2012-05-18", 290, 0.02, 17e6),
  stock("MSFT", "Microsoft Corporation", "XNAS", "1986-03-13", 340, 0.013, 22e6),
  stock("NVDA", "NVIDIA Corporation", "XNAS", "1999-01-22", 423, 0.028, 40e6, {
    split: { announced: "2024-05-22", date: "2024-06-10", from: 1, to: 10 },
  }),
  // The real split of 2024 was on 28 March; here it is earlier, so that minutes exist on both sides of it.
  stock("ODFL", "Old Dominion Freight Line, Inc.", "XNAS", "1991-10-24", 370, 0.017, 1.2e6, {
    split: { announced: "2024-02-16", date: "2024-03-11", from: 1, to: 2 },
  }),
  stock("PEP", "PepsiCo, Inc.", "XNAS", "1972-01-13", 185, 0.009, 5.5e6),
  stock("PG", "The Procter & Gamble Company", "XNYS", "1950-03-28", 152, 0.009, 6.5e6),
  stock("RIVN", "Rivian Automotive, Inc. Class A", "XNAS", "2021-11-10", 17, 0.038, 35e6),
  stock("SPCE", "Virgin Galactic Holdings, Inc.", "XNYS", "2017-09-29", 3.9, 0.045, 12e6, {
    split: { announced: "2024-06-12", date: "2024-06-17", from: 20, to: 1 },
  }),
  stock("SPLK", "Splunk Inc.", "XNAS", "2012-04-19", 106, 0.012, 2e6, { delisted: "2024-03-18" }),
  stock("SPY", "SPDR S&P 500 ETF Trust", "XNYS", "1993-01-29", 443, 0.008, 75e6, { type: "ETF", exchange: "ARCX" }),
  stock("TSLA", "Tesla, Inc.", "XNAS", "2010-06-29", 280, 0.033, 100e6),
  stock("UNH", "UnitedHealth Group Incorporated", "XNYS", "1984-10-17", 480, 0.014, 4e6),
  stock("V", "Visa Inc. Class A", "XNYS", "2008-03-19", 237, 0.01, 6e6),
  stock("WMT", "Walmart Inc.", "XNYS", "1972-08-25", 157, 0.01, 16e6, {
    split: { announced: "2024-01-30", date: "2024-02-26", from: 1, to: 3 },
  }),
  stock("XOM", "Exxon Mobil Corporation", "XNYS", "1920-03-25", 107, 0.013, 16e6),
]

/** Standard deviation of a day's return, by kind of company. */
const volatilities: Readonly<Record<CompanyKind, number>> = {
  technology: 0.019,
  retail: 0.015,
  industry: 0.014,
  consumer: 0.011,
  finance: 0.013,
  beginner: 0.035,
}

const ofFurther = ({ exchange, kind, millions, name, price, split, ticker }: Further): Profile => ({
  ...{ ticker, name, exchange, price, type: "CS", tradeSize: 80 },
  volatility: volatilities[kind],
  // Half a percent of all shares.
  volume: Math.round(millions * 5_000),
  ...(split && { split }),
})

/** All stocks and funds. */
export const profiles: ReadonlyArray<Profile> = [...first, ...furtherStocks.map(ofFurther)]

/** Tickers of the stocks with the most minutes. */
export const firstTickers: ReadonlyArray<string> = first.map(({ ticker }) => ticker)
