/** Removes the key from what a layer's services say of a call. */
import type * as Redacted from "effect/Redacted"
import type { MarketDataError } from "../../MarketDataError.js"
import * as Keys from "../../Redaction.js"

/** The fields of errors with text of the service or the runtime. */
const foreign = ["detail", "requestId", "path", "actual", "snippet"]

/** Removes the key from text of services and runtimes, some of which repeat it. */
export interface Redaction extends Keys.Redaction {
  /** The error without the key, and with more fields. */
  readonly error: (error: MarketDataError, more?: object) => MarketDataError
}

export const make = (apiKey: Redacted.Redacted): Redaction => {
  const redaction = Keys.make(apiKey)
  return {
    ...redaction,
    error: (error, more) => {
      const fields: Record<string, unknown> = { ...error, ...more }
      const found = foreign.filter((name) => {
        const value = fields[name]
        return typeof value === "string" && (fields[name] = redaction.text(value)) !== value
      })
      return found.length === 0 && more === undefined
        ? error
        : new (error.constructor as new (fields: unknown) => MarketDataError)(fields)
    },
  }
}
