/** Spellings of keys, and the decodings of a text. */
import { identity } from "effect/Function"

/** Shorter keys are not searched for. */
const shortestKey = 8

/** Number of characters at the start or the end of a key that count as the key. */
const partLength = 16

/** Maximum number of encodings removed from a text: percent-encoding within JSON within percent-encoding. */
// protects: The key is found where it is encoded, needlessly too.
// mutant: "is found in each spelling": 3 → 1
const mostDecodings = 3

/**
 * One percent-encoded byte, encoded any number of times, or one escape of JSON. No match is found
 * twice, so a run of signs takes linear time.
 */
export const escapes = /%(?:25)*([\da-f]{2})|\\+(?:u([\da-f]{4})|(["\\/]))/gi

interface Decoded {
  readonly text: string
  /** Returns the position in the source of a position in the decoded text. */
  readonly source: (position: number) => number
}

/** Removes one encoding. Each escape is one character. */
const decode = (text: string): Decoded => {
  const places: Array<number> = []
  const shifts: Array<number> = []
  let shift = 0
  const decoded = text.replace(escapes, (found, byte, unit, character, at) => {
    places.push(at - shift)
    shifts.push((shift += found.length - 1))
    return character ?? String.fromCharCode(parseInt(byte ?? unit, 16))
  })
  let next = 0
  return {
    text: decoded,
    // Called with ascending positions.
    source: (position) => {
      while (places[next]! < position) next++
      return position + (shifts[next - 1] ?? 0)
    },
  }
}

/** Returns a text and its decodings. */
export const decodings = (text: string): ReadonlyArray<Decoded> => {
  let last: Decoded = { text, source: identity }
  const all = [last]
  // protects: No text takes the search for the key more than a few passes.
  // mutant: "in linear time": always
  while (all.length <= mostDecodings) {
    const { source, text } = last
    const next = decode(text)
    if (next.text === text) break
    all.push((last = { text: next.text, source: (position) => source(next.source(position)) }))
  }
  return all
}

/** Returns the base64 of a key after 0, 1 or 2 other bytes, without the characters that depend on its neighbours. */
const inBase64 = (key: string, before: number): string =>
  btoa("\0".repeat(before) + key).slice(Math.ceil((before * 4) / 3), Math.floor(((before + key.length) * 4) / 3))

/** Returns the spellings of a key of any length, each with the length of its start or end that counts as the key. */
const spelled = (key: string): ReadonlyArray<readonly [string, number]> => {
  const bytes = Array.from(new TextEncoder().encode(key))
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")
  const binary = bytes.map((byte) => String.fromCharCode(byte)).join("")
  const texts = [
    // A decoded text contains a decoded key.
    ...decodings(key).map(({ text }) => text),
    // Percent-encoding decoded byte by byte.
    binary,
    // A form decoder reads a plus sign as a space.
    key.replaceAll("+", " "),
  ]
  const base64 = [0, 1, 2].map((before) => inBase64(binary, before))
  const base64url = base64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"))
  return [
    ...texts.map((text) => [text, partLength] as const),
    // At any offset, 16 bytes determine at least 20 characters.
    ...[...base64, ...base64url].map((text) => [text, 20] as const),
    [hex, 2 * partLength],
  ]
}

/** Returns the spellings to search for. */
export const spellings = (key: string): ReadonlyArray<readonly [string, number]> =>
  key.length < shortestKey ? [] : spelled(key).filter(([text]) => text.length >= shortestKey)

/** Returns the starts and ends of spellings. Their number and lengths do not grow with the key. */
export const partsOf = (all: Iterable<readonly [string, number]>): ReadonlyArray<string> => [
  // protects: The first or the last 16 characters of a key count as the key.
  // mutant: "by its first or last 16 characters": ), text.slice(-part → < 0 ? part : text.length
  ...new Set(Array.from(all).flatMap(([text, part]) => [text.slice(0, part), text.slice(-part)])),
]
