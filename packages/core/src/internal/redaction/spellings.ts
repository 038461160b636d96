/** Spellings of keys, and the decodings of a text. */
import { identity } from "effect/Function"

/** Shorter keys are not searched for. */
const shortestKey = 8

/** Number of characters at the start or the end of a key that count as the key. */
const partLength = 16

/** Number of encodings that are taken off a text: percent-encoding within JSON within percent-encoding. */
const mostDecodings = 3

/** One percent-encoded byte, encoded any number of times, or one escape of JSON. No match is found twice, so that a run of signs takes linear time. */
export const escapes = /%(?:25)*([\da-f]{2})|\\+(?:u([\da-f]{4})|(["\\/]))/gi

interface Decoded {
  readonly text: string
  /** Where a position of the decoded text is in the source. */
  readonly source: (position: number) => number
}

/** Takes one encoding off. Each escape stands for one character. */
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
    // Asked for ascending positions.
    source: (position) => {
      while (places[next]! < position) next++
      return position + (shifts[next - 1] ?? 0)
    },
  }
}

/** A text and its decodings. */
export const decodings = (text: string): ReadonlyArray<Decoded> => {
  let last: Decoded = { text, source: identity }
  const all = [last]
  while (all.length <= mostDecodings) {
    const { source, text } = last
    const next = decode(text)
    if (next.text === text) break
    all.push((last = { text: next.text, source: (position) => source(next.source(position)) }))
  }
  return all
}

/** The base64 of a key behind 0, 1 or 2 other bytes, without the characters that its neighbours influence. */
const inBase64 = (key: string, before: number): string =>
  btoa("\0".repeat(before) + key).slice(Math.ceil((before * 4) / 3), Math.floor(((before + key.length) * 4) / 3))

/** The spellings of a key of any length, each with the length of its start, and of its end, that counts as the key. */
const spelled = (key: string): ReadonlyArray<readonly [string, number]> => {
  const bytes = Array.from(new TextEncoder().encode(key))
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")
  const binary = bytes.map((byte) => String.fromCharCode(byte)).join("")
  const texts = [
    // A decoded text holds a decoded key.
    ...decodings(key).map(({ text }) => text),
    // Percent-encoding that is decoded byte by byte.
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

/** The spellings to search for. */
export const spellings = (key: string): ReadonlyArray<readonly [string, number]> =>
  key.length < shortestKey ? [] : spelled(key).filter(([text]) => text.length >= shortestKey)

/** The starts and the ends of spellings. Their number and their lengths do not grow with the key. */
export const partsOf = (all: Iterable<readonly [string, number]>): ReadonlyArray<string> => [
  ...new Set(Array.from(all).flatMap(([text, part]) => [text.slice(0, part), text.slice(-part)])),
]
