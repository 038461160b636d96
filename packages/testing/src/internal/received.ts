/** Responses of a client, read whole. */
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as Effect from "effect/Effect"
import type * as Fault from "../Fault.js"
import { gunzip } from "./gzip.js"

/** Headers of the body's transfer, which do not apply to the changed body. */
const framing = ["content-encoding", "content-length", "transfer-encoding"]

/** Reads a response, whose body is decompressed. */
export const answerOf = (response: HttpClientResponse.HttpClientResponse) =>
  Effect.map(
    Effect.flatMap(response.arrayBuffer, (buffer) => gunzip(new Uint8Array(buffer))),
    (body): Fault.Response => ({
      status: response.status,
      headers: Object.fromEntries(Object.entries(response.headers).filter(([name]) => !framing.includes(name))),
      body,
    }),
  )
