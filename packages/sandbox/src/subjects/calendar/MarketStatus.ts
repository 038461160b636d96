/**
 * State of the markets, from the calendars that bars and sessions keep to. Indices are those of U.S. stocks and have
 * values in the regular session alone; those of cryptocurrencies, and Morningstar's, which are also made of stocks
 * of other continents, are always open, as in answers of the service on a weekend.
 *
 * @module
 */
import * as Calendar from "@candela/market/Calendar"
import { offsetAt } from "@candela/market/TimeZone"
import type { MarketStatus } from "@candela/reference/MarketStatus"

/** Formats an instant as an RFC 3339 date-time with New York's offset. */
const inNewYork = (now: number): string => {
  const offset = offsetAt(Calendar.stocks.market.zone, now)
  const local = new Date(now + offset).toISOString().slice(0, 19)
  return `${local}-${String(-offset / 3_600_000).padStart(2, "0")}:00`
}

/** Returns the state of the markets at an instant (epoch milliseconds). */
export const at = (now: number): MarketStatus => {
  const { part } = Calendar.stretchAt(Calendar.stocks, now)
  const regular = part === "regular" ? "open" : "closed"
  const market = part === "preMarket" || part === "afterHours" ? "extended-hours" : regular
  return {
    market,
    earlyHours: part === "preMarket",
    afterHours: part === "afterHours",
    exchanges: { nasdaq: market, nyse: market, otc: regular },
    currencies: {
      crypto: "open",
      fx: Calendar.stretchAt(Calendar.forex, now).part === "closed" ? "closed" : "open",
    },
    indicesGroups: {
      cccy: "open",
      cgi: regular,
      dow_jones: regular,
      ftse_russell: regular,
      msci: regular,
      mstar: "open",
      mstarc: "open",
      nasdaq: regular,
      s_and_p: regular,
      societe_generale: regular,
    },
    serverTime: inNewYork(now),
  }
}
