import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { MarketDataError } from "../MarketDataError.js"

/** A shorter text is no secret, and may be part of a word. */
const shortestKey = 8

/** The fields of errors that hold what the service wrote, or the runtime said. */
const foreign = new Set(["detail", "requestId", "path", "actual", "snippet"])

/** Takes the key out of an error: services have been seen to repeat it in their answers. */
export const withoutKey = (apiKey: Redacted.Redacted): ((error: MarketDataError) => MarketDataError) => {
  const key = Redacted.value(apiKey)
  return (error) => {
    if (key.length < shortestKey) return error
    const fields = Object.entries(Schema.encodeSync(MarketDataError)(error))
    const clean = fields.map(([name, value]): [string, unknown] => [
      name,
      foreign.has(name) && typeof value === "string" ? value.replaceAll(key, "<redacted>") : value,
    ])
    return clean.every(([, value], index) => value === fields[index]![1])
      ? error
      : Schema.decodeUnknownSync(MarketDataError)(Object.fromEntries(clean))
  }
}
