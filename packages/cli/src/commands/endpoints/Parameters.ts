/**
 * The parameters of endpoints as options and arguments: their texts are read as the declaration says.
 *
 * @module
 */
import type * as Catalog from "@candela/catalog/Catalog"
import * as CommandLine from "@candela/catalog/CommandLine"
import type { Parameter } from "@candela/catalog/Parameter"
import * as CatalogText from "@candela/catalog/Text"
import * as Kind from "@candela/core/Kind"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type * as Option from "../../command/Option.js"
import * as Text from "./Text.js"

/** What stands for a value in help. */
const placeholder = (kind: Kind.Kind): string => {
  switch (kind._tag) {
    case "Ticker":
      return "TICKER"
    case "Date":
      return "DATE"
    case "Instant":
      return "TIME"
    case "Integer":
    case "Limit":
    case "Number":
      return "NUMBER"
    case "Boolean":
      return "BOOLEAN"
    case "Sort":
      return kind.directed ? "COLUMNS" : "COLUMN"
    case "Order":
      return "ORDER"
    case "OneOf":
      return "WORD"
    case "List":
      return `${placeholder(kind.item)},...`
    case "Cursor":
      return placeholder(kind.of)
    case "Text":
      return "TEXT"
  }
}

const number = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/
const integer = /^-?\d+$/

/** A text as a caller of the library would write its value. What is no value of the kind stays text, which the declaration refuses. */
const valueOf = (kind: Kind.Kind, text: string): unknown => {
  switch (kind._tag) {
    case "Integer":
    case "Limit":
    case "Number":
      return number.test(text) ? Number(text) : text
    case "Boolean":
      return text === "true" ? true : text === "false" ? false : text
    case "Instant":
      if (!integer.test(text) || kind.unit === "text") return text
      return kind.unit === "millis" ? Number(text) : BigInt(text)
    case "List":
      return text.split(",").map((item) => valueOf(kind.item, item.trim()))
    case "Cursor":
      return valueOf(kind.of, text)
    default:
      return text
  }
}

const isList = (kind: Kind.Kind): boolean => kind._tag === "List" || (kind._tag === "Sort" && kind.directed)

/** Units that say how a value is written, or nothing that its text does not say. */
const units: ReadonlySet<string | undefined> = /* @__PURE__ */ new Set([
  "date",
  "date-time",
  "code",
  "identifier",
  "ordinal",
  "count",
  "ratio",
])

/** What the values of a filter count, if they are numbers of something. */
const unitOf = ({ fields }: Catalog.Entry, { declaration: { filter } }: Parameter): string | undefined => {
  const unit = filter?.operator === "eq" ? fields.find(({ path }) => path === filter.field)?.unit : undefined
  return units.has(unit) ? undefined : unit
}

/** Texts as sentences, without those that an earlier one holds already. */
const sentences = (...texts: ReadonlyArray<string | undefined>): string =>
  texts.reduce<string>((all, text) => {
    if (text === undefined || all.replaceAll(",", "").includes(text.replace(/^in /, ""))) return all
    return all === "" ? `${text}.` : `${all} ${Text.capitalized(text)}.`
  }, "")

/** What a parameter means. An operator of a filter stands below the parameter that says it. */
const meaningOf = ({ declaration: { wireParams } }: Catalog.Entry, parameter: Parameter): string => {
  const { declaration, name } = parameter
  const base = declaration.filter && name.slice(0, -declaration.filter.operator.length - 1)
  const operator = CatalogText.operator(declaration)
  return operator !== undefined && base !== undefined && wireParams[base] !== undefined
    ? operator
    : CatalogText.meaning(parameter)
}

/** What help says of a parameter: its text, and its bounds where the text does not say them. */
const describe = (entry: Catalog.Entry, parameter: Parameter, words: ReadonlyArray<string>) => {
  const { declaration } = parameter
  const { kind } = declaration
  const [bounds] =
    words.length > 0 ? [] : CatalogText.limits(declaration).filter((limit) => !limit.startsWith("default"))
  const meaning = Text.forPeople(meaningOf(entry, parameter), Object.keys(entry.declaration.wireParams), words)
  const directed = kind._tag === "Sort" && kind.directed ? "each alone, or with .asc or .desc" : undefined
  const text = sentences(
    meaning.replace(/\.$/, ""),
    unitOf(entry, parameter) && `in ${unitOf(entry, parameter)}`,
    directed,
  )
  return { text, bounds: bounds !== undefined && !text.replaceAll(",", "").includes(bounds) ? bounds : undefined }
}

/** The option, or the argument, of a parameter. */
export const option = (entry: Catalog.Entry, parameter: Parameter): Option.Option<unknown> => {
  const { declaration, example } = parameter
  const { filter, kind, presence } = declaration
  const words = kind._tag === "Sort" ? kind.columns : Kind.words(kind)
  const isRepeatable = isList(kind)
  const read = (texts: ReadonlyArray<string>): Either.Either<unknown, string> => {
    const written = isRepeatable && texts.length > 0 ? texts.join(",") : texts.at(-1)
    if (written === undefined || (written === "" && declaration.blank)) return Either.right(undefined)
    const value = valueOf(kind, written)
    return Either.isRight(Schema.decodeUnknownEither(declaration.input)(value))
      ? Either.right(value)
      : Either.left(Kind.expected(kind, "wire"))
  }
  return {
    // Only help reads these two. They need the units of all fields, which takes longer than the rest of a command line.
    get text() {
      return describe(entry, parameter, words).text
    },
    get bounds() {
      return describe(entry, parameter, words).bounds
    },
    value: placeholder(kind),
    ...(kind._tag === "Boolean" && { isBoolean: true }),
    required: presence === "required",
    repeatable: isRepeatable,
    ...(words.length > 0 && { words }),
    ...(presence === "defaulted" && { default: Schema.encodeSync(declaration.wire)(declaration.default) as string }),
    ...(example !== undefined && { example: CommandLine.written(example) }),
    ...(filter !== undefined && { group: "Filters" }),
    ...(kind._tag === "Ticker" && { completes: "ticker" as const }),
    read,
  }
}
