/** Decodes the document of a response to the page, or to the error that it reports. */
import * as Either from "effect/Either"
import type { Connection } from "../../Connection.js"
import type { Decoded, Refusal } from "../../Decoder.js"
import type * as Envelope from "../../Envelope.js"
import * as ErrorResponse from "../../ErrorResponse.js"
import { DecodeError, TransportError, type MarketDataError } from "../../MarketDataError.js"
import type { Rows, StepOptions } from "./service.js"
import type { Received } from "./transport.js"

/** A page, or the error. */
export type Result<R> = Either.Either<Decoded<Envelope.List, R>, MarketDataError>

/** Maximum size in bytes of a document that may report an error: parsing it again costs as much as decoding it. */
const largestError = 1024 * 1024

/** Removes quotations from a refusal, if the schema rejected the key itself. */
const withoutQuotation = (reason: Refusal): Refusal =>
  reason._tag === "Truncated"
    ? { ...reason, detail: "" }
    : { ...reason, ticker: "<redacted>", actual: "<redacted>", snippet: "" }

/** Removes quotations from invalid rows of a document that contains the key: a quotation may contain a part of the key. */
const withoutQuotations = (
  { redaction }: Connection.Service,
  invalid: ReadonlyArray<Envelope.InvalidRow>,
): ReadonlyArray<Envelope.InvalidRow> =>
  invalid.map(({ expected, path, row }) => ({
    row,
    path: redaction.text(path),
    expected,
    actual: "<redacted>",
    snippet: "",
  }))

/**
 * Decodes a received document. A refusal quotes the document. If the document contains the key, the refusal comes from a redacted copy: redaction after the
 * quotation would miss a truncated key.
 */
export const decode = <R extends Rows>(
  connection: Connection.Service,
  endpoint: string,
  { decode, skipping }: Pick<StepOptions<R>, "decode" | "skipping">,
  { bytes, requestId }: Received,
): Result<R> => {
  /** Returns the error of a document that reports failure with a successful HTTP status. */
  const errorInBody = () =>
    ErrorResponse.errorInBody(
      { status: 200, headers: { "x-request-id": requestId }, body: new TextDecoder().decode(bytes) },
      { endpoint, now: 0, redact: connection.redaction.text },
    )
  const decoded = decode(bytes, skipping)
  if (Either.isRight(decoded)) {
    const { envelope, invalid } = decoded.right
    const error = ErrorResponse.isFailureWord(envelope.status) ? errorInBody() : undefined
    if (error !== undefined) return Either.left(error)
    return Either.right(
      invalid === undefined || connection.redaction.bytes(bytes) === undefined
        ? decoded.right
        : { ...decoded.right, invalid: withoutQuotations(connection, invalid) },
    )
  }
  const clean = connection.redaction.bytes(bytes)
  const quoted = clean === undefined ? decoded : decode(clean)
  const reason = Either.isLeft(quoted) ? quoted.left : withoutQuotation(decoded.left)
  const fields = { endpoint, ...(requestId !== undefined && { requestId }) }
  return Either.left(
    reason._tag === "Truncated"
      ? new TransportError({ ...fields, reason: "CutBody", detail: reason.detail })
      : (bytes.length < largestError && errorInBody()) || new DecodeError({ ...fields, ...reason }),
  )
}
