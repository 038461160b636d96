/**
 * What the values of a form mean: a URL, and a request of the client.
 *
 * @module
 */
import type { Endpoint, Input } from "./Endpoint.js"

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

const number = (text: string): number | bigint =>
  Number.isSafeInteger(Number(text)) || text.includes(".") ? Number(text) : BigInt(text)

const valueOf = ({ isList, isSort, type }: Input, text: string): unknown => {
  const one = (text: string) =>
    type === "boolean"
      ? text === "true"
      : /number|integer/.test(type) && /^-?\d+(\.\d+)?$/.test(text)
        ? number(text)
        : text
  return isList && !(isSort && !text.includes(",")) ? text.split(",").map(one) : one(text)
}

/** The request of the client. */
export const request = ({ groups }: Endpoint, values: Values): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    groups
      .flatMap(({ inputs }) => inputs)
      .flatMap((input) => {
        const text = values[input.name] ?? ""
        return text === "" ? [] : [[input.key, valueOf(input, text)]]
      }),
  )
