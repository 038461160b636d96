/**
 * JSON whose integers keep all their digits: nanoseconds since 1970 do not fit a `number`.
 *
 * @module
 */

/** What newer engines have: the text of a number for the reviver, and a number written as its text. */
interface Engine {
  readonly parse: (
    text: string,
    reviver: (key: string, value: unknown, context?: { readonly source?: string }) => unknown,
  ) => unknown
  readonly rawJSON?: (text: string) => unknown
}

const { parse: parseWith, rawJSON }: Engine = JSON as Engine

/** Reads a document. Larger integers are kept as their texts; older engines round them. */
export const parse = (text: string): unknown =>
  parseWith(text, (_, value, context) =>
    typeof value === "number" &&
    Number.isInteger(value) &&
    !Number.isSafeInteger(value) &&
    context?.source !== undefined
      ? (rawJSON?.(context.source) ?? value)
      : value,
  )

/** Writes a value for people, with the digits that it was read with. */
export const format = (value: unknown): string => JSON.stringify(value, null, 2)
