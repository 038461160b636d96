/**
 * A live channel that speaks the protocol byte by byte, so that it can also break it: no library of sockets would send
 * what it has to send.
 */
import type { Effect, Scope } from "effect"
import { createHash } from "node:crypto"
import type { RequestListener } from "node:http"
import type { Socket } from "node:net"
import * as Loopback from "../Loopback.js"

/** A connected client. */
export interface Peer {
  /** Number of the connection, from 1. */
  readonly number: number
  /** Path of the connection: `/stocks`. */
  readonly path: string
  readonly socket: Socket
  /** Sends a text frame; `false` if the socket's buffer is full until it drains. */
  readonly send: (text: string) => boolean
  /** Sends events or statuses in a frame. */
  readonly say: (...events: ReadonlyArray<object>) => boolean
  /** Closes with a code and a reason. */
  readonly close: (code: number, reason: string) => void
}

/** What a service does otherwise than the protocol has it. */
export interface Manners {
  /** A client is connected: it was told so. */
  readonly connected?: (peer: Peer) => void
  /** A client has said something. Returns whether that was its answer: otherwise it is answered as the service does. */
  readonly said?: (peer: Peer, action: string, params: string) => boolean
  /** Its pairs are acknowledged. */
  readonly subscribed?: (peer: Peer, pairs: ReadonlyArray<string>) => void
  /** Answers requests. Default: 404. */
  readonly requests?: RequestListener
}

/** Kinds of frames (RFC 6455, section 5.2). */
export const kinds = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const

/** A frame of a server: final, unless `flags` say otherwise. */
export const frame = (kind: number, payload: Uint8Array, flags = 0x80): Buffer => {
  const { length } = payload
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10)
  head[0] = flags | kind
  head[1] = length < 126 ? length : length < 65_536 ? 126 : 127
  if (head[1] === 126) head.writeUInt16BE(length, 2)
  if (head[1] === 127) head.writeBigUInt64BE(BigInt(length), 2)
  return Buffer.concat([head, payload])
}

/** A status, in the service's form. */
export const status = (status: string, message: string): object => ({ ev: "status", status, message })

/** Reads the first frame of a client, which is masked: its kind, its payload, and the bytes after it. */
const read = (bytes: Buffer) => {
  if (bytes.length < 6) return undefined
  const short = bytes[1]! & 0x7f
  const at = short < 126 ? 2 : short === 126 ? 4 : 10
  if (bytes.length < at + 4) return undefined
  const length = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
  const end = at + 4 + length
  if (bytes.length < end) return undefined
  const payload = bytes.subarray(at + 4, end).map((byte, index) => byte ^ bytes[at + (index & 3)]!)
  return { kind: bytes[0]! & 0x0f, payload: Buffer.from(payload), rest: bytes.subarray(end) }
}

/** Appended to the key of a handshake (RFC 6455, section 1.3). */
const magic = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

const attend = (peer: Peer, { connected, said, subscribed }: Manners): void => {
  const answer = (action: string, params: string) => {
    if (said?.(peer, action, params) === true) return
    const pairs = params.split(",")
    if (action === "auth") peer.say(status("auth_success", "authenticated"))
    else if (action === "subscribe") {
      peer.say(...pairs.map((pair) => status("success", `subscribed to: ${pair}`)))
      subscribed?.(peer, pairs)
    } else peer.say(...pairs.map((pair) => status("success", `unsubscribed to: ${pair}`)))
  }
  let bytes = Buffer.alloc(0)
  peer.socket.on("data", (more: Buffer) => {
    bytes = Buffer.concat([bytes, more])
    for (let found = read(bytes); found !== undefined; found = read(bytes)) {
      bytes = Buffer.from(found.rest)
      if (found.kind === kinds.ping) peer.socket.write(frame(kinds.pong, found.payload))
      if (found.kind === kinds.close) peer.socket.end(frame(kinds.close, found.payload))
      if (found.kind !== kinds.text) continue
      const { action, params } = JSON.parse(String(found.payload)) as { action: string; params: string }
      answer(action, params)
    }
  })
  peer.say(status("connected", "Connected Successfully"))
  connected?.(peer)
}

/** Serves until the scope ends, and returns the origin. */
export const serve = (manners: Manners): Effect.Effect<string, never, Scope.Scope> => {
  let number = 0
  const requests: RequestListener = manners.requests ?? ((_, response) => response.writeHead(404).end("{}"))
  return Loopback.http(requests, (request, socket) => {
    socket.on("error", () => socket.destroy())
    const accept = createHash("sha1").update(`${request.headers["sec-websocket-key"]}${magic}`).digest("base64")
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
    )
    const send = (text: string) => socket.write(frame(kinds.text, Buffer.from(text)))
    const peer: Peer = {
      ...{ number: ++number, path: request.url ?? "/", socket, send },
      say: (...events) => send(JSON.stringify(events)),
      close: (code, reason) => {
        const payload = Buffer.alloc(2)
        payload.writeUInt16BE(code)
        socket.end(frame(kinds.close, Buffer.concat([payload, Buffer.from(reason)])))
      },
    }
    attend(peer, manners)
  })
}
