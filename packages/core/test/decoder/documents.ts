/**
 * Documents, made from a seed: lists of rows of any schema, in the forms that a service sends and in every form
 * that JSON allows besides, with values that the schema refuses among them, and whole, cut or damaged as bytes.
 */
import { Option, Schema, SchemaAST as AST } from "effect"
import { Beside } from "./rows.js"

/** A generator of pseudo-random numbers (xorshift) whose whole state is its seed. */
export class Chance {
  private state: number

  constructor(seed: number) {
    this.state = (seed ^ 0x9e3779b9) | 0 || 1
    for (let i = 0; i < 8; i++) this.next()
  }

  private next(): number {
    let x = this.state
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    this.state = x
    return x >>> 0
  }

  /** From 0 up to, not including, `end`. */
  below(end: number): number {
    return this.next() % end
  }

  /** True once in `times`. */
  once(times: number): boolean {
    return this.below(times) === 0
  }

  pick<A>(values: ReadonlyArray<A>): A {
    return values[this.below(values.length)]!
  }

  shuffle<A>(values: ReadonlyArray<A>): ReadonlyArray<A> {
    const out = [...values]
    for (let i = out.length - 1; i > 0; i--) {
      const j = this.below(i + 1)
      ;[out[i], out[j]] = [out[j]!, out[i]!]
    }
    return out
  }
}

const repeat = (times: number, make: () => string): string => Array.from({ length: times }, make).join("")

const digits = (chance: Chance, length: number): string =>
  length === 0 ? "" : `${1 + chance.below(9)}${repeat(length - 1, () => String(chance.below(10)))}`

/** Number tokens on both sides of every border: of digits, of exactness, of grammar. */
const numberTokens = [
  "0",
  "-0",
  "0.0",
  "-0.0",
  "1e5",
  "1E+5",
  "-1.5e-7",
  "5e-324",
  "2.2250738585072014e-308",
  "1e400",
  "-1e400",
  "1e-400",
  "0e0",
  "9007199254740991",
  "9007199254740992",
  "9007199254740993",
  "-9007199254740993",
  "999999999999999",
  "9999999999999999",
  "0.1",
  "0.30000000000000004",
  "123456789012345.6",
  "1.00000000000000011102230246251565",
  "0.000001",
  "0.00000000000000000001",
  "123.0",
  "1.12117471e+08",
  "9223372036854775807",
  "9223372036854775808",
  "-9223372036854775808",
  "-9223372036854775809",
  "99999999999999999999",
  "4294967295",
  "4294967296",
  "2147483648",
  "-2147483649",
]

const numberText = (chance: Chance): string => {
  switch (chance.below(8)) {
    case 0:
      return chance.pick(numberTokens)
    case 1:
      return `${chance.once(2) ? "-" : ""}${digits(chance, 1 + chance.below(22))}`
    case 2:
      return `${chance.once(4) ? "-" : ""}${chance.once(3) ? "0" : digits(chance, 1 + chance.below(9))}.${repeat(1 + chance.below(18), () => String(chance.below(10)))}`
    case 3:
      return String(chance.below(100))
    default:
      return String(chance.below(1_000_000) / 100)
  }
}

const int64Text = (chance: Chance): string => {
  switch (chance.below(6)) {
    case 0:
      return chance.pick(numberTokens)
    case 1:
      return `${chance.once(2) ? "-" : ""}${digits(chance, 1 + chance.below(20))}`
    case 2:
      return chance.pick(["0", "1", `"${digits(chance, 1 + chance.below(20))}"`])
    default:
      return digits(chance, 18 + chance.below(2))
  }
}

const characters = [
  "a",
  "B",
  "7",
  " ",
  "-",
  ".",
  "é",
  "日",
  "😀",
  "\u2028",
  "\u007f",
  "\u0000",
  "\n",
  '"',
  "\\",
  "/",
  "\ufeff",
  "\ufffd",
]

