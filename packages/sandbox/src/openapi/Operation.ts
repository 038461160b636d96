/**
 * The operation of a path: of one endpoint, or of several whose paths differ only by a parameter's name.
 *
 * @module
 */
import * as CatalogText from "@candela/catalog/Text"
import * as Kind from "@candela/core/internal/Kind"
import type { Json } from "@candela/testing/ExactJson"
import * as Answer from "./Answer.js"
import type { Examples, Served } from "./Examples.js"
import * as Failure from "./Failure.js"
import * as JsonSchema from "./JsonSchema.js"
import * as Parameter from "./Parameter.js"
import * as Text from "./Text.js"

const inPath = ({ entry }: Served) => entry.parameters.filter((parameter) => parameter.in === "path")

/** Path with parameter names that all its endpoints share. */
export const pathOf = (group: ReadonlyArray<Served>): string => {
  const names = group.map((served) => inPath(served).map(({ name }) => name))
  let index = 0
  return group[0]!.entry.declaration.path.replace(/\{\w+\}/g, () => {
    const own = names.map((all) => all[index]!)
    index++
    return `{${Parameter.sharedName(own)}}`
  })
}

/** Operation id: the endpoint's name; where several share a path, the name of their methods. */
const idOf = ([{ entry }, ...others]: readonly [Served, ...ReadonlyArray<Served>]) =>
  others.length === 0 ? entry.name : entry.method

const wordsOf = ({ entry, route }: Served) =>
  [Text.onTheWire(CatalogText.ofEndpoint(entry)), ...(route.synthetic ? [CatalogText.synthetic] : [])].join(" ")

/** Description of an operation. Several endpoints are told apart by the first parameter of the path. */
const descriptionOf = (group: ReadonlyArray<Served>) => {
  if (group.length === 1) return wordsOf(group[0]!)
  const rows = group.map((served) => {
    const { kind } = inPath(served)[0]!.declaration
    return `- ${served.entry.service}, for ${Kind.expected(kind, "wire")}: ${wordsOf(served)}`
  })
  return ["The ticker's prefix determines the market.", "", ...rows].join("\n")
}

/** Maximum number of rows in an example. */
const most = 2

/** Returns a document with its first rows only, and its number of rows. */
const shortened = (body: Json, place: string): readonly [body: Json, rows: number] => {
  if (Array.isArray(body)) return [body.slice(0, most), body.length]
  const [key, ...rest] = place.split(".") as [string, ...Array<string>]
  const object = body as { readonly [key: string]: Json }
  const inner = object[key]!
  if (rest.length > 0) {
    const [value, rows] = shortened(inner, rest.join("."))
    return [{ ...object, [key]: value }, rows]
  }
  return Array.isArray(inner) ? [{ ...object, [key]: inner.slice(0, most) }, inner.length] : [object, 0]
}

const exampleOf = ({ entry, example }: Served) => {
  const [value, rows] = shortened(example.body, entry.declaration.at ?? "status")
  const summary = `GET ${example.url}`
  const description = rows > most ? { description: `The first ${most} of its ${rows} rows.` } : {}
  return [entry.service, { summary, ...description, value }] as const
}

/** The operation of endpoints that share a path. */
export const of = (
  group: readonly [Served, ...ReadonlyArray<Served>],
  failures: Examples["failures"],
): Readonly<Record<string, Json>> => {
  const entries = group.map(({ entry }) => entry)
  const endpoints = entries.map(({ declaration }) => declaration)
  return {
    operationId: idOf(group),
    summary: CatalogText.summary(Text.onTheWire(entries[0]!.text)),
    description: descriptionOf(group),
    tags: entries.map(({ service }) => service),
    ...(group.some(({ route }) => route.synthetic) ? { "x-synthetic": true } : {}),
    parameters: Parameter.all(entries),
    responses: {
      200: {
        description: "The answer.",
        headers: { "X-Request-Id": { $ref: "#/components/headers/RequestId" } },
        content: {
          "application/json": {
            schema: JsonSchema.anyOf(endpoints.map((endpoint) => Answer.reference(Answer.nameOf(endpoint)))),
            examples: Object.fromEntries(group.map(exampleOf)),
          },
        },
      },
      ...Failure.of(endpoints, failures),
    },
  }
}
