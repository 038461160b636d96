/**
 * Hostile documents: something no honest service sends, put where it does most harm, and honest
 * documents that were damaged.
 *
 * A document is a text of characters up to 255, each of which is one byte on the wire, so that it
 * can hold what is not UTF-8.
 */
import { Utils } from "effect"
import type { Scale } from "../Figure.js"

/** An honest document in parts, so that something can be put between them. */
export interface Honest {
  /** Path of the rows or the value; absent where the document is the value. */
  readonly at: string | undefined
  /** The members of a row or of the value: keys, and values as JSON. */
  readonly row: Readonly<Record<string, string>>
}

/** A document, which is made when it is wanted: some have 50 MB. */
export interface Document {
  readonly name: string
  readonly text: () => string
}

/** Sizes of the hostile parts. */
interface Size {
  /** The length of strings, keys and numbers, in bytes. */
  readonly long: number
  /** Number of members, elements and repetitions. */
  readonly many: number
  /** Number of valid documents to damage. */
  readonly damaged: number
}

/** The sizes of a scale. Documents are nested 100,000 deep at each. */
export const sizes: Readonly<Record<Scale["name"], Size>> = {
  test: { long: 300_000, many: 20_000, damaged: 60 },
  short: { long: 50_000_000, many: 1_000_000, damaged: 400 },
  long: { long: 50_000_000, many: 1_000_000, damaged: 5_000 },
}

const DEPTH = 100_000

/** Hostile values as JSON, or as what looks like it. */
const values = ({ long, many }: Size): Readonly<Record<string, () => string>> => ({
  "arrays 100,000 deep": () => "[".repeat(DEPTH) + "]".repeat(DEPTH),
  "objects 100,000 deep": () => `${'{"a":'.repeat(DEPTH)}1${"}".repeat(DEPTH)}`,
  "arrays that never close": () => "[".repeat(DEPTH),
  "a very long string": () => `"${"y".repeat(long)}"`,
  "a very long string of escapes": () => `"${String.raw`\u00e9`.repeat(long / 6)}"`,
  "a string that never ends": () => `"${"y".repeat(long)}`,
  "a number of very many digits": () => "7".repeat(long),
  "a million keys": () => `{${Array.from({ length: many }, (_, i) => `"k${i}":${i}`).join(",")}}`,
  "a million elements": () => `[${"0,".repeat(many)}0]`,
  "a key a million times": () => `{${`"v":1,`.repeat(many)}"v":2}`,
  "the keys of prototypes": () => `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}`,
  "lone surrogates": () => String.raw`"\ud800 \udfff\ud83d"`,
  "NUL and controls, escaped": () => String.raw`"\u0000\u001f\u2028"`,
  "NUL, bare": () => `"\u0000"`,
  "invalid UTF-8": () => `"\xff\xc0\xaf\xed\xa0\x80\xf8"`,
  "an infinite number": () => "-1e999",
  "a vanishing number": () => "1e-999",
  "not a number": () => "NaN",
})

type Members = ReadonlyArray<readonly [key: string, value: string]>

/** Members as the text of an object. A key may stand there twice. */
const object = (...members: ReadonlyArray<Members>) =>
  `{${members
    .flat()
    .map(([key, value]) => `"${key}":${value}`)
    .join(",")}}`

/** The honest document, with other members in the place of one part or another. */
const assemble = (
  { at, row }: Honest,
  change: { readonly row?: Members; readonly rows?: string; readonly around?: Members },
): string => {
  const plain = Object.entries(row)
  const changed = change.row ?? []
  const around: Members = [["status", `"OK"`], ["request_id", `"r"`], ...(change.around ?? [])]
  if (at === undefined) return object(around, plain, changed)
  const rows = [object(plain), object(plain, changed), object(plain)]
  return object(around, [[at, change.rows ?? `[${rows.join(",")}]`]])
}

type Place = (honest: Honest, value: string) => string

