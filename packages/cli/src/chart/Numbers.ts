/**
 * Prices, volumes and changes as texts.
 *
 * @module
 */

const fixed = (decimals: number, signDisplay: "negative" | "exceptZero"): ((value: number) => string) => {
  const format = new Intl.NumberFormat("en-US", {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay,
  })
  return (value) => format.format(value).replace("-", "−")
}

const scientific = (value: number) => value.toExponential(5).replaceAll("-", "−").replace("e+", "e")

const percent = /* @__PURE__ */ fixed(2, "exceptZero")

/** Maximum number of characters of a price without a power of ten. */
const longest = 14

/** Notation of the prices of a chart, the same for all. */
export interface Notation {
  /** Number of decimals. */
  readonly decimals: number
  /** Whether prices are too long without a power of ten. */
  readonly isScientific: boolean
}

/** Notation with its formatters. */
export interface NumberFormatters extends Notation {
  /** Formats a price: `1,234.50`. */
  readonly price: (value: number) => string
  /** Formats a change with its sign, also in percent: `−3.26 (−1.72%)`. */
  readonly change: (from: number, to: number) => string
}

/** Makes the formatters of a notation. */
export const inNotation = ({ decimals, isScientific }: Notation): NumberFormatters => {
  const price = isScientific ? scientific : fixed(decimals, "negative")
  const signed = isScientific
    ? (value: number) => `${value > 0 ? "+" : ""}${scientific(value)}`
    : fixed(decimals, "exceptZero")
  return {
    decimals,
    isScientific,
    price,
    change: (from, to) => `${signed(to - from)} (${percent(from === 0 ? 0 : ((to - from) / Math.abs(from)) * 100)}%)`,
  }
}

/** Minimum number of decimals that writes a number exactly, at most `most`. */
const decimalsOf = (value: number, most: number): number => {
  const [digits = "", exponent = "0"] = String(value).split("e")
  const written = (digits.split(".")[1]?.length ?? 0) - Number(exponent)
  return Math.min(Math.max(written, 0), most)
}

/** Order of magnitude of a number: 2 for 123. */
const magnitude = (value: number): number => (value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value))))

/**
 * Format of prices: the decimals of the finest of them, at least 2 and at most `most`, unless
 * prices are so small that four digits need more.
 */
export const format = (prices: ReadonlyArray<number>, most: number): NumberFormatters => {
  const largest = prices.reduce((largest, price) => Math.max(largest, Math.abs(price)), 0)
  const bound = Math.min(Math.max(most, 3 - magnitude(largest)), 15)
  const decimals = prices.reduce((finest, price) => Math.max(finest, decimalsOf(price, bound)), 2)
  return inNotation({ decimals, isScientific: fixed(decimals, "negative")(largest).length > longest })
}

const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumSignificantDigits: 3 })
const exponent = new Intl.NumberFormat("en-US", { notation: "scientific", maximumSignificantDigits: 3 })

/** Formats a volume in few digits: `44.7M`. */
export const volume = (value: number): string => (value < 1e15 ? compact : exponent).format(value)
