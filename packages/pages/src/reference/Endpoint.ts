/**
 * The endpoints of a document, as the page shows them.
 *
 * @module
 */
import {
  examplesOf,
  resolve,
  type Document,
  type Examples,
  type Operation,
  type Parameter,
  type PathItem,
} from "./OpenApi.js"
import { fieldsOf, limitsOf, typeOf, valuesOf, type Field } from "./Type.js"

/** A parameter, or one operator of a filter. */
export interface Input {
  /** As it stands in the URL: `ticker.gte`. */
  readonly name: string
  /** Its name in the client. */
  readonly key: string
  /** Whether it says how rows are sorted. */
  readonly isSort: boolean
  readonly in: string
  readonly required: boolean
  readonly description: string
  readonly type: string
  /** What limits the values, and the default. */
  readonly limits: ReadonlyArray<string>
  /** The values that it may have; empty where any of the type will do. */
  readonly values: ReadonlyArray<string>
  /** Whether the service has a value when none is given. */
  readonly hasDefault: boolean
  /** Whether it holds several values, separated by commas. */
  readonly isList: boolean
  /** A value that works; `""` where the document has none. */
  readonly example: string
}

/** A parameter with the operators of its filter: `ticker`, `ticker.gte`, `ticker.any_of`. */
export interface Group {
  /** The name without an operator. */
  readonly name: string
  /** The inputs, the plain parameter first where there is one. */
  readonly inputs: readonly [Input, ...ReadonlyArray<Input>]
}

/** A refusal. */
export interface Refusal {
  /** The HTTP status; `default` stands for all others. */
  readonly status: string
  readonly description: string
  readonly examples: Readonly<Record<string, unknown>>
}

/** An endpoint. */
export interface Endpoint {
  /** Its name in the client, and in the page's address: `stocks.bars`. */
  readonly id: string
  readonly path: string
  readonly domain: string
  readonly summary: string
  readonly description: string
  readonly groups: ReadonlyArray<Group>
  readonly fields: ReadonlyArray<Field>
  readonly examples: Readonly<Record<string, unknown>>
  readonly refusals: ReadonlyArray<Refusal>
}

/** The examples for a domain. An operation that several share names each of theirs after its domain. */
const examplesFor = (document: Document, domain: string, examples: Examples): Readonly<Record<string, unknown>> => {
  const all = examplesOf(document, examples)
  return Object.hasOwn(all, domain) ? { example: all[domain] } : all
}

const inputOf = (document: Document, domain: string, parameter: Parameter): Input => {
  const { description = "", name, required = false, schema = {} } = parameter
  const [example = ""] = Object.values(examplesFor(document, domain, parameter))
  return {
    name,
    key: parameter["x-client-names"]?.[domain] ?? name,
    isSort: parameter["x-role"] === "sort",
    in: parameter.in,
    required,
    description,
    type: typeOf(document, schema),
    limits: limitsOf(document, schema),
    values: valuesOf(document, schema),
    hasDefault: resolve(document, schema).default !== undefined,
    isList: resolve(document, schema).type === "array",
    example: [example].flat().join(","),
  }
}

const groupsOf = (inputs: ReadonlyArray<Input>): ReadonlyArray<Group> => {
  const groups = new Map<string, [Input, ...Array<Input>]>()
  for (const input of inputs) {
    const name = input.name.replace(/\.[a-z_]+$/, "")
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [input])
    else group.push(input)
  }
  return Array.from(groups, ([name, inputs]) => ({ name, inputs }))
}

const answerOf = (document: Document, domain: string, operation: Operation, status: string) => {
  const { content = {}, description = "" } = resolve(document, operation.responses?.[status] ?? {})
  const [{ schema = {}, ...examples } = {}] = Object.values(content)
  return { status, description, schema, examples: examplesFor(document, domain, examples) }
}

const endpointOf = (
  document: Document,
  path: string,
  item: PathItem,
  operation: Operation,
  domain: string,
): Endpoint => {
  const { description = "", operationId = path, responses = {}, summary = path } = operation
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
  const { examples, schema } = answerOf(document, domain, operation, "200")
  return {
    id: operationId.startsWith(`${domain}.`) ? operationId : `${domain}.${operationId}`,
    path,
    domain,
    summary,
    description,
    groups: groupsOf(parameters.map((one) => inputOf(document, domain, resolve(document, one)))),
    fields: fieldsOf(document, schema),
    examples,
    refusals: Object.keys(responses)
      .filter((status) => status !== "200")
      .map((status) => answerOf(document, domain, operation, status)),
  }
}

/** All endpoints of a document by their domains, in its order. An operation that several domains share is an endpoint of each. */
export const all = (document: Document): ReadonlyArray<Endpoint> => {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    item.get === undefined ? [] : [{ path, item, operation: item.get, domains: item.get.tags ?? ["endpoints"] }],
  )
  const domains = [...(document.tags ?? []).map(({ name }) => name), ...operations.flatMap(({ domains }) => domains)]
  return [...new Set(domains)].flatMap((domain) =>
    operations
      .filter(({ domains }) => domains.includes(domain))
      .map(({ item, operation, path }) => endpointOf(document, path, item, operation, domain)),
  )
}
