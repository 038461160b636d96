/** Decodes the document of a response to the page, or to the error that it reports. */
import * as Either from "effect/Either"
import type { Connection } from "../../Connection.js"
import type { Decoded } from "../../declare/Decoder.js"
import type * as Envelope from "../../declare/Envelope.js"
import * as ErrorResponse from "../ErrorResponse.js"
import { DecodeError, TransportError, type MarketDataError } from "../../MarketDataError.js"
import type * as Endpoint from "../../declare/Endpoint.js"
import type * as Step from "../Step.js"
import * as Marks from "../answer/marks.js"
import * as Question from "../answer/question.js"
import type { PageRows, StepOptions } from "./service.js"
import type { Received } from "./transport.js"

/** A page, or the error. */
export type Result<R> = Either.Either<Decoded<Envelope.List, R>, MarketDataError>

/** Maximum size in bytes of a document that may report an error: parsing it again costs as much as decoding it. */
const largestError = 1024 * 1024

/** A fault of a document without its quotations, which hold the key. */
const unquoted = (
  { redaction }: Connection.Service,
  { expected, path, row }: { readonly expected: string; readonly path: string; readonly row?: number | undefined },
) => ({
  ...(row !== undefined && { row }),
  path: redaction.text(path),
  expected: redaction.text(expected),
  actual: "<redacted>",
  snippet: "",
})

/** Parses a document that decoded or failed to: `undefined` if it is not JSON. */
const parse = (bytes: Uint8Array): unknown => ErrorResponse.parse(new TextDecoder().decode(bytes))

/** Whether a document is the `{}` that the service sends as a last page. */
const isEmpty = ({ bytes }: Received): boolean =>
  bytes.length < 64 && /^\s*\{\s*\}\s*$/.test(new TextDecoder().decode(bytes))

/**
 * Whether a response is the `{}` that the service sends as a last page. A first page is never one:
 * it would be no answer at all.
 */
export const isEnd = ({ page, resumed }: Step.Step, received: Received): boolean =>
  (page > 1 || resumed === true) && isEmpty(received)

/** Whether decoding found a mark of the service, so that the document need not be parsed again. */
const isMarked = <R extends PageRows>(
  endpoint: Endpoint.Any,
  { envelope, invalid, rows }: Decoded<Envelope.List, R>,
) => {
  if (endpoint.kind === "single") return Marks.isValue((rows as unknown as { readonly value: object }).value)
  if (envelope.status !== undefined || envelope.request_id !== undefined || invalid !== undefined) return true
  return rows.length > 0 && endpoint.at !== ""
}

/**
 * Decodes a received document, and compares it with its question. A refusal quotes the document. If the document
 * contains the key, the refusal comes from a redacted copy: redaction after the quotation would miss a truncated key.
 *
 * A document without any mark of the service is not its answer, although all fields of an answer
 * may be absent: a page of a proxy, another service. Only a later page may be `{}`.
 */
export const decode = <R extends PageRows>(
  connection: Connection.Service,
  step: Step.Step,
  { decode, skipping }: Pick<StepOptions<R>, "decode" | "skipping">,
  received: Received,
): Result<R> => {
  const { bytes, requestId } = received
  const { endpoint } = step
  const call = { endpoint: endpoint.name, now: 0, redact: connection.redaction.text }
  const response = (document?: unknown) => ({
    status: 200,
    headers: { "x-request-id": requestId },
    body: new TextDecoder().decode(bytes),
    document,
  })
  /**
   * Returns the error of a document that reports failure with a successful HTTP status, or that has
   * no mark of the service.
   */
  // protects: A document without a mark of the service is no answer.
  // mutant: "without a mark of the service is no answer": Marks.hasMark(endpoint, document) → bytes.length > 0
  const errorOf = (document: unknown) =>
    ErrorResponse.errorInBody(response(document), call) ??
    (Marks.hasMark(endpoint, document) ? undefined : ErrorResponse.foreign(response(document), call))
  const decoded = decode(bytes, skipping)
  if (Either.isRight(decoded)) {
    const { envelope, invalid, rows } = decoded.right
    if (ErrorResponse.isFailureWord(envelope.status)) {
      const error = ErrorResponse.errorInBody(response(), call)
      if (error !== undefined) return Either.left(error)
    }
    const isUnknown = rows.length === 0 && invalid === undefined && Marks.isUnknownStatus(envelope.status)
    // protects: An answer without rows whose status is unknown is no answer.
    // mutant: "without rows whose status is unknown": never
    if (isUnknown) return Either.left(ErrorResponse.foreign(response(), call))
    const error =
      isMarked(endpoint, decoded.right) || isEnd(step, received) || bytes.length >= largestError
        ? undefined
        : errorOf(parse(bytes))
    if (error !== undefined) return Either.left(error)
    const compared = Question.compare(step, decoded.right, skipping)
    const told = Either.isLeft(compared) || compared.right.invalid !== undefined
    // protects: What is told of a skipped row does not quote the key.
    // mutant: "is not quoted where the document holds the key": always
    if (!told || connection.redaction.bytes(bytes) === undefined) return compared
    return Either.mapBoth(compared, {
      onLeft: (error) => new DecodeError({ endpoint: error.endpoint, ...unquoted(connection, error) }),
      onRight: (page) => ({
        ...page,
        invalid: page.invalid!.map((row) => ({ row: row.row, ...unquoted(connection, row) })),
      }),
    })
  }
  const clean = connection.redaction.bytes(bytes)
  const quoted = clean === undefined ? decoded : decode(clean)
  // Without the key the document may be read: then the schema rejected the key itself.
  const { left: reason } = Either.isLeft(quoted) ? quoted : decoded
  const isQuoted = Either.isLeft(quoted)
  const fields = { endpoint: endpoint.name, ...(requestId !== undefined && { requestId }) }
  return Either.left(
    // protects: A large document that is refused is not parsed again.
    // mutant: "is parsed once when it is refused and too large for a report of an error": largestError → 1e9
    reason._tag === "Truncated"
      ? new TransportError({ ...fields, reason: "CutBody", detail: isQuoted ? reason.detail : "" })
      : (bytes.length < largestError && errorOf(parse(bytes))) ||
          new DecodeError({ ...fields, ...(isQuoted ? reason : unquoted(connection, reason)) }),
  )
}
