// The parameters of a first declaration: a record of `Param`s and `Filter`s.
import * as Ticker from "../../../packages/market/dist/Ticker.js"
import { comment, draft, keyOf } from "./names.mjs"

/** A number as a literal: `50_000`. */
const digits = (number) => (number < 10_000 ? `${number}` : `${number}`.replace(/\B(?=(?:\d{3})+$)/g, "_"))

const quoted = (words) => words.map((word) => JSON.stringify(word)).join(", ")

const tickers = ["Stock", "Forex", "Crypto", "Contract", "Any", "Currency"].map((name) => [name, Ticker[name].kind])

/** The `Param` of a pattern: a ticker's where the market's has the same. */
const ofPattern = (pattern, name) => {
  const known = tickers.find(([, kind]) => kind.pattern.source === pattern)
  return known === undefined
    ? `Param.text(/${pattern.replaceAll("/", "\\/")}/, "TODO: what ${name} is, such as ...")`
    : `Ticker.${known[0]}`
}

/** The required `Param` of a value. */
const valueOf = ({ choices, formats, market, maximum, minimum, name, patterns, text, types, unit }) => {
  if (choices.length > 0 && types.includes("string")) return `Param.literal(${quoted(choices)})`
  const isText = types.every((type) => type === "string") && formats.length === 0 && patterns.length === 0
  if (isText && unit !== "date-time") {
    if (/yyyy-mm-dd/i.test(text) && /nanosecond/i.test(text)) return "Param.DateOrNanos"
    if (/yyyy-mm-dd/i.test(text) && /millisecond/i.test(text)) return "Param.DateOrMillis"
    if (/yyyy-mm-dd/i.test(text) || unit === "date") return "Param.Date"
  }
  const isInstant = formats.includes("date") && types.length > 1
  if (isInstant) return /nanos|timestamp/.test(name) ? "Param.DateOrNanos" : "Param.DateOrMillis"
  if (formats.includes("date") && formats.includes("date-time")) return "Param.DateTime"
  if (formats.includes("date-time")) return "Param.DateTime"
  if (formats.includes("date")) return "Param.Date"
  if (types.includes("boolean")) return "Param.Boolean"
  if (types.includes("integer")) {
    const bounds = [...minimum.map((min) => `min: ${min}`), ...maximum.map((max) => `max: ${max}`)]
    return bounds.length === 0 ? "Param.integer()" : `Param.integer({ ${bounds.join(", ")} })`
  }
  if (types.includes("number")) return "Param.Number"
  if (patterns.length === 1) return ofPattern(patterns[0], name)
  return /ticker/i.test(name) ? `Ticker.${market ?? "Any"}` : "Param.String"
}

/** A default as a literal. */
const literal = ({ default: [value], several, types }) =>
  several
    ? JSON.stringify(value.split(","))
    : types.includes("boolean") || types.includes("integer") || types.includes("number")
      ? value
      : JSON.stringify(value)

/** A `Param` that a request may leave out, or whose default the service takes. */
const withPresence = (parameter, value) =>
  parameter.required
    ? value
    : parameter.default.length > 0
      ? `Param.withDefault(${value}, ${literal(parameter)})`
      : `Param.optional(${value})`

const directed = /\.(asc|desc)$/

/** The columns of a sort: all fields of the row, or their names. */
const columnsOf = (names, fields) => {
  const left = fields.filter((name) => !names.includes(name))
  if (names.every((name) => fields.includes(name)) && left.length <= 3)
    return `Field.names(fields${left.map((name) => `, ${JSON.stringify(name)}`).join("")})`
  return `[${quoted(names)}]`
}

const sortOf = (parameter, fields, notes) => {
  const {
    choices,
    default: [usual = ""],
  } = parameter
  const names = [...new Set(choices.map((word) => word.replace(directed, "")))]
  const isDirected = parameter.several || [...choices, usual].some((word) => directed.test(word))
  const first = usual.split(",")[0]
  const column = first.replace(directed, "") || names[0] || fields[0]
  const isField = fields.includes(column)
  if (names.length === 0)
    notes.push(
      isField
        ? `The document does not name the columns of ${parameter.name}: all fields are declared.`
        : `The document does not name the columns of ${parameter.name}, and ${column} is no field: declare what the service takes.`,
    )
  const columns = columnsOf(names.length > 0 ? names : isField ? fields : [column], fields)
  if (usual === "") notes.push(`The document does not say how rows are sorted by default.`)
  return isDirected || usual === ""
    ? `Param.sort({ columns: ${columns}, default: [${JSON.stringify(column)}, "${first.endsWith(".desc") ? "desc" : "asc"}"] })`
    : `Param.sortColumn({ columns: ${columns}, default: ${JSON.stringify(column)} })`
}

