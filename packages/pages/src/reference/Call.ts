/**
 * The URL that the values of a form mean.
 *
 * @module
 */
import type { Endpoint } from "./Endpoint.js"

/** Texts by the names of parameters. An empty text is no value. */
export type Values = Readonly<Record<string, string>>

/** What a value needs to stand in a query; commas and colons stay readable there. */
const encode = (text: string) => encodeURIComponent(text).replaceAll("%2C", ",").replaceAll("%3A", ":")

/** The path and query of a call. A parameter of the path that has no value stays as the document writes it: `{ticker}`. */
export const target = ({ groups, path }: Endpoint, values: Values): string => {
  const inputs = groups.flatMap(({ inputs }) => inputs)
  const given = inputs.filter(({ name }) => (values[name] ?? "") !== "")
  const filled = given
    .filter((input) => input.in === "path")
    .reduce((path, { name }) => path.replace(`{${name}}`, () => encode(values[name]!)), path)
  const query = given.filter((input) => input.in === "query").map(({ name }) => `${name}=${encode(values[name]!)}`)
  return query.length === 0 ? filled : `${filled}?${query.join("&")}`
}
