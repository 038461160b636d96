/**
 * The kinds of faults that a client of the service meets: what each puts in place of an answer, and what a client of Candela does then.
 *
 * @module
 */
import * as ErrorResponse from "@candela/core/ErrorResponse"
import { RateLimited, ServiceError, type AnswerError } from "@candela/core/MarketDataError"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Document from "./internal/document.js"
import * as ExactJson from "./ExactJson.js"
import { gzip } from "./internal/gzip.js"
import * as Step from "./internal/step.js"

/**
 * What a fault does to a call that retries as `Retry.standard` does:
 *
 * - `Retried`: the attempt fails, a retry succeeds. No row is lost or repeated.
 * - `Harmless`: the call succeeds at once. No row is lost, repeated or changed.
 * - `Altered`: the call succeeds with other values, or fails with `DecodeError` where the schema does not accept them.
 * - `Fatal`: the call or the stream fails with a typed error, and no retry helps.
 */
export type Consequence = "Retried" | "Harmless" | "Altered" | "Fatal"

/** A whole answer of the service. */
export interface Answer {
  /** The HTTP status. */
  readonly status: number
  /** The headers, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The body, decompressed. */
  readonly body: Uint8Array
}

/** A request that meets a fault. */
export interface Struck {
  /** The whole URL, without a key. */
  readonly url: URL
  /** A number from 0 up to, not including, 1, by the seed and the request. A label gives another number. */
  readonly draw: (label: string) => number
  /** The origin that `ForeignNextUrl` leads to. */
  readonly foreign: string
  /** Delay of an answer by `Latency`. */
  readonly latency: Duration.Duration
  /** The wait that `429` requests. */
  readonly retryAfter: Duration.Duration
}

/** A fault of a request that is not sent. */
export interface Instead {
  /** The request is not sent. */
  readonly _tag: "Instead"
  /** Answer in place of the service's. */
  readonly step: (struck: Struck) => Step.Step
}

/** A fault of an answer. */
export interface Change {
  /** The request is sent, and its answer is changed. */
  readonly _tag: "Change"
  /** Answer in place of the service's; `undefined` where the fault does not apply to it. */
  readonly step: (answer: Answer, struck: Struck) => Step.Step | Effect.Effect<Step.Step> | undefined
}

/** A kind of fault. */
export interface Kind {
  /** Consequence for a call. */
  readonly consequence: Consequence
  /** What it does with a request. */
  readonly strike: Instead | Change
}

const instead = (consequence: Consequence, step: (struck: Struck) => Step.Step): Kind => ({
  consequence,
  strike: { _tag: "Instead", step },
})

const change = (consequence: Consequence, step: Change["step"]): Kind => ({
  consequence,
  strike: { _tag: "Change", step },
})

const encode = (text: string) => new TextEncoder().encode(text)

/** The response of the service for an error. */
const refusal = (error: AnswerError): Step.Step => {
  const { body, headers, status } = ErrorResponse.toResponse(error, "fault")
  return Step.make({ status, headers: headers as Record<string, string>, body: encode(body) })
}

const failure = (status: number): Kind =>
  instead("Retried", ({ url }) =>
    refusal(new ServiceError({ endpoint: url.pathname, status, detail: `a fault: ${status}` })),
  )

const rateLimited = (wait: (struck: Struck) => Duration.Duration | undefined): Kind =>
  instead("Retried", (struck) => {
    const retryAfter = wait(struck)
    const detail = "a fault: too many requests"
    const endpoint = struck.url.pathname
    return refusal(new RateLimited({ endpoint, detail, ...(retryAfter === undefined ? {} : { retryAfter }) }))
  })

const html = (status: number): Kind =>
  instead("Retried", () =>
    Step.make({
      status,
      headers: { "content-type": "text/html" },
      body: encode("<!doctype html>\n<html><body><h1>Bad gateway</h1></body></html>\n"),
    }),
  )

const whole = (answer: Answer): Step.Step => Step.make(answer)

