/**
 * The documents that an endpoint answers with, as the route writes them: rows or a value within its frame.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import * as Envelope from "@candela/core/declare/Envelope"
import { Struct } from "effect"
import { type JsonSchema, join, type Members, members, object, of, type Texts, textsOf } from "./JsonSchema.js"
import type { Served } from "./Examples.js"
import * as Text from "./Text.js"

/** Status of every answer, unless a value has its own. */
const status: Members = {
  properties: {
    status: {
      type: "string",
      description: "`OK`, or `DELAYED` when the delay of the key's plan touches the requested time.",
    },
  },
  required: ["status"],
}

/** Id of the request, in every answer. */
const requestId: Members = {
  properties: { request_id: { type: "string", description: "The service's id of the request." } },
  required: ["request_id"],
}

/** Number of rows. */
const count: Members = {
  properties: { count: { type: "integer", description: "The number of rows in this response." } },
  required: ["count"],
}

/** Address of the next page. */
const nextUrl: Members = {
  properties: {
    next_url: {
      type: "string",
      format: "uri",
      description: "The address of the next page; absent on the last one. It needs the key again.",
    },
  },
  required: [],
}

/** Schemas by their names in the document. */
export type Schemas = Readonly<Record<string, JsonSchema>>

/** The name of an endpoint's schema: `StocksBars`. */
export const nameOf = ({ name }: Endpoint.Any): string =>
  name.replace(/(?:^|\.)(\w)/g, (_, first: string) => first.toUpperCase())

/** The reference to a schema of the document. */
export const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** Schema of a place such as `results` or `results.values`, with the fields beside it in the innermost object. */
const at = (place: string, schema: JsonSchema, beside: Members = { properties: {}, required: [] }): Members => {
  const [key, ...rest] = place.split(".") as [string, ...Array<string>]
  const own = (schema: JsonSchema): Members => ({ properties: { [key]: schema }, required: [key] })
  if (rest.length === 0) return join(beside, own(schema))
  return own({ ...object(at(rest.join("."), schema, beside)), description: "The rows, and what stands beside them." })
}

const ofValue = (
  name: string,
  { at: place, value }: Endpoint.Single<unknown, unknown, Endpoint.Params>,
  { entry: { fields, text }, route }: Served,
): Schemas => {
  const texts = textsOf(fields)
  const words = { description: Text.onTheWire(text) }
  if (route.isBare) return { [name]: { ...of(value, texts), ...words } }
  if (place === undefined) return { [name]: { ...object(join(status, members(value, texts), requestId)), ...words } }
  const own = `${name}Value`
  return {
    [name]: object(join(status, at(place, reference(own)), requestId)),
    [own]: { ...of(value, texts), ...words },
  }
}

/** Envelope fields, without those of every answer. */
const ownFields = (envelope: Endpoint.AnyRows["envelope"], texts: Texts): Members => {
  const { properties, required } = members(envelope, texts)
  return { properties: Struct.omit(properties, ...Struct.keys(Envelope.fields)), required }
}

const ofRows = (name: string, endpoint: Endpoint.AnyRows, { entry, route }: Served): Schemas => {
  const { at: place, beside, envelope, kind, row } = endpoint
  const own = `${name}Row`
  const rows = {
    type: "array",
    items: reference(own),
    description: route.omitsNoRows ? "The rows; absent where there are none." : "The rows.",
  }
  const ofRow = { ...of(row, textsOf(entry.fields)), description: `A row of \`${endpoint.name}\`.` }
  if (place === "") return { [name]: rows, [own]: ofRow }
  const placed = at(place, rows, beside && members(beside, textsOf(entry.beside)))
  return {
    [name]: object(
      join(
        ownFields(envelope, textsOf(entry.envelope)),
        route.omitsNoRows ? { ...placed, required: [] } : placed,
        status,
        requestId,
        count,
        ...(kind === "list" ? [] : [nextUrl]),
      ),
    ),
    [own]: ofRow,
  }
}

/** The schemas of an endpoint's answers: the document under the endpoint's name, and its row or value. */
export const schemas = (served: Served): Schemas => {
  const { entry } = served
  const { declaration } = entry
  const name = nameOf(declaration)
  return declaration.kind === "single" ? ofValue(name, declaration, served) : ofRows(name, declaration, served)
}
