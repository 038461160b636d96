/** Values of a schema that look like those of the service: its AST says what is valid, and the name of a field what is plausible. */
import * as Arbitrary from "effect/Arbitrary"
import * as FastCheck from "effect/FastCheck"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"

type Values = FastCheck.Arbitrary<unknown>

const cents = (min: number, max: number) => FastCheck.integer({ min, max }).map((number) => number / 100)
const millis = FastCheck.integer({ min: Date.UTC(2019, 0), max: Date.UTC(2025, 5, 30) })
const nanos = millis.chain((at) =>
  FastCheck.integer({ min: 0, max: 999_999 }).map((rest) => BigInt(at) * 1_000_000n + BigInt(rest)),
)
const words = FastCheck.stringMatching(/^[A-Z][a-z]{2,9}$/)

const numbers: ReadonlyArray<readonly [name: RegExp, Values]> = [
  [/timestamp|window_start|updated/i, millis],
  [/^(fiscal_)?year$/, FastCheck.integer({ min: 2019, max: 2025 })],
  [/quarter$/, FastCheck.integer({ min: 1, max: 4 })],
  [/exchange|conditions|frequency/, FastCheck.integer({ min: 1, max: 60 })],
  [/count|transactions|volume|size|shares|employees|open_interest/i, FastCheck.integer({ min: 0, max: 1_000_000 })],
  [/change|perc|over_year|growth|histogram|signal|^(delta|theta)$/i, cents(-10_000, 10_000)],
  [/./, cents(1, 500_000)],
]

const texts: ReadonlyArray<readonly [name: RegExp, Values]> = [
  [/_utc$|updated_at|(start|end)_time/, millis.map((at) => new Date(at).toISOString())],
  [/date|day|^from$|expiry|expiration|list/, millis.map((at) => new Date(at).toISOString().slice(0, 10))],
  [/url$/, words.map((word) => `https://example.test/${word.toLowerCase()}`)],
  [/ticker|symbol/i, FastCheck.stringMatching(/^[A-Z]{2,5}$/)],
  [/currency/, FastCheck.constantFrom("USD", "EUR")],
  [/^cik/, FastCheck.stringMatching(/^000[0-9]{7}$/)],
  [/decimal|volume|size/, cents(0, 1_000_000).map(String)],
  [/id$/, FastCheck.stringMatching(/^[0-9a-f]{16}$/)],
  [/./, words],
]

const named = (all: ReadonlyArray<readonly [name: RegExp, Values]>, name: string): Values =>
  all.find(([pattern]) => pattern.test(name || "-"))![1]

/** A bar is highest at its high and lowest at its low, and its average lies between them. */
const coherent = (row: Record<string, unknown>): Record<string, unknown> => {
  const prices = ["open", "high", "low", "close"].map((name) => row[name])
  if (!prices.every((price) => typeof price === "number")) return row
  const [high, low] = [Math.max(...prices), Math.min(...prices)]
  return { ...row, high, low, ...("vwap" in row ? { vwap: Math.round(50 * (high + low)) / 100 } : {}) }
}

const struct = (ast: AST.TypeLiteral): Values =>
  FastCheck.record(
    Object.fromEntries(ast.propertySignatures.map(({ name, type }) => [name, valueOf(type, String(name))])),
    { requiredKeys: ast.propertySignatures.filter(({ isOptional }) => !isOptional).map(({ name }) => name as string) },
  ).map(coherent)

/** A record of many fields is likelier than one of few, which tells of an exception. */
const weightOf = (ast: AST.AST): number =>
  AST.isRefinement(ast) ? weightOf(ast.from) : AST.isTypeLiteral(ast) ? ast.propertySignatures.length : 1

/** The values of a field. `ast` is the side of a schema that a program sees. */
export const valueOf = (ast: AST.AST, name = ""): Values => {
  switch (ast._tag) {
    case "NumberKeyword":
      return named(numbers, name)
    case "BigIntKeyword":
      return nanos
    case "StringKeyword": {
      // The known values of an enumeration that may grow.
      const known = Option.getOrElse(AST.getExamplesAnnotation(ast), () => [] as ReadonlyArray<unknown>)
      const others = named(texts, name)
      return known.length === 0
        ? others
        : FastCheck.oneof({ arbitrary: FastCheck.constantFrom(...known), weight: 9 }, { arbitrary: others, weight: 1 })
    }
    case "TypeLiteral":
      if (ast.indexSignatures.length > 0) break
      return struct(ast)
    case "TupleType": {
      const [item] = ast.rest
      if (item === undefined || ast.elements.length > 0 || ast.rest.length > 1) break
      return FastCheck.array(valueOf(item.type, name), { maxLength: 3 })
    }
    case "Union":
      return FastCheck.oneof(...ast.types.map((type) => ({ arbitrary: valueOf(type, name), weight: weightOf(type) })))
    case "Refinement":
      if (!AST.isTypeLiteral(ast.from)) break
      return valueOf(ast.from, name).filter(Schema.is(Schema.make(ast)))
  }
  return Arbitrary.make(Schema.make(ast))
}
