import * as RequestLog from "@candela/sandbox/http/RequestLog"
import { Sandbox } from "@candela/sandbox/Sandbox"
import * as Server from "@candela/sandbox/http/Server"
import type { Service } from "@candela/sandbox/http/Service"
import * as HttpClient from "@effect/platform/HttpClient"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Queue, type Scope } from "effect"
import { get } from "node:http"
import { connect, type Socket } from "node:net"

/** A present so early that a few days are all there is. */
const early = { now: Date.parse("2023-07-10T20:00:00Z") }

const days = "/v2/aggs/ticker/AAPL/range/1/day/2023-07-03/2023-07-10"

/** What is told, one after the other. */
const telling = Effect.map(Queue.unbounded<RequestLog.LoggedRequest>(), (told) => ({
  told,
  log: (entry: RequestLog.LoggedRequest) => Effect.asVoid(Queue.offer(told, entry)),
}))

const shape = ({ endpoint, method, path, rows, status }: RequestLog.LoggedRequest) => [
  method,
  path,
  status,
  endpoint,
  rows,
]

describe("a sandbox that is given a log", () => {
  it.scopedLive("tells it of each request, over a socket as in process", () =>
    Effect.gen(function* () {
      const { log, told } = yield* telling
      const inProcess = Effect.gen(function* () {
        const client = yield* HttpClient.HttpClient
        yield* client.get(`http://in.process${days}?adjusted=true&apiKey=sandbox`)
        yield* client.get("http://in.process/health")
      }).pipe(Effect.provide(Sandbox.layerHttpClient({ ...early, log })))
      const overSocket = Effect.gen(function* () {
        const { baseUrl } = yield* Sandbox
        yield* Effect.promise(() =>
          fetch(`${baseUrl}${days}?adjusted=true&apiKey=sandbox`).then((answer) => answer.text()),
        )
        yield* Effect.promise(() => fetch(`${baseUrl}/health`).then((answer) => answer.text()))
      }).pipe(Effect.provide(Sandbox.layerServer({ ...early, log })))
      for (const way of [inProcess, overSocket] as ReadonlyArray<Effect.Effect<void, unknown, Scope.Scope>>) {
        yield* Effect.scoped(way)
        assert.deepStrictEqual(shape(yield* Queue.take(told)), ["GET", `${days}?adjusted=true`, 200, "stocks.bars", 5])
        assert.deepStrictEqual(shape(yield* Queue.take(told)), ["GET", "/health", 200, undefined, undefined])
      }
      assert.strictEqual(yield* Queue.size(told), 0)
    }),
  )
})

const connection = (url: URL) =>
  Effect.async<Socket, Error>((resume) => {
    const socket = connect(Number(url.port), "127.0.0.1", () => resume(Effect.succeed(socket)))
    socket.on("error", (error) => resume(Effect.fail(error)))
  })

/** More than the system takes for a client that does not read. */
const large = "x".repeat(16_000_000)

describe("a client that leaves", () => {
  for (const moment of ["before its answer is made", "while its answer is sent"]) {
    it.scopedLive(`${moment} is told of with 499, once`, () =>
      Effect.gen(function* () {
        const begun = yield* Deferred.make<void>()
        const { log, told } = yield* telling
        const service: Service = {
          handle: ({ url }) =>
            url!.pathname === "/other"
              ? Effect.succeed({ status: 200, headers: {}, body: "done" })
              : Effect.zipRight(
                  Deferred.succeed(begun, undefined),
                  moment.startsWith("before")
                    ? Effect.never
                    : Effect.succeed({ status: 200, headers: {}, body: large }),
                ),
        }
        const url = yield* Server.serve(service, { record: RequestLog.make([], log) })
        const socket = yield* connection(url)
        socket.write("GET /left HTTP/1.1\r\nHost: localhost\r\n\r\n")
        yield* Deferred.await(begun)
        const other = Effect.promise(() => fetch(new URL("/other", url)).then((answer) => answer.text()))
        yield* other
        socket.destroy()
        assert.deepStrictEqual(shape(yield* Queue.take(told)), ["GET", "/other", 200, undefined, undefined])
        assert.deepStrictEqual(shape(yield* Queue.take(told)), ["GET", "/left", 499, undefined, undefined])
        yield* other
        assert.deepStrictEqual(shape(yield* Queue.take(told)), ["GET", "/other", 200, undefined, undefined])
        assert.strictEqual(yield* Queue.size(told), 0)
      }),
    )
  }
})

describe("a client that takes all of a large answer", () => {
  for (const connection of ["close", "keep-alive"]) {
    it.scopedLive(`is told of with 200 when it asks for "connection: ${connection}"`, () =>
      Effect.gen(function* () {
        const { log, told } = yield* telling
        const service: Service = { handle: () => Effect.succeed({ status: 200, headers: {}, body: large }) }
        const url = yield* Server.serve(service, { record: RequestLog.make([], log), gzip: false })
        const length = yield* Effect.async<number, Error>((resume) => {
          get(url, { headers: { connection } }, (answer) => {
            let length = 0
            answer.on("data", (chunk: Buffer) => (length += chunk.length))
            answer.on("end", () => resume(Effect.succeed(length)))
          }).on("error", (error) => resume(Effect.fail(error)))
        })
        assert.strictEqual(length, large.length)
        assert.deepStrictEqual(shape(yield* Queue.take(told)), ["GET", "/", 200, undefined, undefined])
      }),
    )
  }
})
