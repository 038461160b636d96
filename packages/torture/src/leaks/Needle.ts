/** A key that is searched for: each part of it, in each spelling that a program or a service may give it. */
import { Effect, Random } from "effect"

/** The length of the parts. */
const partLength = 6

/** Letters, digits, and signs that a URL and JSON spell in another way. */
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789+/~!"

/** A key of 40 characters. */
export const key = (seed: string): string => {
  const characters = Effect.replicateEffect(Random.choice([...alphabet]), 40)
  return Effect.runSync(Effect.withRandom(characters, Random.make(`key ${seed}`))).join("")
}

const spellings = (key: string) => [
  key,
  encodeURIComponent(key),
  JSON.stringify(key).slice(1, -1),
  key.replaceAll("/", "\\/"),
  Buffer.from(key).toString("base64"),
  Buffer.from(key).toString("hex"),
]

const partsOf = (spelling: string) =>
  Array.from({ length: spelling.length - partLength + 1 }, (_, at) => spelling.slice(at, at + partLength))

/** Finds a key. */
export interface Needle {
  /** What stands around the first part of the key in a text; `undefined` if there is none. */
  readonly find: (text: string) => string | undefined
}

/** Finds each part of six characters of a key. */
export const make = (key: string): Needle => {
  const parts = new Set(spellings(key).flatMap(partsOf))
  return {
    find: (text) => {
      for (let at = 0; at + partLength <= text.length; at++) {
        if (parts.has(text.slice(at, at + partLength))) return text.slice(Math.max(0, at - 80), at + 80)
      }
      return undefined
    },
  }
}
