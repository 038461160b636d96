/**
 * Texts of a form, converted to a URL and to a request of the client.
 *
 * @module
 */
import type * as Kind from "@candela/core/internal/Kind"
import type { CatalogEndpoint, Parameter } from "./Catalog.js"

/** Texts by parameter name, as in a URL. */
export type Texts = Readonly<Record<string, string>>

const valueOf = (kind: Kind.Kind, text: string): unknown => {
  switch (kind._tag) {
    case "Boolean":
      return text === "true" ? true : text === "false" ? false : text
    case "Integer":
    case "Limit":
    case "Number":
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
    case "Instant":
      return kind.unit === "text" || !/^\d+$/.test(text) ? text : kind.unit === "nanos" ? BigInt(text) : Number(text)
    case "List":
      return text.split(",").map((item) => valueOf(kind.item, item))
    case "Sort":
      return kind.directed && text.includes(",") ? text.split(",") : text
    case "Cursor":
      return valueOf(kind.of, text)
    default:
      return text
  }
}

/**
 * Converts texts to a request. Texts that are invalid for their parameter are kept: the client
 * refuses them and names the valid values.
 */
export const toRequest = ({ parameters }: CatalogEndpoint, texts: Texts): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    parameters.flatMap(({ kind, name }) => (texts[name] ? [[name, valueOf(kind, texts[name])] as const] : [])),
  )

/** Encodes a text for a URL; commas and colons stay readable. */
const encode = (text: string) => encodeURIComponent(text).replaceAll("%2C", ",").replaceAll("%3A", ":")

/** Converts texts to path and query. A path parameter without a text stays as declared: `{ticker}`. */
export const target = ({ parameters, path }: CatalogEndpoint, texts: Texts): string => {
  const given = parameters.filter(({ name }) => texts[name])
  const filled = given
    .filter((parameter) => parameter.in === "path")
    .reduce((path, { name }) => path.replace(`{${name}}`, () => encode(texts[name]!)), path)
  const query = given.filter((parameter) => parameter.in === "query")
  return query.length === 0
    ? filled
    : `${filled}?${query.map(({ name }) => `${name}=${encode(texts[name]!)}`).join("&")}`
}

const isRequired = ({ presence }: Parameter) => presence === "required"

/** Returns example texts for the required parameters, for which the sandbox has data. */
export const example = ({ parameters }: CatalogEndpoint): Texts =>
  Object.fromEntries(parameters.filter(isRequired).map(({ example = "", name }) => [name, example]))

/** Reads the texts of a form. */
export const ofForm = (form: HTMLFormElement): Texts =>
  Object.fromEntries(
    Array.from(new FormData(form), ([name, value]) => [name, String(value).trim()] as const).filter(
      ([, text]) => text !== "",
    ),
  )
