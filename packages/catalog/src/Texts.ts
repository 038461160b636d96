/** What the doc comments and doc tags of a domain say of an endpoint. @module */

/** Texts by names. Nested fields stand under their path: `session.close`. */
export type ByName = Readonly<Record<string, string>>

/** What the doc comments and doc tags of a domain say of an endpoint. */
export interface Texts {
  /** What it returns. */
  readonly text: string
  /** `@specification`: its number in the specification, or words where it has none there. Absent for an endpoint beyond the specification. */
  readonly specification?: number | string
  /** `@example`: a request that has rows in the sandbox's data. */
  readonly example: Readonly<Record<string, unknown>>
  /** The parameters under their names in a URL. An operator of a filter has no text of its own. */
  readonly parameters: ByName
  /** `@example` of parameters. */
  readonly examples?: Readonly<Record<string, unknown>>
  /** The fields around the rows; absent where there is one value. */
  readonly envelope?: ByName
  /** The fields of a row, or of the value. */
  readonly fields: ByName
}
