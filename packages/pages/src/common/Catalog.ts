/**
 * The catalogue as the pages read it: `catalog.json`, which `catalog.ts` makes when the pages are built. So no page holds texts, nor a declaration for the
 * sake of what is said of it.
 *
 * @module
 */
import type * as Kind from "@candela/core/Kind"
import type * as Param from "@candela/core/Param"
import type { Unit } from "@candela/core/Unit"

/** A parameter as it stands in a URL. The patterns of its kind are left out. */
export interface Parameter extends Pick<Param.Any, "filter" | "presence"> {
  /** `ticker`, `ticker.any_of`. */
  readonly name: string
  readonly in: "path" | "query"
  readonly kind: Kind.Kind
  /** Type of its value in words. */
  readonly type: string
  /** Bounds and default in words. */
  readonly limits: ReadonlyArray<string>
  /** Text in a URL that is as if it were left out. */
  readonly default?: string | undefined
  /** A text in a URL that works. */
  readonly example?: string | undefined
  /** What it means. */
  readonly text: string
}

/** A field of an answer. */
export interface Field {
  /** Keys that lead to it in a row of the client. */
  readonly path: string
  /** Keys that lead to it in the document of an answer. */
  readonly wirePath: string
  readonly optional: boolean
  /** Whether it is a column of a table of rows: no object, and not within a list. */
  readonly isColumn: boolean
  /** Type of its value in words. */
  readonly type: string
  readonly unit?: Unit | undefined
  /** What it means. */
  readonly text: string
}

/** An endpoint. */
export interface Endpoint {
  /** `stocks.bars`. */
  readonly name: string
  readonly service: string
  readonly method: string
  readonly path: string
  readonly specification?: number | string | undefined
  /** What it returns, in one sentence. */
  readonly summary: string
  /** What it returns. */
  readonly text: string
  /** Parameters, those of the path first. */
  readonly parameters: ReadonlyArray<Parameter>
  /** Fields of a row, or of the value. */
  readonly fields: ReadonlyArray<Field>
  /** Fields beside and around the rows. */
  readonly around: ReadonlyArray<Field>
  /** Answer to the example. */
  readonly answer: unknown
  /** Names of the errors that it answers with. */
  readonly errors: ReadonlyArray<string>
}

/** A service with its endpoints. */
export interface Service {
  readonly className: string
  readonly text: string
  readonly endpoints: ReadonlyArray<Endpoint>
}

/** An answer that is an error. */
export interface Refusal {
  readonly status: number
  readonly text: string
  readonly body: unknown
}

/** All that the pages know of the endpoints. */
export interface Catalog {
  readonly services: ReadonlyArray<Service>
  /** The errors by their names. */
  readonly errors: Readonly<Record<string, Refusal>>
}

/** Loads the catalogue as JSON. */
export const load = async (): Promise<string> => {
  const response = await fetch("/catalog.json")
  if (!response.ok) throw new Error(`/catalog.json: ${response.status} ${response.statusText}`)
  return response.text()
}
