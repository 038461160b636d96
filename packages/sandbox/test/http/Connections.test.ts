import * as Server from "@candela/sandbox/http/Server"
import type * as Service from "@candela/sandbox/http/Service"
import { Store } from "@candela/sandbox/store/Store"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Logger, type Scope } from "effect"
import { randomBytes } from "node:crypto"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { connect, type Socket } from "node:net"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

/** A service that answers each path as `answer` says, and what it has done so far. */
const counting = (answer: (path: string) => Effect.Effect<string>) => {
  const seen = { begun: [] as Array<string>, ended: 0, interrupted: 0, running: 0, mostAtOnce: 0 }
  const service: Service.Service = {
    handle: ({ url }) =>
      Effect.suspend(() => {
        const path = url!.pathname
        seen.begun.push(path)
        seen.mostAtOnce = Math.max(seen.mostAtOnce, ++seen.running)
        return answer(path)
      }).pipe(
        Effect.tap(() => seen.ended++),
        Effect.onInterrupt(() => Effect.sync(() => seen.interrupted++)),
        Effect.ensuring(Effect.sync(() => seen.running--)),
        Effect.map((body) => ({ status: 200, headers: {}, body })),
      ),
  }
  return { seen, service }
}

interface Client {
  readonly socket: Socket
  /** What it has received. */
  readonly received: () => string
  /** Waits until so many answers have come whole; each ends with `done`. */
  readonly answers: (count: number) => Effect.Effect<void, Error>
}

/** A connection of its own to the server. It reads, unless it is told not to. */
const client = (url: URL, options: { readonly reads?: boolean } = {}): Effect.Effect<Client, Error, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.async<Client, Error>((resume) => {
      const socket = connect(Number(url.port), "127.0.0.1")
      let received = ""
      if (options.reads !== false) socket.setEncoding("latin1").on("data", (text: string) => (received += text))
      const answers = (count: number) =>
        Effect.async<void, Error>((resume) => {
          const look = () => {
            if (received.split("done").length > count) resume(Effect.void)
          }
          socket.on("data", look)
          socket.once("close", () => resume(Effect.fail(new Error(`closed after ${received.length} bytes`))))
          look()
        })
      socket.once("connect", () => resume(Effect.succeed({ socket, received: () => received, answers })))
      // After the connection stands, an error is followed by "close".
      socket.on("error", (error) => resume(Effect.fail(error)))
    }),
    ({ socket }) => Effect.sync(() => socket.destroy()),
  )

const closed = (socket: Socket) =>
  Effect.async<void>((resume) => {
    if (socket.destroyed) return resume(Effect.void)
    socket.once("close", () => resume(Effect.void))
  })

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
const pipelined = (paths: ReadonlyArray<string>) => paths.map(get).join("")
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `/${index}`)

/** Another client's request, answered: by then the server has read what was sent before. */
const answered = (url: URL, path = "/other") =>
  Effect.scoped(
    Effect.gen(function* () {
      const other = yield* client(url)
      other.socket.write(get(path))
      yield* other.answers(1)
    }),
  )

describe("pipelined requests", () => {
  it.scopedLive("are answered one at a time, in their order", () =>
    Effect.gen(function* () {
      const { seen, service } = counting((path) => Effect.as(Effect.yieldNow(), `${path} done`))
      const { answers, received, socket } = yield* client(yield* Server.serve(service))
      const paths = numbered(300)
      socket.write(pipelined(paths))
      yield* answers(300)
      assert.deepStrictEqual(seen.begun, paths)
      assert.strictEqual(seen.mostAtOnce, 1)
      assert.deepStrictEqual(
        Array.from(received().matchAll(/(\/\d+) done/g), ([, path]) => path),
        paths,
      )
    }),
  )

  it.scopedLive("are answered to a client that has nothing more to send", () =>
    Effect.gen(function* () {
      const { service } = counting((path) => Effect.as(Effect.yieldNow(), `${path} done`))
      const { answers, socket } = yield* client(yield* Server.serve(service))
      socket.end(pipelined(numbered(20)))
      yield* answers(20)
    }),
  )

  it.scopedLive("end with their connection: the one that is answered is interrupted, the others never begin", () =>
    Effect.gen(function* () {
      const began = yield* Deferred.make<void>()
      const stopped = yield* Deferred.make<void>()
      const { seen, service } = counting((path) =>
        path === "/other"
          ? Effect.succeed("done")
          : Deferred.succeed(began, undefined).pipe(
              Effect.zipRight(Effect.never),
              Effect.onInterrupt(() => Deferred.succeed(stopped, undefined)),
            ),
      )
      const url = yield* Server.serve(service)
      const { socket } = yield* client(url)
      socket.write(pipelined(numbered(300)))
      yield* Deferred.await(began)
      yield* answered(url)
      socket.destroy()
      yield* Deferred.await(stopped)
      yield* answered(url)
      assert.deepStrictEqual(seen.begun, ["/0", "/other", "/other"])
      assert.strictEqual(seen.interrupted, 1)
      assert.strictEqual(seen.ended, 2)
    }),
  )

  it.scopedLive("close their connection when more than a thousand wait", () =>
    Effect.gen(function* () {
      const began = yield* Deferred.make<void>()
      const { seen, service } = counting((path) =>
        path === "/0" ? Effect.zipRight(Deferred.succeed(began, undefined), Effect.never) : Effect.succeed("done"),
      )
      const url = yield* Server.serve(service)
      const { socket } = yield* client(url)
      socket.write(pipelined(numbered(1_000)))
      yield* Deferred.await(began)
      yield* answered(url)
      assert.isFalse(socket.destroyed)
      socket.write(pipelined(numbered(20)))
      yield* closed(socket)
      yield* answered(url)
      assert.deepStrictEqual(seen.begun, ["/0", "/other", "/other"])
      assert.strictEqual(seen.interrupted, 1)
    }),
  )
})

