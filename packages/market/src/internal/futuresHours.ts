/**
 * Hours of futures products, in minutes after Chicago's midnight of the trading date; negative ones
 * lie on the evening before.
 */
import { futures } from "../Market.js"
import type { Group } from "./futuresDays.js"

/** Hours of a trading date. */
export interface DayHours {
  /** Products with the same holidays. */
  readonly group: Group
  /** Start of trading. */
  readonly first: number
  /** Start of the most active hours, those of the former pit or of the underlying market. */
  readonly open: number
  /** End of the most active hours. */
  readonly close: number
  /** End of trading. */
  readonly last: number
}

/** The whole session as regular hours. */
const whole: DayHours = {
  group: "other",
  first: futures.session.open,
  open: futures.session.open,
  close: futures.session.close,
  last: futures.session.close,
}

/** Returns hours on the electronic platform from 17:00 to 16:00, with regular hours among them. */
const around = (open: number, close: number, group: Group = "other"): DayHours => ({ ...whole, open, close, group })

const rates = /* @__PURE__ */ around(7 * 60 + 20, 14 * 60)

/** Product codes by group of hours. */
const groups: ReadonlyArray<readonly [products: string, hours: DayHours]> = [
  // Stock indices: the hours of the stock market.
  ["ES MES NQ MNQ RTY M2K YM MYM EMD", /* @__PURE__ */ around(8 * 60 + 30, 15 * 60, "index")],
  // Indices of Japan, and volatility on another exchange, have other holidays.
  ["NKD NIY VX VXM", /* @__PURE__ */ around(8 * 60 + 30, 15 * 60)],
  ["ZT Z3N ZF ZN TN ZB UB ZQ SR1 SR3 GE", rates],
  ["6A 6B 6C 6E 6J 6M 6N 6S M6A M6B M6E", rates],
  ["CL MCL QM NG MNG QG HO RB BZ", /* @__PURE__ */ around(8 * 60, 13 * 60 + 30)],
  ["GC MGC QO", /* @__PURE__ */ around(7 * 60 + 20, 12 * 60 + 30)],
  ["SI SIL QI", /* @__PURE__ */ around(7 * 60 + 25, 12 * 60 + 25)],
  ["HG MHG QC", /* @__PURE__ */ around(7 * 60 + 10, 12 * 60)],
  ["PL", /* @__PURE__ */ around(7 * 60 + 20, 12 * 60 + 5)],
  ["PA", /* @__PURE__ */ around(7 * 60 + 30, 12 * 60)],
  // A pause from 07:45 to 08:30 lies before the regular hours.
  [
    "ZC ZS ZW ZM ZL ZO ZR KE XC XK XW",
    { group: "agriculture", first: -5 * 60, open: 8 * 60 + 30, close: 13 * 60 + 20, last: 13 * 60 + 20 },
  ],
  ["LE GF HE", { group: "agriculture", first: 8 * 60 + 30, open: 8 * 60 + 30, close: 13 * 60 + 5, last: 13 * 60 + 5 }],
]

/** Ticker of a contract: the product's code, the letter of a month, and the last digits of a year. */
const contract = /^(.+)[FGHJKMNQUVXZ]\d{1,2}$/

const hoursOfProduct = (code: string): DayHours | undefined =>
  groups.find(([products]) => products.split(" ").includes(code))?.[1]

/**
 * Returns the hours of a product by its code or the ticker of one of its contracts; the whole
 * session for an unknown product.
 */
export const hoursOf = (code?: string): DayHours =>
  code === undefined ? whole : (hoursOfProduct(code) ?? hoursOfProduct(contract.exec(code)?.[1] ?? "") ?? whole)
