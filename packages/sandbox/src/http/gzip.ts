import { Effect } from "effect"
import { gzip as compress } from "node:zlib"

/** Whether an `Accept-Encoding` header accepts gzip (RFC 9110, section 12.5.3). */
export const accepts = (header: string | undefined): boolean => {
  if (header === undefined) return false
  const weights = new Map(
    header.split(",").map((part) => {
      const [coding = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase())
      const weight = parameters.find((text) => text.startsWith("q="))
      return [coding, weight === undefined ? 1 : Number(weight.slice(2))]
    }),
  )
  return (weights.get("gzip") ?? weights.get("*") ?? 0) > 0
}

/** Compresses at the fastest level: bars shrink to a fifth, and higher levels cost more time than they save. */
export const gzip = (text: string): Effect.Effect<Buffer> =>
  Effect.async((resume) =>
    compress(text, { level: 1 }, (error, compressed) =>
      resume(error === null ? Effect.succeed(compressed) : Effect.die(error)),
    ),
  )
