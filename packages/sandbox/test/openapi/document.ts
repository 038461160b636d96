/**
 * The OpenAPI document that the sandbox serves, as tests read it.
 */
import { readFileSync } from "node:fs"
import { type Json, parseValues as parse } from "@candela/testing/ExactJson"

/** A JSON Schema of the document. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | ReadonlyArray<string>
  readonly description?: string
  readonly format?: string
  readonly const?: string
  readonly enum?: ReadonlyArray<string>
  readonly default?: unknown
  readonly maximum?: number
  readonly anyOf?: ReadonlyArray<Schema>
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: ReadonlyArray<string>
}

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string
  readonly in: "path" | "query"
  readonly required: boolean
  readonly description: string
  readonly schema: Schema
  readonly explode?: boolean
  readonly example?: Json
  readonly examples?: Readonly<Record<string, { readonly value: Json }>>
  readonly "x-role"?: string
}

/** What an operation answers with. */
export interface Response {
  readonly $ref?: string
  readonly description: string
  readonly content: {
    readonly "application/json": {
      readonly schema: Schema
      readonly example?: Json
      readonly examples?: Readonly<Record<string, { readonly value: Json }>>
    }
  }
}

/** What is done at a path. */
export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: ReadonlyArray<string>
  readonly parameters: ReadonlyArray<Parameter>
  readonly responses: Readonly<Record<string, Response>>
}

interface Document {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: Readonly<Record<string, Response>>
  }
}

/** Where it is. */
export const file = new URL("../../openapi.json", import.meta.url)

/** What is in it, to the last digit. */
export const json = parse(readFileSync(file, "utf8"))

export const { components, paths } = json as unknown as Document

/** Every operation with its path. */
export const operations = Object.entries(paths).map(([path, { get }]) => ({ path, ...get }))

/** The example of a parameter in a market's example of its operation. */
export const exampleOf = ({ example, examples }: Parameter, market: string): Json | undefined =>
  examples?.[market]?.value ?? example

/** What a schema refers to, or itself. */
export const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : components.schemas[schema.$ref.slice("#/components/schemas/".length)]!
