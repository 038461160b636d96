/**
 * A route of the service: an endpoint's declaration, and the handler that answers it.
 *
 * ```ts
 * const route = Route.of(Stocks.endpoints.bars, ({ stocksTicker, from, to }, { now }) => ...)
 * ```
 *
 * Path, parameters, bounds, defaults and the shape of the answer all come from the declaration.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/Endpoint"
import type * as Envelope from "@candela/core/Envelope"
import type { AnswerError } from "@candela/core/MarketDataError"
import { Effect } from "effect"
import type * as Cursor from "../query/Cursor.js"
import * as Structure from "@candela/core/Structure"
import { mapInTurns } from "../store/turns.js"
import * as JsonWriter from "../json/JsonWriter.js"
import type { StoreError } from "../store/Store.js"
import type { Subscription } from "../access/Subscription.js"

/** What a handler knows of a request besides its parameters. */
export interface Context {
  /** The plan of the key that asks. */
  readonly subscription: Subscription
  /** The sandbox's present, in epoch milliseconds. */
  readonly now: number
  /** The instant up to which the key sees data, in epoch milliseconds: the present, less the plan's delay. */
  readonly visible: number
  /** What stands in the answer's `status`: `DELAYED` when the plan has a delay. */
  readonly status: "OK" | "DELAYED"
  /** The service's address as the client wrote it, without a path: addresses in answers begin with it. */
  readonly origin: string
  /** The position that the request's cursor carries, as the page before gave it in its `next`; absent on a first page. */
  readonly after: ReadonlyArray<Cursor.Value> | undefined
}

/** Where the next page begins. */
export interface Next<P extends Endpoint.Params> {
  /** The parameters that differ in its request. */
  readonly params?: Partial<Endpoint.ValuesOf<P>> | undefined
  /** The position that it begins after: the context of its request has it. */
  readonly after?: ReadonlyArray<Cursor.Value> | undefined
}

/** Rows that are JSON already, under their wire keys: for pages so large that a schema would cost more than the query. */
export interface Json {
  /** The text of an array. */
  readonly json: string
  /** How many rows it holds. */
  readonly length: number
}

/** A page of rows. */
export interface Rows<E extends Endpoint.AnyRows> {
  /** The rows, or their JSON. */
  readonly rows: ReadonlyArray<E[Endpoint.TypeId]["row"]> | Json
  /** What stands beside the rows; `status`, `request_id`, `count` and `next_url` are put in by the service. */
  readonly envelope: Omit<Endpoint.PageOf<E>, keyof Envelope.List | "results">
  /** Where the next page begins; absent on the last one. */
  readonly next?: Next<E["params"]> | undefined
}

/** The answer that is these rows alone. */
export const rows = <A, E, R>(
  all: Effect.Effect<ReadonlyArray<A>, E, R>,
): Effect.Effect<{ readonly rows: ReadonlyArray<A>; readonly envelope: {} }, E, R> =>
  Effect.map(all, (rows) => ({ rows, envelope: {} }))

/** What a handler gives: the value of an endpoint that has one, or a page of rows. */
export type Reply<E extends Endpoint.Any> = E extends Endpoint.AnyRows ? Rows<E> : E[Endpoint.TypeId]["answer"]

/** Answers an endpoint. It fails with an answer of the service, or where the data cannot be read. */
export type Handler<E extends Endpoint.Any, R> = (
  values: Endpoint.Values<E>,
  context: Context,
) => Effect.Effect<Reply<E>, AnswerError | StoreError, R>

/** What the service puts into every answer. */
export interface Frame {
  /** `OK`, or `DELAYED` when the key's plan has a delay. A value that holds a `status` of its own keeps it. */
  readonly status: "OK" | "DELAYED"
  /** The request's id. */
  readonly requestId: string
  /** The address of the next page. */
  readonly nextUrl: (next: Next<Endpoint.Params>) => string
}