/** A string's token: its characters as they are or escaped in one of the ways there are. */
export const stringToken = (chance: Chance, value: string): string => {
  if (!chance.once(4)) return JSON.stringify(value)
  const escape = (unit: string): string => {
    const code = unit.charCodeAt(0).toString(16).padStart(4, "0")
    return `\\u${chance.once(2) ? code : code.toUpperCase()}`
  }
  return `"${Array.from({ length: value.length }, (_, i) => {
    const unit = value[i]!
    if (unit === "/" && chance.once(2)) return "\\/"
    if (chance.once(3) || unit < " " || (unit >= "\ud800" && unit <= "\udfff")) return escape(unit)
    return unit === '"' || unit === "\\" ? `\\${unit}` : unit
  }).join("")}"`
}

const stringText = (chance: Chance): string => {
  switch (chance.below(12)) {
    case 0:
      return chance.pick([`"\\ud800"`, `"\\udc00\\ud800"`, `"\\u0000"`, `"\\b\\f\\n\\r\\t"`])
    case 1:
      return stringToken(
        chance,
        repeat(chance.below(60), () => chance.pick(characters)),
      )
    case 2:
      return stringToken(chance, "x".repeat(chance.once(1_000) ? 100_000 : chance.below(100)))
    case 3:
      return `""`
    default:
      return JSON.stringify(repeat(1 + chance.below(12), () => chance.pick(["A", "B", "2", "-", "é"])))
  }
}

const junk = (chance: Chance, depth = 0): string => {
  switch (chance.below(depth > 3 ? 6 : 9)) {
    case 0:
      return "null"
    case 1:
      return chance.pick(["true", "false"])
    case 2:
      return stringText(chance)
    case 3:
      return int64Text(chance)
    case 4:
      return "{}"
    case 5:
      return numberText(chance)
    case 6:
      return `[${Array.from({ length: chance.below(4) }, () => junk(chance, depth + 1)).join(chance.pick([",", " , "]))}]`
    case 7:
      return `{${Array.from({ length: chance.below(4) }, () => `${stringText(chance)}:${junk(chance, depth + 1)}`).join(",")}}`
    default: {
      const deep = chance.once(200) ? 20_000 : chance.below(40)
      return `${"[".repeat(deep)}${junk(chance, 9)}${"]".repeat(deep)}`
    }
  }
}

/** How a document is written. */
interface Style {
  readonly space: () => string
  readonly afterColon: string
  readonly afterComma: string
  /** Odd things happen once in so many places. */
  readonly odd: number
  /** The order of keys in most rows. */
  readonly shuffle: boolean
  /** Optional fields are left out once in so many places. */
  readonly absent: number
  /** Every row has a key that no schema knows. */
  readonly unknownKey: boolean
}

const style = (chance: Chance): Style => {
  const odd = chance.pick([8, 60, 1_000, 1_000_000, 1_000_000, 1_000_000])
  const absent = chance.pick([2, 10, 1_000_000])
  const plain = { space: () => "", odd, absent, shuffle: chance.once(6), unknownKey: chance.once(5) }
  switch (chance.below(6)) {
    case 0:
      return { ...plain, afterColon: " ", afterComma: " " }
    case 1:
      return { ...plain, afterColon: " ", afterComma: "\n    " }
    case 2:
      return {
        ...plain,
        afterColon: "",
        afterComma: "",
        space: () => (chance.once(3) ? chance.pick([" ", "\n", "\t", "\r\n", "  "]) : ""),
      }
    default:
      return { ...plain, afterColon: "", afterComma: "" }
  }
}

const isAccepted = (ast: AST.AST, token: string): boolean => {
  try {
    return Option.isSome(Schema.decodeUnknownOption(Schema.make(ast))(JSON.parse(token)))
  } catch {
    return false
  }
}

