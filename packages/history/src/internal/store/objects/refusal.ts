/**
 * Meaning of an object store's error answers, and remedies.
 *
 * @module
 */
import { StoreError } from "../../../StoreError.js"
import * as Xml from "./xml.js"

/** Complete answer. */
export interface ObjectResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array
}

/** Error of an answer, in the object store's words. */
export interface ObjectError {
  readonly code: string | undefined
  readonly words: string
  readonly xml: string
}

export const errorOf = ({ body, status }: ObjectResponse): ObjectError => {
  const xml = new TextDecoder().decode(body.subarray(0, 65_536))
  const code = Xml.text(xml, "Code")
  const message = Xml.text(xml, "Message")
  return { code, words: [status, code, message].filter((word) => word !== undefined).join(" "), xml }
}

/** Maximum clock difference allowed by the protocol, milliseconds. */
const tolerance = 15 * 60_000

/** Returns the object store's time in a refusal for clock skew, epoch milliseconds. */
const serverTime = ({ xml }: ObjectError) => Date.parse(Xml.text(xml, "ServerTime") ?? "")

/**
 * Whether a request was refused for its time although a new one would not be: the process was suspended after signing.
 */
const isOvertakenByTime = (error: ObjectError, now: number) =>
  error.code === "RequestTimeTooSkewed" && Math.abs(now - serverTime(error)) < tolerance

/**
 * Whether an error is transient: the same request, signed anew, may succeed later. It may
 * nevertheless have taken effect.
 */
// protects: A request that was signed long before it was sent is signed anew.
// mutant: "that the machine slept over is signed anew": without isOvertakenByTime(errorOf(answer), now) ||
export const isPassing = (answer: ObjectResponse, now: number): boolean =>
  answer.status >= 400 &&
  (answer.status === 408 ||
    answer.status === 429 ||
    answer.status >= 500 ||
    isOvertakenByTime(errorOf(answer), now) ||
    ["SlowDown", "RequestTimeout", "OperationAborted"].includes(errorOf(answer).code ?? ""))

/**
 * Whether the requested object does not exist. Other 404s mean a missing bucket, or a server that
 * is not an object store.
 */
// protects: A bucket that is not there is no empty store.
// mutant: "is told: keys, bucket, region, clock, permissions": without && errorOf(answer).code === "NoSuchKey"
export const isAbsent = (answer: ObjectResponse): boolean =>
  answer.status === 404 && errorOf(answer).code === "NoSuchKey"

/** Returns the remedy for a permanent error, by its code. */
const advice = (error: ObjectError, bucket: string, now: number): string | undefined => {
  const { code, xml } = error
  switch (code) {
    case "NoSuchBucket":
      return `There is no bucket ${bucket} at this endpoint: correct \`bucket\` or \`endpoint\`, or make the bucket.`
    case "InvalidAccessKeyId":
      return "The endpoint does not know the access key: correct `accessKeyId`, and see that it is one of this endpoint."
    case "SignatureDoesNotMatch":
      return "The secret access key is not the one of the access key: correct `secretAccessKey`. A proxy that changes headers or the path has the same effect."
    case "ExpiredToken":
    case "InvalidToken":
      return "The session token is not valid any more: give `credentials` as an effect that gets new ones."
    case "RequestTimeTooSkewed": {
      const server = serverTime(error)
      const minutes = Math.round(Math.abs(now - server) / 60_000)
      const off = Number.isNaN(server)
        ? "differs from"
        : `is ${minutes} minutes ${now > server ? "ahead of" : "behind"}`
      return `The clock of this machine ${off} that of the object store: set it.`
    }
    case "AuthorizationHeaderMalformed":
    case "PermanentRedirect":
    case "TemporaryRedirect": {
      const [region, endpoint] = [Xml.text(xml, "Region"), Xml.text(xml, "Endpoint")]
      const hints = [region && `\`region\` is ${region}`, endpoint && `\`endpoint\` is ${endpoint}`].filter(Boolean)
      return `The bucket is in another region or at another endpoint${hints.length > 0 ? `: ${hints.join(", ")}` : ""}.`
    }
    case "AccessDenied":
    case "AllAccessDisabled":
      return `These credentials may not do this: they need to get, put, delete and list objects of the bucket ${bucket} under the store's prefix. Without the permission to list, an object that is not there is refused in this way, too.`
    default:
      return undefined
  }
}

/**
 * Converts a permanent error answer. `reason` applies if its code does not concern credentials,
 * bucket, clock or region.
 */
export const refusal = (
  answer: ObjectResponse,
  {
    bucket,
    now,
    path,
    reason,
  }: {
    readonly bucket: string
    readonly now: number
    readonly path: string
    readonly reason: "read" | "write"
  },
): StoreError => {
  const error = errorOf(answer)
  const said = `the object store refused (${error.words}).`
  const known = advice(error, bucket, now)
  if (known !== undefined) return new StoreError({ reason: "access", path, detail: `${said} ${known}` })
  return answer.status === 401 || answer.status === 403
    ? new StoreError({ reason: "access", path, detail: `${said} Correct \`credentials\`.` })
    : new StoreError({
        reason: error.code === undefined ? "access" : reason,
        path,
        detail:
          error.code === undefined
            ? `${said} Its response is not that of an S3-compatible object store: correct \`endpoint\`.`
            : `${said} What was written before stands.`,
      })
}
