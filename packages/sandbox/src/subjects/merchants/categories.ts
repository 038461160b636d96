/** Classification of a kind of merchants, and its buying pattern. */
export interface Category {
  readonly mcc_group: string
  readonly classification: {
    readonly category: string
    readonly sector: string
    readonly industry_group: string
    readonly industry: string
    readonly sub_industry: string
  }
  /** Share of all active accounts that buy in the category within 8 days, and within 28. */
  readonly share: { readonly eight: number; readonly twentyEight: number }
  /** Refunded share of purchases. */
  readonly refunds: number
  /** Relative purchases by weekday, Sunday first. */
  readonly week: ReadonlyArray<number>
}

const evenWeek = [1, 1, 1, 1, 1, 1, 1]
const shoppingWeek = [0.7, 0.9, 0.9, 0.9, 1, 1.2, 1.4]

/** The kinds of merchants. */
export const categories = {
  groceries: {
    mcc_group: "Grocery Stores",
    classification: {
      category: "Groceries",
      sector: "Consumer Staples",
      industry_group: "Consumer Staples Distribution & Retail",
      industry: "Consumer Staples Distribution & Retail",
      sub_industry: "Food Retail",
    },
    share: { eight: 0.78, twentyEight: 0.93 },
    refunds: 0.01,
    week: shoppingWeek,
  },
  general: {
    mcc_group: "General Retail",
    classification: {
      category: "General Merchandise",
      sector: "Consumer Discretionary",
      industry_group: "Consumer Discretionary Distribution & Retail",
      industry: "Broadline Retail",
      sub_industry: "Broadline Retail",
    },
    share: { eight: 0.5, twentyEight: 0.8 },
    refunds: 0.06,
    week: evenWeek,
  },
  apparel: {
    mcc_group: "Clothing Stores",
    classification: {
      category: "Apparel",
      sector: "Consumer Discretionary",
      industry_group: "Consumer Discretionary Distribution & Retail",
      industry: "Specialty Retail",
      sub_industry: "Apparel Retail",
    },
    share: { eight: 0.28, twentyEight: 0.61 },
    refunds: 0.18,
    week: shoppingWeek,
  },
  restaurants: {
    mcc_group: "Eating Places",
    classification: {
      category: "Restaurants",
      sector: "Consumer Discretionary",
      industry_group: "Consumer Services",
      industry: "Hotels, Restaurants & Leisure",
      sub_industry: "Restaurants",
    },
    share: { eight: 0.61, twentyEight: 0.86 },
    refunds: 0.005,
    week: [1.1, 0.8, 0.8, 0.9, 1, 1.3, 1.4],
  },
  travel: {
    mcc_group: "Travel",
    classification: {
      category: "Travel",
      sector: "Industrials",
      industry_group: "Transportation",
      industry: "Passenger Airlines",
      sub_industry: "Passenger Airlines",
    },
    share: { eight: 0.17, twentyEight: 0.38 },
    refunds: 0.05,
    week: [1, 1.1, 1, 1, 1, 1, 0.9],
  },
  streaming: {
    mcc_group: "Digital Goods",
    classification: {
      category: "Streaming",
      sector: "Communication Services",
      industry_group: "Media & Entertainment",
      industry: "Entertainment",
      sub_industry: "Movies & Entertainment",
    },
    share: { eight: 0.24, twentyEight: 0.66 },
    refunds: 0.004,
    week: evenWeek,
  },
  post: {
    mcc_group: "Postal Services",
    classification: {
      category: "Postal Services",
      sector: "Industrials",
      industry_group: "Transportation",
      industry: "Air Freight & Logistics",
      sub_industry: "Air Freight & Logistics",
    },
    share: { eight: 0.08, twentyEight: 0.21 },
    refunds: 0.01,
    week: [0.1, 1.2, 1.1, 1.1, 1.1, 1.1, 0.8],
  },
} as const satisfies Readonly<Record<string, Category>>
