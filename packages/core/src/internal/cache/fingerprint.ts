import * as Redacted from "effect/Redacted"
import { hex } from "./entry.js"

/** Cost of some milliseconds per key that an attacker tries, and once per layer. */
const iterations = 10_000

/**
 * Returns a fingerprint that separates the responses for different keys: 64 bits, derived from the
 * key by PBKDF2. It is hashed into entry names and stored nowhere by itself. An attacker with the
 * store can only try keys, each at the cost of the derivation: hopeless for random keys, as those
 * of services are. As many keys share 64 bits, even a hit would not reveal the key.
 */
export const fingerprintOf = async (apiKey: Redacted.Redacted, origin: string): Promise<string> => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const { subtle } = crypto
  const key = await subtle.importKey("raw", bytes(Redacted.value(apiKey)), "PBKDF2", false, ["deriveBits"])
  // The salt makes the fingerprint useless for another service, or elsewhere.
  const salt = bytes(`@candela/core/Cache ${origin}`)
  return hex(new Uint8Array(await subtle.deriveBits({ name: "PBKDF2", hash: "SHA-256", salt, iterations }, key, 64)))
}
