/**
 * A route of the service: an endpoint's declaration, and the handler that answers it. The routes of
 * a service are keyed by its endpoints:
 *
 * ```ts
 * const routes = Route.all(Stocks, {
 *   dividends: Route.table(Dividends.table),
 *   bars: Route.bars(stocks, ({ stocksTicker: ticker, ...range }, context) =>
 *     Bars.answer(stocks, { ticker, ...range }, context),
 *   ),
 *   ...
 * })
 * ```
 *
 * Path, parameters, bounds, defaults and the shape of the answer all come from the declaration. Plans limit prices
 * only: their handlers see the data visible to the key, and a request for data before its history never reaches them.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type * as Envelope from "@candela/core/declare/Envelope"
import type { AnswerError } from "@candela/core/MarketDataError"
import { Effect } from "effect"
import type * as Cursor from "../query/Cursor.js"
import * as Structure from "@candela/core/internal/Structure"
import { mapInTurns } from "../store/turns.js"
import * as JsonWriter from "../json/JsonWriter.js"
import type { Store, StoreError } from "../store/Store.js"
import type * as Table from "../store/Table.js"
import * as Subscription from "../access/Subscription.js"
import type { Asked, Context } from "../query/Context.js"
import * as ListQuery from "../query/ListQuery.js"
import * as SyntheticQuery from "../query/SyntheticQuery.js"
import { instants } from "@candela/market/BarRange"
import type { Market } from "@candela/market/Market"
import * as TimestampRange from "@candela/market/TimestampRange"

/** Start of the next page. */
export interface Next<P extends Endpoint.Params> {
  /** Parameters that differ in its request. */
  readonly params?: Partial<Endpoint.ValuesOf<P>> | undefined
  /** Position after which it begins: the context of its request has it. */
  readonly after?: ReadonlyArray<Cursor.Value> | undefined
}

/**
 * Rows that are already JSON, under their wire keys: for pages so large that a schema would cost more than the query.
 */
export interface Json {
  /** JSON text of an array. */
  readonly json: string
  /** Number of rows. */
  readonly length: number
}

/** A page of rows. */
export interface Rows<E extends Endpoint.AnyRows> {
  /** The rows, or their JSON. */
  readonly rows: ReadonlyArray<E[Endpoint.TypeId]["row"]> | Json
  /** Envelope fields, without those that the service adds: `status`, `request_id`, `count` and `next_url`. */
  readonly envelope: Omit<Endpoint.PageOf<E>, keyof Envelope.List | "results">
  /** Start of the next page; absent on the last one. */
  readonly next?: Next<E["params"]> | undefined
}

/** Returns an answer of these rows alone. */
export const rows = <A, E, R>(
  all: Effect.Effect<ReadonlyArray<A>, E, R>,
): Effect.Effect<{ readonly rows: ReadonlyArray<A>; readonly envelope: {} }, E, R> =>
  Effect.map(all, (rows) => ({ rows, envelope: {} }))

/** Result of a handler: the value of an endpoint that has one, or a page of rows. */
export type Reply<E extends Endpoint.Any> = E extends Endpoint.AnyRows ? Rows<E> : E[Endpoint.TypeId]["answer"]

/** Handler of an endpoint. It fails with an error answer of the service, or when the data cannot be read. */
export type Handler<E extends Endpoint.Any, R> = (
  values: Endpoint.Values<E>,
  context: Context,
) => Effect.Effect<Reply<E>, AnswerError | StoreError, R>

/** `status` of an answer. */
export type Status = Context["status"]

/** Fields that the service adds to every answer. */
export interface Frame {
  /**
   * `OK`, or `DELAYED` where the delay of the key's plan touches the answer. A value with its own `status` keeps it.
   */
  readonly status: Status
  /** Id of the request. */
  readonly requestId: string
  /** Returns the address of the next page. */
  readonly nextUrl: (next: Next<Endpoint.Params>) => string
}

