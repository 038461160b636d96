/**
 * The decoder's law: for every document each path gives exactly what the exact reader and the schema
 * give, as objects, as columns and as objects made a part at a time, with and without generated code.
 */
import type * as Decoder from "@candela/core/declare/Decoder"
import { Effect, Either, type Schema } from "effect"
import { checkOf } from "../../src/internal/decoder/check.js"
import type { ColumnStore } from "../../src/internal/decoder/columnStore.js"
import * as FastPath from "../../src/internal/decoder/fastPath.js"
import * as slowPath from "../../src/internal/decoder/slowPath.js"
import { withBeside } from "../../src/internal/decoder/withBeside.js"
import { peek } from "../../src/internal/json/peek.js"
import { eachInTurn } from "@candela/support/turns"
import { Chance, type Document, listDocument, nearlyRight } from "./documents.js"
import { Beside, Envelope } from "./rows.js"
import { oneOf } from "@candela/support/seeded"

/** Where two values differ; `undefined` where they are the same, to the sign of a zero and the presence of a key. */
export const difference = (a: unknown, b: unknown, path = ""): string | undefined => {
  if (Object.is(a, b)) return undefined
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) {
    return `${path}: ${String(a)} (${typeof a}) is not ${String(b)} (${typeof b})`
  }
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return `${path}: another prototype`
  if (Array.isArray(a) && Array.isArray(b) && a.length !== b.length)
    return `${path}: ${a.length} and ${b.length} elements`
  const keys = Object.keys(a)
  const others = Object.keys(b)
  if (keys.length !== others.length) return `${path}: keys ${keys.join()} are not ${others.join()}`
  for (const key of keys) {
    if (!Object.hasOwn(b, key)) return `${path}: no key ${key}`
    const found = difference((a as never)[key], (b as never)[key], `${path}/${key}`)
    if (found !== undefined) return found
  }
  return undefined
}

export interface Row {
  readonly name: string
  readonly row: Schema.Schema.AnyNoContext
}

export interface Outcome {
  /** How many documents were decoded, were refused, and were not whole. */
  readonly decoded: number
  readonly refused: number
  readonly truncated: number
  /** How many rows the decoded documents had. */
  readonly rows: number
}

export class Violation extends Error {
  constructor(
    readonly seed: number,
    readonly row: string,
    readonly path: string,
    readonly document: Document,
    readonly what: string,
  ) {
    super(
      `${row}, seed ${seed}, ${path}: ${what}\n(${document.how}) ${JSON.stringify(new TextDecoder("latin1").decode(document.bytes.subarray(0, 4_000)))}`,
    )
  }
}

type Result = Either.Either<{ readonly envelope: unknown; readonly rows: unknown }, Decoder.Refusal>

interface Subject {
  readonly slow: (bytes: Uint8Array) => Result
  readonly paths: ReadonlyArray<readonly [string, (bytes: Uint8Array) => Result]>
}

const asRows = (result: ReturnType<FastPath.ListDecoder["columns"]>): Result =>
  Either.map(result, ({ envelope, rows }) => ({ envelope, rows: (rows as ColumnStore).toRows() }))

/** All the rows, asked for in parts that are cut at random: some are empty, and the last may end past the rows. */
const inParts = (result: ReturnType<FastPath.ListDecoder["lazyRows"]>): Result =>
  Either.map(result, ({ envelope, rows }) => {
    const chance = new Chance(rows.length)
    const most = chance.pick([3, 20, 400])
    const parts: Array<unknown> = []
    for (let start = 0; start < rows.length;) {
      const end = start + chance.below(most)
      parts.push(...rows.slice(start, end))
      start = end
    }
    if (parts.length !== rows.length) throw new Error(`${rows.length} rows have ${parts.length} in their parts`)
    return { envelope, rows: parts }
  })

const subject = ({ row }: Row, at: string): Subject => {
  const keys = at.split(".")
  const envelope = keys.length === 1 ? Envelope : withBeside(Envelope, Beside, keys[0]!)
  const options = { envelope, row, at: keys }
  const fast = FastPath.make({ ...options, generating: true, generateAfter: 1, checkOf })
  const plain = FastPath.make({ ...options, generating: false, generateAfter: 1, checkOf })
  const unchecked = FastPath.make({ ...options, generating: true, generateAfter: 1 })
  return {
    slow: slowPath.list(options),
    paths: [
      ["objects", fast.rows],
      ["columns", (bytes) => asRows(fast.columns(bytes))],
      ["objects in parts", (bytes) => inParts(fast.lazyRows(bytes))],
      ["objects without code generation", plain.rows],
      ["columns without code generation", (bytes) => asRows(plain.columns(bytes))],
      ["columns of a history", (bytes) => asRows(unchecked.columns(bytes))],
    ],
  }
}

