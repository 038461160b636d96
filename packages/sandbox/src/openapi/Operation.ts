/**
 * The operation of a path: of one endpoint, or of several whose paths differ only by a parameter's name.
 *
 * @module
 */
import * as Kind from "@candela/core/Kind"
import type { Description } from "../Descriptions.js"
import type { Json } from "../json/exactJson.js"
import { pathKeys } from "../http/router.js"
import * as Answer from "./Answer.js"
import type { Examples } from "./Examples.js"
import * as Failure from "./Failure.js"
import * as JsonSchema from "./JsonSchema.js"
import * as Parameter from "./Parameter.js"
import type { Served } from "./Served.js"
import * as Text from "./Text.js"

/** The path with the names that all its endpoints share. */
export const pathOf = (group: ReadonlyArray<Served>): string => {
  const keys = group.map(({ endpoint }) => pathKeys(endpoint))
  let index = 0
  return group[0]!.endpoint.path.replace(/\{\w+\}/g, () => {
    const names = keys.map((own) => own[index]!)
    index++
    return `{${Parameter.sharedName(names)}}`
  })
}

/** The endpoint's name; where several share a path, what is the same in their names. */
const idOf = (group: ReadonlyArray<Served>) => {
  const [{ endpoint }, ...others] = group as [Served, ...Array<Served>]
  return others.length === 0 ? endpoint.name : endpoint.name.split(".")[1]!
}

const recordsFrom = ({ recordsFrom }: Description) =>
  recordsFrom === undefined ? "" : ` Records start on ${recordsFrom}.`

/** What an endpoint gives, and since when; its comment may say the latter already. */
const wordsOf = ({ description }: Served) => {
  const text = Text.onTheWire(description.description)
  return /records start/i.test(text) ? text : text + recordsFrom(description)
}

/** Of several endpoints, what tells them apart: the form of the path's first parameter. */
const descriptionOf = (group: ReadonlyArray<Served>) => {
  if (group.length === 1) return wordsOf(group[0]!)
  const rows = group.map((served) => {
    const { endpoint, market } = served
    return `- ${market}, for ${Kind.expected(endpoint.wireParams[pathKeys(endpoint)[0]!]!.kind, "wire")}: ${wordsOf(served)}`
  })
  return ["The ticker's prefix says which market answers.", "", ...rows].join("\n")
}

/** The most rows of an example. */
const most = 2

/** A document with the first of its rows, and how many it has. */
const shortened = (body: Json, place: string): readonly [body: Json, rows: number] => {
  const [key, ...rest] = place.split(".") as [string, ...Array<string>]
  const object = body as { readonly [key: string]: Json }
  const inner = object[key]!
  if (rest.length > 0) {
    const [value, rows] = shortened(inner, rest.join("."))
    return [{ ...object, [key]: value }, rows]
  }
  return Array.isArray(inner) ? [{ ...object, [key]: inner.slice(0, most) }, inner.length] : [object, 0]
}

const exampleOf = ({ endpoint, example, market }: Served) => {
  const [value, rows] = shortened(example.body, endpoint.at ?? "status")
  const summary = `GET ${example.url}`
  const description = rows > most ? { description: `The first ${most} of its ${rows} rows.` } : {}
  return [market, { summary, ...description, value }] as const
}

/** The operation of endpoints that share a path. */
export const of = (group: ReadonlyArray<Served>, failures: Examples["failures"]): Readonly<Record<string, Json>> => ({
  operationId: idOf(group),
  summary: Text.summary(Text.onTheWire(group[0]!.description.description)),
  description: descriptionOf(group),
  tags: group.map(({ market }) => market),
  parameters: Parameter.all(group),
  responses: {
    200: {
      description: "The answer.",
      headers: { "X-Request-Id": { $ref: "#/components/headers/RequestId" } },
      content: {
        "application/json": {
          schema: JsonSchema.anyOf(group.map(({ endpoint }) => Answer.reference(Answer.nameOf(endpoint)))),
          examples: Object.fromEntries(group.map(exampleOf)),
        },
      },
    },
    ...Failure.of(
      group.map(({ endpoint }) => endpoint),
      failures,
    ),
  },
})