/** A route: an endpoint with its handler. */
export interface Route<R> {
  /** The declaration. */
  readonly endpoint: Endpoint.Any
  /** Whether its rows are derived from the declaration alone, because no generator makes them. */
  readonly synthetic: boolean
  /** Whether the key's plan limits its data: prices, not reference data. */
  readonly limitedByPlan: boolean
  /** Whether an answer without rows omits their member. */
  readonly omitsNoRows: boolean
  /** Whether its value is the whole document, without the service's `status` and `request_id`. */
  readonly isBare: boolean
  /** Returns the `status` of the answer to a request. */
  readonly status: (values: Readonly<Record<string, unknown>>, asked: Pick<Asked, "present" | "subscription">) => Status
  /** Answers a request. */
  readonly handle: (
    values: Readonly<Record<string, unknown>>,
    asked: Asked,
  ) => Effect.Effect<unknown, AnswerError | StoreError, R>
  /** Writes the result of `handle` as a JSON document. Other requests are answered while it writes many rows. */
  readonly write: (reply: unknown, frame: Frame) => Effect.Effect<string>
}

/** JSON text of an object's members, without its braces. */
const members = (object: object) => JSON.stringify(object).slice(1, -1)

/** Member at a place such as `results` or `results.values`; `beside` holds the siblings of the innermost one. */
const member = (place: string, text: string, beside = ""): string => {
  const at = place.lastIndexOf(".")
  const own = `${JSON.stringify(place.slice(at + 1))}:${text}`
  return at < 0 ? own : member(place.slice(0, at), document(beside, own))
}

const document = (...parts: ReadonlyArray<string>) => `{${parts.filter((part) => part !== "").join(",")}}`

/**
 * Writer of a value that is the document: the service's `status` and `request_id` are among its fields, or beside them.
 */
const documentWriter = (value: JsonWriter.AnySchema) => {
  const writeMembers = JsonWriter.members(value)
  const fields = Structure.fields(value.ast)?.map(({ name }) => name) ?? []
  const [hasStatus, hasId] = [fields.includes("status"), fields.includes("request_id")]
  return (reply: unknown, { requestId, status }: Frame) => {
    const id = { request_id: requestId }
    return document(
      hasStatus ? "" : members({ status }),
      writeMembers({ ...(hasStatus ? { status } : {}), ...(reply as object), ...(hasId ? id : {}) }),
      hasId ? "" : members(id),
    )
  }
}

const singleWriter = ({ at, value }: Endpoint.Single<unknown, unknown, Endpoint.Params>) => {
  if (at === undefined) return documentWriter(value)
  const write = JsonWriter.make(value)
  return (reply: unknown, { requestId, status }: Frame) =>
    document(members({ status }), member(at, write(reply)), members({ request_id: requestId }))
}

/** Rows written in a turn of the event loop. */
const rowsPerTurn = 5_000

/** JSON rows are inserted unchanged: a page of 50,000 bars is some 5 MB of text. */
const rowsWriter = (endpoint: Endpoint.AnyRows, omitsNoRows: boolean): Route<never>["write"] => {
  const { at, beside, envelope, row } = endpoint
  const writeRow = JsonWriter.make(row)
  const writeEnvelope = JsonWriter.members(envelope)
  const writeBeside = beside === undefined ? () => "" : JsonWriter.members(beside)
  const writeRows = (rows: Rows<Endpoint.AnyRows>["rows"]) =>
    "json" in rows
      ? Effect.succeed(rows.json)
      : Effect.map(mapInTurns(rows, rowsPerTurn, writeRow), (texts) => `[${texts.join(",")}]`)
  return (reply, { nextUrl, requestId, status }) => {
    const { envelope, next, rows } = reply as Rows<Endpoint.AnyRows>
    // Where the document is the array, the rows have no envelope.
    if (at === "") return writeRows(rows)
    return Effect.map(writeRows(rows), (text) =>
      document(
        writeEnvelope(envelope),
        omitsNoRows && rows.length === 0 ? "" : member(at, text, writeBeside(envelope)),
        members({
          status,
          request_id: requestId,
          count: rows.length,
          ...(next === undefined ? {} : { next_url: nextUrl(next) }),
        }),
      ),
    )
  }
}

/** Number of rows in a reply; `undefined` for a single value. */
export const rowsIn = (endpoint: Endpoint.Any, reply: unknown): number | undefined =>
  endpoint.kind === "single" ? undefined : (reply as Rows<Endpoint.AnyRows>).rows.length

const writerOf = (endpoint: Endpoint.Any, omitsNoRows: boolean): Route<never>["write"] => {
  if (endpoint.kind !== "single") return rowsWriter(endpoint, omitsNoRows)
  const write = singleWriter(endpoint)
  return (reply, frame) => Effect.sync(() => write(reply, frame))
}