/** Place of a hostile value. */
const places: Readonly<Record<string, Place>> = {
  "as the document": (_, value) => value,
  "as the rows": (honest, value) => assemble(honest, { rows: value }),
  "as a row": (honest, value) => assemble(honest, { rows: `[${object(Object.entries(honest.row))},${value}]` }),
  "as a field of a row": (honest, value) => assemble(honest, { row: [[Object.keys(honest.row).at(-1)!, value]] }),
  "in an unknown field of a row": (honest, value) => assemble(honest, { row: [["unknown", value]] }),
  "in an unknown field around the rows": (honest, value) => assemble(honest, { around: [["unknown", value]] }),
  "as __proto__ of a row": (honest, value) => assemble(honest, { row: [["__proto__", value]] }),
  "as __proto__ around the rows": (honest, value) => assemble(honest, { around: [["__proto__", value]] }),
  "as the status": (honest, value) => assemble(honest, { around: [["status", value]] }),
  "as the request_id": (honest, value) => assemble(honest, { around: [["request_id", value]] }),
  "as the next_url": (honest, value) => assemble(honest, { around: [["next_url", value]] }),
  "after the document": (honest, value) => assemble(honest, {}) + value,
}

/** Documents that are hostile by their whole. */
const others = ({ long, many }: Size): Readonly<Record<string, (honest: Honest) => string>> => ({
  "a very long key of a row": (honest) => assemble(honest, { row: [["k".repeat(long), "1"]] }),
  "a very long key around the rows": (honest) => assemble(honest, { around: [["k".repeat(long), "1"]] }),
  "the rows twice": (honest) => assemble(honest, { around: [[honest.at ?? "results", "[]"]] }),
  "the rows a thousand times": (honest) =>
    assemble(honest, { around: Array.from({ length: 1_000 }, () => [honest.at ?? "results", "[]"] as const) }),
  "a field of a row a million times": (honest) =>
    assemble(honest, { row: Array.from({ length: many }, () => Object.entries(honest.row).at(-1)!) }),
  "rows that are very many": (honest) =>
    assemble(honest, {
      rows: `[${Array<string>(many / 10)
        .fill(object(Object.entries(honest.row)))
        .join(",")}]`,
    }),
  "a next_url that leads to itself": (honest) => assemble(honest, { around: [["next_url", `"?"`]] }),
  "a very long next_url": (honest) => assemble(honest, { around: [["next_url", `"/${"y".repeat(long)}"`]] }),
  "white space without end": (honest) => " ".repeat(long) + assemble(honest, {}) + "\n".repeat(long / 4),
  "a byte order mark": (honest) => `\xef\xbb\xbf${assemble(honest, {})}`,
  "UTF-16": (honest) => assemble(honest, {}).replace(/[^]/g, (character) => `${character}\u0000`),
  nothing: () => "",
})

const telling = `{}[]",:\\0123456789.-+eEtrufalsn \n\u0000\xff`

/** A text after one to three of the accidents and attacks that change a few bytes. */
const damage = (text: string, random: Utils.PCGRandom): string => {
  let damaged = text
  for (let times = random.integer(3); times >= 0; times--) {
    const at = random.integer(damaged.length + 1)
    const end = Math.min(damaged.length, at + random.integer(40))
    const [before, part, after] = [damaged.slice(0, at), damaged.slice(at, end), damaged.slice(end)]
    const byte = telling[random.integer(telling.length)]!
    damaged = [
      before,
      part + after,
      before + after,
      before + part + part + after,
      before + byte + part + after,
      before + byte + part.slice(1) + after,
      damaged.replaceAll(`"`, (mark, place: number) => (place === damaged.indexOf(`"`, at) ? byte : mark)),
    ][random.integer(7)]!
  }
  return damaged
}

/** The hostile documents of a scale, each of which is the same in every process. */
export const documents = ({ name: scale, seed }: Scale, honest: Honest): ReadonlyArray<Document> => {
  const size = sizes[scale]
  const small = values(sizes.test)
  // In the short run each value is large at one place, which the seed draws.
  const isLarge = (value: number, place: number, { length }: { readonly length: number }) =>
    scale === "long" || (seed + value) % length === place
  return [
    ...Object.entries(values(size)).flatMap(([what, large], index) =>
      Object.entries(places).map(([where, put], place, all) => {
        const value = isLarge(index, place, all) ? large : small[what]!
        return { name: `${what} ${where}`, text: () => put(honest, value()) }
      }),
    ),
    ...Object.entries(others(size)).map(([name, make]) => ({ name, text: () => make(honest) })),
    ...Array.from({ length: size.damaged }, (_, i) => ({
      name: `an honest document, damaged (${i})`,
      text: () => damage(assemble(honest, {}), new Utils.PCGRandom(seed, i)),
    })),
  ]
}
