/** Worker thread that encodes Parquet files: one per file. */
import * as Library from "parquet-wasm"
import { parentPort, workerData } from "node:worker_threads"
import { Encoding } from "./encoding.js"
import type { Reply, EncodeRequest, Start } from "./messages.js"

const port = parentPort!
const encoding = new Encoding(Library, workerData as Start)

const reply = (message: Reply) =>
  port.postMessage(
    message,
    message._tag === "Bytes" ? [message.spare, ...message.bytes.map(({ buffer }) => buffer as ArrayBuffer)] : [],
  )

/** Requests so far, processed sequentially. */
let before = Promise.resolve()
port.on("message", ({ ipc, isLast }: EncodeRequest) => {
  before = before
    .then(() => (isLast ? encoding.finish(ipc) : encoding.push(ipc)))
    .then((bytes) => reply({ _tag: "Bytes", bytes, spare: ipc.buffer as ArrayBuffer }))
    .catch((error: unknown) => reply({ _tag: "Failed", message: String(error) }))
})
reply({ _tag: "Ready" })
