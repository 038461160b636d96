import type { Truncated } from "../json/exactReader.js"

/** Keys and indices from the root of a document, as they stand on the wire. */
export type Path = ReadonlyArray<PropertyKey>

export interface Refused {
  readonly _tag: "Refused"
  readonly path: string
  readonly expected: string
  readonly actual: string
  readonly snippet: string
}

export type Refusal = Truncated | Refused
