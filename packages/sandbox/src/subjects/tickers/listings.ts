import { Struct } from "effect"
import { chosen, type Extent } from "../../generate/Extent.js"
import { type Index, indices } from "../indices/profiles.js"
import { cryptoPairs, forexPairs, type Pair } from "../pairs/profiles.js"
import { filers } from "../companies/filers.js"
import { type Profile, profiles } from "../companies/profiles.js"
import { formerHolder, renamed, renames } from "../companies/renames.js"
import * as identifiers from "../companies/identifiers.js"

/**
 * Listing of a ticker in any market. Symbols, names and dates are real. The numbers of companies
 * that begin with 0009, and all other codes, are synthetic.
 */
export interface Listing {
  readonly ticker: string
  readonly name: string
  /** Former name, and the first day without it. */
  readonly formerName?: { readonly name: string; readonly until: string }
  readonly market: "stocks" | "otc" | "fx" | "crypto" | "indices"
  readonly locale: "us" | "global"
  readonly type?: string
  /** Market identifier code of the listing exchange. */
  readonly exchange?: string
  /** Trading currency. */
  readonly currency: { readonly name: string; readonly symbol?: string }
  /** Base currency of a pair. */
  readonly base?: { readonly name: string; readonly symbol: string }
  /** Codes of a stock. */
  readonly codes?: Readonly<Record<"cik" | "cusip" | "compositeFigi" | "shareClassFigi", string>>
  /** First listed day; absent for a ticker that was always listed. */
  readonly listed?: string
  /** First day after the delisting, or after the company's change to another ticker. */
  readonly delisted?: string
  /** First day of the company under this ticker; absent for its first ticker. */
  readonly heldFrom?: string
  /** Day on which another company takes the ticker. */
  readonly heldUntil?: string
}

/** Ticker without its suffix, shared by all share classes of a company. */
export const rootOf = (ticker: string): string => ticker.split(".")[0]!

/** Suffix that distinguishes the share classes of a company: `A` of `BRK.A`. */
export const suffixOf = (ticker: string): string | undefined => ticker.split(".")[1]

const formerNames: Readonly<Record<string, Listing["formerName"]>> = {
  AAPL: { name: "Apple Computer, Inc.", until: "2007-01-09" },
  GOOGL: { name: "Google Inc. Class A", until: "2015-10-05" },
  META: { name: "Facebook, Inc. Class A", until: "2021-10-28" },
  SPCE: { name: "Social Capital Hedosophia Holdings Corp.", until: "2019-10-28" },
  SPY: { name: "SPDR Trust, Series 1", until: "2010-01-27" },
  TSLA: { name: "Tesla Motors, Inc.", until: "2017-02-01" },
  WMT: { name: "Wal-Mart Stores, Inc.", until: "2018-02-01" },
}

const codesOf = (ticker: string): Listing["codes"] => ({
  cik: filers.find(({ shares }) => ticker in shares)?.cik ?? identifiers.cik(rootOf(ticker)),
  cusip: identifiers.cusip(rootOf(ticker), suffixOf(ticker) === "B" ? 2 : 1),
  compositeFigi: identifiers.figi(`${ticker} composite`),
  shareClassFigi: identifiers.figi(`${ticker} share class`),
})

const dollars = { name: "usd" }

const ofStock = ({ delisted, exchange, listed, name, otc, ticker, type }: Profile): Listing => {
  const formerName = formerNames[ticker]
  const heldFrom = renames[ticker]?.date
  return {
    ticker,
    name,
    ...(formerName === undefined ? {} : { formerName }),
    market: otc === true ? "otc" : "stocks",
    locale: "us",
    type,
    exchange,
    currency: dollars,
    codes: codesOf(ticker)!,
    ...(listed === undefined ? {} : { listed }),
    ...(delisted === undefined ? {} : { delisted }),
    ...(heldFrom === undefined ? {} : { heldFrom }),
  }
}

/** Tickers that companies had before they changed them, and those that other companies have now. */
const ofRenamed = (profile: Profile): ReadonlyArray<Listing> => {
  const rename = renames[profile.ticker]
  if (rename === undefined) return []
  return [{ ...Struct.omit(ofStock(profile), "heldFrom"), ticker: rename.former, delisted: rename.date }]
}

const ofFormerHolder = (profile: Profile): Listing => {
  const { heldFrom, ...listing } = ofStock(profile)
  return { ...listing, codes: codesOf(`${profile.ticker}.FORMER`)!, ...(heldFrom && { heldUntil: heldFrom }) }
}

const former = (
  ticker: string,
  name: string,
  exchange: "XNAS" | "XNYS",
  listed: string,
  delisted: string,
): Listing => ({
  ticker,
  name,
  market: "stocks",
  locale: "us",
  type: "CS",
  exchange,
  currency: dollars,
  codes: codesOf(ticker)!,
  listed,
  delisted,
})

/** Stocks delisted before any data set begins: they have no bars. */
const formerStocks: ReadonlyArray<Listing> = [
  former("CELG", "Celgene Corporation", "XNAS", "1987-07-28", "2019-11-21"),
  former("MON", "Monsanto Company", "XNYS", "2000-10-18", "2018-06-08"),
  former("TWTR", "Twitter, Inc.", "XNYS", "2013-11-07", "2022-11-08"),
  former("XLNX", "Xilinx, Inc.", "XNAS", "1990-06-12", "2022-02-14"),
  former("YHOO", "Yahoo! Inc.", "XNAS", "1996-04-12", "2017-06-19"),
]

const ofIndex = ({ name, ticker }: Index): Listing => ({
  ticker,
  name,
  market: "indices",
  locale: "us",
  type: "INDEX",
  currency: dollars,
})

const ofPair = ({ base, market, name, quote, ticker }: Pair): Listing => ({
  ticker,
  name,
  market: market === "forex" ? "fx" : market,
  locale: "global",
  currency: { name: quote.name, symbol: quote.code },
  base: { name: base.name, symbol: base.code },
})

/** Listings of a data set that the present ones have replaced. */
export const formerListings = ({ markets }: Extent): ReadonlyArray<Listing> => [
  ...chosen([...profiles, renamed], markets.stocks).flatMap(ofRenamed),
  ...chosen([formerHolder], markets.stocks).map(ofFormerHolder),
]

/** All listings of a data set. A further market is a line here. */
export const listings = ({ markets }: Extent): ReadonlyArray<Listing> => [
  ...chosen([...profiles, renamed], markets.stocks).map(ofStock),
  ...chosen(formerStocks, markets.stocks),
  ...chosen(forexPairs, markets.forex).map(ofPair),
  ...chosen(cryptoPairs, markets.crypto).map(ofPair),
  ...chosen(indices, markets.indices).map(ofIndex),
]
