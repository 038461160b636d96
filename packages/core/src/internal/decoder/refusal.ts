import { identity as unchanged } from "effect/Function"
import type * as ParseResult from "effect/ParseResult"
import * as Predicate from "effect/Predicate"
import type * as AST from "effect/SchemaAST"
import * as Structure from "../Structure.js"
import { readerOf } from "../json/int64.js"
import { shorten } from "../message.js"
import { locate, type Path } from "../json/locate.js"
import { text } from "../json/tokenizer.js"

/** Difference between a document and its schema. */
interface Difference {
  readonly path: string
  readonly expected: string
  readonly actual: string
  readonly snippet: string
}

/** A row rejected by its schema. */
export interface RejectedRow extends Difference {
  readonly row: number
  readonly ticker?: string
}

/** A document rejected by its schema. */
export interface RefusedDocument extends Difference, Partial<Pick<RejectedRow, "row" | "ticker">> {
  readonly _tag: "Refused"
}

interface Fault {
  readonly path: Path
  readonly expected: string
  readonly actual: unknown
}

const inRange = "a number in the range of a double"

const describeType = (ast: AST.AST): string => {
  const type = Structure.of(ast)
  const isFiltered = type.tests.length > 0
  const reader = readerOf(type)
  if (reader !== undefined && !isFiltered) return reader.expected
  if (type._tag === "Number" && !isFiltered) return "number"
  switch (ast._tag) {
    case "Union":
      return shorten(ast.types.map(describeType).join(" | "), 120)
    case "TypeLiteral":
      return "an object"
    case "TupleType":
      return "an array"
    case "Transformation":
      return describeType(ast.from)
    default:
      return shorten(String(ast), 120)
  }
}

/** Returns the first fault at the deepest path of a schema's issue. */
export const faultOf = (issue: ParseResult.ParseIssue, path: Path): Fault => {
  switch (issue._tag) {
    case "Pointer":
      return faultOf(issue.issue, path.concat(issue.path as PropertyKey | ReadonlyArray<PropertyKey>))
    case "Composite": {
      const faults = [issue.issues].flat().map((issue) => faultOf(issue as ParseResult.ParseIssue, path))
      const deepest = faults.reduce((a, b) => (b.path.length > a.path.length ? b : a))
      if (deepest.path.length > path.length || issue.ast._tag !== "Union") return deepest
      break
    }
    case "Refinement":
      if (issue.kind === "From") return faultOf(issue.issue, path)
      break
    case "Transformation":
      if (readerOf(Structure.of(issue.ast)) === undefined) return faultOf(issue.issue, path)
      break
    case "Missing":
      return { path, expected: describeType(issue.ast.type), actual: undefined }
    case "Unexpected":
      return { path, expected: "nothing", actual: issue.actual }
    default:
      if (issue.message !== undefined) return { path, expected: issue.message, actual: issue.actual }
  }
  const { actual } = issue
  const isInfinite = actual === Infinity || actual === -Infinity
  return { path, expected: isInfinite ? inRange : describeType(issue.ast), actual }
}

const describeValue = (value: unknown): string =>
  value === undefined
    ? "nothing"
    : Array.isArray(value)
      ? "an array"
      : Predicate.isRecord(value)
        ? "an object"
        : shorten(value === Infinity ? "Infinity" : String(JSON.stringify(value)), 80)

const describePath = (path: Path): string =>
  path.reduce<string>((words, key) => {
    if (typeof key === "number") return `${words}[${key}]`
    const name = String(key)
    if (!/^[A-Za-z_$][\w$]*$/.test(name)) return `${words}[${JSON.stringify(name)}]`
    return words === "" ? name : `${words}.${name}`
  }, "")

/** Returns the position of the value at a path, or of the innermost value around it. */
const nearest = (b: Uint8Array, path: Path): number => {
  const p = locate(b, path, "last")
  return p < 0 ? nearest(b, path.slice(0, -1)) : p
}

const BEFORE = 40
const AFTER = 80

const snippet = (b: Uint8Array, path: Path): string => {
  const p = nearest(b, path)
  const from = Math.max(0, p - BEFORE)
  const to = Math.min(b.length, p + AFTER)
  const words = text(b, from, to).replace(/\s+/g, " ")
  return `${from > 0 ? "…" : ""}${words}${to < b.length ? "…" : ""}`
}

const difference = ({ actual, expected, path }: Fault, snippet: string): Difference => ({
  path: describePath(path),
  expected,
  actual: describeValue(actual),
  snippet,
})

/** Describes a fault in terms of the document. */
export const refused = (b: Uint8Array, fault: Fault): RefusedDocument => ({
  _tag: "Refused",
  ...difference(fault, snippet(b, fault.path)),
})

/** Describes a schema's issue with the value at `path`, in terms of the document. */
export const fromIssue = (b: Uint8Array, path: Path, issue: ParseResult.ParseIssue): RefusedDocument =>
  refused(b, faultOf(issue, path))

/**
 * Returns the path of a number beyond the range of a double, in a value of any nesting; `undefined` if there is none.
 */
const pathOfInfinity = (value: unknown): Path | undefined => {
  const waiting: Array<readonly [value: unknown, path: Path]> = [[value, []]]
  for (const [value, path] of waiting) {
    if (typeof value === "number" && !Number.isFinite(value)) return path
    if (typeof value !== "object" || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner === "number" || typeof inner === "object")
        waiting.push([inner, [...path, Array.isArray(value) ? Number(key) : key]])
    }
  }
  return undefined
}

/**
 * Returns the fault of a decoded value with a number beyond the range of a double, which `JSON.parse`
 * reads as infinite: its path in the parsed value. Fields that the schema does not know do not matter.
 */
export const infinity = (path: Path, parsed: unknown, decoded: unknown): Fault | undefined =>
  pathOfInfinity(decoded) && {
    path: [...path, ...(pathOfInfinity(parsed) ?? [])],
    expected: inRange,
    actual: Infinity,
  }

/** Returns the ticker of a value, under one of the wire keys. */
const tickerIn = (value: unknown): { readonly ticker?: string } => {
  const ticker = Predicate.isRecord(value) ? (value["ticker"] ?? value["T"]) : undefined
  return typeof ticker === "string" ? { ticker: shorten(ticker, 40) } : {}
}

/** Identifies a row of a document by its index and its ticker, which may be in the document only. */
export const identity = (document: unknown, row: number, value: unknown): Pick<RejectedRow, "row" | "ticker"> => ({
  row,
  ...tickerIn(document),
  ...tickerIn(value),
})

/**
 * Describes a fault of a row. It quotes the row from its beginning: finding values of many rows in
 * the document would take too long.
 */
export const ofRow = (value: unknown, fault: Fault, redact: (text: string) => string = unchanged): Difference =>
  difference(fault, shorten(redact(JSON.stringify(value)), BEFORE + AFTER))
