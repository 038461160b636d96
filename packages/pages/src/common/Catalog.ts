/**
 * Catalogue for the pages: `catalog.json`, which `catalog.ts` makes when the pages are built. So no
 * page contains texts, or declarations only for their descriptions.
 *
 * @module
 */
import type * as Kind from "@candela/core/internal/Kind"
import type * as Param from "@candela/core/declare/Param"
import type { Unit } from "@candela/core/declare/Unit"

/** Parameter of a URL. The patterns of its kind are left out. */
export interface Parameter extends Pick<Param.Any, "filter" | "presence"> {
  /** Name, such as `ticker` or `ticker.any_of`. */
  readonly name: string
  readonly in: "path" | "query"
  readonly kind: Kind.Kind
  /** Description of the value's type. */
  readonly type: string
  /** Description of bounds and default. */
  readonly limits: ReadonlyArray<string>
  /** Text in a URL that is equivalent to leaving it out. */
  readonly default?: string | undefined
  /** Valid text in a URL. */
  readonly example?: string | undefined
  /** Meaning. */
  readonly text: string
}

/** Field of an answer. */
export interface Field {
  /** Path in a row of the client. */
  readonly path: string
  /** Path in the document of an answer. */
  readonly wirePath: string
  readonly optional: boolean
  /** Whether it is a column of a table of rows: not an object, and not within a list. */
  readonly isColumn: boolean
  /** Description of the value's type. */
  readonly type: string
  readonly unit?: Unit | undefined
  /** Meaning. */
  readonly text: string
}

/** Endpoint. */
export interface CatalogEndpoint {
  /** Name, such as `stocks.bars`. */
  readonly name: string
  readonly service: string
  readonly method: string
  readonly path: string
  /** Description of the result, in one sentence. */
  readonly summary: string
  /** Description of the result. */
  readonly text: string
  /** Parameters, those of the path first. */
  readonly parameters: ReadonlyArray<Parameter>
  /** Fields of a row, or of the value. */
  readonly fields: ReadonlyArray<Field>
  /** Fields beside and around the rows. */
  readonly around: ReadonlyArray<Field>
  /** Answer to the example. */
  readonly answer: unknown
  /** Names of its errors. */
  readonly errors: ReadonlyArray<string>
}

/** Service with its endpoints. */
export interface Service {
  readonly className: string
  readonly text: string
  readonly endpoints: ReadonlyArray<CatalogEndpoint>
}

/** Error answer. */
export interface Refusal {
  readonly status: number
  readonly text: string
  readonly body: unknown
}

/** Catalogue of endpoints for the pages. */
export interface Catalog {
  readonly services: ReadonlyArray<Service>
  /** Errors by name. */
  readonly errors: Readonly<Record<string, Refusal>>
}

/** Loads the catalogue as JSON. */
export const load = async (): Promise<string> => {
  const response = await fetch("/catalog.json")
  if (!response.ok) throw new Error(`/catalog.json: ${response.status} ${response.statusText}`)
  return response.text()
}