describe("clients that never read", () => {
  /** More than the system takes for a client that does not read. */
  const large = 16_000_000

  it.scopedLive("get one answer begun each, and hold neither the service nor the database", () =>
    Effect.gen(function* () {
      const store = yield* Store.make({})
      const { seen, service } = counting((path) =>
        Effect.orDie(store.text(`SELECT repeat('x', ${path === "/other" ? 1 : large}) || 'done'`)),
      )
      const url = yield* Server.serve(service)
      // More of them than statements run at once.
      const clients = yield* Effect.replicateEffect(client(url, { reads: false }), 5)
      for (const { socket } of clients) socket.write(pipelined(numbered(50)))
      while (seen.ended < 5) yield* answered(url)
      yield* answered(url)
      assert.deepStrictEqual(
        seen.begun.filter((path) => path !== "/other"),
        ["/0", "/0", "/0", "/0", "/0"],
      )
      for (const { socket } of clients) socket.destroy()
      yield* answered(url)
    }),
  )

  for (const gzip of [true, false]) {
    it.scopedLive(`have the bytes of their answer held, not its text, too (${gzip ? "compressed" : "as it is"})`, () =>
      Effect.gen(function* () {
        setFlagsFromString("--expose-gc")
        const collect = runInNewContext("gc") as () => void
        const answers: Array<WeakRef<object>> = []
        const service: Service.Service = {
          handle: ({ url }) =>
            Effect.sync(() => {
              const isLarge = url!.pathname === "/0"
              // Random text, so that its compressed form is more than the system takes, too.
              const response = {
                status: 200,
                headers: {},
                body: isLarge ? randomBytes(large / 2).toString("hex") : "done",
              }
              if (isLarge) answers.push(new WeakRef(response))
              return response
            }),
        }
        const url = yield* Server.serve(service, { gzip })
        const { socket } = yield* client(url, { reads: false })
        socket.write("GET /0 HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n")
        while (answers.length === 0) yield* answered(url)
        for (let turn = 0; turn < 200 && answers[0]!.deref() !== undefined; turn++) {
          yield* answered(url)
          collect()
        }
        assert.isUndefined(answers[0]!.deref())
        assert.isFalse(socket.destroyed)
      }),
    )
  }

  it.scopedLive("lose their connection when they have taken nothing for as long as the server is told", () =>
    Effect.gen(function* () {
      const { seen, service } = counting(() => Effect.succeed("x".repeat(large)))
      const served: Array<Socket> = []
      const remember = (message: unknown) => void served.push((message as { readonly socket: Socket }).socket)
      subscribe("net.server.socket", remember)
      yield* Effect.addFinalizer(() => Effect.sync(() => unsubscribe("net.server.socket", remember)))
      const url = yield* Server.serve(service, { stalled: "20 millis" })
      const { socket } = yield* client(url, { reads: false })
      socket.write(pipelined(["/0", "/1"]))
      while (served.length === 0) yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      yield* closed(served[0]!)
      assert.deepStrictEqual(seen.begun, ["/0"])
    }),
  )
})

describe("an answer that cannot be sent", () => {
  it.scopedLive("closes its connection, and the log says why", () =>
    Effect.gen(function* () {
      const logged: Array<string> = []
      const logger = Logger.make(
        ({ cause, message }) => void logged.push(`${String(message)} ${JSON.stringify(cause)}`),
      )
      const { seen, service } = counting((path) => (path === "/0" ? Effect.die("broken") : Effect.succeed("done")))
      const url = yield* Effect.provide(Server.serve(service), Logger.replace(Logger.defaultLogger, logger))
      const { socket } = yield* client(url)
      socket.write(pipelined(numbered(3)))
      yield* closed(socket)
      yield* answered(url)
      assert.deepStrictEqual(seen.begun, ["/0", "/other"])
      assert.strictEqual(logged.length, 1)
      assert.include(logged[0], "broken")
    }),
  )
})
