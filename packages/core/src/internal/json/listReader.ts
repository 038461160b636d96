/**
 * Reader of lists of numbers, such as the conditions of a trade. A document repeats few different ones: each is parsed
 * once, and its rows share the array, which is frozen.
 */
import { asciiText } from "./tokenizer.js"
import type { ValueReader } from "./valueReader.js"

type Test = (item: unknown) => boolean

/** Number of lists that are remembered, a power of two: a decoder's memory must not grow with the documents. */
const REMEMBERED = 256

/** Length in bytes of a list that is remembered. */
const LONGEST = 64

interface Remembered {
  readonly bytes: Uint8Array
  readonly list: unknown
}

const parsed = (text: string, tests: ReadonlyArray<Test>): unknown => {
  try {
    const list: ReadonlyArray<unknown> = JSON.parse(text)
    const isRight = list.every((item) => Number.isFinite(item) && tests.every((test) => test(item)))
    return isRight ? Object.freeze(list) : undefined
  } catch {
    return undefined
  }
}

const isSame = (bytes: Uint8Array, b: Uint8Array, p: number): boolean => {
  for (let i = 0; i < bytes.length; i++) if (bytes[i] !== b[p + i]) return false
  return true
}

/** Makes a reader of lists of numbers that pass tests. */
export const make = (tests: ReadonlyArray<Test> = []): ValueReader => {
  const remembered: Array<Remembered | undefined> = Array.from({ length: REMEMBERED }, () => undefined)
  return (b, p, cursor) => {
    if (b[p] !== 91) return undefined
    let hash = 0
    let end = p + 1
    for (let c = b[end]; c !== 93; c = b[++end]) {
      // What begins a string, a list or an object, or ends the document, is no list of numbers.
      if (c === undefined || c === 34 || c === 91 || c === 123 || c === 125) return undefined
      hash = (Math.imul(hash, 31) + c) | 0
    }
    cursor.at = ++end
    const place = (hash ^ (hash >>> 8)) & (REMEMBERED - 1)
    const known = remembered[place]
    if (known !== undefined && known.bytes.length === end - p && isSame(known.bytes, b, p)) return known.list
    const list = parsed(asciiText(b, p, end), tests)
    // protects: Decoders remember a bounded number of lists.
    // mutant: "remembers short lists alone": <= LONGEST → > 0
    if (list !== undefined && end - p <= LONGEST) remembered[place] = { bytes: b.slice(p, end), list }
    return list
  }
}

/** Makes a reader of a type of lists, a `Structure.Type`; `undefined` unless its items are numbers. */
export const of = (type: object): ValueReader | undefined => {
  const { _tag, tests } = (type as { readonly item: { readonly _tag: string; readonly tests: ReadonlyArray<Test> } })
    .item
  return _tag === "Number" ? make(tests) : undefined
}
