/**
 * Kinds of parameters as data: the base of validation in clients, of error messages, documents,
 * forms and request generators.
 *
 * @module
 */

/** Kind of a parameter. */
export type Kind =
  | Text
  | Ticker
  /** A finite number. */
  | { readonly _tag: "Number" }
  | Integer
  /** True or false. */
  | { readonly _tag: "Boolean" }
  /** A calendar date: `yyyy-mm-dd`. */
  | { readonly _tag: "Date" }
  /** A calendar date, or an instant: an RFC 3339 text, epoch milliseconds or epoch nanoseconds. */
  | { readonly _tag: "Instant"; readonly unit: InstantForm }
  /** One of several words, in the service's order. */
  | { readonly _tag: "OneOf"; readonly values: ReadonlyArray<string> }
  /** Several values, at most `max`. */
  | { readonly _tag: "List"; readonly item: Kind; readonly max: number | undefined }
  | PageSize
  | Sort
  /** Sort direction of the rows: `asc` or `desc`. */
  | { readonly _tag: "Order" }
  /** Start of the rows: after those already received. */
  | { readonly _tag: "Cursor"; readonly of: Kind }

/** A text that matches a pattern. */
export interface Text {
  /** A text. */
  readonly _tag: "Text"
  /** Pattern of the texts. */
  readonly pattern: RegExp
  /** Meaning of the pattern, for error messages only. */
  readonly expected: string
}

/** A ticker of a market. */
export interface Ticker {
  /** A ticker. */
  readonly _tag: "Ticker"
  /** Pattern of the tickers. */
  readonly pattern: RegExp
  /** Meaning of the pattern, for error messages only. */
  readonly expected: string
  /** Market of the ticker. */
  readonly market: Market
  /**
   * Returns what may be meant by a text that is rejected or finds nothing, in words that follow a
   * colon; `undefined` if there is no such thing.
   */
  readonly meant: ((text: string) => string | undefined) | undefined
}

/** Markets of tickers. */
export type Market = "stocks" | "forex" | "crypto" | "futures" | "options" | "indices" | "any"

/** Form of an instant in a URL. */
export type InstantForm = "text" | "millis" | "nanos"

/** A whole number; without bounds a safe integer. */
export interface Integer {
  /** A whole number. */
  readonly _tag: "Integer"
  /** Minimum. Default: the smallest safe integer. */
  readonly min?: number | undefined
  /** Maximum. Default: the largest safe integer. */
  readonly max?: number | undefined
}

/** Page size, from 1 on. */
export interface PageSize {
  /** A page size. */
  readonly _tag: "Limit"
  /** Maximum page size of the service. */
  readonly max: number
}

/** Columns by which the rows are sorted. */
export interface Sort {
  /** Columns to sort by. */
  readonly _tag: "Sort"
  /** Available columns. */
  readonly columns: ReadonlyArray<string>
  /**
   * Whether it names several columns, each with its direction (`column.asc`). Otherwise one, with
   * the direction in an `Order`.
   */
  readonly directed: boolean
}

/** Directions of an order. */
export const directions = ["asc", "desc"] as const

/** Returns the accepted texts of a parameter, in the service's order; empty if they are unlimited. */
export const words = (kind: Kind): ReadonlyArray<string> => {
  switch (kind._tag) {
    case "OneOf":
      return kind.values
    case "Boolean":
      return ["true", "false"]
    case "Order":
      return directions
    case "Sort":
      return kind.directed ? kind.columns.flatMap((name) => [name, `${name}.asc`, `${name}.desc`]) : kind.columns
    case "List":
      return words(kind.item)
    default:
      return []
  }
}

/**
 * Returns the first text, of a value or a list, that is no ticker in the form of the service, and
 * what may be meant by it.
 */
export const misspelt = (kind: Kind, value: unknown): readonly [text: string, meant: string] | undefined => {
  if (kind._tag === "List") {
    const found = Array.isArray(value) ? value.map((one) => misspelt(kind.item, one)) : []
    return found.find((one) => one !== undefined)
  }
  if (kind._tag !== "Ticker" || typeof value !== "string") return undefined
  const meant = kind.meant?.(value)
  return meant === undefined ? undefined : [value, meant]
}

const date = 'a date as "yyyy-mm-dd"'
const dateTime = 'an RFC 3339 date-time such as "2025-06-02T09:30:00Z"'

/** Descriptions of an instant: for a caller, and as a text in a URL. */
const instants = {
  text: [`, ${dateTime}`, ` or ${dateTime}`],
  millis: [`, ${dateTime} (to the millisecond), whole epoch milliseconds`, " or whole epoch milliseconds"],
  nanos: [`, ${dateTime}, epoch nanoseconds as a bigint`, " or whole epoch nanoseconds"],
} as const

const integer = ({ max, min }: Omit<Integer, "_tag">) =>
  `a whole number${max !== undefined ? ` from ${min} to ${max}` : min !== undefined ? ` of at least ${min}` : ""}`

const oneOf = (words: ReadonlyArray<string>) => `one of ${words.map((word) => JSON.stringify(word)).join(", ")}`

/**
 * Describes the valid values of a kind, in words that complete the sentence "must be ...": a
 * caller's input (`input`), or the text in a URL (`wire`), as in a service's error message.
 */
export const expected = (kind: Kind, side: "input" | "wire"): string => {
  const isInput = side === "input"
  switch (kind._tag) {
    case "Text":
    case "Ticker":
      return kind.expected
    case "Number":
      return "a finite number"
    case "Integer":
      return integer(kind)
    case "Limit":
      return integer({ min: 1, max: kind.max })
    case "Date":
    case "Instant": {
      const instant = kind._tag === "Date" ? "" : instants[kind.unit][isInput ? 0 : 1]
      return date + instant + (isInput ? ", a Date or a DateTime" : "")
    }
    case "List": {
      const values = kind.max === undefined ? "values" : `at most ${kind.max} values`
      const list = isInput ? `a list of ${values} without commas` : `${values}, separated by commas`
      return `${list}, each ${expected(kind.item, side)}`
    }
    case "Cursor":
      return expected(kind.of, side)
    case "Boolean":
      return "true or false"
    case "Sort":
      return kind.directed
        ? `columns among ${kind.columns.join(", ")}, each alone or with .asc or .desc`
        : oneOf(kind.columns)
    case "OneOf":
      return oneOf(kind.values)
    case "Order":
      return oneOf(directions)
  }
}

/**
 * Describes the valid values of a kind like {@link expected}, in place of a rejected one: for a
 * ticker, what may be meant by it.
 */
export const accepted = (kind: Kind, side: "input" | "wire", value: unknown): string => {
  const item = kind._tag === "List" ? kind.item : kind
  const [, meant] = misspelt(kind, value) ?? []
  // protects: A ticker of another market names the method that has it.
  // mutant: "of another market says which method has it": always
  if (meant === undefined || item._tag !== "Ticker") return expected(kind, side)
  return `${item.market === "any" ? expected(kind, side) : `a ticker of ${item.market}`} (${meant})`
}
