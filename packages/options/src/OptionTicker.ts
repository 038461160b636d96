/**
 * Tickers of option contracts, by the rule of the Options Clearing Corporation: root, expiration date, call or put, and
 * the strike in thousandths of a dollar.
 *
 * ```ts
 * OptionTicker.parse("O:AAPL250703C00170000") // Either.right({ root: "AAPL", strike_price: 170, ... })
 * ```
 *
 * @module
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"

/** What the ticker of a contract says. */
export interface OptionTicker {
  /** Letters before the date: the underlying's ticker, a name of its own (`SPXW`), with a digit in an adjusted form. */
  readonly root: string
  /**
   * Root without the digit of an adjusted form: `AAPL` of `AAPL1`. For a stock it is the underlying's ticker without
   * its dot (`BRKB`), for an index its name, perhaps with the letter of a series (`SPXW`).
   */
  readonly symbol: string
  /**
   * Digit of an adjusted form: such a contract delivers something else than 100 shares, since a split, a merger or a
   * special dividend. `options.contract` tells what.
   */
  readonly adjustment?: number
  /** Last day of the contract, `yyyy-mm-dd`. The ticker has two digits of the year: it is one from 2000 to 2099. */
  readonly expiration_date: string
  /** Type of the contract. */
  readonly contract_type: "call" | "put"
  /** Strike price, dollars. */
  readonly strike_price: number
}

/** What a ticker is made of. */
export type Terms = Pick<OptionTicker, "root" | "expiration_date" | "contract_type" | "strike_price">

/** A text that is no option's ticker, or terms that no ticker can say. */
export class InvalidOptionTicker extends Schema.TaggedError<InvalidOptionTicker>(
  "@candela/options/InvalidOptionTicker",
)("InvalidOptionTicker", {
  /** The ticker, or the field of the terms. */
  field: Schema.Literal("ticker", "root", "expiration_date", "contract_type", "strike_price"),
  /** What it is. */
  value: Schema.String,
  /** What it should be. */
  expected: Schema.String,
}) {
  override get message(): string {
    return `${this.field} must be ${this.expected}, but is ${JSON.stringify(this.value.slice(0, 60))}`
  }
}

const pattern = /^O:([A-Z0-9.]*?)(\d?)(\d{2})(\d{2})(\d{2})([CP])(\d{8})$/

/** Whether a text is a day of the calendar, `yyyy-mm-dd`. */
const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(Date.parse(text)).toISOString().startsWith(text)

/** Reads a ticker: `O:AAPL250703C00170000`, in an adjusted form `O:AAPL1250703C00170000`. */
export const parse = (ticker: string): Either.Either<OptionTicker, InvalidOptionTicker> => {
  const expected = "an option's ticker such as O:AAPL250718C00200000"
  const [, symbol = "", digit, year, month, day, type, thousandths] = pattern.exec(ticker) ?? []
  const date = `20${year}-${month}-${day}`
  if (!/[A-Z]/.test(symbol) || !isDay(date)) {
    return Either.left(new InvalidOptionTicker({ field: "ticker", value: ticker, expected }))
  }
  return Either.right({
    root: `${symbol}${digit}`,
    symbol,
    ...(digit === "" ? {} : { adjustment: Number(digit) }),
    expiration_date: date,
    contract_type: type === "C" ? "call" : "put",
    strike_price: Number(thousandths) / 1000,
  })
}

const refused = (field: keyof Terms, value: string | number, expected: string) =>
  Either.left(new InvalidOptionTicker({ field, value: String(value), expected }))

/** Makes the ticker of a contract: the inverse of {@link parse}. */
export const make = (terms: Terms): Either.Either<string, InvalidOptionTicker> => {
  const { contract_type: type, expiration_date: date, root, strike_price: strike } = terms
  if (!/^(?=.*[A-Z])[A-Z0-9.]{1,6}$/.test(root)) return refused("root", root, "one to six capital letters and digits")
  if (!isDay(date) || !date.startsWith("20")) {
    return refused("expiration_date", date, "a day from 2000-01-01 to 2099-12-31")
  }
  const thousandths = Math.round(strike * 1000)
  // protects: A strike is never rounded to another contract's.
  // mutant: "refuses a strike that thousandths do not tell": thousandths / 1000 !== strike → false
  if (!(thousandths > 0 && thousandths < 1e8) || thousandths / 1000 !== strike) {
    return refused("strike_price", strike, "an amount from 0.001 to 99999.999 dollars with at most three decimals")
  }
  if (type !== "call" && type !== "put") return refused("contract_type", type, '"call" or "put"')
  const letters = `${date.slice(2).replaceAll("-", "")}${type === "call" ? "C" : "P"}`
  return Either.right(`O:${root}${letters}${String(thousandths).padStart(8, "0")}`)
}

/** Describes a contract in words: `AAPL call, strike 170 dollars, expires 2025-07-03`. */
export const describe = ({ adjustment, contract_type, expiration_date, strike_price, symbol }: OptionTicker): string =>
  `${symbol} ${contract_type}, strike ${strike_price} dollars, expires ${expiration_date}${adjustment === undefined ? "" : `, adjusted (${adjustment})`}`
