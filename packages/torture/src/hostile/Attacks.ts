/** Hostile requests to the endpoints, from their declarations: the text of each parameter, and the allowed answers. */
import * as Catalog from "@candela/catalog/Catalog"
import * as Parameter from "@candela/catalog/Parameter"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type * as Param from "@candela/core/declare/Param"
import * as Request from "@candela/core/Request"
import * as Cursor from "@candela/sandbox/query/Cursor"
import { Array, Either, Option, Predicate, Schema } from "effect"

/** Texts of a request's parameters. A name may occur twice in the query. */
export interface Asked {
  readonly endpoint: Endpoint.Any
  readonly path: Readonly<Record<string, string>>
  readonly query: ReadonlyArray<readonly [name: string, text: string]>
}

/** Every endpoint of the service. */
export const endpoints: ReadonlyArray<Endpoint.Any> = Catalog.endpoints.map(({ declaration }) => declaration)

/** The names of the parameters in the path. */
const pathNames = Parameter.inPath

/** A valid request: the path of the catalogue's example. */
export const honest = (endpoint: Endpoint.Any): Asked => {
  const values: Readonly<Record<string, unknown>> = Either.getOrThrow(
    Request.parse(endpoint, Catalog.find(endpoint.name)!.example),
  )
  const textOf = (name: string) => Schema.encodeSync(endpoint.wireParams[name]!.wire)(values[name])
  const inPath = pathNames(endpoint)
  const required = Object.entries(endpoint.wireParams).flatMap(([name, { presence }]) =>
    presence === "required" && !inPath.includes(name) ? [[name, textOf(name)] as const] : [],
  )
  return { endpoint, path: Object.fromEntries(inPath.map((name) => [name, textOf(name)])), query: required }
}

/** Percent-encodes any text, lone surrogates included. */
const encode = (text: string) =>
  String(new URLSearchParams({ "": text }))
    .slice(1)
    .replaceAll("+", "%20")

/** The path and query of a request. */
export const urlOf = ({ endpoint, path, query }: Asked): string => {
  const filled = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encode(path[name]!))
  return query.length === 0 ? filled : `${filled}?${new URLSearchParams(query.map(([name, text]) => [name, text]))}`
}

/** Hostile texts of a parameter. */
export const texts: ReadonlyArray<string> = [
  ...["' OR 1=1 --", "' OR '1'='1", '" OR ""="', "'; DROP TABLE stock_bars; --", "1); ATTACH '/tmp/x' AS y; --"],
  ...["' UNION SELECT * FROM duckdb_settings() --", "AAPL'/**/OR/**/1=1", "\\' OR 1=1 --", "$1", "?", "%", "_%", "*"],
  ...[
    "AAPL' --",
    "AAPL; SELECT 1",
    "read_csv('/etc/passwd')",
    "${7*7}",
    "{{7*7}}",
    "$(id)",
    "`id`",
    "<script>alert(1)</script>",
  ],
  ...[
    "../../../etc/passwd",
    "..%2f..%2fetc%2fpasswd",
    "file:///etc/passwd",
    "\u0000",
    "AAPL\u0000",
    "\r\nx-injected: 1",
    "\ud800",
  ],
  ...[
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "null",
    "undefined",
    "true",
    "[]",
    "{}",
    "[object Object]",
  ],
  ...["", " ", " AAPL ", "aapl", "\u202eLPAA", "АAPL", "😀", ",", ",,,,", "A,B,C", "AAPL,' OR 1=1 --"],
  ...["0", "-1", "-0", "1e308", "1e309", "-1e309", "NaN", "Infinity", "0x10", "0b1", "1_000", "٣", "1.5", "00001"],
  ...["9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775809", "7".repeat(400)],
  ...[
    "0000-00-00",
    "2023-02-30",
    "9999-12-31",
    "-271821-04-20",
    "275760-09-13",
    "2023-07-06T00:00:00Z",
    "1688600000000",
  ],
  ...["x".repeat(8_000), "'".repeat(4_000), "AAPL,".repeat(1_500), "(".repeat(5_000), "%27".repeat(1_000)],
]