/** The writer of an endpoint's answers, compiled with the first one: a short process answers few endpoints. */
const writer = (endpoint: Endpoint.Any, omitsNoRows: boolean): Route<never>["write"] => {
  let write: Route<never>["write"] | undefined
  return (reply, frame) => (write ??= writerOf(endpoint, omitsNoRows))(reply, frame)
}

type Values = Readonly<Record<string, unknown>>

/**
 * Time that a request asks for: its date, the days or instants between which its range lies, or
 * those that its filters on a timestamp select.
 */
interface Time {
  /** Its first day or instant; the end of a range without a start. */
  readonly begin: (values: Values) => string | number
  /** Exclusive end, epoch milliseconds; infinite for a range without an end. */
  readonly end: (values: Values) => number
}

/** Time that requests of an endpoint ask for; `undefined` if they ask for no time: for what is newest. */
const timeOf = (endpoint: Endpoint.Any, { zone }: Market): Time | undefined => {
  const times = Object.entries(endpoint.wireParams).filter(
    ([, { kind }]) => kind._tag === "Date" || kind._tag === "Instant",
  )
  const named = times.flatMap(([name, { filter }]) => (filter === undefined ? [name] : []))
  if (named.length > 0) {
    const at = (values: Values, index: number) => values[named.at(index)!] as string | number
    return {
      begin: (values) => at(values, 0),
      end: (values) => instants({ from: at(values, 0), to: at(values, -1), zone }).to + 1,
    }
  }
  const [, { filter, kind } = {}] = times[0] ?? []
  if (filter === undefined) return undefined
  const unit =
    kind?._tag === "Instant" && kind.unit === "nanos" ? TimestampRange.nanoseconds : TimestampRange.milliseconds
  const begins = [filter.field, `${filter.field}.gt`, `${filter.field}.gte`]
  const intervalOf = (values: Values) =>
    TimestampRange.interval(
      values as TimestampRange.Filters<string, never>,
      filter.field,
      unit as TimestampRange.Unit<never>,
      zone,
    )
  return {
    begin: (values) => {
      const { first, last } = intervalOf(values)
      return Number((begins.some((key) => values[key] !== undefined) ? first : last) / unit.perMilli)
    },
    end: (values) => {
      const { last } = intervalOf(values)
      return last === unit.bounds.last ? Number.POSITIVE_INFINITY : Number(last / unit.perMilli) + 1
    },
  }
}

/**
 * Returns the end of the time on which the answer to a request depends, epoch milliseconds, if
 * windows of its rows reach out of the requested range.
 */
export type Until<E extends Endpoint.Any> = (values: Endpoint.Values<E>) => number

/** Options of a route of prices. */
export interface PriceOptions<E extends Endpoint.Any> {
  /** Market, the zone of its dates. */
  readonly market: Market
  /**
   * End of the time on which an answer depends. Default: the end of the requested range; without a range the present.
   */
  readonly until?: Until<E> | undefined
  /** Whether an answer without rows omits their member. Default false. */
  readonly omitsNoRows?: boolean | undefined
}

/**
 * Makes the route of an endpoint. Plans limit prices: endpoints with a `market`. Reference data
 * (without one) are the same on every plan, with the `status` `OK`. So is an answer of prices that
 * depends only on time which the plan's delay does not touch.
 */
export const of = <E extends Endpoint.Any, R>(
  endpoint: E,
  handler: Handler<E, R>,
  prices?: PriceOptions<E>,
): Route<R> => {
  const omitsNoRows = prices?.omitsNoRows ?? false
  const write = writer(endpoint, omitsNoRows)
  const { name } = endpoint
  if (prices === undefined) {
    const seen = { endpoint: name, history: undefined, status: "OK" } as const
    return {
      endpoint,
      synthetic: false,
      limitedByPlan: false,
      omitsNoRows,
      isBare: false,
      status: () => "OK",
      handle: (values, asked) => handler(values as Endpoint.Values<E>, { ...asked, ...seen, visible: asked.present }),
      write,
    }
  }
  const { zone } = prices.market
  const time = timeOf(endpoint, prices.market)
  const until = prices.until ?? time?.end ?? (() => Number.POSITIVE_INFINITY)
  // protects: A range that ended before a plan's delay is not called delayed.
  // mutant: "a plan's delay shows in the status where it touches the time that an answer depends on, and only there":
  // present - delay → 0
  const status: Route<R>["status"] = (values, { present, subscription: { delay } }) =>
    delay > 0 && until(values as Endpoint.Values<E>) > present - delay ? "DELAYED" : "OK"
  return {
    endpoint,
    synthetic: false,
    limitedByPlan: true,
    omitsNoRows,
    isBare: false,
    status,
    handle: (values, asked) => {
      const { present, subscription } = asked
      const context: Context = {
        ...asked,
        endpoint: name,
        visible: present - subscription.delay,
        history: Subscription.firstInstant(subscription, zone, present),
        status: status(values, asked),
      }
      const answer = handler(values as Endpoint.Values<E>, context)
      // protects: No endpoint of prices shows what lies before the history of a key's plan.
      // mutant: "a plan's history ends where it says, and the answer says where": === → !==
      if (time === undefined || context.history === undefined) return answer
      return Effect.zipRight(
        Subscription.requireHistory({ subscription, now: present }, { endpoint: name, zone, from: time.begin(values) }),
        answer,
      )
    },
    write,
  }
}

