/**
 * Servers that another process asks over loopback, and the cost of an answer: the sandbox's, and
 * `node:http` with as little work as possible.
 */
import { Sandbox } from "@candela/sandbox/Sandbox"
import * as Effect from "effect/Effect"
import { createServer, type RequestListener, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { type Measured, peakRss, type Trial } from "../../Contender.js"
import type { Asking, Question } from "../../main/asker.js"
import * as Processes from "../../Processes.js"
import { type DatasetInput, withStatement } from "./statement.js"

/** Serves the sandbox while `use` runs, which is given the port. */
const withSandbox = <A>({ directory }: DatasetInput, use: (port: number) => Promise<A>): Promise<A> =>
  Effect.flatMap(Sandbox, ({ baseUrl }) => Effect.promise(() => use(Number(new URL(baseUrl).port)))).pipe(
    Effect.provide(Sandbox.layerServer({ directory })),
    Effect.runPromise,
  )

/** Serves with `node:http` while `use` runs, which is given the port. */
const withNode = async <A>(listener: RequestListener, use: (port: number) => Promise<A>): Promise<A> => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  try {
    return await use((server.address() as AddressInfo).port)
  } finally {
    server.close()
  }
}

const send = (response: ServerResponse, status: number, body: string) =>
  response
    .writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
    .end(body)

const ask = (port: number, asking: Asking) => Effect.runPromise(Processes.ask(port, asking))

/** The processor time of this process for a thousand answers, after half as many requests to warm up. */
const asked =
  (question: Question, requests: number) =>
  async (port: number): Promise<Measured> => {
    const asking = (requests: number) => ask(port, { questions: [question], connections: 16, most: { requests } })
    await asking(requests / 2)
    const before = process.cpuUsage()
    const { answers, statuses } = await asking(requests)
    const { system, user } = process.cpuUsage(before)
    return {
      milliseconds: (user + system) / answers,
      rows: 0,
      checksum: `${answers} answers of ${statuses.join(", ")}`,
      peakRss: peakRss(),
    }
  }

const REFUSED: Question = { path: "/v1/open-close/AAPL/2025-06-26", key: "wrong" }
const LIST: Question = { path: "/stocks/v1/dividends?limit=100", key: "sandbox" }

const askedRefused = asked(REFUSED, 10_000)
const askedList = asked(LIST, 600)

/** A request with an unknown key. */
export const refusal: Trial<DatasetInput> = (input) => withSandbox(input, askedRefused)

/** The same answer to everything. */
export const refusalByNode: Trial<DatasetInput> = () => {
  const body = JSON.stringify({ status: "ERROR", request_id: "0".repeat(32), error: "Unknown API Key" })
  return withNode((_, response) => send(response, 401, body), askedRefused)
}

/** A list of 100 rows. */
export const list: Trial<DatasetInput> = (input) => withSandbox(input, askedList)

/** The statement of that list, prepared once, and `JSON.stringify` of its rows. */
export const listByNode: Trial<DatasetInput> = (input) =>
  withStatement(input, "SELECT * FROM dividends WHERE declaration_date <= $1 ORDER BY ticker, id LIMIT $2", (query) =>
    withNode(async (_, response) => {
      const results = (await query(["2025-06-30", 101])).slice(0, 100)
      send(response, 200, JSON.stringify({ results, status: "OK", request_id: "0".repeat(32), count: results.length }))
    }, askedList),
  )

/** A few bars, a list, a day, and a refusal. */
const MIX: ReadonlyArray<Question> = [
  { path: "/v2/aggs/ticker/AAPL/range/1/day/2025-06-02/2025-06-27", key: "sandbox" },
  LIST,
  { path: "/v1/open-close/AAPL/2025-06-26", key: "sandbox" },
  REFUSED,
]

/** Duration of the load of 64 connections, milliseconds, after a fifth of it to warm up. */
const LONG = 5_000

/** The time of a thousand answers to many connections, and the latency of each. */
const loaded = async (port: number): Promise<Measured> => {
  const asking = (milliseconds: number) => ask(port, { questions: MIX, connections: 64, most: { milliseconds } })
  await asking(LONG / 5)
  const { answers, latency, milliseconds, statuses } = await asking(LONG)
  return {
    milliseconds: (milliseconds / answers) * 1_000,
    latency,
    rows: 0,
    checksum: `answers of ${statuses.join(", ")}`,
    peakRss: peakRss(),
  }
}

/** Many connections. */
export const load: Trial<DatasetInput> = (input) => withSandbox(input, loaded)

/** Many connections, and the sandbox's answers as constants. */
export const loadByNode: Trial<DatasetInput> = async (input) => {
  const answers = await withSandbox(input, (port) =>
    Promise.all(
      MIX.map(async ({ key, path }) => {
        const headers = { authorization: `Bearer ${key}`, "accept-encoding": "identity" }
        const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
        return [path + key, { status: answer.status, body: await answer.text() }] as const
      }),
    ),
  )
  const constant = new Map(answers)
  return withNode(({ headers, url }, response) => {
    const { body, status } = constant.get(`${url}${headers.authorization?.slice("Bearer ".length)}`)!
    send(response, status, body)
  }, loaded)
}
