/** Finds values in a document without parsing it. */
import { readString } from "./scalars.js"
import { skipSpace, skipValue, start } from "./tokenizer.js"

/**
 * Calls `visit` with the key or the index of each value in the object or the array at `p`, and the position
 * of that value; `visit` returns the position after the value. Returns the position after the container.
 */
export const eachValue = (b: Uint8Array, p: number, visit: (key: string | number, value: number) => number): number => {
  const open = b[p]
  if (open !== 123 && open !== 91) return ~p
  p = skipSpace(b, p + 1)
  if (b[p] === open + 2) return p + 1
  const cursor = { at: 0 }
  for (let index = 0; ; index++) {
    let key: string | number = index
    if (open === 123) {
      const name = readString(b, p, cursor)
      if (name === undefined) return ~p
      key = name
      p = skipSpace(b, cursor.at)
      if (b[p] !== 58) return ~p
      p = skipSpace(b, p + 1)
    }
    p = visit(key, p)
    if (p < 0) return p
    p = skipSpace(b, p)
    if (b[p] === open + 2) return p + 1
    if (b[p] !== 44) return ~p
    p = skipSpace(b, p + 1)
  }
}

/** Keys (as on the wire) and indices, from the root of a document. */
export type Path = ReadonlyArray<PropertyKey>

/**
 * Returns the position of the value at a path; negative if there is none. If keys are repeated,
 * `JSON.parse` uses the last one; the first one is found without reading the rest of the document.
 */
export const locate = (b: Uint8Array, path: Path, repeated: "first" | "last"): number => {
  let p = skipSpace(b, start(b))
  for (const key of path) {
    let found = -1
    eachValue(b, p, (at, value) => {
      if (at === key) found = value
      return found >= 0 && repeated === "first" ? ~value : skipValue(b, value)
    })
    if (found < 0) return found
    p = found
  }
  return p
}
