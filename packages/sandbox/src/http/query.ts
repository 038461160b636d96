import type * as Endpoint from "@candela/core/declare/Endpoint"
import { type BadResolution, Conflict } from "@candela/core/MarketDataError"
import * as Request from "@candela/core/Request"
import { Either, Option, Schema } from "effect"
import * as Cursor from "../query/Cursor.js"
import type { Next } from "../routes/Route.js"
import type { Match } from "./router.js"
import { pathKeys } from "./router.js"

const conflict = (endpoint: Endpoint.Any, parameter: string, must: string) =>
  new Conflict({ endpoint: endpoint.name, detail: `"${parameter}" must be ${must}.` })

/** An unsupported resolution has its own answer; every other refusal is a conflict. */
const refused = (endpoint: Endpoint.Any, refusal: Request.Refusal) =>
  refusal._tag === "BadResolution" ? refusal : new Conflict({ endpoint: endpoint.name, detail: refusal.fault })

/** Request of a cursor. */
type Carried = Pick<Cursor.Cursor, "query" | "after">

/** Names of the query parameters. */
const queryKeys = (endpoint: Endpoint.Any): ReadonlyArray<string> => {
  const inPath = pathKeys(endpoint)
  return Object.keys(endpoint.wireParams).filter((key) => !inPath.includes(key))
}

/** Rejects known names given twice or with an unsupported operator. Unknown names are ignored. */
const checkNames = (endpoint: Endpoint.Any, query: URLSearchParams): Either.Either<void, Conflict> => {
  const known = queryKeys(endpoint)
  const fields = new Set(known.map((key) => key.split(".")[0]!))
  const single = [...known, "cursor", "apiKey"]
  for (const name of new Set(query.keys())) {
    if (single.includes(name)) {
      const once = endpoint.wireParams[name]?.repeatable !== true
      // protects: A parameter stands in a query once.
      // mutant: "are refused by name": never
      if (once && query.getAll(name).length > 1) return Either.left(conflict(endpoint, name, "given once"))
      continue
    }
    const field = [...fields].find((field) => name.startsWith(`${field}.`))
    if (field !== undefined) {
      const operators = known.filter((key) => key.startsWith(`${field}.`))
      const offer = operators.length === 0 ? `"${field}" takes none` : `there are ${operators.join(", ")}`
      return Either.left(conflict(endpoint, name, `omitted: it has no such operator, ${offer}`))
    }
  }
  return Either.right(undefined)
}

/** Whether two texts of a parameter have the same meaning, such as `True` and `true`. */
const isSame = (endpoint: Endpoint.Any, key: string, one: string | null, other: string): boolean => {
  if (one === null || one === other) return one === other
  const read = Schema.decodeOption(endpoint.wireParams[key]!.wire)
  const write = Schema.encodeSync(endpoint.wireParams[key]!.wire)
  return Option.exists(read(one), (value) => write(value) === other)
}

/** Contents of the cursor. Parameters beside it in the query must not contradict it. */
const readCursor = (endpoint: Endpoint.Any, query: URLSearchParams): Either.Either<Carried, Conflict> =>
  Either.gen(function* () {
    const text = query.get("cursor")
    if (text === null) return { query: {} }
    const cursor = Cursor.decode(text)
    if (Option.isNone(cursor)) return yield* Either.left(Cursor.refused(endpoint.name))
    const { endpoint: name, query: carried } = cursor.value
    // protects: A cursor leads to no other endpoint.
    // mutant: "does not lead to another endpoint": never
    if (name !== endpoint.name) {
      return yield* Either.left(conflict(endpoint, "cursor", `one of this endpoint, but it is one of ${name}`))
    }
    const known = queryKeys(endpoint)
    for (const [key, value] of Object.entries(carried)) {
      if (!known.includes(key)) return yield* Either.left(Cursor.refused(endpoint.name))
      // protects: What stands beside a cursor does not say otherwise.
      // mutant: "may be followed with the same parameters beside it, not with others": never
      if (query.has(key) && !isSame(endpoint, key, query.get(key), value)) {
        return yield* Either.left(conflict(endpoint, key, `omitted, or ${JSON.stringify(value)} as in the cursor`))
      }
    }
    return cursor.value
  })

/** The texts of a query, and of its cursor, with the cursor's position. */
const readQuery = (endpoint: Endpoint.Any, query: URLSearchParams): Either.Either<Carried, Conflict> =>
  Either.gen(function* () {
    yield* checkNames(endpoint, query)
    const given = queryKeys(endpoint).flatMap((key) => (query.has(key) ? [[key, query.getAll(key).join(",")]] : []))
    const carried = yield* readCursor(endpoint, query)
    return { ...carried, query: { ...Object.fromEntries(given), ...carried.query } }
  })

/** Decoded request. */
interface Asked {
  /** Canonical values of its parameters. */
  readonly values: Readonly<Record<string, unknown>>
  /** Position in its cursor. */
  readonly after: ReadonlyArray<Cursor.Value> | undefined
}

/** Decodes a request from its path and query. */
export const read = (
  { route: { endpoint }, texts }: Match<unknown>,
  query: URLSearchParams,
): Either.Either<Asked, Conflict | BadResolution> =>
  Either.gen(function* () {
    for (const [key, text] of Object.entries(texts)) {
      if (text === undefined) return yield* Either.left(conflict(endpoint, key, "percent-encoded UTF-8"))
    }
    const written: Carried = query.size === 0 ? { query: {} } : yield* readQuery(endpoint, query)
    const decoded = Request.decode(endpoint, { ...texts, ...written.query })
    const values = yield* Either.mapLeft(decoded, (error) => refused(endpoint, error))
    return { values, after: written.after }
  })

/**
 * Path and query of the request for the next page: path parameters are written into the path, all
 * others into the cursor.
 */
export const nextUrl = (
  endpoint: Endpoint.Any,
  values: Readonly<Record<string, unknown>>,
  next: Next<Endpoint.Params>,
): string => {
  const all: Readonly<Record<string, unknown>> = { ...values, ...next.params }
  const pick = (keys: ReadonlyArray<string>) => keys.flatMap((key) => (key in all ? [[key, all[key]] as const] : []))
  const query = pick(queryKeys(endpoint)).map(([key, value]) => [
    key,
    Schema.encodeSync(endpoint.wireParams[key]!.wire)(value),
  ])
  const path = Either.getOrThrow(Request.toUrl(endpoint, Object.fromEntries(pick(pathKeys(endpoint)))))
  const carried = { endpoint: endpoint.name, query: Object.fromEntries(query) as Cursor.Cursor["query"] }
  return `${path}?cursor=${Cursor.encode(next.after === undefined ? carried : { ...carried, after: next.after })}`
}