/** At least the first byte, and not the last one. */
const part = (body: Uint8Array, { draw }: Struck): Uint8Array =>
  body.subarray(0, 1 + Math.floor(draw("length") * (body.length - 1)))

/** Changes the document of an answer with status 200. */
const edit = (
  consequence: Consequence,
  edited: (document: Document.Json, struck: Struck) => Document.Json | undefined,
): Kind =>
  change(consequence, (answer, struck) => {
    if (answer.status !== 200) return undefined
    const body = Document.edit(answer.body, (document) => edited(document, struck))
    return body && whole({ ...answer, body })
  })

/** Changes the `next_url` of a document that has one. */
const editNext = (consequence: Consequence, edited: (next: URL, struck: Struck) => string): Kind =>
  edit(consequence, (document, struck) => {
    const next = document["next_url"]
    if (typeof next !== "string" || !URL.canParse(next, struck.url)) return undefined
    return { ...document, next_url: edited(new URL(next, struck.url), struck) }
  })

const pick = <A>(values: ReadonlyArray<A>, share: number): A | undefined => values[Math.floor(share * values.length)]

/** Fields whose values are words of an enumeration that may grow. */
const enumerations = [
  ...["asset_class", "asset_sub_class", "channel", "consumer_type", "contract_type", "distribution_type"],
  ...["dividend_type", "exercise_style", "listing_status", "locale", "market", "market_status", "sector", "sentiment"],
  ...["settlement_method", "sub_sector", "timeframe", "transaction_currency", "user_country"],
]