const operators = ["gt", "gte", "lt", "lte", "any_of", "all_of"]

/** The `Filter` of a field with operators. */
const filterOf = (parameter, found, all, notes) => {
  for (const operator of found)
    if (String(all.get(`${parameter.name}.${operator}`).patterns) !== String(parameter.patterns))
      notes.push(`${parameter.name}.${operator} takes other values than ${parameter.name}.`)
  const value = valueOf(parameter)
  const many = [...found].map((operator) => all.get(`${parameter.name}.${operator}`).items[0]).find(Boolean)
  const most = many === undefined ? "" : `, ${many}`
  const compares = found.has("gt") || found.has("gte") || found.has("lt") || found.has("lte")
  if (found.has("all_of")) return `Filter.contains(${value})`
  if (compares) return found.has("any_of") ? `Filter.rangeOrAnyOf(${value}${most})` : `Filter.range(${value})`
  return `Filter.anyOf(${value}${most})`
}

/** The expression of a parameter. */
const expressionOf = (parameter, fields, all, notes) => {
  const { choices, default: initial, maximum, name, role, several, types } = parameter
  const found = new Set(operators.filter((operator) => all.has(`${name}.${operator}`)))
  if (found.size > 0) return filterOf(parameter, found, all, notes)
  if ((role ?? name) === "limit" && types.includes("integer")) {
    if (initial.length > 0 && maximum.length > 0)
      return `Param.limit({ default: ${digits(initial[0])}, max: ${digits(maximum[0])} })`
    notes.push(`${name} needs its default and its maximum to be a \`Param.limit\`, which pages by it.`)
  }
  if ((role ?? name) === "order" && choices.length === 2) return `Param.order(${JSON.stringify(initial[0] ?? "asc")})`
  if ((role ?? name) === "sort" && fields.length > 0) return sortOf(parameter, fields, notes)
  const value = valueOf(parameter)
  const whole = several ? `Param.list(${value}${parameter.items.map((most) => `, ${most}`).join("")})` : value
  if (role === "cursor") return `Param.cursor(${whole})`
  const isFilter = role === "filter" || (role === undefined && fields.includes(name))
  return isFilter && !parameter.required && initial.length === 0 && !several
    ? `Filter.equals(${whole})`
    : withPresence(parameter, whole)
}

/** The texts of parameters that every list has. */
const usual = { limit: "Size of a page.", sort: "Columns to sort by.", sortColumn: "Column to sort by." }

/** The text of a parameter. A filter has that of its field. */
const textOf = ({ name, text }, expression, fields) =>
  expression.startsWith("Filter.") && fields.includes(name)
    ? undefined
    : (usual[/^Param\.(\w+)/.exec(expression)?.[1]] ?? draft(text, `what \`${name}\` means.`))

/** Whose tickers the parameters of a service take. */
const markets = { stocks: "Stock", forex: "Forex", crypto: "Crypto", futures: "Contract" }

/**
 * The members of a record of parameters of a service, those of the path first. `units` are those of
 * the row's fields, by name.
 */
export const members = (operation, service, units, notes) => {
  const fields = [...units.keys()]
  const parameters = new Map(
    Array.from(operation.parameters, ([name, one]) => [
      name,
      { ...one, market: markets[service], unit: units.get(name) },
    ]),
  )
  const isOperator = (name) =>
    operators.some((operator) => name.endsWith(`.${operator}`) && parameters.has(name.slice(0, -operator.length - 1)))
  const own = [...parameters.values()].filter(({ name }) => !isOperator(name))
  const inOrder = [...own.filter((one) => one.in === "path"), ...own.filter((one) => one.in !== "path")]
  return inOrder
    .map((parameter) => {
      const expression = expressionOf(parameter, fields, parameters, notes)
      const text = textOf(parameter, expression, fields)
      const lines = text === undefined ? [] : [comment(text, "  ")]
      return [...lines, `  ${keyOf(parameter.name)}: ${expression},`].join("\n")
    })
    .join("\n")
}
