/** Worker thread that decodes Parquet files. */
import * as Library from "parquet-wasm"
import { parentPort } from "node:worker_threads"
import { decode, messageOf } from "./decoding.js"
import type { DecodingReply, DecodingRequest } from "./messages.js"

const port = parentPort!

const answer = ({ bytes, id }: DecodingRequest): DecodingReply => {
  try {
    return { _tag: "Decoded", id, ipc: decode(Library, bytes) }
  } catch (error) {
    return { _tag: "Failed", id, message: messageOf(error) }
  }
}

port.on("message", (request: DecodingRequest) => {
  const reply = answer(request)
  port.postMessage(reply, reply._tag === "Decoded" ? [reply.ipc.buffer] : [])
})
port.postMessage({ _tag: "Ready" } satisfies DecodingReply)
