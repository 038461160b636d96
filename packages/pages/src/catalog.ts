/**
 * Makes `catalog.json`, the catalogue for the pages. Its answers come from the sandbox's OpenAPI document.
 *
 * @module
 */
import * as Catalog from "@candela/catalog/Catalog"
import type * as Entries from "@candela/catalog/Field"
import type { Parameter } from "@candela/catalog/Parameter"
import * as Text from "@candela/catalog/Text"
import type * as Structure from "@candela/core/internal/Structure"
import * as Schema from "effect/Schema"
import type * as Data from "./common/Catalog.js"

/** Answers in an OpenAPI document. */
interface OpenApi {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>
  readonly components: { readonly responses: Readonly<Record<string, Response>> }
}

interface Operation {
  readonly operationId: string
  readonly tags: ReadonlyArray<string>
  /** Whether the sandbox has no data for it. */
  readonly "x-synthetic"?: boolean
  readonly responses: { readonly 200: Response } & Readonly<Record<string, Response | Reference>>
}

/** Reference to a shared response: these are the errors. */
interface Reference {
  readonly $ref: string
}

interface Response {
  readonly description: string
  readonly content: {
    readonly "application/json": {
      readonly example?: unknown
      readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
    }
  }
}

/** Returns the errors of an operation: name and status. */
const refusals = ({ responses }: Operation) =>
  Object.entries(responses).flatMap(([status, response]) =>
    "$ref" in response
      ? [{ name: response.$ref.slice(response.$ref.lastIndexOf("/") + 1), status: Number(status) }]
      : [],
  )

const isObject = (type: Structure.Type): boolean =>
  type._tag === "Struct" || (type._tag === "Union" && type.types.some(isObject))

/** Returns the fields of a schema. `place` is their path in the document. */
const fieldsOf = (fields: ReadonlyArray<Entries.Field>, place: string): ReadonlyArray<Data.Field> => {
  const closed = fields.filter(({ type }) => !isObject(type)).map(({ path }) => `${path}.`)
  return fields.map(({ optional, path, text, type, unit, wirePath }) => ({
    path,
    wirePath: place + wirePath,
    optional,
    isColumn: !isObject(type) && !closed.some((outer) => path.startsWith(outer)),
    type: Text.ofType(type),
    unit,
    text,
  }))
}

const parameterOf = ({ declaration, example, in: place, name, text }: Parameter): Data.Parameter => {
  const { filter, input, kind, presence, wire } = declaration
  return {
    ...{ name, in: place, kind, presence, filter, text },
    type: Text.ofKind(kind),
    limits: Text.limits(declaration),
    default: presence === "defaulted" ? Schema.encodeSync(wire)(declaration.default) : undefined,
    example: example === undefined ? undefined : Schema.encodeSync(wire)(Schema.decodeUnknownSync(input)(example)),
  }
}

const endpointOf = (entry: Catalog.Entry, operation: Operation): Data.CatalogEndpoint => {
  const { beside, declaration, envelope, fields, method, name, parameters, service, text } = entry
  const { at = "", kind, path } = declaration
  const inside = at.slice(0, at.lastIndexOf(".") + 1)
  return {
    ...{ name, service, method, path },
    summary: Text.summary(text),
    text: [Text.ofEndpoint(entry), ...(operation["x-synthetic"] === true ? [Text.synthetic] : [])].join(" "),
    parameters: parameters.map(parameterOf),
    fields: fieldsOf(fields, kind === "single" ? at && `${at}.` : `${at}[].`),
    around: [...fieldsOf(beside, inside), ...fieldsOf(envelope, "")],
    answer: operation.responses[200].content["application/json"].examples?.[service]?.value,
    errors: refusals(operation).map(({ name }) => name),
  }
}

/** Makes the catalogue of the endpoints in a document. */
export const make = ({ components, paths }: OpenApi): Data.Catalog => {
  const operations = Object.values(paths).map(({ get }) => get)
  // Endpoints that share a path are one operation, named after their methods.
  const operationOf = ({ method, name, service }: Catalog.Entry) =>
    operations.find(
      ({ operationId, tags }) => operationId === name || (operationId === method && tags.includes(service)),
    )
  const errors = operations.flatMap(refusals).map(({ name, status }) => {
    const { content, description } = components.responses[name]!
    return [name, { status, text: description, body: content["application/json"].example }]
  })
  return {
    services: Catalog.services.map(({ className, endpoints, text }) => ({
      className,
      text,
      endpoints: endpoints.flatMap((entry) => {
        const operation = operationOf(entry)
        return operation === undefined ? [] : [endpointOf(entry, operation)]
      }),
    })),
    errors: Object.fromEntries(errors) as Data.Catalog["errors"],
  }
}
