import { cik } from "./identifiers.js"
import { type Further, furtherStocks } from "./further.js"
import { type CompanyKind, kinds, type Structure } from "./kinds.js"
import { type Profile, profiles } from "./profiles.js"

/** Shares of a class. */
export interface Shares {
  readonly outstanding: number
  /** Weighted shares: those of all classes, as if converted to this one. */
  readonly weighted: number
}

/** Profile of a company that files statements. Tickers and numbers are real, every figure is synthetic. */
export interface Filer {
  /** Central Index Key. */
  readonly cik: string
  /** First class of shares, to which splits and dividends apply. */
  readonly profile: Profile
  /** Shares of each listed class at the end of 2021. */
  readonly shares: Readonly<Record<string, Shares>>
  /** Last month of the fiscal year, 1 to 12. */
  readonly yearEnd: number
  readonly kind: Structure
  /** Assets at the end of 2021, dollars. */
  readonly assets: number
  /** Revenue per year at the end of 2021, dollars. */
  readonly revenue: number
  /** Net income, as a share of revenue. */
  readonly margin: number
  /** Growth of revenue per year, as a share of that of 2021. */
  readonly growth: number
  /** Buybacks, as a share of income. */
  readonly buybacks: number
  /**
   * Treasury shares at the end of 2021, as a share of all assets. A company without any retires the
   * shares that it buys.
   */
  readonly treasury: number
  /** Interest of others in subsidiaries, as a share of all assets. */
  readonly noncontrolling: number
  /** Preferred shares, as a share of all assets. */
  readonly preferred: number
  /** Equity of no other line, as a share of all assets. */
  readonly otherEquity: number
  /** Income of discontinued operations, as a share of net income. */
  readonly discontinued: number
}

const million = 1_000_000
const billion = 1_000_000_000

/**
 * `millions` are the shares of each class, with those of all classes where there are several;
 * `figures` are assets and revenue in billions of dollars, margin and growth.
 */
const filer = (
  cik: number | string,
  millions: Readonly<Record<string, number | readonly [outstanding: number, weighted: number]>>,
  kind: CompanyKind,
  [assets, revenue, margin, growth]: readonly [assets: number, revenue: number, margin: number, growth: number],
  more: Partial<Filer> = {},
): Filer => {
  const [first] = Object.keys(millions)
  const shares = Object.entries(millions).map(([ticker, count]) => {
    const [outstanding, weighted] = typeof count === "number" ? [count, count] : count
    return [
      ticker,
      { outstanding: Math.round(outstanding * million), weighted: Math.round(weighted * million) },
    ] as const
  })
  return {
    cik: String(cik).padStart(10, "0"),
    profile: profiles.find(({ ticker }) => ticker === first)!,
    shares: Object.fromEntries(shares),
    yearEnd: 12,
    kind: kinds[kind],
    assets: assets * billion,
    revenue: revenue * billion,
    margin,
    growth,
    buybacks: 0.5,
    treasury: 0,
    noncontrolling: 0,
    preferred: 0,
    otherEquity: 0,
    discontinued: 0,
    ...more,
  }
}

/** Assets and revenue of companies of a kind, as shares of their market capitalization; margin and growth. */
const figuresOf: Readonly<
  Record<CompanyKind, readonly [assets: number, revenue: number, margin: number, growth: number]>
> = {
  technology: [0.35, 0.22, 0.2, 0.06],
  retail: [0.35, 0.9, 0.05, 0.04],
  industry: [0.9, 0.5, 0.1, 0.03],
  consumer: [0.45, 0.3, 0.15, 0.03],
  finance: [6, 0.4, 0.22, 0.05],
  beginner: [0.5, 0.05, -2, 0.5],
}

const furtherFiler = ({ kind, millions, price, ticker }: Further): Filer => {
  const worth = (price * millions * million) / billion
  const [assets, revenue, margin, growth] = figuresOf[kind]
  return filer(cik(ticker), { [ticker]: millions }, kind, [worth * assets, worth * revenue, margin, growth])
}

