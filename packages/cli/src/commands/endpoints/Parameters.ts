/**
 * Parameters of endpoints as options and arguments, parsed as declared.
 *
 * @module
 */
import type * as Catalog from "@candela/catalog/Catalog"
import * as CommandLine from "@candela/catalog/CommandLine"
import type { Parameter } from "@candela/catalog/Parameter"
import * as CatalogText from "@candela/catalog/Text"
import * as Kind from "@candela/core/internal/Kind"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type * as Option from "../../command/Option.js"
import * as DateText from "../../dates/DateText.js"
import * as Dates from "./Dates.js"
import * as Text from "./Text.js"

/** Placeholder of a value in help. */
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

/**
 * Converts a text to the value that a caller of the library would write. Invalid text stays text,
 * which the declaration rejects.
 */
const valueOf = (kind: Kind.Kind, text: string): unknown => {
  switch (kind._tag) {
    case "Integer":
    case "Limit":
    case "Number":
      return number.test(text) ? Number(text) : text
    case "Boolean":
      return text === "true" ? true : text === "false" ? false : text
    case "List":
      return text.split(",").map((item) => valueOf(kind.item, item.trim()))
    case "Cursor":
      return valueOf(kind.of, text)
    default:
      return text
  }
}

const isList = (kind: Kind.Kind): boolean => kind._tag === "List" || (kind._tag === "Sort" && kind.directed)

/** Units about the notation of a value, or already clear from its text. */
const units: ReadonlySet<string | undefined> = /* @__PURE__ */ new Set([
  "date",
  "date-time",
  "code",
  "identifier",
  "ordinal",
  "count",
  "ratio",
])

/** Unit of a filter's values, if they are numbers of something. */
const unitOf = ({ fields }: Catalog.Entry, { declaration: { filter } }: Parameter): string | undefined => {
  const unit = filter?.operator === "eq" ? fields.find(({ path }) => path === filter.field)?.unit : undefined
  return units.has(unit) ? undefined : unit
}

/** Joins texts as sentences, without those that an earlier one already contains. */
const sentences = (...texts: ReadonlyArray<string | undefined>): string =>
  texts.reduce<string>((all, text) => {
    if (text === undefined || all.replaceAll(",", "").includes(text.replace(/^in /, ""))) return all
    return all === "" ? `${text}.` : `${all} ${Text.capitalized(text)}.`
  }, "")

/** Meaning of a parameter. An operator of a filter is listed below the parameter that explains it. */
const meaningOf = ({ declaration: { wireParams } }: Catalog.Entry, parameter: Parameter): string => {
  const { declaration, name } = parameter
  const base = declaration.filter && name.slice(0, -declaration.filter.operator.length - 1)
  const operator = CatalogText.operator(declaration)
  return operator !== undefined && base !== undefined && wireParams[base] !== undefined
    ? operator
    : CatalogText.meaning(parameter)
}

/** Help of a parameter: its text, and its bounds unless the text contains them. */
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

/** Makes the option, or the argument, of a parameter. */
export const option = (entry: Catalog.Entry, parameter: Parameter): Option.Option<unknown> => {
  const { declaration, example } = parameter
  const { filter, kind, presence } = declaration
  const words = kind._tag === "Sort" ? kind.columns : Kind.words(kind)
  const isRepeatable = isList(kind)
  const grammar = Dates.grammarOf(parameter.name, declaration)
  const read = (texts: ReadonlyArray<string>): Either.Either<unknown, string> => {
    const written = isRepeatable && texts.length > 0 ? texts.join(",") : texts.at(-1)
    if (written === undefined || (written === "" && declaration.blank)) return Either.right(undefined)
    const value = valueOf(kind, written)
    if (grammar !== undefined) {
      const each = Array.isArray(value) ? (value as ReadonlyArray<string>) : [written]
      return Either.map(Either.all(each.map((text) => DateText.parse(text, grammar))), () => value)
    }
    if (Either.isRight(Schema.decodeUnknownEither(declaration.input)(value))) return Either.right(value)
    const [, direction] = kind._tag === "Sort" && !kind.directed ? (/\.(asc|desc)$/.exec(written) ?? []) : []
    const hint = direction === undefined ? "" : `, with the direction in an option of its own, --order ${direction}`
    return Either.left(`${Kind.accepted(kind, "wire", value)}${hint}`)
  }
  return {
    // Only help reads these two. They need the units of all fields, which takes longer than the rest of a command line.
    get text() {
      return describe(entry, parameter, words).text
    },
    get bounds() {
      // An operator of a filter is listed below the parameter, which says the forms.
      const isOperator = filter !== undefined && filter.operator !== "eq"
      return grammar === undefined || isOperator ? describe(entry, parameter, words).bounds : DateText.forms(grammar)
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
    ...(grammar !== undefined && { completes: "date" as const }),
    read,
  }
}
