/**
 * Kinds of faults for a client of the service: the replacement of a response, and the reaction of a Candela client.
 *
 * @module
 */
import * as ErrorResponse from "@candela/core/internal/ErrorResponse"
import { RateLimited, ServiceError, type AnswerError } from "@candela/core/MarketDataError"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Document from "./internal/document.js"
import * as ExactJson from "./ExactJson.js"
import { gzip } from "./internal/gzip.js"
import * as Step from "./internal/step.js"

/**
 * Effect of a fault on a call that retries like `Retry.standard`:
 *
 * - `Retried`: the attempt fails, a retry succeeds. No row is lost or repeated.
 * - `Harmless`: the call succeeds at once. No row is lost, repeated or changed.
 * - `Altered`: the call succeeds with other values, or fails with `DecodeError` if the schema rejects them.
 * - `Fatal`: the call or the stream fails with a typed error, and no retry helps.
 */
export type Consequence = "Retried" | "Harmless" | "Altered" | "Fatal"

/** A complete response of the service. */
export interface Response {
  /** HTTP status. */
  readonly status: number
  /** Headers, with names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Body, decompressed. */
  readonly body: Uint8Array
}

/** A request with a fault. */
export interface Struck {
  /** Full URL, without a key. */
  readonly url: URL
  /** Returns a number from 0 up to, not including, 1, determined by the seed, the request and the label. */
  readonly draw: (label: string) => number
  /** Origin of `ForeignNextUrl`. */
  readonly foreign: string
  /** Delay of a response by `Latency`. */
  readonly latency: Duration.Duration
  /** Wait requested by `429`. */
  readonly retryAfter: Duration.Duration
}

/** A fault that replaces sending a request. */
export interface Instead {
  /** The request is not sent. */
  readonly _tag: "Instead"
  /** Returns the replacement response. */
  readonly step: (struck: Struck) => Step.Behaviour
}

/** A fault that changes a response. */
export interface Change {
  /** The request is sent, and its response is changed. */
  readonly _tag: "Change"
  /** Returns the changed response; `undefined` if the fault does not apply to it. */
  readonly step: (answer: Response, struck: Struck) => Step.Behaviour | Effect.Effect<Step.Behaviour> | undefined
}

/** A kind of fault. */
export interface Kind {
  /** Consequence for a call. */
  readonly consequence: Consequence
  /** Effect on a request. */
  readonly strike: Instead | Change
}

const instead = (consequence: Consequence, step: (struck: Struck) => Step.Behaviour): Kind => ({
  consequence,
  strike: { _tag: "Instead", step },
})

const change = (consequence: Consequence, step: Change["step"]): Kind => ({
  consequence,
  strike: { _tag: "Change", step },
})

const encode = (text: string) => new TextEncoder().encode(text)

