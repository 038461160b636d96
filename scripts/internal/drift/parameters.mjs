// The parameters of a first declaration: a record of `Param`s and `Filter`s.
import * as Ticker from "../../../packages/market/dist/Ticker.js"
import { comment, keyOf } from "./names.mjs"

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
const valueOf = ({ choices, formats, maximum, minimum, name, patterns, types }) => {
  if (choices.length > 0 && types.includes("string")) return `Param.literal(${quoted(choices)})`
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
  return /ticker/i.test(name) ? "Ticker.Any" : "Param.String"
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
  if (names.length === 0)
    notes.push(`The document does not name the columns of ${parameter.name}: all fields are declared.`)
  const columns = names.length === 0 ? "Field.names(fields)" : columnsOf(names, fields)
  const first = usual.split(",")[0]
  const column = first.replace(directed, "") || names[0] || fields[0]
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
  const { choices, default: usual, maximum, name, role, several, types } = parameter
  const found = new Set(operators.filter((operator) => all.has(`${name}.${operator}`)))
  if (found.size > 0) return filterOf(parameter, found, all, notes)
  if ((role ?? name) === "limit" && types.includes("integer")) {
    if (usual.length > 0 && maximum.length > 0) return `Param.limit({ default: ${usual[0]}, max: ${maximum[0]} })`
    notes.push(`${name} needs its default and its maximum to be a \`Param.limit\`, which pages by it.`)
  }
  if ((role ?? name) === "order" && choices.length === 2) return `Param.order(${JSON.stringify(usual[0] ?? "asc")})`
  if ((role ?? name) === "sort" && fields.length > 0) return sortOf(parameter, fields, notes)
  const value = valueOf(parameter)
  const whole = several ? `Param.list(${value}${parameter.items.map((most) => `, ${most}`).join("")})` : value
  if (role === "cursor") return `Param.cursor(${whole})`
  const isFilter = role === "filter" || (role === undefined && fields.includes(name))
  return isFilter && !parameter.required && usual.length === 0 && !several
    ? `Filter.equals(${whole})`
    : withPresence(parameter, whole)
}

/** The members of a record of parameters, those of the path first. `fields` are the names of the row's. */
export const members = (operation, fields, notes) => {
  const { parameters } = operation
  const isOperator = (name) =>
    operators.some((operator) => name.endsWith(`.${operator}`) && parameters.has(name.slice(0, -operator.length - 1)))
  const own = [...parameters.values()].filter(({ name }) => !isOperator(name))
  const inOrder = [...own.filter((one) => one.in === "path"), ...own.filter((one) => one.in !== "path")]
  return inOrder
    .map((parameter) => {
      const expression = expressionOf(parameter, fields, parameters, notes)
      // A filter has the text of its field.
      const text = expression.startsWith("Filter.") && fields.includes(parameter.name) ? "" : parameter.text
      const lines = text === "" ? [] : [comment(text, "  ")]
      return [...lines, `  ${keyOf(parameter.name)}: ${expression},`].join("\n")
    })
    .join("\n")
}
