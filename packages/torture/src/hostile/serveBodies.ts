/**
 * Serves answers that do not end: the program of the hostile service's process. A request for
 * `/NAME/...` gets the body of that name; one for `/connections` what became of the connections so far.
 */
import { createServer, type Socket } from "node:net"
import * as Loopback from "../Loopback.js"
import { bodies, prepare } from "./Bodies.js"

/** A connection that asked for a body. */
export interface Connection {
  readonly body: string
  /** Number of bytes written to it. */
  readonly written: number
  readonly open: boolean
}

const connections: Array<{ readonly body: string; readonly socket: Socket }> = []

const report = (): ReadonlyArray<Connection> =>
  connections.map(({ body, socket }) => ({ body, written: socket.bytesWritten, open: !socket.destroyed }))

const server = createServer((socket) => {
  // A client that hangs up is what is looked for.
  socket.on("error", () => {})
  socket.once("data", (request) => {
    const name = request.toString("latin1").split("/")[1]!.split(" ")[0]!
    if (name === "connections") {
      const text = JSON.stringify(report())
      return socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\nconnection: close\r\n\r\n${text}`)
    }
    connections.push({ body: name, socket })
    return bodies[name]!.write(socket)
  })
})
prepare()
Loopback.announce(server)
