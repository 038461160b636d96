// The names of a first declaration.

const split = (text) => text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+/g) ?? []

/** `RelatedCompanies` as `related companies`. */
export const wordsOf = (name) => split(name).join(" ").toLowerCase()

const capital = (word) => word[0].toUpperCase() + word.slice(1).toLowerCase()

/** `related-companies` as `RelatedCompanies`. */
export const pascal = (text) => split(text).map(capital).join("")

/** `related-companies` as `relatedCompanies`. */
export const camel = (text) => {
  const name = pascal(text)
  return name[0].toLowerCase() + name.slice(1)
}

/** The name of one of several: `Dividend` of `Dividends`. */
export const singular = (name) =>
  name.endsWith("ies") ? `${name.slice(0, -3)}y` : /[^isu]s$/.test(name) ? name.slice(0, -1) : name

/** What an id of an operation begins with that says nothing of what it gives. */
const verbs = /^(?:get|list|fetch|v[0-9Xx]|vX)$/i

/** The name of an operation's method: from its id, else from the last words of its path. */
export const methodOf = ({ id, path }) => {
  const own = split(id?.split(/[./]/).at(-1) ?? "").filter((word) => !verbs.test(word))
  // An id that spells the path.
  const isPath = id !== undefined && /_v\d/i.test(id)
  const words = path.split("/").filter((part) => part !== "" && !/^\{|^v[0-9X]/.test(part))
  return camel(own.length === 0 || isPath ? (words.at(-1) ?? "endpoint") : own.join("-"))
}

/** A key as it stands in a literal. */
export const keyOf = (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

/** A doc comment, wrapped. */
export const comment = (text, indent = "") => {
  const words = text.replaceAll("*/", "* /").split(" ")
  const width = 117 - indent.length
  const lines = [""]
  for (const word of words) {
    const line = lines.at(-1)
    if (line !== "" && line.length + word.length >= width) lines.push(word)
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`
  }
  return lines.length === 1 && lines[0].length < width - 4
    ? `${indent}/** ${lines[0]} */`
    : [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`), `${indent} */`].join("\n")
}

/** A text without what its declaration says: the form of its values. */
export const meaning = (text) =>
  text
    .replace(/ ?\(formatted as [^)]*\)|,? formatted as yyyy-mm-dd/gi, "")
    .replace(/(?<=^|[.\w)]) ?Value must be (?:an integer|a floating point number|formatted '[^']*')\.?/g, "")
    .trim()
    .replace(/(?<=[\w)`])$/, ".")

/** A text that a person writes anew: what the document says, or what it has to say. */
export const draft = (text, wanted) => `TODO: ${meaning(text) || wanted}`

/**
 * The method of the vendor's JavaScript client for an operation: `getStocksV1ShortInterest` of
 * `get_stocks_v1_short-interest`.
 */
export const vendorMethodOf = (id) => {
  const name = id.replace(/[^A-Za-z0-9]+(.)/g, (_, letter) => letter.toUpperCase())
  return name[0].toLowerCase() + name.slice(1)
}
