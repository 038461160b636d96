/** HTTP as bytes on a socket, so that anything can be sent uncorrected. */
import { connect, type Socket } from "node:net"

/** An answer as it came. */
export interface RawResponse {
  readonly status: number
  readonly body: string
}

/** End of the body after a head: the sandbox states a length, and `node:http` itself refuses in chunks. */
const endOfBody = (received: Buffer, head: string, from: number): number => {
  if (!/^transfer-encoding: chunked/im.test(head)) return from + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
  const last = received.indexOf("0\r\n\r\n", from)
  return last < 0 ? Infinity : last + 5
}

/** Reads the answers in what was received; the last one may not be whole. */
const answersIn = (received: Buffer): ReadonlyArray<RawResponse> => {
  const answers: Array<RawResponse> = []
  for (let at = 0; at < received.length;) {
    const headEnd = received.indexOf("\r\n\r\n", at)
    if (headEnd < 0) break
    const head = received.subarray(at, headEnd).toString("latin1")
    const end = endOfBody(received, head, headEnd + 4)
    if (end > received.length) break
    answers.push({ status: Number(head.slice(9, 12)), body: received.subarray(headEnd + 4, end).toString() })
    at = end
  }
  return answers
}

/** A GET of a path and query, whose connection closes after it. */
export const get = (target: string, key: string): string =>
  `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`

/** Sends bytes and returns the answers when the connection closes, or after `patience` milliseconds. */
export const exchange = (
  port: number,
  bytes: string | Uint8Array,
  patience: number,
): Promise<ReadonlyArray<RawResponse>> =>
  new Promise((resolve) => {
    const received: Array<Buffer> = []
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes))
    const timer = setTimeout(() => socket.destroy(), patience)
    socket.on("data", (chunk) => received.push(chunk))
    socket.on("error", () => {})
    socket.once("close", () => {
      clearTimeout(timer)
      resolve(answersIn(Buffer.concat(received)))
    })
  })

/** Sends bytes, and then neither reads nor closes. */
export const abandon = (port: number, bytes: string | Uint8Array): Socket => {
  const socket = connect(port, "127.0.0.1", () => socket.pause().write(bytes))
  return socket.on("error", () => {})
}
