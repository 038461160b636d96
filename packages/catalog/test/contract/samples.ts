/** Requests, rows and documents of every endpoint, from its declaration. */
import type * as Catalog from "@candela/catalog/Catalog"
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type * as Kind from "@candela/core/internal/Kind"
import * as Request from "@candela/core/Request"
import * as Synthetic from "@candela/testing/Synthetic"
import * as Arrays from "effect/Array"
import { DateTime, Either, Schema } from "effect"

/** A request, as a caller writes it. */
export type Asked = Readonly<Record<string, unknown>>

/** What a caller may write for a parameter, and its text in a URL. */
type Writing = readonly [input: unknown, text: string]

const texts = ["0000320193", "037833100", "XNAS", "USD", "4hour", "h&m", "3571"]
const tickers = {
  any: "X:BTC-USD",
  stocks: "BRK.A",
  crypto: "X:BTC-USD",
  forex: "C:EUR-USD",
  futures: "ESU5",
  options: "O:AAPL250718C00200000",
  indices: "I:SPX",
} as const
const instant = new Date("2024-05-10T12:30:00.250Z")
const date: Writing = ["2024-05-10", "2024-05-10"]
const inUnit = {
  text: ["2024-05-10T12:30:00.250Z", []],
  millis: ["1715344200250", [1_715_344_200_250]],
  nanos: ["1715344200250000000", [1_715_344_200_250_000_000n]],
} as const

/** The ways of writing a value of a kind. */
const writings = (kind: Kind.Kind): ReadonlyArray<Writing> => {
  const same = (value: unknown): ReadonlyArray<Writing> => [[value, String(value)]]
  switch (kind._tag) {
    case "Text":
      return same(texts.find((text) => kind.pattern.test(text)))
    case "Ticker":
      return same(tickers[kind.market])
    case "Number":
      return same(-0.5)
    case "Integer":
      return same(kind.max ?? kind.min ?? -3)
    case "Limit":
      return same(kind.max)
    case "Boolean":
      return same(false)
    case "Date":
      return [date, [instant, date[1]], [DateTime.unsafeMake(instant), date[1]]]
    case "Instant": {
      const [text, more] = inUnit[kind.unit]
      return [
        date,
        ...[instant, DateTime.unsafeMake(instant), instant.toISOString(), ...more].map((one) => [one, text] as const),
      ]
    }
    case "OneOf":
      return same(kind.values.at(-1))
    case "Order":
      return [...same("asc"), ...same("desc")]
    case "Sort": {
      const [first, last] = [kind.columns[0]!, kind.columns.at(-1)!]
      if (!kind.directed) return same(last)
      const all = `${last}.desc,${first}.asc`
      return [[[`${last}.desc`, `${first}.asc`], all], ...same(all)]
    }
    case "List":
      return writings(kind.item).map(([input, text]) => [[input, input], `${text},${text}`])
    case "Cursor":
      return writings(kind.of)
  }
}

/** Requests with every parameter, each in every way of writing it, and their texts in a URL. */
export const everything = ({
  wireParams,
}: Endpoint.Any): ReadonlyArray<{ readonly asked: Asked; readonly sent: Readonly<Record<string, string>> }> => {
  const ways = Object.entries(wireParams).map(([name, { kind }]) => [name, writings(kind)] as const)
  return Array.from({ length: Math.max(1, ...ways.map(([, { length }]) => length)) }, (_, index) => {
    const at = (part: 0 | 1) =>
      Object.fromEntries(ways.map(([name, writings]) => [name, writings[index % writings.length]![part]]))
    return { asked: at(0), sent: at(1) as Readonly<Record<string, string>> }
  })
}

/** The example of an endpoint without its filters, which synthetic rows may not pass. */
export const unfiltered = ({ declaration, example }: Catalog.Entry): Asked =>
  Object.fromEntries(Object.entries(example).filter(([name]) => declaration.wireParams[name]!.filter === undefined))

/** A row, as the client reads it or as the service writes it. */
export type Row = Readonly<Record<string, unknown>>

const schemaOf = (endpoint: Endpoint.Any): Schema.Schema.AnyNoContext =>
  endpoint.kind === "single" ? endpoint.value : endpoint.row

/** What rows of an answer must repeat of their request: its tickers and dates, and its order and time. */
const answering = (
  endpoint: Endpoint.Any,
  asked: Asked,
  values: Asked,
  rows: ReadonlyArray<Row>,
): ReadonlyArray<Row> => {
  const repeats = Object.entries({ ...(endpoint.kind === "single" ? endpoint.repeats : endpoint.rowRepeats) })
  const repeated = repeats.map(([field, params]) => {
    return [field, typeof params === "string" ? asked[params] : params.map((name) => asked[name]).join("/")] as const
  })
  const order = Request.orderOf(endpoint, values)
  const timeAt = (field: string, index: number, sample: unknown) => {
    const millis = Date.parse("2025-06-02T14:30:00Z")
    const first = order!.first ?? (typeof sample === "bigint" ? BigInt(millis) * 1_000_000n : millis)
    return { [field]: typeof first === "bigint" ? first + BigInt(index) : first + index }
  }
  return rows.map((row, index) => ({
    ...row,
    ...Object.fromEntries(
      repeated.filter(([field, value]) => field in row && value !== undefined && !Array.isArray(value)),
    ),
    ...(order && timeAt(order.field, order.direction === "desc" ? rows.length - index : index, row[order.field])),
  }))
}

