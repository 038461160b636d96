/**
 * Further stocks, so that lists exceed a page and there are always movers in both directions. Symbols and names
 * are real; other facts that the first stocks have (companies' numbers, listing dates, dividends) are missing.
 *
 * @module
 */
import type { CompanyKind } from "./kinds.js"
import type { CompanySplit } from "./split.js"

/** A further stock. */
export interface Further {
  readonly ticker: string
  readonly name: string
  readonly exchange: "XNAS" | "XNYS"
  /** Starting price in dollars, to which the walk reverts. */
  readonly price: number
  /** Shares outstanding, in millions. */
  readonly millions: number
  readonly kind: CompanyKind
  readonly split?: CompanySplit
}

const further = (
  ticker: string,
  name: string,
  exchange: Further["exchange"],
  price: number,
  millions: number,
  kind: CompanyKind,
  more: Pick<Further, "split"> = {},
): Further => ({ ticker, name, exchange, price, millions, kind, ...more })

/** All further stocks. */
export const furtherStocks: ReadonlyArray<Further> = [
  further("ABBV", "AbbVie Inc.", "XNYS", 135, 1765, "consumer"),
  further("ABT", "Abbott Laboratories", "XNYS", 109, 1735, "consumer"),
  further("ACN", "Accenture plc Class A", "XNYS", 305, 630, "technology"),
  further("ADBE", "Adobe Inc.", "XNAS", 485, 456, "technology"),
  further("ADP", "Automatic Data Processing, Inc.", "XNAS", 220, 412, "technology"),
  further("AIG", "American International Group, Inc.", "XNYS", 57, 712, "finance"),
  further("AMD", "Advanced Micro Devices, Inc.", "XNAS", 114, 1610, "technology"),
  further("AMGN", "Amgen Inc.", "XNAS", 222, 534, "consumer"),
  further("AMT", "American Tower Corporation", "XNYS", 194, 466, "industry"),
  further("AXP", "American Express Company", "XNYS", 174, 737, "finance"),
  further("BAC", "Bank of America Corporation", "XNYS", 29, 7950, "finance"),
  further("BDX", "Becton, Dickinson and Company", "XNYS", 264, 284, "consumer"),
  further("BK", "The Bank of New York Mellon Corporation", "XNYS", 45, 778, "finance"),
  further("BKNG", "Booking Holdings Inc.", "XNAS", 2700, 36, "technology"),
  further("BLK", "BlackRock, Inc.", "XNYS", 691, 149, "finance"),
  further("BMY", "Bristol-Myers Squibb Company", "XNYS", 64, 2090, "consumer"),
  further("C", "Citigroup Inc.", "XNYS", 46, 1946, "finance"),
  further("CAT", "Caterpillar Inc.", "XNYS", 246, 515, "industry"),
  further("CB", "Chubb Limited", "XNYS", 192, 412, "finance"),
  further("COF", "Capital One Financial Corporation", "XNYS", 109, 381, "finance"),
  further("COP", "ConocoPhillips", "XNYS", 104, 1207, "industry"),
  further("COST", "Costco Wholesale Corporation", "XNAS", 538, 443, "retail"),
  further("CRM", "Salesforce, Inc.", "XNYS", 211, 974, "technology"),
  further("CVS", "CVS Health Corporation", "XNYS", 69, 1284, "retail"),
  further("CVX", "Chevron Corporation", "XNYS", 157, 1890, "industry"),
  further("DE", "Deere & Company", "XNYS", 405, 293, "industry"),
  further("DHR", "Danaher Corporation", "XNYS", 240, 738, "consumer"),
  further("DUK", "Duke Energy Corporation", "XNYS", 90, 770, "industry"),
  further("EMR", "Emerson Electric Co.", "XNYS", 90, 571, "industry"),
  further("EXC", "Exelon Corporation", "XNAS", 41, 995, "industry"),
  further("F", "Ford Motor Company", "XNYS", 15, 4000, "industry"),
  further("FDX", "FedEx Corporation", "XNYS", 248, 251, "industry"),
  further("GD", "General Dynamics Corporation", "XNYS", 215, 274, "industry"),
  further("GILD", "Gilead Sciences, Inc.", "XNAS", 77, 1247, "consumer"),
  further("GM", "General Motors Company", "XNYS", 38, 1375, "industry"),
  further("GS", "The Goldman Sachs Group, Inc.", "XNYS", 322, 332, "finance"),
  further("HON", "Honeywell International Inc.", "XNAS", 207, 664, "industry"),
  further("INTU", "Intuit Inc.", "XNAS", 458, 280, "technology"),
  further("ISRG", "Intuitive Surgical, Inc.", "XNAS", 342, 350, "technology"),
  further("KHC", "The Kraft Heinz Company", "XNAS", 35, 1228, "consumer"),
  further("LIN", "Linde plc", "XNAS", 381, 488, "industry"),
  further("LLY", "Eli Lilly and Company", "XNYS", 469, 949, "consumer"),
  further("LMT", "Lockheed Martin Corporation", "XNYS", 460, 252, "industry"),
  further("LOW", "Lowe's Companies, Inc.", "XNYS", 225, 586, "retail"),
  further("MA", "Mastercard Incorporated Class A", "XNYS", 393, 940, "technology"),
  further("MCD", "McDonald's Corporation", "XNYS", 298, 729, "consumer"),
  further("MDLZ", "Mondelez International, Inc. Class A", "XNAS", 73, 1360, "consumer"),
  further("MDT", "Medtronic plc", "XNYS", 88, 1330, "consumer"),
  further("MET", "MetLife, Inc.", "XNYS", 57, 765, "finance"),
  further("MMM", "3M Company", "XNYS", 100, 552, "industry"),
  further("MO", "Altria Group, Inc.", "XNYS", 45, 1785, "consumer"),
  further("MRK", "Merck & Co., Inc.", "XNYS", 115, 2537, "consumer"),
  further("MS", "Morgan Stanley", "XNYS", 85, 1670, "finance"),
  further("MU", "Micron Technology, Inc.", "XNAS", 63, 1095, "technology"),
  further("NEE", "NextEra Energy, Inc.", "XNYS", 74, 2023, "industry"),
  // The real split of 2025 was on 17 November; here it is earlier: announced at the default
  // present, and not yet in force.
  further("NFLX", "Netflix, Inc.", "XNAS", 440, 443, "technology", {
    split: { announced: "2025-06-24", date: "2025-07-14", from: 1, to: 10 },
  }),
  further("NKE", "NIKE, Inc. Class B", "XNYS", 110, 1530, "consumer"),
  further("NOW", "ServiceNow, Inc.", "XNYS", 562, 204, "technology"),
  further("ORCL", "Oracle Corporation", "XNYS", 119, 2714, "technology"),
  further("PFE", "Pfizer Inc.", "XNYS", 37, 5645, "consumer"),
  further("PM", "Philip Morris International Inc.", "XNYS", 98, 1552, "consumer"),
  further("PYPL", "PayPal Holdings, Inc.", "XNAS", 67, 1116, "technology"),
  further("QCOM", "QUALCOMM Incorporated", "XNAS", 119, 1114, "technology"),
  further("RTX", "RTX Corporation", "XNYS", 98, 1457, "industry"),
  further("SBUX", "Starbucks Corporation", "XNAS", 99, 1145, "consumer"),
  further("SCHW", "The Charles Schwab Corporation", "XNYS", 57, 1820, "finance"),
  further("SO", "The Southern Company", "XNYS", 70, 1091, "industry"),
  further("SPGI", "S&P Global Inc.", "XNYS", 400, 319, "finance"),
  further("T", "AT&T Inc.", "XNYS", 16, 7149, "industry"),
  further("TGT", "Target Corporation", "XNYS", 132, 461, "retail"),
  further("TJX", "The TJX Companies, Inc.", "XNYS", 85, 1148, "retail"),
  further("TMO", "Thermo Fisher Scientific Inc.", "XNYS", 522, 386, "consumer"),
  further("TMUS", "T-Mobile US, Inc.", "XNAS", 139, 1176, "industry"),
  further("TXN", "Texas Instruments Incorporated", "XNAS", 180, 908, "technology"),
  further("UNP", "Union Pacific Corporation", "XNYS", 205, 609, "industry"),
  further("UPS", "United Parcel Service, Inc. Class B", "XNYS", 179, 724, "industry"),
  further("USB", "U.S. Bancorp", "XNYS", 33, 1533, "finance"),
  further("VZ", "Verizon Communications Inc.", "XNYS", 37, 4204, "industry"),
  further("WFC", "Wells Fargo & Company", "XNYS", 43, 3667, "finance"),
]
