/** What a caller may write for a parameter, found by asking the parameter. */
import type * as Param from "@candela/core/Param"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"

type Inputs = FastCheck.Arbitrary<unknown>

const first = Date.UTC(2019, 0)
const last = Date.UTC(2025, 5, 30)
const millis = FastCheck.integer({ min: first, max: last })
const day = millis.map((at) => new Date(at).toISOString().slice(0, 10))

/** Dates and instants in every form: which of them a parameter takes depends on its precision. */
const temporal: ReadonlyArray<Inputs> = [
  day,
  day.map((text) => new Date(text)),
  day.map((text) => DateTime.unsafeMake(text)),
  millis.map((at) => new Date(at).toISOString()),
  millis,
  millis.map((at) => BigInt(at) * 1_000_000n + 1n),
]

/** Numbers from small to large, of which a parameter with bounds takes some. */
const numbers: ReadonlyArray<Inputs> = [
  FastCheck.integer({ min: 0, max: 20 }),
  FastCheck.integer({ min: 1, max: 100_000 }).map((cents) => cents / 100),
]

const words = FastCheck.stringMatching(/^[A-Z][a-z]{2,9}$/)

/** The texts that the words of a parameter name: "a stock's ticker such as AAPL or BRK.A, without blanks". */
const namedIn = (expected: string): ReadonlyArray<string> =>
  (expected.split(" such as ")[1] ?? "").split(/,? or |, /).map((text) => text.replace(/^"|"$/g, ""))

/** One of a fixed number of values, to ask a parameter whether it takes such values. */
const sample = (inputs: Inputs) => FastCheck.sample(inputs, { seed: 1, numRuns: 5 })

/** The inputs of a parameter that are no list. */
const scalars = (param: Param.Any, takes: (value: unknown) => boolean): Inputs => {
  const { bounds, expected, values } = param
  if (values !== undefined) return FastCheck.constantFrom(...values)
  if (bounds !== undefined) {
    return FastCheck.integer({ min: Math.max(bounds.min, -1_000), max: Math.min(bounds.max, 100_000) })
  }
  if (takes(true)) return FastCheck.boolean()
  const isTemporal = takes(new Date(first))
  const found = (isTemporal ? temporal : numbers).filter((inputs) => sample(inputs).every(takes))
  if (found.length > 0) return FastCheck.oneof(...found)
  const examples = namedIn(expected).filter(takes)
  return examples.length > 0 ? FastCheck.constantFrom(...examples) : words
}

/** What a caller may write for a parameter. */
export const of = (name: string, param: Param.Any): Inputs => {
  const read = Schema.decodeUnknownEither(param.input)
  const accepts = (value: unknown) => Either.isRight(read(value))
  const one = scalars(param, (value) => accepts(value) || accepts([value]))
  const several = FastCheck.uniqueArray(one, { minLength: 1, maxLength: 3 })
  const forms = [one, several].filter((inputs) => sample(inputs).every(accepts))
  // A filter of nothing would search for ever.
  if (forms.length === 0)
    throw new Error(`No value is known for the parameter ${name}, which must be ${param.expected}.`)
  return FastCheck.oneof(...forms)
}