/** What keys stand at the top level, each as often as it stands there. */
const nextUrls = (bytes: Uint8Array): ReadonlyArray<unknown> => {
  const found: Array<unknown> = []
  const text = new TextDecoder().decode(bytes)
  // A reviver sees the last of repeated keys alone: mark each before they meet.
  let times = 0
  const marked = text.replace(/"next_url"(?=\s*:)/g, () => `"next_url#${times++}"`)
  const document = JSON.parse(marked) as Record<string, unknown>
  for (let i = 0; i < times; i++) if (`next_url#${i}` in document) found.push(document[`next_url#${i}`])
  return found
}

/** Decoders are kept for so many documents, so that they meet rows of other orders than those they know. */
const KEPT = 24

const check = (subject: Subject, document: Document, fail: (path: string, what: string) => never): Result => {
  const { bytes } = document
  const copy = bytes.slice()
  const expected = subject.slow(bytes)
  for (const [path, decode] of subject.paths) {
    let result: Result
    try {
      result = decode(bytes)
    } catch (error) {
      return fail(path, `throws ${String(error)}`)
    }
    if (Either.isLeft(result) !== Either.isLeft(expected)) {
      return fail(path, Either.isLeft(result) ? "refuses what the schema accepts" : "accepts what the schema refuses")
    }
    const found = difference(Either.merge(result as never), Either.merge(expected as never))
    if (found !== undefined) return fail(path, found)
  }
  const hint = peek(bytes, "next_url")
  if (Either.isRight(expected) && hint !== undefined) {
    const urls = nextUrls(bytes)
    if (urls.length > 0 && !urls.includes(hint)) return fail("next_url", `${hint} does not stand at the top level`)
    const { next_url } = expected.right.envelope as { readonly next_url?: string }
    if (urls.length === 1 && next_url !== undefined && next_url !== hint)
      return fail("next_url", `${hint} is not ${next_url}`)
  }
  if (bytes.some((byte, i) => byte !== copy[i])) return fail("all", "the document was written to")
  return expected
}

const tally = () => {
  const outcome = { decoded: 0, refused: 0, truncated: 0, rows: 0 }
  return {
    outcome,
    count: (result: Result) => {
      if (Either.isRight(result)) {
        outcome.decoded++
        outcome.rows += (result.right.rows as ReadonlyArray<unknown>).length
      } else if (result.left._tag === "Refused") outcome.refused++
      else outcome.truncated++
    },
  }
}

/** A document, and what is tried on it; `name` tells its rows, `seed` how to make it again. */
interface Case {
  readonly subject: Subject
  readonly document: Document
  readonly name: string
  readonly seed: number
}

/** Tries the law on each document, and dies with the first violation. */
const attempt = (cases: Iterable<Case>): Effect.Effect<Outcome> => {
  const { count, outcome } = tally()
  return eachInTurn(cases, ({ document, name, seed, subject }) => {
    count(
      check(subject, document, (path, what) => {
        throw new Violation(seed, name, path, document, what)
      }),
    )
  }).pipe(Effect.as(outcome))
}

function* nearlyRightCases(rows: ReadonlyArray<Row>, seed: number): Generator<Case> {
  for (const row of rows) {
    const one = subject(row, "results")
    const accepts = (text: string) =>
      Either.isRight(one.slow(new TextEncoder().encode(`{"status":"OK","results":[${text}]}`)))
    for (const document of nearlyRight(row.row.ast, accepts, new Chance(seed))) {
      yield { subject: one, document, name: row.name, seed }
    }
  }
}

/** Tries the law on documents that are nearly right: every fourth of them, with `--all` every third. */
export const runNearlyRight = (rows: ReadonlyArray<Row>, seed: number): Effect.Effect<Outcome> =>
  attempt(someOf(nearlyRightCases(rows, seed)))

function* anyCases(rows: ReadonlyArray<Row>, first: number, cases: number): Generator<Case> {
  const kept = new Map<string, { readonly subject: Subject; left: number }>()
  for (let i = 0; i < cases; i++) {
    const seed = first + i
    const chance = new Chance(seed)
    const row = rows[i % rows.length]!
    const at = chance.once(6) ? "results.values" : "results"
    const name = `${row.name} ${at}`
    let keeping = kept.get(name)
    if (keeping === undefined || keeping.left-- === 0) {
      keeping = { subject: subject(row, at), left: KEPT }
      kept.set(name, keeping)
    }
    yield { subject: keeping.subject, document: listDocument(row.row.ast, at, chance), name: row.name, seed }
  }
}

/** Every fourth of some cases, with `--all` every third. */
function* someOf(cases: Iterable<Case>): Generator<Case> {
  let index = 0
  for (const each of cases) if (index++ % Math.min(oneOf, 4) === 0) yield each
}

/** Tries the law on `cases` documents. Each has a seed of its own, counted up from `seed`. */
export const run = (rows: ReadonlyArray<Row>, seed: number, cases: number): Effect.Effect<Outcome> =>
  attempt(anyCases(rows, seed, cases))