/** Makes the route of an endpoint of a service. */
export type OfEndpoint<E extends Endpoint.Any> = (endpoint: E) => Route<Store>

/**
 * Answers an endpoint with prices of a market: quotes, trades, snapshots. Its handler sees the data
 * that the key's plan allows.
 */
export const prices =
  <E extends Endpoint.Any>(market: Market, handler: Handler<E, Store>, until?: Until<E>): OfEndpoint<E> =>
  (endpoint) =>
    of(endpoint, handler, { market, until })

/** Answers an endpoint with bars of a market: like {@link prices}, but an answer without bars omits their member. */
export const bars =
  <E extends Endpoint.AnyRows>(market: Market, handler: Handler<E, Store>, until?: Until<E>): OfEndpoint<E> =>
  (endpoint) =>
    of(endpoint, handler, { market, until, omitsNoRows: true })

/** Answers an endpoint with reference data, available on every plan. */
export const reference =
  <E extends Endpoint.Any>(handler: Handler<E, Store>): OfEndpoint<E> =>
  (endpoint) =>
    of(endpoint, handler)

/** Answers an endpoint with reference data that are the whole document, without `status` and `request_id`. */
export const bare =
  <E extends Endpoint.Any & { readonly kind: "single" }>(handler: Handler<E, Store>): OfEndpoint<E> =>
  (endpoint) => {
    const write = JsonWriter.make(endpoint.value)
    return { ...of(endpoint, handler), isBare: true, write: (reply) => Effect.sync(() => write(reply)) }
  }

/** Answers a list of reference data with the rows of a table: data published on a day, such as dividends or news. */
export const table =
  <E extends Endpoint.AnyRows>(
    rows: Table.Readable<E[Endpoint.TypeId]["row"]>,
    options: ListQuery.ListQueryOptions<E> = {},
  ): OfEndpoint<E> =>
  (endpoint) =>
    of(endpoint, ListQuery.of(endpoint, rows, options) as Handler<E, Store>)

type SyntheticRow<E extends Endpoint.Any> = E extends Endpoint.AnyRows ? E[Endpoint.TypeId]["row"] : never

/**
 * Answers an endpoint without data in the sandbox, from its declaration alone. The document marks
 * it as synthetic. Filters and sort columns must be fields of the row. Options make the fields of a row agree.
 */
export const synthetic =
  <E extends Endpoint.Any>(options: SyntheticQuery.SyntheticOptions<SyntheticRow<E>> = {}): OfEndpoint<E> =>
  (endpoint) => {
    const declared: Endpoint.Any = endpoint
    const handler = declared.kind === "single" ? SyntheticQuery.value(declared) : SyntheticQuery.of(declared, options)
    return { ...of(endpoint, handler as Handler<E, Store>), synthetic: true }
  }

/** Answers an endpoint with synthetic rows that a handler makes of others; the document marks it as synthetic. */
export const made =
  <E extends Endpoint.Any>(handler: Handler<E, never>): OfEndpoint<E> =>
  (endpoint) => ({ ...of(endpoint, handler), synthetic: true })

/** Routes of a service, keyed by its endpoints: a missing one does not compile. */
export const all = <const E extends Readonly<Record<string, Endpoint.Any>>>(
  { endpoints }: { readonly endpoints: E },
  answers: { readonly [K in keyof E]: OfEndpoint<E[K]> },
): ReadonlyArray<Route<Store>> => Object.entries(endpoints).map(([name, endpoint]) => answers[name]!(endpoint as never))
