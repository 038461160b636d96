/**
 * JSON with exact integers: nanoseconds since 1970 do not fit a `number`.
 *
 * @module
 */

/** Features of newer engines: the source text of a number for the reviver, and numbers written from their text. */
interface Engine {
  readonly parse: (
    text: string,
    reviver: (key: string, value: unknown, context?: { readonly source?: string }) => unknown,
  ) => unknown
  readonly rawJSON?: (text: string) => unknown
}

const { parse: parseWith, rawJSON }: Engine = JSON as Engine

/** Parses a document. Unsafe integers are kept as their source text; older engines round them. */
export const parse = (text: string): unknown =>
  parseWith(text, (_, value, context) =>
    typeof value === "number" &&
    Number.isInteger(value) &&
    !Number.isSafeInteger(value) &&
    context?.source !== undefined
      ? (rawJSON?.(context.source) ?? value)
      : value,
  )

/** Formats a value for people, with its original digits. */
export const format = (value: unknown): string => JSON.stringify(value, null, 2)
