/** From the document of a response to the page, or to the error that it reports. */
import * as Either from "effect/Either"
import type { Connection } from "../../Connection.js"
import type { Decoded, Refusal } from "../../Decoder.js"
import type * as Envelope from "../../Envelope.js"
import * as ErrorResponse from "../../ErrorResponse.js"
import { DecodeError, TransportError, type MarketDataError } from "../../MarketDataError.js"
import type { Rows, StepOptions } from "./service.js"
import type { Received } from "./transport.js"

/** A page, or why there is none. */
export type Result<R> = Either.Either<Decoded<Envelope.List, R>, MarketDataError>

/** A document of so many bytes reports no error: parsing it again would cost as much as decoding it did. */
const largestError = 1024 * 1024

/** When the key itself is what the schema refused. */
const withoutQuotation = (reason: Refusal): Refusal =>
  reason._tag === "Truncated"
    ? { ...reason, detail: "" }
    : { ...reason, ticker: "<redacted>", actual: "<redacted>", snippet: "" }

/** Invalid rows of a document that holds the key. They do not quote it: a quotation may hold a part of the key. */
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
 * Decodes a received document. A refusal quotes the document. If the document holds the key, the refusal comes from a redacted copy: redaction after the
 * quotation would miss a key that the quotation cuts in half.
 */
export const decode = <R extends Rows>(
  connection: Connection.Service,
  endpoint: string,
  { decode, skipping }: Pick<StepOptions<R>, "decode" | "skipping">,
  { bytes, requestId }: Received,
): Result<R> => {
  /** The error of a document that says failure, although its HTTP status is a success. */
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
