/** A live channel that sends synthetic events, as fast as they are read, once something is subscribed. */
import type { AddressInfo } from "node:net"
import { type WebSocket, WebSocketServer } from "ws"
import * as Frames from "../Frames.js"

const options = JSON.parse(process.argv[2] ?? "") as Frames.Options
const { cuts = 0, pairs: enough = Frames.PAIRS, silent = false } = options
const frames = Frames.make(options)

/** Number of bytes that may wait in a socket. */
const FULL = 1_048_576

const sendAll = (socket: WebSocket, from = 0): void => {
  for (let sent = from; sent < options.frames; sent++) {
    // Nothing leaves a closed socket: waiting for it would take a whole core.
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > FULL) return void setImmediate(sendAll, socket, sent)
    socket.send(frames[sent % frames.length]!)
  }
  socket.send(Frames.END)
}

const status = (name: string, message = "") => ({ ev: "status", status: name, message })

let connections = 0
const server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false })
server.on("connection", (socket) => {
  const connection = ++connections
  let subscribed = 0
  const begin = () => {
    if (connection <= cuts) return socket.terminate()
    if (silent) socket.pause()
    sendAll(socket)
  }
  const say = (...events: ReadonlyArray<object>) => socket.send(JSON.stringify(events))
  say(status("connected"))
  socket.on("message", (data: Buffer) => {
    const { action, params } = JSON.parse(data.toString()) as { readonly action: string; readonly params: string }
    if (action === "auth") return say(status("auth_success"))
    const verb = action === "subscribe" ? "subscribed" : "unsubscribed"
    const pairs = params.split(",")
    say(...pairs.map((pair) => status("success", `${verb} to: ${pair}`)))
    if (action !== "subscribe") return
    subscribed += pairs.length
    if (subscribed >= enough && subscribed - pairs.length < enough) setTimeout(begin, 20)
  })
})
server.once("listening", () => {
  process.stdout.write(`Listening on ws://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
process.once("SIGTERM", () => process.exit(0))