/** Every kind of fault, by name. */
export const kinds = {
  /** 429 with a `Retry-After`, several times in a row: all requests of the client pause, then the call is retried. `RateLimited` when the retries are used up. */
  "429": rateLimited(({ retryAfter }) => retryAfter),
  /** 429 without a `Retry-After`, several times in a row: retried by the policy. `RateLimited` when the retries are used up. */
  "429WithoutRetryAfter": rateLimited(() => undefined),
  /** Internal error: retried. `ServiceError` when the retries are used up, as for the other statuses from 500 on. */
  "500": failure(500),
  /** Bad gateway: retried. */
  "502": failure(502),
  /** Unavailable: retried. */
  "503": failure(503),
  /** Gateway timeout: retried. */
  "504": failure(504),
  /** A page in HTML with status 502, as proxies send it: retried. `ServiceError` with the page's text when the retries are used up. */
  Html502: html(502),
  /** A page in HTML with status 200: retried, because it is not complete JSON. `TransportError` (`CutBody`) when the retries are used up. */
  Html200: html(200),
  /** A late answer: nothing happens, unless it is later than the client's `timeout`; then as `Hang`. */
  Latency: change("Harmless", (answer, { latency }) => Step.make({ ...answer, delay: latency })),
  /** No answer: retried after the client's `timeout`. `TimeoutError` when the retries are used up. */
  Hang: instead("Retried", () => Step.make({ outcome: "hang" })),
  /** The connection is reset before an answer: retried. `TransportError` (`Connection`) when the retries are used up. */
  Reset: instead("Retried", () => Step.make({ outcome: "cut" })),
  /** The connection is reset in the middle of the body: retried. `TransportError` (`CutBody`) when the retries are used up. */
  ResetInBody: change("Retried", (answer) => Step.make({ ...answer, ending: "cut" })),
  /** Compressed data that end too early, in a complete response: retried. `TransportError` (`CutBody`) when the retries are used up. */
  TruncatedGzip: change("Retried", (answer, struck) =>
    Effect.map(gzip(answer.body), (body) =>
      whole({
        ...answer,
        headers: { ...answer.headers, "content-encoding": "gzip" },
        // The first ten bytes are the header, which clients know gzip by.
        body: body.subarray(0, 10 + part(body.subarray(10), struck).length),
      }),
    ),
  ),
  /** JSON that ends too early, in a complete response: retried. `TransportError` (`CutBody`) when the retries are used up. */
  TruncatedJson: change("Retried", (answer, struck) =>
    answer.body.length < 2 ? undefined : whole({ ...answer, body: part(answer.body, struck) }),
  ),
  /**
   * A page without rows before the page itself, which its `next_url` leads to: a stream reads on. A call, which gives one page, gives this one. Only pages that
   * have a `next_url` meet it.
   */
  EmptyPage: edit("Harmless", (document, { url }) => {
    const rows = Document.rowsOf(document)
    if (typeof document["next_url"] !== "string" || rows === undefined) return undefined
    rows.length = 0
    // An empty parameter makes another URL of the same meaning.
    return { ...document, next_url: `${url.href}${url.search === "" ? "?" : ""}&` }
  }),
  /** The `next_url` leads to the page itself: a stream fails with `PaginationError`. Only pages that have a `next_url` meet it. */
  RepeatedCursor: editNext("Fatal", (_, { url }) => url.href),
  /**
   * The `next_url` leads to another host: a stream reads on from its own service, and sends the other host nothing. Only pages that have a `next_url` meet it.
   */
  ForeignNextUrl: editNext("Harmless", (next, { foreign }) => foreign + next.pathname + next.search),
  /** The `status` is `DELAYED`, as on plans with delayed data: pages show it. */
  Delayed: edit("Harmless", (document) => ({ ...document, status: "DELAYED" })),
  /** All numbers of a snapshot are 0, as while snapshots are cleared: rows with zeros. Only paths of snapshots meet it. */
  ZeroSnapshot: edit("Altered", (document, { url }) =>
    url.pathname.includes("/snapshot")
      ? (Document.replaceEach(document, (value) =>
          ExactJson.isNumber(value) ? ExactJson.number("0") : value,
        ) as Document.Json)
      : undefined,
  ),
  /** A field of a row is `null`: an optional one is absent, a required one is a `DecodeError` with its path. */
  NullField: edit("Altered", (document, { draw }) => {
    const row = pick(Document.objectsOf(document), draw("row"))
    const key = pick(Object.keys(row ?? {}), draw("field"))
    if (row === undefined || key === undefined) return undefined
    row[key] = null
    return document
  }),
  /** Words of enumerations are unknown: rows hold them as they are. Only rows that have such a field meet it. */
  UnknownEnum: edit("Altered", (document) => {
    let found = false
    const changed = Document.replaceEach(document, (value, key) => {
      if (typeof value !== "string" || !enumerations.includes(key)) return value
      found = true
      return "unheard_of"
    })
    return found ? (changed as Document.Json) : undefined
  }),
  /** Fields that no schema knows, in the envelope and in each row: they are ignored. */
  UnknownField: edit("Harmless", (document) => {
    for (const object of new Set([document, ...Document.objectsOf(document)])) {
      object["unheard_of"] = { within: ["a field", null] }
    }
    return document
  }),
  /** A row, or the whole result, is a text: `DecodeError` with its path. */
  WrongType: edit("Fatal", (document, { draw }) => {
    const rows = Document.rowsOf(document)
    if (rows !== undefined) rows[Math.floor(draw("row") * rows.length)] = "no row"
    return rows === undefined ? undefined : document
  }),
} as const satisfies Readonly<Record<string, Kind>>

/** The name of a kind of fault. */
export type Name = keyof typeof kinds

/** Every name. */
export const names: ReadonlyArray<Name> = Object.keys(kinds) as ReadonlyArray<Name>

/** Whether a text is the name of a kind of fault. */
export const isName = (text: string): text is Name => Object.hasOwn(kinds, text)

/** The names of the faults with one of the consequences: `Fault.namesOf("Retried", "Harmless")` are those that change no row. */
export const namesOf = (...consequences: ReadonlyArray<Consequence>): ReadonlyArray<Name> =>
  names.filter((name) => consequences.includes(kinds[name].consequence))
