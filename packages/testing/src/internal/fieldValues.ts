/** Values of single fields and parameters, valid and plausible by kind or unit. */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type * as Kind from "@candela/core/internal/Kind"
import type * as Unit from "@candela/core/declare/Unit"
import * as FastCheck from "effect/FastCheck"

/** Values of any type. */
export type Values = FastCheck.Arbitrary<unknown>

const year = 365.25 * 86_400_000

/** Returns the years before an instant (epoch milliseconds), in which dates and instants lie. */
export const yearsUntil = (to: number): Endpoint.Span => ({ from: to - 6 * year, to })

/** End of the time of values without a clock: 2025-06-30. */
export const usualEnd: number = Date.UTC(2025, 5, 30)

/** Epoch milliseconds. */
export const millis = ({ from, to }: Endpoint.Span): FastCheck.Arbitrary<number> =>
  FastCheck.integer({ min: Math.ceil(from), max: Math.max(Math.ceil(from), Math.floor(to) - 1) })

/** Dates, `yyyy-mm-dd`. */
export const dates = (span: Endpoint.Span): FastCheck.Arbitrary<string> =>
  millis(span).map((at) => new Date(at).toISOString().slice(0, 10))

/** RFC 3339 texts. */
export const dateTimes = (span: Endpoint.Span): FastCheck.Arbitrary<string> =>
  millis(span).map((at) => new Date(at).toISOString())

/** Epoch nanoseconds. */
export const nanos = (span: Endpoint.Span): FastCheck.Arbitrary<bigint> =>
  FastCheck.tuple(millis(span), FastCheck.nat(999_999)).map(([at, rest]) => BigInt(at) * 1_000_000n + BigInt(rest))

/** Converts a name to words: `issuer_name` is `Issuer name`. */
const inWords = (name: string): string => {
  const words = name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .replaceAll("_", " ")
    .trim()
    .toLowerCase()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** Texts that say what they stand for, with a number: `Issuer name 12`. */
export const labels = (name: string): FastCheck.Arbitrary<string> =>
  FastCheck.integer({ min: 1, max: 999 }).map((number) => `${inWords(name)} ${number}`)

/** Values by names that say what they stand for, with a number: `balance_sheet_12`. */
export const byName = (name: string, values: Values): Values =>
  FastCheck.dictionary(
    FastCheck.integer({ min: 1, max: 999 }).map((number) => `${name}_${number}`),
    values,
    { maxKeys: 3, noNullPrototype: true },
  )

/** Texts that match a pattern: labels if it accepts them. */
export const texts = (pattern: RegExp): FastCheck.Arbitrary<string> =>
  ["Text 1", "Text 999"].every((text) => pattern.test(text)) ? labels("text") : FastCheck.stringMatching(pattern)

/** Identifiers without a known form: numbers as text. */
export const ids: FastCheck.Arbitrary<string> = FastCheck.integer({ min: 100_000_000, max: 999_999_999 }).map(String)

/** Identifiers of the form of an example: leading zeros and what is no digit stay, the other digits differ. */
const formedLike = (example: string): FastCheck.Arbitrary<string> => {
  const [zeros] = /^0*/.exec(example)!
  const rest = example.slice(zeros.length)
  const digits = FastCheck.array(FastCheck.nat(9), { minLength: rest.length, maxLength: rest.length })
  return digits.map((digits) => zeros + [...rest].map((one, at) => (/\d/.test(one) ? digits[at]! : one)).join(""))
}

const decimalsOf = (number: number) => String(number).split(".")[1]?.length ?? 0

/** Values like the examples of a field. */
export const like = (examples: ReadonlyArray<unknown>, isId: boolean): Values => {
  if (isId) return FastCheck.oneof(...examples.map((example) => formedLike(String(example))))
  const numbers = examples.filter((example) => typeof example === "number")
  if (numbers.length < examples.length) return FastCheck.constantFrom(...examples)
  const scale = 10 ** Math.max(...numbers.map(decimalsOf))
  const [min, max] = [Math.min(...numbers), Math.max(...numbers)].map((number) => Math.round(number * scale))
  return FastCheck.integer({ min: min!, max: max! }).map((number) => number / scale)
}

const stocks = ["AAPL", "AMZN", "BRK.A", "GOOGL", "KO", "META", "MSFT", "NVDA", "TSLA", "XOM"]
const forex = ["C:AUDUSD", "C:EURGBP", "C:EURUSD", "C:GBPUSD", "C:USDJPY"]
const crypto = ["X:BTCUSD", "X:ETHUSD", "X:SOLUSD"]
const futures = ["CLU5", "ESU5", "GCQ5", "NQU5"]
const options = ["O:AAPL250718C00200000", "O:AAPL250718P00200000", "O:SPXW250718C04450000"]
const indices = ["I:DJI", "I:NDX", "I:SPX"]

const tickersOf: Readonly<Record<Kind.Market, ReadonlyArray<string>>> = {
  stocks,
  forex,
  crypto,
  futures,
  options,
  indices,
  any: [...stocks, ...forex, ...crypto],
}

/** Tickers of a market. */
export const tickers = (market: Kind.Market): FastCheck.Arbitrary<string> =>
  FastCheck.constantFrom(...tickersOf[market])

const hundredths = (min: number, max: number) => FastCheck.integer({ min, max }).map((number) => number / 100)

/**
 * Values of a unit; `undefined` for identifiers, whose form the unit does not define. Amounts are
 * positive, with two decimals.
 */
export const ofUnit = (unit: Unit.Unit, span: Endpoint.Span): Values | undefined => {
  switch (unit) {
    case "dollars":
    case "billions of dollars":
    case "currency":
      return hundredths(1, 500_000)
    case "shares":
    case "volume":
    case "count":
      return FastCheck.integer({ min: 1, max: 1_000_000 })
    case "percent":
      return hundredths(-10_000, 10_000)
    case "ratio":
      return hundredths(1, 10_000)
    case "date":
      return dates(span)
    case "date-time":
      return dateTimes(span)
    case "epoch milliseconds":
      return millis(span)
    case "epoch nanoseconds":
      return nanos(span)
    case "identifier":
      return undefined
  }
}

/** Numbers without a unit: codes and counts. */
export const codes: FastCheck.Arbitrary<number> = FastCheck.integer({ min: 1, max: 100 })

/** Canonical values of a kind; `undefined` if it does not constrain a field's values. */
export const ofKind = (kind: Kind.Kind, span: Endpoint.Span): Values | undefined => {
  switch (kind._tag) {
    case "Ticker":
      return tickers(kind.market)
    case "Text":
      // Any text: the field says more.
      return kind.pattern.test("Text 1") ? undefined : texts(kind.pattern)
    case "Integer":
      return FastCheck.integer({ min: kind.min ?? 1, max: Math.min(kind.max ?? Infinity, (kind.min ?? 1) + 100) })
    case "OneOf":
      return FastCheck.constantFrom(...kind.values)
    case "Date":
      return dates(span)
    case "Instant":
      return kind.unit === "text" ? dateTimes(span) : kind.unit === "millis" ? millis(span) : nanos(span)
    case "List":
      return ofKind(kind.item, span)
    default:
      return undefined
  }
}
