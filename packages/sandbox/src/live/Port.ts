/**
 * The live channel on a port: upgrades of a server's requests.
 *
 * @module
 */
import type { IncomingMessage } from "node:http"
import { STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import * as Effect from "effect/Effect"
import type { RawData, ServerOptions, WebSocket, WebSocketServer } from "ws"
import type { Live } from "./Live.js"
import * as Path from "./Path.js"
import type { Peer } from "./Peer.js"

/** Upgrades of a server's requests. */
export interface Port {
  /** Takes a request for an upgrade. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer, url: URL) => void
  /** Says goodbye to all clients. */
  readonly close: () => void
  /** Ends the connections that are left. */
  readonly terminate: () => void
}

/** Maximum size of a client's message: ten thousand pairs take 80 kB. */
const largest = 1_000_000
/** Time in which a client must answer a close frame, milliseconds. */
const closing = 10_000
const goingAway = 1001
/** First bytes of a frame (RFC 6455, section 5.2): a final one of text, whose length has eight bytes. */
const [finalText, eightBytes] = [0x81, 127]

/** Refuses an upgrade with a status and its reason. */
export const refuse = (socket: Duplex, status: number, detail: string): void => {
  const body = JSON.stringify({ status: "ERROR", error: detail })
  socket.on("error", () => socket.destroy())
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}

const peerOf = (socket: WebSocket, tcp: Socket): Peer => ({
  send: (frame) => socket.send(frame),
  close: (code, reason) => socket.close(code, reason),
  end: () => {
    tcp.end()
    // A client that does not end its side, too, loses its connection.
    setTimeout(() => socket.terminate(), closing).unref()
  },
  half: (frame) => {
    const payload = Buffer.from(frame)
    const header = Buffer.from([finalText, eightBytes, 0, 0, 0, 0, 0, 0, 0, 0])
    header.writeBigUInt64BE(BigInt(payload.length), 2)
    tcp.write(Buffer.concat([header, payload.subarray(0, payload.length / 2)]), () => tcp.resetAndDestroy())
  },
  reset: () => tcp.resetAndDestroy(),
  buffered: () => socket.bufferedAmount,
})

const textOf = (data: RawData): string =>
  Array.isArray(data) ? Buffer.concat(data).toString() : Buffer.from(data as Buffer).toString()

const portOf = (live: Live, Server: typeof WebSocketServer): Port => {
  const options: ServerOptions & { readonly closeTimeout: number } = {
    noServer: true,
    perMessageDeflate: false,
    maxPayload: largest,
    closeTimeout: closing,
  }
  const server = new Server(options)
  return {
    upgrade: (request, socket, head, url) => {
      const path = Path.parse(url.pathname)
      if (path === undefined) return refuse(socket, 404, `There is no live channel at ${url.pathname}.`)
      server.handleUpgrade(request, socket, head, (client) => {
        // An invalid frame also closes the connection, which is all there is to do.
        client.on("error", () => undefined)
        const { gone, message } = live.open(path, peerOf(client, socket as Socket))
        client.on("message", (data) => message(textOf(data)))
        client.on("close", gone)
      })
    },
    close: () => server.clients.forEach((client) => client.close(goingAway)),
    terminate: () => server.clients.forEach((client) => client.terminate()),
  }
}

/** Serves the live channel. A sandbox without a port loads nothing of a network for it. */
export const make = (live: Live): Effect.Effect<Port> =>
  Effect.map(
    Effect.promise(() => import("ws")),
    ({ WebSocketServer }) => portOf(live, WebSocketServer),
  )
