/** A search for a key: each part of it, in each spelling that a program or a service may use. */
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

const windows = (text: string, length: number) =>
  Array.from({ length: text.length - length + 1 }, (_, at) => text.slice(at, at + length))

/** The spellings of a part. In hex it has twelve digits, since any random id contains six. */
const spellings = (part: string) => [
  part,
  encodeURIComponent(part),
  JSON.stringify(part).slice(1, -1),
  part.replaceAll("/", "\\/"),
  Buffer.from(part).toString("hex"),
]

/** Eight characters of base64 stand for six. */
const base64 = (key: string) => windows(Buffer.from(key).toString("base64").replace(/=+$/, ""), 8)

/** Finds a key. */
export interface Needle {
  /** The text around the first part of the key; `undefined` if there is none. */
  readonly find: (text: string) => string | undefined
}

/** Finds each part of six characters of a key. */
export const make = (key: string): Needle => {
  const parts = new Set([...windows(key, partLength).flatMap(spellings), ...base64(key)])
  const lengths = [...new Set([...parts].map(({ length }) => length))]
  return {
    find: (text) => {
      for (let at = 0; at + partLength <= text.length; at++) {
        if (lengths.some((length) => parts.has(text.slice(at, at + length)))) {
          return text.slice(Math.max(0, at - 80), at + 80)
        }
      }
      return undefined
    },
  }
}
