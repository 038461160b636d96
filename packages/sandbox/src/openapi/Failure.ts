/**
 * Errors of the service, each with the sandbox's body for it; core's table of error responses lists them.
 *
 * @module
 */
import type * as Endpoint from "@candela/core/declare/Endpoint"
import type { AnswerError } from "@candela/core/MarketDataError"
import type { Json } from "@candela/testing/ExactJson"
import type { JsonSchema } from "./JsonSchema.js"

/** Name of an error: the tag of its class, and `NotEntitled` for a plan that lacks the data. */
export type FailureName = AnswerError["_tag"] | "NotEntitled"

/** Cause of each error. */
const words: Readonly<Record<FailureName, string>> = {
  BadResolution: "The service does not support this `resolution`.",
  Unauthorized: "The request has no key, or one that the service does not know.",
  NotEntitled: "The key's plan does not include these data.",
  NotFound: "An unknown ticker or pair, or no data on that day. Lists and bars respond with 200 and no rows instead.",
  Conflict: "A parameter is malformed, out of its bounds, given twice, or has an operator that it does not take.",
  RateLimited: "The key has made too many requests.",
  ServiceError: "The service failed.",
}

/** Error answer. */
export interface Answered {
  readonly status: number
  readonly body: { readonly [key: string]: Json | undefined }
}

const retryAfter = {
  "Retry-After": { description: "Seconds after which the key may send requests again.", schema: { type: "integer" } },
}

/** The texts of an error's fields. */
const fieldTexts: Readonly<Record<string, string>> = {
  status: "The kind of the error.",
  request_id: "The service's id of the request.",
  error: "What is wrong, in words.",
  message: "What is wrong, in words.",
}

const schemaOf = ({ body }: Answered): JsonSchema => ({
  type: "object",
  properties: Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      key,
      { type: "string", ...(key === "status" ? { const: value } : {}), description: fieldTexts[key] },
    ]),
  ),
  required: Object.keys(body),
})

/** Error responses of the document, by name. */
export const responses = (answered: Readonly<Record<FailureName, Answered>>): Readonly<Record<string, Json>> =>
  Object.fromEntries(
    Object.entries(answered).map(([name, answer]) => [
      name,
      {
        description: words[name as FailureName],
        ...(name === "RateLimited" ? { headers: retryAfter } : {}),
        content: { "application/json": { schema: schemaOf(answer), example: answer.body } },
      },
    ]),
  )

/** Error responses of an operation, by status. Only an endpoint with a `resolution` rejects one. */
export const of = (
  endpoints: ReadonlyArray<Endpoint.Any>,
  answered: Readonly<Record<FailureName, Answered>>,
): Readonly<Record<string, Json>> => {
  const refusesResolution = endpoints.some(({ wireParams }) =>
    Object.values(wireParams).some(({ refusal }) => refusal === "BadResolution"),
  )
  return Object.fromEntries(
    Object.entries(answered)
      .filter(([name]) => name !== "BadResolution" || refusesResolution)
      .map(([name, { status }]) => [String(status), { $ref: `#/components/responses/${name}` }]),
  )
}
