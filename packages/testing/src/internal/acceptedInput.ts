/** What a caller may write for a parameter. */
import * as Kind from "@candela/core/Kind"
import * as DateTime from "effect/DateTime"
import * as FastCheck from "effect/FastCheck"

type Inputs = FastCheck.Arbitrary<unknown>

const first = Date.UTC(2019, 0)
const last = Date.UTC(2025, 5, 30)
const millis = FastCheck.integer({ min: first, max: last })
const day = millis.map((at) => new Date(at).toISOString().slice(0, 10))

const instants = [day.map((text) => new Date(text)), day.map((text) => DateTime.unsafeMake(text))]
const texts = millis.map((at) => new Date(at).toISOString())
const ofUnit = { text: [], millis: [millis], nanos: [millis.map((at) => BigInt(at) * 1_000_000n + 1n)] }

const word = FastCheck.stringMatching(/^[A-Z][a-z]{2,9}$/)

/** The texts that the words of an error name: "a CIK of ten digits, with leading zeros, such as 0000320193". */
const namedIn = (expected: string): ReadonlyArray<string> =>
  (expected.split(" such as ")[1] ?? "").split(/,? or |, /).map((text) => text.replace(/^"|"$/g, ""))

const textOf = (pattern: RegExp, expected: string): Inputs => {
  const named = namedIn(expected).filter((text) => pattern.test(text))
  return named.length > 0 ? FastCheck.constantFrom(...named) : word
}

/** What a caller may write for a parameter. */
export const of = ({ kind }: { readonly kind: Kind.Kind }): Inputs => {
  switch (kind._tag) {
    case "Text":
    case "Ticker":
      return textOf(kind.pattern, kind.expected)
    case "Number":
      return FastCheck.integer({ min: 1, max: 100_000 }).map((cents) => cents / 100)
    case "Integer":
      return FastCheck.integer({ min: kind.min ?? -1_000, max: Math.min(kind.max ?? Infinity, 100_000) })
    case "Limit":
      return FastCheck.integer({ min: 1, max: Math.min(kind.max, 100_000) })
    case "Boolean":
      return FastCheck.boolean()
    case "Date":
      return FastCheck.oneof(day, ...instants)
    case "Instant":
      return FastCheck.oneof(day, ...instants, texts, ...ofUnit[kind.unit])
    case "List":
      return FastCheck.uniqueArray(of({ kind: kind.item }), {
        minLength: 1,
        maxLength: Math.min(kind.max ?? Infinity, 3),
      })
    case "Cursor":
      return of({ kind: kind.of })
    default:
      return FastCheck.constantFrom(...Kind.words(kind))
  }
}