/** A value of a schema, as it stands on the wire. */
const valueText = (ast: AST.AST, chance: Chance, style: Style): string => {
  if (chance.once(style.odd)) return junk(chance)
  const identifier = Option.getOrUndefined(AST.getIdentifierAnnotation(ast))
  if (identifier === "Int64") return style.odd > 1_000 ? digits(chance, chance.pick([1, 13, 18])) : int64Text(chance)
  switch (ast._tag) {
    case "NumberKeyword":
      if (style.odd <= 100_000 || chance.once(4)) return numberText(chance)
      return String(chance.below(1_000_000) / (chance.once(3) ? 1 : 100))
    case "StringKeyword":
      return style.odd > 100_000 && chance.once(2)
        ? JSON.stringify(digits(chance, 1 + chance.below(12)))
        : stringText(chance)
    case "BooleanKeyword":
      return chance.pick(["true", "false"])
    case "Literal":
      return JSON.stringify(ast.literal)
    case "Refinement": {
      for (let i = 0; i < 20; i++) {
        const token = valueText(ast.from, chance, style)
        if (isAccepted(ast, token)) return token
      }
      return valueText(ast.from, chance, style)
    }
    case "Transformation":
      return valueText(ast.from, chance, style)
    case "Union":
      return valueText(chance.pick(ast.types), chance, style)
    case "TupleType": {
      const item = ast.rest[0]?.type ?? ast.elements[0]!.type
      return arrayText(
        Array.from({ length: chance.below(4) }, () => valueText(item, chance, style)),
        style,
      )
    }
    case "TypeLiteral":
      return objectText(membersOf(ast.propertySignatures, chance, style), style)
    default:
      return junk(chance)
  }
}

const arrayText = (elements: ReadonlyArray<string>, { afterComma, space }: Style): string =>
  `[${space()}${elements.join(`${space()},${afterComma}${space()}`)}${space()}]`

const objectText = (members: Members, { afterColon, afterComma, space }: Style): string =>
  `{${space()}${members
    .map(([key, value]) => `${key}${space()}:${afterColon}${space()}${value}`)
    .join(`${space()},${afterComma}${space()}`)}${space()}}`

type Members = ReadonlyArray<readonly [key: string, value: string]>

const membersOf = (fields: ReadonlyArray<AST.PropertySignature>, chance: Chance, style: Style): Members => {
  const members: Array<readonly [string, string]> = []
  for (const field of fields) {
    if ((field.isOptional && chance.once(style.absent)) || chance.once(style.odd * 4)) continue
    if (style.unknownKey && members.length === 2) members.push([`"unknown"`, junk(chance)])
    const name = String(field.name)
    const key = chance.once(style.odd) ? stringToken(chance, name) : JSON.stringify(name)
    members.push([key, valueText(field.type, chance, style)])
    if (chance.once(style.odd)) members.push([key, valueText(field.type, chance, style)])
    if (chance.once(style.odd)) {
      members.push([chance.pick([`"__proto__"`, `"constructor"`, `"x"`, `"x2"`, stringText(chance)]), junk(chance)])
    }
  }
  return chance.once(style.odd) || style.shuffle ? chance.shuffle(members) : members
}

const nextUrls = [
  `"https://api.example.com/v2/aggs?cursor=abc"`,
  `"https:\\/\\/api.example.com\\/v2?a=1\\u0026cursor=\\"}],"`,
  `"\\\\\\""`,
  `"}"`,
  `"next_url\\":"`,
  "null",
  "7",
]

export interface Document {
  readonly bytes: Uint8Array
  /** How it came about. */
  readonly how: string
}

