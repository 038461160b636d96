import { categories, type Category } from "./categories.js"

/** Company, with its ticker if its shares are listed. */
export type MerchantCompany = readonly [name: string, ticker?: string]

/** Owners of a merchant for a period. */
export interface Ownership {
  /** Last day, `yyyy-mm-dd`; absent when it lasts. */
  readonly until?: string
  /** Owners from the parent up to the top company: one to three. */
  readonly companies: readonly [parent: MerchantCompany, ...others: ReadonlyArray<MerchantCompany>]
}

export type Country = "UK" | "DE" | "FR" | "ES" | "IT" | "AT" | "unknown"
export type Channel = "online" | "offline" | "bnpl"

/** Payee with its usual amounts. Names and owners are real, amounts are synthetic. */
export interface Payee {
  readonly name: string
  readonly type: "merchant" | "payment_processor"
  readonly category: Category
  readonly countries: ReadonlyArray<Country>
  readonly channels: ReadonlyArray<Channel>
  /** Amount of a usual purchase, in the currency of the country. */
  readonly purchase: number
  /** Share of the category's accounts that buy on a usual day. */
  readonly popularity: number
  /** Owners in the order of time. */
  readonly owners: ReadonlyArray<Ownership>
}

const uk = ["UK"] as const
const germany = ["DE", "AT"] as const
const south = ["FR", "ES", "IT"] as const
const everywhere = ["UK", "DE", "FR", "ES", "IT", "AT", "unknown"] as const
const shop = ["offline"] as const
const web = ["online"] as const
const both = ["offline", "online"] as const
const credit = ["online", "bnpl"] as const

const payee =
  (type: Payee["type"]) =>
  (
    name: string,
    kind: keyof typeof categories,
    countries: ReadonlyArray<Country>,
    channels: ReadonlyArray<Channel>,
    purchase: number,
    popularity: number,
    ...owners: ReadonlyArray<Ownership>
  ): Payee => ({ name, type, category: categories[kind], countries, channels, purchase, popularity, owners })

const merchant = payee("merchant")
const processor = payee("payment_processor")

/** Ownership that lasts. */
const owned = (...companies: Ownership["companies"]): Ownership => ({ companies })

/** All merchants. */
export const merchants: ReadonlyArray<Payee> = [
  merchant("tesco", "groceries", uk, both, 27, 0.12, owned(["Tesco", "TSCO LN"])),
  merchant("sainsburys", "groceries", uk, shop, 26, 0.07, owned(["J Sainsbury", "SBRY LN"])),
  merchant(
    ...(["asda", "groceries", uk, shop, 31, 0.06] as const),
    { until: "2021-02-15", companies: [["Asda Group"], ["Walmart", "WMT US"]] },
    owned(["Asda Group"], ["Bellis Acquisition"], ["Bellis Topco"]),
  ),
  merchant(
    ...(["morrisons", "groceries", uk, shop, 28, 0.04] as const),
    { until: "2021-10-26", companies: [["Wm Morrison Supermarkets", "MRW LN"]] },
    owned(["Wm Morrison Supermarkets"], ["Market Topco"], ["Clayton, Dubilier & Rice"]),
  ),
  merchant(
    "lidl",
    "groceries",
    ["UK", "DE", "FR", "ES", "IT", "AT"],
    shop,
    24,
    0.07,
    owned(["Lidl Stiftung"], ["Schwarz Gruppe"]),
  ),
  merchant("carrefour", "groceries", south, both, 38, 0.06, owned(["Carrefour", "CA FP"])),
  merchant("mercadona", "groceries", ["ES"], shop, 33, 0.14, owned(["Mercadona"])),
  merchant("rewe", "groceries", germany, shop, 26, 0.09, owned(["Rewe Group"])),
  merchant("amazon", "general", everywhere, web, 29, 0.14, owned(["Amazon.com", "AMZN US"])),
  merchant("ebay", "general", ["UK", "DE", "IT"], web, 24, 0.03, owned(["eBay", "EBAY US"])),
  merchant(
    "ikea",
    "general",
    ["UK", "DE", "FR", "ES"],
    both,
    74,
    0.01,
    owned(["Ingka Group"], ["Stichting Ingka Foundation"]),
  ),
  merchant("zara", "apparel", ["UK", ...south], both, 48, 0.04, owned(["Inditex", "ITX SM"])),
  merchant("h&m", "apparel", ["UK", ...germany], shop, 37, 0.04, owned(["H & M Hennes & Mauritz", "HMB SS"])),
  merchant(
    "primark",
    "apparel",
    ["UK", "ES"],
    shop,
    29,
    0.05,
    owned(["Primark Stores"], ["Associated British Foods", "ABF LN"]),
  ),
  merchant("asos", "apparel", uk, credit, 52, 0.02, owned(["ASOS", "ASC LN"])),
  merchant("zalando", "apparel", ["DE", "FR", "IT", "AT"], credit, 71, 0.03, owned(["Zalando", "ZAL GY"])),
  merchant("mcdonalds", "restaurants", ["UK", "DE", "FR", "ES", "IT"], shop, 11, 0.05, owned(["McDonald's", "MCD US"])),
  merchant("starbucks", "restaurants", ["UK", "DE"], shop, 7, 0.02, owned(["Starbucks", "SBUX US"])),
  merchant("greggs", "restaurants", uk, shop, 5, 0.06, owned(["Greggs", "GRG LN"])),
  merchant("deliveroo", "restaurants", ["UK", "FR", "IT"], web, 27, 0.02, owned(["Deliveroo", "ROO LN"])),
  merchant("ryanair", "travel", ["UK", "DE", "ES", "IT"], web, 118, 0.03, owned(["Ryanair Holdings", "RYA ID"])),
  merchant("easyjet", "travel", ["UK", "FR"], web, 141, 0.02, owned(["easyJet", "EZJ LN"])),
  merchant("netflix", "streaming", everywhere, web, 12, 0.04, owned(["Netflix", "NFLX US"])),
  merchant("spotify", "streaming", ["UK", "DE", "FR", "ES"], web, 11, 0.05, owned(["Spotify Technology", "SPOT US"])),
  merchant(
    ...(["royal mail", "post", uk, both, 9, 0.11] as const),
    { until: "2025-06-01", companies: [["Royal Mail Group"], ["International Distribution Services", "IDS LN"]] },
    owned(["Royal Mail Group"], ["International Distribution Services"], ["EP Group"]),
  ),
]

/** All payment processors: they forward payments to unknown merchants. */
export const processors: ReadonlyArray<Payee> = [
  processor("paypal", "general", everywhere, web, 34, 0.05, owned(["PayPal Holdings", "PYPL US"])),
  processor("klarna", "apparel", ["UK", "DE"], ["bnpl"], 45, 0.03, owned(["Klarna Group"])),
  processor("sumup", "restaurants", ["UK", "DE", "FR"], shop, 14, 0.02, owned(["SumUp Holdings"])),
]

/** Owners of a payee on a date. */
export const ownershipOn = ({ owners }: Payee, date: string): Ownership =>
  owners.find(({ until }) => until === undefined || date <= until)!

/** Ticker of a payee: that of the first listed company above it. */
export const tickerOf = ({ companies }: Ownership): string | undefined =>
  companies.find(([, ticker]) => ticker !== undefined)?.[1]
