/**
 * Asks a server over and over on kept connections, each request as soon as the answer to the last one is
 * there. Takes a port and an {@link Asking} as JSON; prints what it {@link Heard} as one line of JSON.
 */
import { connect } from "node:net"
import { type Measured, median, quantile } from "../Contender.js"
import * as Stopwatch from "../Stopwatch.js"

/** A path and a key. */
export interface Question {
  readonly path: string
  readonly key: string
}

/** The questions, and for how long to ask. */
export interface Asking {
  /** Asked in turns. */
  readonly questions: ReadonlyArray<Question>
  readonly connections: number
  /** The number of requests, or a time in milliseconds. */
  readonly most: { readonly requests: number } | { readonly milliseconds: number }
}

/** The answers. */
export interface Heard {
  readonly answers: number
  /** The statuses of the answers, each once. */
  readonly statuses: ReadonlyArray<string>
  /** From the first request to the last answer, in milliseconds. */
  readonly milliseconds: number
  /** Duration of the answers. */
  readonly latency: NonNullable<Measured["latency"]>
}

const [port, json] = process.argv.slice(2)
const { connections, most, questions } = JSON.parse(json!) as Asking

const requests = questions.map(({ key, path }) =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${key}\r\n\r\n`),
)

/** The status of an answer, and its length with its headers, once these are there. */
const head = (text: string) => {
  const end = text.indexOf("\r\n\r\n")
  if (end < 0) return undefined
  const [, length = "0"] = /^content-length: (\d+)/im.exec(text.slice(0, end)) ?? []
  return { status: text.slice(9, 12), length: end + 4 + Number(length) }
}

const start = Stopwatch.now()
const statuses = new Set<string>()
const times: Array<number> = []
let asked = 0
let open = connections

const isOver = () => ("requests" in most ? asked >= most.requests : Stopwatch.now() - start >= most.milliseconds)

const report = () => {
  const heard: Heard = {
    answers: times.length,
    statuses: [...statuses].sort(),
    milliseconds: Stopwatch.now() - start,
    latency: { median: median(times), p99: quantile(times, 0.99) },
  }
  process.stdout.write(JSON.stringify(heard))
}

for (let index = 0; index < connections; index++) {
  const socket = connect(Number(port), "127.0.0.1")
  let received = ""
  let sent = 0
  const ask = () => {
    if (!isOver()) {
      sent = Stopwatch.now()
      return socket.write(requests[asked++ % requests.length]!)
    }
    socket.end()
    if (--open === 0) report()
  }
  socket.setNoDelay(true)
  socket.on("connect", ask)
  socket.on("data", (chunk) => {
    received += chunk.toString("latin1")
    const answer = head(received)
    if (answer === undefined || received.length < answer.length) return
    times.push(Stopwatch.now() - sent)
    statuses.add(answer.status)
    received = ""
    ask()
  })
}
