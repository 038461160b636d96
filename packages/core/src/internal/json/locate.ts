/** Finds values in a document without parsing it. */
import { eachValue, skipSpace, skipValue, start } from "./tokenizer.js"

/** Keys (as on the wire) and indices, from the root of a document. */
export type Path = ReadonlyArray<PropertyKey>

/**
 * The position of the value at a path; negative if there is none. If keys are repeated, `JSON.parse` uses the last one; the first one is found without reading
 * the rest of the document.
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
