/** A JSON value whose whole numbers beyond the safe ones are exact. */
export type Json =
  string | number | bigint | boolean | null | ReadonlyArray<Json> | { readonly [key: string]: Json | undefined }

const mark = "exact integer "

/** Reads JSON. A whole number of 16 digits or more is a `bigint`: nanoseconds would be rounded otherwise. */
export const parse = (text: string): Json => {
  // Whole texts and numbers are matched, so that digits within a text or after a point are left alone.
  const marked = text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    /^-?\d{16,}$/.test(token) ? JSON.stringify(mark + token) : token,
  )
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === "string" && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  ) as Json
}

/** Writes JSON, with every digit of a `bigint`. */
export const stringify = (value: Json): string =>
  JSON.stringify(value, (_, item: unknown) => (typeof item === "bigint" ? mark + item : item), 2).replace(
    new RegExp(`"${mark}(-?\\d+)"`, "g"),
    "$1",
  )
