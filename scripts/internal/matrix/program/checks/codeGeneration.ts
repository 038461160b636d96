/** Where `new Function` is forbidden, decoding falls back to code that exists, with the same rows and columns. */
import { Effect } from "effect"
import type { Check } from "../Check.js"
import { check as columns } from "./columns.js"
import { check as firstProgram } from "./firstProgram.js"
import { check as nanoseconds } from "./nanoseconds.js"
import { ensure } from "./support.js"

const isForbidden = () => {
  try {
    return new Function("return 1")() !== 1
  } catch {
    return true
  }
}

export const check: Check = (surroundings) =>
  Effect.gen(function* () {
    yield* ensure(isForbidden(), "this runtime permits new Function")
    yield* firstProgram(surroundings)
    yield* nanoseconds(surroundings)
    return `rows, columns and instants: ${yield* columns(surroundings)}`
  })
