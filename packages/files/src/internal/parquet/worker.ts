/** Worker thread that encodes Parquet files: one per file. */
import * as Library from "parquet-wasm"
import { parentPort } from "node:worker_threads"
import { Encoding } from "./encoding.js"
import type { Reply, EncodeRequest } from "./messages.js"

const port = parentPort!
let encoding: Encoding | undefined

const reply = (message: Reply) =>
  port.postMessage(
    message,
    message._tag === "Bytes" ? [message.spare, ...message.bytes.map(({ buffer }) => buffer as ArrayBuffer)] : [],
  )

/** Requests so far, processed sequentially. */
let before = Promise.resolve()
port.on("message", ({ ipc, isLast, properties }: EncodeRequest) => {
  const started = (encoding ??= new Encoding(Library, properties))
  before = before
    .then(() => (isLast ? started.finish(ipc) : started.push(ipc)))
    .then((bytes) => reply({ _tag: "Bytes", bytes, spare: ipc.buffer as ArrayBuffer }))
    .catch((error: unknown) => reply({ _tag: "Failed", message: String(error) }))
})
reply({ _tag: "Ready" })
