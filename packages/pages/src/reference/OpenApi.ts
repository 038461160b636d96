/**
 * The parts of an OpenAPI 3.1 document that the page reads.
 *
 * @module
 */

/** A JSON Schema. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | ReadonlyArray<string>
  readonly format?: string
  readonly description?: string
  readonly enum?: ReadonlyArray<unknown>
  readonly const?: unknown
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly required?: ReadonlyArray<string>
  readonly anyOf?: ReadonlyArray<Schema>
  readonly oneOf?: ReadonlyArray<Schema>
  readonly allOf?: ReadonlyArray<Schema>
}

/** Where another part of the document stands. */
export interface Reference {
  /** A pointer into the document: `#/components/schemas/Bar`. */
  readonly $ref: string
}

/** Examples: one, or several by their names. */
export interface Examples {
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value?: unknown } | Reference>>
}

/** A parameter of an operation. */
export interface Parameter extends Examples {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
  /** What it is for. */
  readonly "x-role"?: string
  /** Its names in the client, by domain, where they differ from its name. */
  readonly "x-client-names"?: Readonly<Record<string, string>>
}

/** An answer of an operation. */
export interface Response {
  readonly description?: string
  readonly content?: Readonly<Record<string, Examples & { readonly schema?: Schema }>>
}

/** An operation. */
export interface Operation {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: ReadonlyArray<string>
  readonly parameters?: ReadonlyArray<Parameter | Reference>
  readonly responses?: Readonly<Record<string, Response | Reference>>
}

/** A path with its operations. The service has those of `get` alone. */
export interface PathItem {
  readonly parameters?: ReadonlyArray<Parameter | Reference>
  readonly get?: Operation
}

/** A document. */
export interface Document {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  readonly tags?: ReadonlyArray<{ readonly name: string; readonly description?: string }>
  readonly paths: Readonly<Record<string, PathItem>>
}

/** What stands where a pointer of the document leads; the value itself where it is no reference. */
export const resolve = <A extends object>(document: Document, value: A | Reference): A => {
  if (!("$ref" in value) || typeof value.$ref !== "string") return value as A
  const names = value.$ref.replace(/^#\//, "").split("/").map(decodeURIComponent)
  const found = names
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document)
  if (found === undefined) throw new Error(`The document refers to ${value.$ref}, which it does not hold.`)
  return resolve(document, found as A | Reference)
}

/** The values of examples by their names; the only one has the name `example`. */
export const examplesOf = (
  document: Document,
  { example, examples = {} }: Examples,
): Readonly<Record<string, unknown>> =>
  example === undefined
    ? Object.fromEntries(Object.entries(examples).map(([name, one]) => [name, resolve(document, one).value]))
    : { example }
