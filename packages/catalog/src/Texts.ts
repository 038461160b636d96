/** Texts of endpoints, from the doc comments and doc tags of the domains. @module */

/** Texts by name. Nested fields have their path: `session.close`. */
export type ByName = Readonly<Record<string, string>>

/** Texts of an endpoint, from the doc comments and doc tags of its domain. */
export interface Texts {
  /** Description of the result. */
  readonly text: string
  /**
   * `@specification`: number in the specification, or words if it has none. Absent for an endpoint
   * beyond the specification.
   */
  readonly specification?: number | string
  /** `@example`: a request with rows in the sandbox's data. */
  readonly example: Readonly<Record<string, unknown>>
  /** Parameters by their names in a URL. Operators of a filter have no separate text. */
  readonly parameters: ByName
  /** `@example` of parameters. */
  readonly examples?: Readonly<Record<string, unknown>>
  /** Fields around the rows, beside those that every page has; absent for a single value. */
  readonly envelope?: ByName
  /** Fields of a row, or of the single value. */
  readonly fields: ByName
}

/** Texts of a topic, from the doc comments of its domain. */
export interface TopicTexts {
  /** Description of the rows. */
  readonly text: string
  /** Fields of a row. */
  readonly fields: ByName
}
