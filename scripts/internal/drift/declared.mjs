// The operations that the declarations give: the catalogue's endpoints in the form in which a document has them.
import * as Catalog from "../../../packages/catalog/dist/Catalog.js"
import * as Answer from "../../../packages/sandbox/dist/openapi/Answer.js"
import * as JsonSchema from "../../../packages/sandbox/dist/openapi/JsonSchema.js"
import * as Parameter from "../../../packages/sandbox/dist/openapi/Parameter.js"
import { operationsOf, shapeOfPath } from "./document.mjs"

/** An endpoint with its texts. */
export const Entry = Catalog.Entry

/** The declared endpoints. */
export const endpoints = Catalog.endpoints

const pathOf = ({ declaration }) => declaration.path

/**
 * The endpoints that a document's operation stands for: the one of its path, or all whose paths
 * differ from it by names alone and have no operation of their own.
 */
export const endpointsOf = ({ method, path }, operations) => {
  if (method !== "GET") return []
  const exact = endpoints.filter((entry) => pathOf(entry) === path)
  if (exact.length > 0) return exact
  const paths = new Set(operations.map((operation) => operation.path))
  return endpoints.filter((entry) => shapeOfPath(pathOf(entry)) === shapeOfPath(path) && !paths.has(pathOf(entry)))
}

const known = new Map()

/** The operation that endpoints of one path give together. */
export const operationOf = (entries, path) => {
  const key = `${path} ${entries.map(({ name }) => name).join()}`
  if (!known.has(key)) known.set(key, read(entries, path))
  return known.get(key)
}

const read = (entries, path) => {
  // Whether the list of rows is always there is a matter of the service, which no declaration says.
  const schemas = entries.map((entry) => Answer.schemas({ entry, route: { omitsNoRows: true } }))
  const names = entries.map(({ declaration }) => Answer.nameOf(declaration))
  const schema = JsonSchema.anyOf(names.map(Answer.reference))
  const get = {
    operationId: entries.map(({ name }) => name).join(", "),
    parameters: Parameter.all(entries),
    responses: { 200: { content: { "application/json": { schema } } } },
  }
  const document = { paths: { [path]: { get } }, components: { schemas: Object.assign({}, ...schemas) } }
  return operationsOf(document)[0]
}

/**
 * The places of rows or of the value, whose presence no declaration says: `results`, and
 * `results.values` with `results`.
 */
export const placesOf = (entries) =>
  new Set(
    entries.flatMap(({ declaration: { at = "" } }) =>
      at.split(".").map((_, index, keys) => keys.slice(0, index + 1).join(".")),
    ),
  )