/** A document with a list of rows under `at`, and around them what `Envelope` and `Beside` describe. */
export const listText = (row: AST.AST, at: string, chance: Chance): string => {
  const look = style(chance)
  const few = chance.once(40) ? 60 + chance.below(200) : chance.once(5) ? chance.below(3) : chance.below(14)
  // Rows that change their keys' order now and then, and else keep it.
  const order = chance.once(3)
  const rows = Array.from({ length: few }, () => {
    if (chance.once(look.odd * 2)) return junk(chance)
    return valueText(row, chance, order && chance.once(6) ? { ...look, shuffle: true } : look)
  })
  const path = at.split(".")
  const list = chance.once(look.odd) ? junk(chance) : arrayText(rows, look)
  const inner = (depth: number): string => {
    const members: Array<readonly [string, string]> = []
    if (depth === 0) {
      members.push([`"status"`, chance.once(look.odd) ? junk(chance) : `"OK"`])
      if (chance.once(2))
        members.push([
          `"request_id"`,
          chance.pick([`"7f"`, "12", "null", `"\\"}]\\\\"`, chance.once(look.odd) ? "[]" : "1"]),
        ])
      if (chance.once(2)) members.push([`"next_url"`, chance.pick(nextUrls)])
      if (chance.once(4)) members.push([`"count"`, junk(chance)])
    } else if (!chance.once(4)) members.push(...membersOf(wireOf(Beside.ast), chance, look))
    if (!chance.once(look.odd * 2)) {
      const value = depth === path.length - 1 ? list : chance.once(look.odd * 2) ? junk(chance) : inner(depth + 1)
      members.push([JSON.stringify(path[depth]!), value])
      if (chance.once(Math.min(look.odd, 40))) {
        members.push([
          JSON.stringify(path[depth]!),
          chance.pick([value, arrayText(rows.slice(1), look), "null", junk(chance)]),
        ])
      }
    }
    return objectText(chance.once(2) ? chance.shuffle(members) : members, look)
  }
  return `${look.space()}${inner(0)}${look.space()}`
}

/** What is nearly a number. */
const nearNumbers = [
  "01",
  "-01",
  "00",
  "1.",
  "-1.",
  ".5",
  "-",
  "",
  "+1",
  "1e",
  "1e+",
  "1E-",
  "1.e5",
  "1.5.5",
  "0x1",
  "1_0",
  "--1",
  "NaN",
  "1 2",
  "0-",
]

/** Numbers that a filter may refuse, and what is no number at all. */
const otherValues = [
  "-1",
  "1.5",
  "null",
  "true",
  `"1"`,
  "[1]",
  "{}",
  "1e5",
  "12345678901234567",
  "0.1234567890123456",
  "1234567890.123456",
]

const nearWords = ["tru", "truE", "true1", "falsy", "fals", "nul", "nulL", "null", "true", "false", "1", `"true"`]

const NUMBER = /-?\d[\d.eE+-]*/g

/** What tells one thing apart in a document, and what may be put in its place. */
const tampering: ReadonlyArray<readonly [RegExp, (found: string, chance: Chance) => string]> = [
  [NUMBER, (_, chance) => chance.pick(nearNumbers)],
  [NUMBER, (_, chance) => chance.pick(nearNumbers)],
  [NUMBER, (_, chance) => chance.pick(nearNumbers)],
  [NUMBER, (_, chance) => chance.pick(otherValues)],
  [NUMBER, (_, chance) => chance.pick(otherValues)],
  [NUMBER, (_, chance) => chance.pick(numberTokens)],
  [/true|false|null/g, (_, chance) => chance.pick(nearWords)],
  [/,/g, (_, chance) => chance.pick(["", ",,", ", ", " ,", ",\t", ";"])],
  [/:/g, (_, chance) => chance.pick(["", "::", ": ", " :", ":\n", "="])],
  [/}/g, (_, chance) => chance.pick(["", ",}", "}}", " }", "]", `,"x":1}`, `,"x":1,"x":{}}`])],
  [/{/g, (_, chance) => chance.pick(["", "{,", "{{", "{ ", `{"x":[1],`, `{"x":1,`])],
  [/]/g, (_, chance) => chance.pick(["", ",]", "]]", " ]", "}"])],
  [/\[/g, (_, chance) => chance.pick(["", "[,", "[[", "[ ", "[{},", "[null,"])],
  // A member is lost, is repeated, or stands there under another key or spelling.
  [/"[^"\\]*" *: *[\w.+-]+,\s*/g, () => ""],
  [/,\s*"[^"\\]*" *: *[\w.+-]+/g, () => ""],
  [/"[^"\\]*" *: *[\w.+-]+/g, (found) => `${found},${found}`],
  [/"[^"\\]*" *: *[\w.+-]+/g, (found) => `${found},${found.replace(/[\w.+-]+$/, "null")}`],
  [
    /"[^"\\]*"(?= *:)/g,
    (found, chance) => chance.pick([`"x"`, `"__proto__"`, stringToken(chance, found.slice(1, -1))]),
  ],
  [/"[^"\\]*"/g, (_, chance) => stringText(chance)],
  [/"[^"\\]*"/g, (_, chance) => `"${chance.pick(["\\u12", "\\x", "\\", "\u0001", "\n", "\\u00zz", '"'])}"`],
]

