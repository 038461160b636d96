import * as Redacted from "effect/Redacted"
import { hex } from "./entry.js"

/** Some milliseconds for each key that somebody tries, and once for a layer. */
const iterations = 10_000

/**
 * What tells the answers for one key from those for another: 64 bits, derived from the key by PBKDF2. It is hashed into the names of entries and stands nowhere by
 * itself. Whoever reads the store can only try keys, each at the cost of the derivation: hopeless for keys that are drawn at random, as those of services are. As
 * many keys share 64 bits, even a hit would not tell the key.
 */
export const fingerprintOf = async (apiKey: Redacted.Redacted, origin: string): Promise<string> => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const { subtle } = crypto
  const key = await subtle.importKey("raw", bytes(Redacted.value(apiKey)), "PBKDF2", false, ["deriveBits"])
  // The salt keeps the fingerprint from being of use for another service, or elsewhere.
  const salt = bytes(`@candela/core/Cache ${origin}`)
  return hex(new Uint8Array(await subtle.deriveBits({ name: "PBKDF2", hash: "SHA-256", salt, iterations }, key, 64)))
}