/** Rows that answer a request; one where the endpoint has a single value. */
export const rowsOf = (endpoint: Endpoint.Any, asked: Asked, seed = 38): ReadonlyArray<Row> => {
  const values = Request.withDefaults(endpoint, Either.getOrThrow(Request.parse(endpoint, asked)))
  const rows = Synthetic.rows(endpoint as Endpoint.AnyRows, values as never, { rows: 6, seed })
  const answer = answering(endpoint, asked, values, rows as ReadonlyArray<Row>)
  const key = endpoint.kind === "single" ? undefined : endpoint.key
  return key === undefined ? answer : Arrays.dedupeWith(answer, (one, other) => one[key] === other[key])
}

/** A row as it stands on the wire, with 64-bit integers as text. */
export const wireOf = (endpoint: Endpoint.Any, row: Row): Row => Schema.encodeSync(schemaOf(endpoint))(row) as Row

/** The document of rows on the wire; of the first where the endpoint has a single value. */
export const documentOf = (endpoint: Endpoint.Any, wire: ReadonlyArray<unknown>): unknown => {
  const inner = endpoint.kind === "single" ? wire[0] : wire
  if (endpoint.at === undefined || endpoint.at === "") return inner
  const keys = endpoint.at.split(".")
  return {
    status: "OK",
    request_id: 7,
    next_url: null,
    ...(keys.reduceRight((value, key) => ({ [key]: value }), inner) as object),
  }
}

/**
 * JSON as the service may write it: keys in another order, fields that no schema knows, numbers in other forms, 64-bit
 * integers as numbers. A record by any name (`maps` are the keys of such) has no fields that are unknown.
 */
export const oddly = (value: unknown, maps: ReadonlyArray<string>, isMap = false): string => {
  if (Array.isArray(value)) return `[ ${value.map((item) => oddly(item, maps)).join(" , ")} ]`
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).reverse()
    const fields = entries.map(([key, item]) => `${JSON.stringify(key)} : ${oddly(item, maps, maps.includes(key))}`)
    const unknown = isMap ? [] : ['"of_tomorrow":{"later":[1,null,"x"]}']
    return `{ ${[...unknown, ...fields].join(" , ")} }`
  }
  if (typeof value === "string" && /^-?\d{16,19}$/.test(value)) return value
  if (typeof value !== "number" || String(value).includes("e")) return JSON.stringify(value)
  return Number.isInteger(value) ? `${value}.0` : `${value}e0`
}

const placeOf = (wirePath: string) => wirePath.slice(0, Math.max(0, wirePath.lastIndexOf(".")))

/** A row on the wire with `null` in place of each optional field that it lacks, also within its objects. */
export const withNulls = (fields: Catalog.Entry["fields"], value: unknown, place = ""): unknown => {
  if (Array.isArray(value)) return value.map((item) => withNulls(fields, item, `${place}[]`))
  if (typeof value !== "object" || value === null) return value
  const optional = fields.filter((field) => field.optional && placeOf(field.wirePath) === place)
  const own = Object.entries(value).map(([key, item]) => [
    key,
    withNulls(fields, item, place === "" ? key : `${place}.${key}`),
  ])
  return { ...Object.fromEntries(optional.map(({ wireKey }) => [wireKey, null])), ...Object.fromEntries(own) }
}

/** A key of a record; `*` is the first of a record by any name. */
const keyIn = (value: unknown, key: string): string => (key === "*" ? (Object.keys(value ?? {})[0] ?? key) : key)

/** A row on the wire with another value of a field, or without it; `undefined` if the row lacks the field. */
export const withField = (
  wire: unknown,
  wirePath: string,
  change: (holder: Record<string, unknown>, key: string) => void,
): unknown => {
  const copy: unknown = structuredClone(wire)
  const keys = wirePath.split(".")
  const holder = keys.slice(0, -1).reduce<unknown>((value, key) => {
    const inner = (value as Row | undefined)?.[keyIn(value, key.replace("[]", ""))]
    return key.endsWith("[]") ? (inner as ReadonlyArray<unknown> | undefined)?.[0] : inner
  }, copy) as Record<string, unknown> | undefined
  const key = keyIn(holder, keys.at(-1)!)
  if (holder?.[key] === undefined || holder[key] === null) return undefined
  change(holder, key)
  return copy
}