/** Companies that file statements. Funds file none. */
const companies: ReadonlyArray<Filer> = [
  filer(320193, { AAPL: 15_800 }, "technology", [350, 378, 0.25, 0.02], { yearEnd: 9, buybacks: 0.8 }),
  filer(1018724, { AMZN: 10_250 }, "retail", [420, 470, 0.04, 0.11], { buybacks: 0, treasury: 0.01 }),
  filer(12927, { BA: 598 }, "industry", [137, 66, -0.05, 0.05], { buybacks: 0, treasury: 0.37 }),
  filer(1067983, { "BRK.A": [0.59, 1.46], "BRK.B": [1305, 2190] }, "finance", [948, 276, 0.12, 0.08], {
    buybacks: 0.2,
    treasury: 0.08,
    noncontrolling: 0.008,
  }),
  filer(858877, { CSCO: 4100 }, "technology", [94, 54, 0.22, 0.02], { yearEnd: 7 }),
  filer(1744489, { DIS: 1826 }, "consumer", [203, 72, 0.05, 0.08], {
    yearEnd: 9,
    buybacks: 0.2,
    treasury: 0.005,
    noncontrolling: 0.05,
    otherEquity: 0.004,
  }),
  filer(310522, { FNMA: 1158 }, "finance", [4300, 29, 0.6, 0.02], { buybacks: 0, treasury: 0.0017, preferred: 0.028 }),
  filer(1652044, { GOOGL: [5960, 12_760] }, "technology", [359, 258, 0.25, 0.1], { buybacks: 0.7 }),
  filer(354950, { HD: 1019 }, "retail", [76, 151, 0.11, 0.02], { yearEnd: 1, treasury: 1.05 }),
  filer(51143, { IBM: 906 }, "technology", [127, 60, 0.1, 0.02], { buybacks: 0.1, treasury: 1.33 }),
  filer(50863, { INTC: 4137 }, "technology", [182, 63, 0.03, -0.03], { buybacks: 0.1 }),
  filer(200406, { JNJ: 2605 }, "consumer", [187, 94, 0.19, 0.03], { treasury: 0.22, discontinued: 0.08 }),
  filer(19617, { JPM: 2944 }, "finance", [3700, 130, 0.3, 0.08], { treasury: 0.028, preferred: 0.0075 }),
  filer(21344, { KO: 4325 }, "consumer", [93, 43, 0.22, 0.03], {
    buybacks: 0.2,
    treasury: 0.55,
    noncontrolling: 0.016,
  }),
  filer(1326801, { META: [2247, 2614] }, "technology", [166, 118, 0.28, 0.12], { buybacks: 0.6 }),
  filer(789019, { MSFT: 7443 }, "technology", [365, 185, 0.36, 0.14], { yearEnd: 6 }),
  filer(1045810, { NVDA: 2463 }, "technology", [44, 27, 0.45, 0.9], { yearEnd: 1 }),
  filer(878927, { ODFL: 110 }, "industry", [4.8, 5.3, 0.2, 0.04]),
  filer(77476, { PEP: 1378 }, "consumer", [92, 86, 0.1, 0.04], { buybacks: 0.2, treasury: 0.43 }),
  filer(80424, { PG: 2359 }, "consumer", [119, 80, 0.18, 0.03], { yearEnd: 6, treasury: 1 }),
  filer(1874178, { RIVN: 920 }, "beginner", [22, 0.9, -3.2, 1.4], { buybacks: 0 }),
  filer(1706946, { SPCE: 270 }, "beginner", [1.2, 0.004, -90, 0.2], { buybacks: 0 }),
  filer(1353283, { SPLK: 164 }, "technology", [6.3, 2.7, -0.12, 0.2], { yearEnd: 1, treasury: 0.1 }),
  filer(1318605, { TSLA: 3164 }, "industry", [62, 54, 0.12, 0.2], { buybacks: 0, noncontrolling: 0.02 }),
  filer(731766, { UNH: 934 }, "consumer", [245, 324, 0.06, 0.11], { noncontrolling: 0.015 }),
  filer(1403161, { V: [1630, 2085] }, "technology", [83, 25, 0.51, 0.11], {
    yearEnd: 9,
    buybacks: 0.7,
    // Claims on others are deducted from the shareholders' equity.
    otherEquity: -0.002,
  }),
  filer(104169, { WMT: 2698 }, "retail", [245, 573, 0.025, 0.05], { yearEnd: 1, noncontrolling: 0.03 }),
  filer(34088, { XOM: 4082 }, "industry", [369, 390, 0.09, -0.02], { treasury: 0.65, noncontrolling: 0.02 }),
]

/** All companies that file statements. */
export const filers: ReadonlyArray<Filer> = [...companies, ...furtherStocks.map(furtherFiler)]