/** Names that resemble those of parameters. */
const strangeNames = (names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.flatMap((name) => [`${name}.near`, `${name}.`, `${name}.__proto__`, `${name}[]`, `${name}[gte]`, `${name}'`])

const queryNames = (endpoint: Endpoint.Any) => {
  const inPath = pathNames(endpoint)
  return Object.keys(endpoint.wireParams).filter((name) => !inPath.includes(name))
}

const withText = (asked: Asked, name: string, text: string): Asked =>
  Object.hasOwn(asked.path, name)
    ? { ...asked, path: { ...asked.path, [name]: text } }
    : { ...asked, query: [...asked.query, [name, text]] }

/** Hostile requests: each text in each parameter, repeated parameters, unknown names. */
export const injections = (endpoint: Endpoint.Any): ReadonlyArray<Asked> => {
  const asked = honest(endpoint)
  const names = queryNames(endpoint)
  return [
    ...Object.keys(endpoint.wireParams).flatMap((name) => texts.map((text) => withText(asked, name, text))),
    ...names.flatMap((name) => {
      const twice = (one: string, other: string): Asked => ({
        ...asked,
        query: [
          [name, one],
          [name, other],
        ],
      })
      return [twice("AAPL", "MSFT"), twice("1", "' OR 1=1 --"), twice("", "")]
    }),
    ...strangeNames(names).map((name) => withText(asked, name, "' OR 1=1 --")),
    ...["__proto__", "constructor", "cursor", "apiKey"].map((name) => withText(asked, name, "x")),
  ]
}

/** Forgeries of a cursor. */
export const forgeries = (endpoint: Endpoint.Any, cursor: string, other: string): ReadonlyArray<Asked> => {
  const asked = honest(endpoint)
  const flipped = (at: number) => cursor.slice(0, at) + (cursor[at] === "A" ? "B" : "A") + cursor.slice(at + 1)
  const contents = Option.getOrUndefined(Cursor.decode(cursor))
  // Anyone can encode a cursor, so its contents must be checked like a query.
  const written = (changes: Partial<Cursor.Cursor>) =>
    contents === undefined ? [] : [Cursor.encode({ ...contents, ...changes })]
  const after = contents?.after ?? []
  const all = [
    ...Array.makeBy(40, (i) => flipped(Math.floor((i * cursor.length) / 40))),
    ...[cursor.slice(0, -1), cursor.slice(1), `${cursor}A`, `${cursor}=`, ` ${cursor}`, cursor + cursor, "x", other],
    ...written({ endpoint: "__proto__" }),
    ...queryNames(endpoint).flatMap((name) =>
      texts.slice(0, 30).flatMap((text) => written({ query: { ...contents?.query, [name]: text } })),
    ),
    ...pathNames(endpoint).flatMap((name) => written({ query: { ...contents?.query, [name]: "' OR 1=1 --" } })),
    ...written({ query: { ...contents?.query, ["__proto__"]: "x", unknown: "x" } }),
    ...[
      [],
      [...after, 1],
      after.map(() => "' OR 1=1 --"),
      after.map(() => 1e308),
      after.map(() => null),
      after.map(() => true),
    ].flatMap((position) => written({ after: position })),
  ]
  return all.map((text) => withText(asked, "cursor", text))
}

type Row = Readonly<Record<string, unknown>>
type Comparable = string | number | bigint | boolean

const tickersOf = (row: Row) => [...(row["tickers"] as ReadonlyArray<string>)].sort()

/** Values that a filter compares if it does not compare the field of its name; `undefined` if a row lacks them. */
const compared: Readonly<Record<string, (row: Row) => unknown>> = {
  min_ticker: (row) => tickersOf(row)[0],
  max_ticker: (row) => tickersOf(row).at(-1),
  timestamp: (row) => row["participant_timestamp"] ?? row["timestamp"] ?? row["sip_timestamp"],
}

const keeps = (operator: Param.Operator, field: ReadonlyArray<Comparable>, value: unknown): boolean => {
  const values = Array.ensure(value as Comparable)
  switch (operator) {
    case "any_of":
    case "eq":
      return values.some((value) => field.includes(value))
    case "all_of":
      return values.every((value) => field.includes(value))
    default: {
      const holds = {
        gt: (one: Comparable, bound: Comparable) => one > bound,
        gte: (one: Comparable, bound: Comparable) => one >= bound,
        lt: (one: Comparable, bound: Comparable) => one < bound,
        lte: (one: Comparable, bound: Comparable) => one <= bound,
      }[operator]
      return field.some((one) => values.some((bound) => holds(one, bound)))
    }
  }
}

const rowsOf = (endpoint: Endpoint.Any, document: unknown): ReadonlyArray<Row> => {
  if (endpoint.kind === "single") return []
  let value = document
  for (const key of endpoint.at.split(".").filter(Boolean)) value = Predicate.isRecord(value) ? value[key] : undefined
  return (value ?? []) as ReadonlyArray<Row>
}

/** Query texts of a request; those in its cursor take precedence. */
const askedTexts = ({ query }: Asked): Readonly<Record<string, string>> => {
  // URL encoding replaces a lone surrogate with U+FFFD.
  const given = Object.fromEntries(new URLSearchParams(query.map(([name, text]) => [name, text])))
  const cursor = Option.getOrUndefined(Cursor.decode(given["cursor"] ?? ""))
  return { ...given, ...cursor?.query }
}

/**
 * The path without the names of its parameters. Of the endpoints with one shape, the one that
 * accepts the texts answers.
 */
const shapeOf = ({ path }: Endpoint.Any) => path.replace(/\{\w+\}/g, "{}")

/** Whether an endpoint has a parameter that takes a text. */
export const isLegal = (endpoint: Endpoint.Any, name: string, text: string): boolean =>
  Object.hasOwn(endpoint.wireParams, name) &&
  Option.isSome(Schema.decodeUnknownOption(endpoint.wireParams[name]!.wire)(text))

/** Whether the endpoint, or another with the same path, accepts the text of a path parameter. */
const isTaken = (endpoint: Endpoint.Any, name: string, text: string) => {
  const place = pathNames(endpoint).indexOf(name)
  return endpoints.some(
    (other) => shapeOf(other) === shapeOf(endpoint) && isLegal(other, pathNames(other)[place]!, text),
  )
}

const hasStrangeTicker = ({ endpoint, path }: Asked) => {
  const { path: usual } = honest(endpoint)
  return Object.entries(path).some(
    ([name, text]) => endpoint.wireParams[name]!.kind._tag === "Ticker" && text !== usual[name],
  )
}

/** The violation of an answer; `undefined` if there is none. */
export const faultOf = (asked: Asked, status: number, body: string): string | undefined => {
  if (status >= 400 && status < 500) return undefined
  if (status !== 200) return `answered with ${status}: ${body.slice(0, 200)}`
  const { endpoint, path } = asked
  const texts = askedTexts(asked)
  const document: unknown = JSON.parse(body)
  const rows = rowsOf(endpoint, document)
  if (rows.length > 0 && hasStrangeTicker(asked)) return `${rows.length} rows of a ticker that there is not`
  if (!Object.entries(path).every(([name, text]) => isTaken(endpoint, name, text)))
    return "the path is not one that it takes, but the answer is 200"
  for (const [name, text] of Object.entries(texts)) {
    const param = Object.hasOwn(endpoint.wireParams, name) ? endpoint.wireParams[name]! : undefined
    if (param === undefined || (param.blank && text === "")) continue
    const value = Schema.decodeUnknownOption(param.wire)(text)
    if (Option.isNone(value)) return `${name} is not what it takes, but the answer is 200`
    const { filter } = param
    if (filter === undefined) continue
    for (const row of rows) {
      const found = (compared[filter.field]?.(row) ?? row[filter.field]) as Comparable | undefined
      // A date stands for a range of instants; that is tested in the sandbox.
      if (found === undefined || typeof Array.ensure(value.value)[0] !== typeof Array.ensure(found)[0]) continue
      if (!keeps(filter.operator, Array.ensure(found), value.value)) {
        return `a row whose ${filter.field} is ${JSON.stringify(found)}, which the filter ${name} excludes`
      }
    }
  }
  return undefined
}