/** A route: an endpoint with its handler. */
export interface Route<R> {
  /** The declaration. */
  readonly endpoint: Endpoint.Any
  /** Answers a request. */
  readonly handle: (
    values: Readonly<Record<string, unknown>>,
    context: Context,
  ) => Effect.Effect<unknown, AnswerError | StoreError, R>
  /** Writes what `handle` gave as a JSON document. Other requests are answered while it writes many rows. */
  readonly write: (reply: unknown, frame: Frame) => Effect.Effect<string>
}

/** The members of an object's JSON text, without its braces. */
const members = (object: object) => JSON.stringify(object).slice(1, -1)

/** A member at a place such as `results` or `results.values`; `beside` holds the members that stand beside the innermost one. */
const member = (place: string, text: string, beside = ""): string => {
  const at = place.lastIndexOf(".")
  const own = `${JSON.stringify(place.slice(at + 1))}:${text}`
  return at < 0 ? own : member(place.slice(0, at), document(beside, own))
}

const document = (...parts: ReadonlyArray<string>) => `{${parts.filter((part) => part !== "").join(",")}}`

/** The value is the document: the service's `status` and `request_id` are among its fields, or stand beside them. */
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

/** So many rows are written in a turn of the event loop. */
const rowsPerTurn = 5_000

/** Whether an answer without rows leaves out where they stand: those of bars do, which also count them in `resultsCount`. */
export const omitsNoRows = ({ envelope }: Endpoint.AnyRows): boolean =>
  Structure.fields(envelope.ast)?.some(({ name }) => name === "resultsCount") ?? false

/** Rows that are JSON are taken as they are: a page of 50,000 bars is some 5 MB of text. */
const rowsWriter = (endpoint: Endpoint.AnyRows): Route<never>["write"] => {
  const { at, beside, envelope, row } = endpoint
  const isOmitted = omitsNoRows(endpoint) ? ({ length }: Rows<Endpoint.AnyRows>["rows"]) => length === 0 : () => false
  const writeRow = JsonWriter.make(row)
  const writeEnvelope = JsonWriter.members(envelope)
  const writeBeside = beside === undefined ? () => "" : JsonWriter.members(beside)
  const writeRows = (rows: Rows<Endpoint.AnyRows>["rows"]) =>
    "json" in rows
      ? Effect.succeed(rows.json)
      : Effect.map(mapInTurns(rows, rowsPerTurn, writeRow), (texts) => `[${texts.join(",")}]`)
  return (reply, { nextUrl, requestId, status }) => {
    const { envelope, next, rows } = reply as Rows<Endpoint.AnyRows>
    return Effect.map(writeRows(rows), (text) =>
      document(
        writeEnvelope(envelope),
        isOmitted(rows) ? "" : member(at, text, writeBeside(envelope)),
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

/** How many rows a reply of the endpoint holds; `undefined` where it is a value. */
export const rowsIn = (endpoint: Endpoint.Any, reply: unknown): number | undefined =>
  endpoint.kind === "single" ? undefined : (reply as Rows<Endpoint.AnyRows>).rows.length

/** What a route may be made with. */
export interface Options {
  /** Whether a plan's delay concerns its answers, which `status` then tells. Default true; false for reference data. */
  readonly delayed?: boolean
}

const writer = (endpoint: Endpoint.Any): Route<never>["write"] => {
  if (endpoint.kind !== "single") return rowsWriter(endpoint)
  const write = singleWriter(endpoint)
  return (reply, frame) => Effect.sync(() => write(reply, frame))
}

/** A route of an endpoint. */
export const of = <E extends Endpoint.Any, R>(
  endpoint: E,
  handler: Handler<E, R>,
  { delayed = true }: Options = {},
): Route<R> => {
  const write = writer(endpoint)
  return {
    endpoint,
    handle: handler as Route<R>["handle"],
    write: delayed ? write : (reply, frame) => write(reply, { ...frame, status: "OK" }),
  }
}
