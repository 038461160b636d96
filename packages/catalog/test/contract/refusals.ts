/**
 * What a parameter refuses, from its kind: what a caller writes, and texts in a URL.
 */
import type * as Kind from "@candela/core/internal/Kind"
import type * as Param from "@candela/core/declare/Param"

/** Tickers that a market does not have: those of other markets, and some of none. */
const otherTickers: Readonly<Record<Kind.Market, ReadonlyArray<string>>> = {
  any: ["A B"],
  stocks: ["X:BTCUSD", "C:EURUSD", "I:SPX", "A B"],
  forex: ["AAPL", "X:BTCUSD", "EURUSD", "C:eurusd", "C:EUR/USD"],
  crypto: ["AAPL", "BTCUSD", "X:btcusd", "X:BTC USD"],
  options: ["AAPL", "X:BTCUSD", "O:AAPL", "O:AAPL250718X00200000"],
  indices: ["AAPL", "X:BTCUSD", "SPX", "I:S P"],
  futures: [" ESU5", "ES\nU5"],
}

/** Texts that one pattern or another refuses. */
const oddTexts = ["no such value", "-1", "a,b", "ä"]

/** The bounds of a whole number, as far as it has any. */
const bounds = (kind: Kind.Integer | Kind.PageSize) => (kind._tag === "Limit" ? { min: 1, max: kind.max } : kind)

const beyond = (kind: Kind.Integer | Kind.PageSize) => {
  const { max, min } = bounds(kind)
  return [...(min === undefined ? [] : [min - 1]), ...(max === undefined ? [] : [max + 1])]
}

/** Both ends of a parameter that has bounds: it takes them. */
export const ends = ({ kind }: Param.Any): ReadonlyArray<number> => {
  if (kind._tag !== "Integer" && kind._tag !== "Limit") return []
  const { max, min } = bounds(kind)
  return [min, max].filter((end) => end !== undefined)
}

/** Texts that a kind refuses, written by a caller and in a URL. */
const texts = (kind: Kind.Kind): ReadonlyArray<string> => {
  switch (kind._tag) {
    case "Text":
      return oddTexts.filter((text) => !kind.pattern.test(text))
    case "Ticker":
      return otherTickers[kind.market]
    case "Number":
      return ["many", "0x10"]
    case "Integer":
    case "Limit":
      return ["many", "1.5", "1e3"]
    case "Boolean":
      return ["yes", "1"]
    case "Date":
    case "Instant":
      return ["2024-02-30", "2024-1-2", "tomorrow"]
    case "OneOf":
    case "Order":
    case "Sort":
      return ["no_such_word", "Asc", "ticker.up"]
    case "List":
      return texts(kind.item)
    case "Cursor":
      return texts(kind.of)
  }
}

/** As many values as a list takes, and one more. */
const tooMany = (kind: Kind.Kind, one: unknown) =>
  kind._tag === "List" && kind.max !== undefined && one !== undefined
    ? [Array.from({ length: kind.max + 1 }, () => one)]
    : []

/** What a caller may not write for a parameter. `good` is a value that it takes. */
export const inputs = ({ blank, kind }: Param.Any, good: unknown): ReadonlyArray<unknown> => {
  const wrong = [{}, ...texts(kind)]
  switch (kind._tag) {
    case "List":
      return [...(blank ? [] : [[]]), ...wrong.map((value) => [value]), ["a,b"], ...tooMany(kind, [good].flat()[0])]
    case "Integer":
    case "Limit":
      return [...wrong, ...beyond(kind), 1.5, NaN, Infinity]
    case "Number":
      return [...wrong, NaN, Infinity]
    case "Sort":
      return [...wrong, []]
    default:
      return [...wrong, ...(blank ? [] : [""])]
  }
}

/** Texts in a URL that a parameter refuses. `good` is one that it takes. */
export const wireTexts = ({ blank, kind }: Param.Any, good: string | undefined): ReadonlyArray<string> => {
  const wrong = texts(kind)
  const empty = blank ? [] : [""]
  switch (kind._tag) {
    case "List":
      return [...empty, ...wrong, ...tooMany(kind, good?.split(",")[0]).map((values) => values.join(","))]
    case "Integer":
    case "Limit":
      return [...empty, ...wrong, ...beyond(kind).map(String)]
    default:
      return [...empty, ...wrong]
  }
}

/** The operators that filters know. */
export const operators: ReadonlyArray<Param.Operator> = ["gt", "gte", "lt", "lte", "any_of", "all_of"]