/** One token of a text replaced. */
const tamper = (text: string, chance: Chance): string => {
  const [pattern, replace] = chance.pick(tampering)
  const found = Array.from(text.matchAll(pattern))
  if (found.length === 0) return text
  const one = chance.pick(found)
  return `${text.slice(0, one.index)}${replace(one[0], chance)}${text.slice(one.index + one[0].length)}`
}

const splice = (bytes: Uint8Array, from: number, to: number, put: ReadonlyArray<number>): Uint8Array =>
  Uint8Array.from([...bytes.subarray(0, from), ...put, ...bytes.subarray(to)])

const telling = Array.from(`{}[]",:\\0123456789.-+eEtrufalsn \n`, (character) => character.charCodeAt(0))

/** One thing done to a document's bytes. */
export const damage = (bytes: Uint8Array, chance: Chance): Document => {
  const p = chance.below(bytes.length + 1)
  switch (chance.below(9)) {
    case 0:
      return { bytes: bytes.slice(0, p), how: `cut at ${p}` }
    case 1:
      return { bytes: bytes.slice(p), how: `without the first ${p}` }
    case 2:
      return { bytes: splice(bytes, p, p, [chance.below(256)]), how: `a byte put in at ${p}` }
    case 3:
      return { bytes: splice(bytes, p, p + 1, []), how: `the byte at ${p} left out` }
    case 4:
      return { bytes: splice(bytes, p, p + 1, [chance.pick(telling)]), how: `a telling byte at ${p}` }
    case 5:
      return { bytes: splice(bytes, p, p + 1, [chance.below(256)]), how: `another byte at ${p}` }
    case 6:
      return { bytes: splice(bytes, bytes.length, bytes.length, [chance.pick(telling)]), how: "a byte at the end" }
    case 7:
      return { bytes: splice(bytes, 0, 0, [0xef, 0xbb, 0xbf]), how: "a byte order mark" }
    default: {
      const q = Math.min(bytes.length, p + chance.below(40))
      return { bytes: splice(bytes, p, p, Array.from(bytes.subarray(p, q))), how: `bytes ${p} to ${q} repeated` }
    }
  }
}

/** Any JSON, and what is nearly JSON. */
export const anyText = (chance: Chance): string => {
  const text = junk(chance)
  return chance.once(2) ? tamper(text, chance) : text
}

/** A list of rows, as bytes, sometimes damaged. */
export const listDocument = (row: AST.AST, at: string, chance: Chance): Document => {
  const text = listText(row, at, chance)
  const tampered = text.length < 50_000 && chance.once(2)
  let document: Document = {
    bytes: new TextEncoder().encode(tampered ? tamper(text, chance) : text),
    how: tampered ? "tampered with" : "whole",
  }
  if (document.bytes.length > 50_000 || !chance.once(5)) return document
  for (let times = 1 + chance.below(2); times > 0; times--) {
    const { bytes, how } = damage(document.bytes, chance)
    document = { bytes, how: `${document.how}, ${how}` }
  }
  return document
}

/** Nothing is odd, and nothing is missing. */
const never = 2 ** 31
const orderly: Style = {
  space: () => "",
  afterColon: "",
  afterComma: "",
  odd: never,
  shuffle: false,
  absent: never,
  unknownKey: false,
}

const wireOf = (ast: AST.AST): ReadonlyArray<AST.PropertySignature> => {
  switch (ast._tag) {
    case "Transformation":
    case "Refinement":
      return wireOf(ast.from)
    case "TypeLiteral":
      return ast.propertySignatures
    default:
      throw new Error(`documents: a row is a struct, not ${ast._tag}`)
  }
}