/** Returns the service's response for an error. */
const refusal = (error: AnswerError): Step.Behaviour => {
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

const whole = (answer: Response): Step.Behaviour => Step.make(answer)

/** Returns the start of a body: at least the first byte, without the last one. */
const part = (body: Uint8Array, { draw }: Struck): Uint8Array =>
  body.subarray(0, 1 + Math.floor(draw("length") * (body.length - 1)))

/** Changes the document of a response with status 200. */
const edit = (
  consequence: Consequence,
  edited: (document: Document.JsonObject, struck: Struck) => Document.JsonObject | undefined,
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

/** Fields with values of open enumerations. */
const enumerations = [
  ...["asset_class", "asset_sub_class", "channel", "consumer_type", "contract_type", "distribution_type"],
  ...["dividend_type", "exercise_style", "listing_status", "locale", "market", "market_status", "sector", "sentiment"],
  ...["settlement_method", "sub_sector", "timeframe", "transaction_currency", "user_country"],
]

/** All kinds of faults, by name. */
export const kinds = {
  /**
   * 429 with a `Retry-After`, several times in a row: all requests of the client pause, then the
   * call is retried. `RateLimited` when the retries are used up.
   */
  "429": rateLimited(({ retryAfter }) => retryAfter),
  /**
   * 429 without a `Retry-After`, several times in a row: retried by the policy. `RateLimited` when
   * the retries are used up.
   */
  "429WithoutRetryAfter": rateLimited(() => undefined),
  /** Internal error: retried. `ServiceError` when the retries are used up, as for the other statuses from 500 on. */
  "500": failure(500),
  /** Bad gateway: retried. */
  "502": failure(502),
  /** Unavailable: retried. */
  "503": failure(503),
  /** Gateway timeout: retried. */
  "504": failure(504),
  /**
   * HTML page with status 502, as sent by proxies: retried. `ServiceError` with the page's text
   * when the retries are used up.
   */
  Html502: html(502),
  /** HTML page with status 200: retried once. `ServiceError` (`foreign`) if it comes again. */
  Html200: html(200),
  /** Late response: no effect, unless it is later than the client's `timeout`; then like `Hang`. */
  Latency: change("Harmless", (answer, { latency }) => Step.make({ ...answer, delay: latency })),
  /** No response: retried after the client's `timeout`. `TimeoutError` when the retries are used up. */
  Hang: instead("Retried", () => Step.make({ outcome: "hang" })),
  /** Connection reset before a response: retried. `TransportError` (`Connection`) when the retries are used up. */
  Reset: instead("Retried", () => Step.make({ outcome: "cut" })),
  /** Connection reset in the middle of the body: retried. `TransportError` (`CutBody`) when the retries are used up. */
  ResetInBody: change("Retried", (answer) => Step.make({ ...answer, ending: "cut" })),
  /**
   * Truncated compressed data in a complete response: retried. `TransportError` (`CutBody`) when
   * the retries are used up.
   */
  TruncatedGzip: change("Retried", (answer, struck) =>
    Effect.map(gzip(answer.body), (body) =>
      whole({
        ...answer,
        headers: { ...answer.headers, "content-encoding": "gzip" },
        // The first ten bytes are the header, by which clients recognize gzip.
        body: body.subarray(0, 10 + part(body.subarray(10), struck).length),
      }),
    ),
  ),
  /** Truncated JSON in a complete response: retried. `TransportError` (`CutBody`) when the retries are used up. */
  TruncatedJson: change("Retried", (answer, struck) =>
    answer.body.length < 2 ? undefined : whole({ ...answer, body: part(answer.body, struck) }),
  ),
  /**
   * Page without rows before the actual page, to which its `next_url` leads: a stream reads on. A
   * call returns only the empty page. Applies only to pages with a `next_url`.
   */
  EmptyPage: edit("Harmless", (document, { url }) => {
    const rows = Document.rowsOf(document)
    if (typeof document["next_url"] !== "string" || rows === undefined) return undefined
    rows.length = 0
    // An empty parameter makes a different URL with the same meaning.
    return { ...document, next_url: `${url.href}${url.search === "" ? "?" : ""}&` }
  }),
  /**
   * `next_url` that leads to the page itself: a stream fails with `PaginationError`. Applies only
   * to pages with a `next_url`.
   */
  RepeatedCursor: editNext("Fatal", (_, { url }) => url.href),
  /**
   * `next_url` that leads to another host: a stream reads on from its own service, and sends
   * nothing to the other host. Applies only to pages with a `next_url`.
   */
  ForeignNextUrl: editNext("Harmless", (next, { foreign }) => foreign + next.pathname + next.search),
  /** Status `DELAYED`, as on plans with delayed data: pages show it. */
  Delayed: edit("Harmless", (document) => ({ ...document, status: "DELAYED" })),
  /**
   * Zeros for all numbers of a snapshot, as while snapshots are cleared: rows with zeros. Applies
   * only to paths of snapshots.
   */
  ZeroSnapshot: edit("Altered", (document, { url }) =>
    url.pathname.includes("/snapshot")
      ? (Document.replaceEach(document, (value) =>
          ExactJson.isNumber(value) ? ExactJson.number("0") : value,
        ) as Document.JsonObject)
      : undefined,
  ),
  /** `null` in a field of a row: an optional one is absent, a required one is a `DecodeError` with its path. */
  NullField: edit("Altered", (document, { draw }) => {
    const row = pick(Document.objectsOf(document), draw("row"))
    const key = pick(Object.keys(row ?? {}), draw("field"))
    if (row === undefined || key === undefined) return undefined
    row[key] = null
    return document
  }),
  /** Unknown words of enumerations: rows contain them unchanged. Applies only to rows with such a field. */
  UnknownEnum: edit("Altered", (document) => {
    let found = false
    const changed = Document.replaceEach(document, (value, key) => {
      if (typeof value !== "string" || ExactJson.isNumber(value) || !enumerations.includes(key)) return value
      found = true
      return "unheard_of"
    })
    return found ? (changed as Document.JsonObject) : undefined
  }),
  /** Unknown fields in the envelope and in each row: they are ignored. */
  UnknownField: edit("Harmless", (document) => {
    for (const object of new Set([document, ...Document.objectsOf(document)])) {
      object["unheard_of"] = { within: ["a field", null] }
    }
    return document
  }),
  /** Text instead of a row: `DecodeError` with its path. */
  WrongType: edit("Fatal", (document, { draw }) => {
    const rows = Document.rowsOf(document)
    if (rows !== undefined) rows[Math.floor(draw("row") * rows.length)] = "no row"
    return rows === undefined ? undefined : document
  }),
} as const satisfies Readonly<Record<string, Kind>>

/** Name of a kind of fault. */
export type Name = keyof typeof kinds

/** All names. */
export const names: ReadonlyArray<Name> = Object.keys(kinds) as ReadonlyArray<Name>

/** Whether a text is the name of a kind of fault. */
export const isName = (text: string): text is Name => Object.hasOwn(kinds, text)

/**
 * Returns the names of the faults with one of the consequences:
 * `Fault.namesOf("Retried", "Harmless")` are those that change no row.
 */
export const namesOf = (...consequences: ReadonlyArray<Consequence>): ReadonlyArray<Name> =>
  names.filter((name) => consequences.includes(kinds[name].consequence))
