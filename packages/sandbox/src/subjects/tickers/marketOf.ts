import { crypto, forex, type Market, stocks } from "@candela/market/Market"

/** The market that a ticker's prefix names; without one it is that of stocks. */
export const marketOf = (ticker: string): Market =>
  ticker.startsWith("X:") ? crypto : ticker.startsWith("C:") ? forex : stocks
