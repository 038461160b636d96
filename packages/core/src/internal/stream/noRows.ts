/** Says why a request gives no rows, where nothing can be right: a ticker in another form than the service's, or a time without data. */
import * as Effect from "effect/Effect"
import type * as Endpoint from "../../Endpoint.js"
import * as Kind from "../../Kind.js"
import * as Request from "../../Request.js"
import * as Step from "../../Step.js"
import type { AnySource } from "./calls.js"

/** A parameter with a value that finds nothing, or the requested time, and the reason. */
type Doubt = readonly [name: string, reason: string]

/** Doubts about tickers that must be equal to those of the rows. A bound of a range of tickers may be any text. */
const ofTickers = (endpoint: Endpoint.Any, values: Step.Values): ReadonlyArray<Doubt> =>
  Object.entries(endpoint.wireParams).flatMap(([name, { kind }]) => {
    if (!(name in endpoint.params || kind._tag === "List")) return []
    const [text, meant] = Kind.misspelt(kind, values[name]) ?? []
    return meant === undefined ? [] : [[name, `"${name}" is ${JSON.stringify(text)}: ${meant}`] as const]
  })

const dateOf = (millis: number) => new Date(millis).toISOString().replace(".000", "")

/** Doubts about the requested time, by the time of the records, until now. */
const ofTime = (endpoint: Endpoint.Any, values: Step.Values, records: Endpoint.Span): ReadonlyArray<Doubt> => {
  const doubt = (reason: string): ReadonlyArray<Doubt> => [["", `The requested time ${reason}`]]
  const order = Request.orderOf(endpoint, values)
  if (order === undefined) return []
  const millis = (instant: number | bigint) => (typeof instant === "bigint" ? Number(instant / 1_000_000n) : instant)
  const [first, last] = [millis(order.first ?? -Infinity), millis(order.last ?? Infinity)]
  if (first > last) return []
  if (first > records.to)
    return doubt(`is in the future: it begins at ${dateOf(first)}, and now it is ${dateOf(records.to)}`)
  if (last < records.from) return doubt(`ends at ${dateOf(last)}, before the first records, of ${dateOf(records.from)}`)
  // All of the requested time, not up to now: later today there may be rows.
  const until = { ...records, to: order.last === undefined ? records.to : Math.max(records.to, last) }
  const closed = endpoint.kind === "history" ? endpoint.timeRange.rows(values, until).most === 0 : order.closed
  return closed ? doubt("is a weekend or a night: the market does not trade then") : []
}

const told = new WeakMap<object, Set<string>>()

/** Logs why a request has no rows, if that is known: once for each parameter of an endpoint on a connection. */
export const tell = ({ endpoint, service }: AnySource, values: Step.Values): Effect.Effect<void> =>
  Effect.gen(function* () {
    const { connection } = service
    const records = yield* Step.recordsOf(endpoint, yield* service.serviceTime)
    const doubts: ReadonlyArray<Doubt> = [
      ...ofTickers(endpoint, values),
      ...ofTime(endpoint, Request.withDefaults(endpoint, values), records),
    ]
    const known = told.get(connection) ?? new Set()
    told.set(connection, known)
    for (const [name, reason] of doubts) {
      const kind = `${endpoint.name} ${name}`
      if (known.has(kind)) continue
      known.add(kind)
      yield* Effect.logWarning(`${endpoint.name}: no rows. ${connection.redaction.text(reason)}`)
    }
  })