const nearStrings = [
  `"\\u12"`,
  `"\\x"`,
  `"\\"`,
  `"\u0001"`,
  `"\n"`,
  `"a`,
  `a"`,
  `""`,
  `"\\ud800"`,
  `"é"`,
  `"buy"`,
  `"\ufeff"`,
]

const nearContainers = [
  "[1;2]",
  "[1 2]",
  "[1,]",
  "[,1]",
  `{"a" 1}`,
  `{"a":1;"b":2}`,
  `{"a":1,}`,
  `{,"a":1}`,
  `{1:2}`,
  `{"a":}`,
  "[1}",
  "{]",
  `[{"a":[]}]`,
]

/**
 * Every document of a few good rows in which one value, key or mark of one row is another: all that
 * is nearly right, and all that is right and looks otherwise. `accepts` tells whether a row is good.
 */
export function* nearlyRight(row: AST.AST, accepts: (row: string) => boolean, chance: Chance): Generator<Document> {
  const look = { ...orderly, unknownKey: true }
  const good = (): Members => {
    const members = membersOf(wireOf(row), chance, look)
    return accepts(objectText(members, look)) ? members : good()
  }
  const before = Array.from({ length: 3 }, () => objectText(good(), orderly))
  const after = objectText(good(), orderly)
  const document = (changed: string, how: string): Document => ({
    bytes: new TextEncoder().encode(`{"results":[${[...before, changed, after].join(",")}],"status":"OK"}`),
    how,
  })
  const members = good()
  const values = [...nearNumbers, ...otherValues, ...numberTokens, ...nearWords, ...nearStrings, ...nearContainers]
  for (const [place, [key, value]] of members.entries()) {
    const put = (...others: Members): string =>
      objectText([...members.slice(0, place), ...others, ...members.slice(place + 1)], orderly)
    // Fields past these are like those before.
    if (place > 14) break
    for (const other of values) {
      yield document(put([key, other]), `${key} is ${other}`)
      if (place === 1) yield document(put([`"x"`, other], [key, value]), `an unknown key is ${other}`)
    }
    yield document(put(), `${key} is missing`)
    yield document(put([key, value], [key, value]), `${key} stands twice`)
    yield document(put([key, value], [key, "null"]), `${key} stands twice, then null`)
    yield document(put([key, "null"], [key, value]), `${key} stands twice, first null`)
    yield document(put([`"x"`, value]), `${key} is another key`)
    yield document(
      put([`"\\u00${key.charCodeAt(1).toString(16)}${key.slice(2)}`, value]),
      `${key} is written otherwise`,
    )
    for (const space of [" ", "\n", "\t", "\r", "\u000b", "\u00a0"]) {
      yield document(put([`${space}${key}`, value]), `white space before ${key}`)
      yield document(put([`${key}${space}`, value]), `white space after ${key}`)
      yield document(put([key, `${space}${value}`]), `white space before the value of ${key}`)
      yield document(put([key, `${value}${space}`]), `white space after the value of ${key}`)
    }
    for (const other of [`${value},`, `${value};`, `${value}:`, `,${value}`, `:${value}`, `${value}}`, `${value}]`]) {
      yield document(put([key, other]), `a mark too many at ${key}`)
    }
  }
  const whole = objectText(members, orderly)
  for (const other of [
    "",
    "null",
    "1",
    "[]",
    "{}",
    `[${whole}]`,
    `${whole},`,
    `,${whole}`,
    `${whole};`,
    `${whole}}`,
    whole.slice(1),
    whole.slice(0, -1),
  ]) {
    yield document(other, `the row is ${other.slice(0, 20)}`)
  }
  yield document(objectText([...members].reverse(), orderly), "the keys stand the other way round")
  for (const between of ["", " ", ";", ":", ",,", " , ", "],[", "}"]) {
    yield document(`${whole}${between}${whole}`, `"${between}" stands between rows`)
  }
}
