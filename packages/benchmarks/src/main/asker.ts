/**
 * Asks a server for a day of a stock with a wrong key, over and over on a few kept connections, each request as soon as the answer to the last one is there.
 * Takes a port and the number of requests; prints what it heard.
 */
import { connect } from "node:net"

const CONNECTIONS = 16

const [port, requests] = process.argv.slice(2).map(Number)
const request = Buffer.from(
  `GET /v1/open-close/AAPL/2025-06-26 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer wrong\r\n\r\n`,
)

/** The status of an answer, and its length with its headers, once these are there. */
const head = (text: string) => {
  const end = text.indexOf("\r\n\r\n")
  if (end < 0) return undefined
  const [, length = "0"] = /^content-length: (\d+)/im.exec(text.slice(0, end)) ?? []
  return { status: text.slice(9, 12), length: end + 4 + Number(length) }
}

const heard = new Map<string, number>()
let left = requests!
let open = CONNECTIONS

const report = () =>
  process.stdout.write(Array.from(heard, ([status, count]) => `${count} answers of ${status}`).join(", "))

for (let index = 0; index < CONNECTIONS; index++) {
  const socket = connect(port!, "127.0.0.1")
  let received = ""
  const ask = () => {
    if (left-- > 0) return socket.write(request)
    socket.end()
    if (--open === 0) report()
  }
  socket.setNoDelay(true)
  socket.on("connect", ask)
  socket.on("data", (chunk) => {
    received += chunk.toString("latin1")
    const answer = head(received)
    if (answer === undefined || received.length < answer.length) return
    heard.set(answer.status, (heard.get(answer.status) ?? 0) + 1)
    received = ""
    ask()
  })
}
