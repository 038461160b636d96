import * as LiveRecorder from "@candela/testing/LiveRecorder"
import * as LoopbackSocket from "@candela/testing/internal/LoopbackSocket"
import * as Socket from "@effect/platform/Socket"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Exit, FastCheck, Layer, TestClock } from "effect"

const turn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

/** What a client hears of a path, with the times. */
const listen = (path: string) =>
  Effect.gen(function* () {
    const clock = yield* Clock.clockWith(Effect.succeed)
    const heard: Array<readonly [at: number, what: string | number]> = []
    const socket = (yield* Socket.WebSocketConstructor)(`ws://host${path}?apiKey=secret`)
    socket.addEventListener("open", () => socket.send('{"action":"auth","params":"secret"}'))
    socket.addEventListener("message", ({ data }) => heard.push([clock.unsafeCurrentTimeMillis(), data as string]))
    socket.addEventListener("close", ({ code }) => heard.push([clock.unsafeCurrentTimeMillis(), code]))
    return heard
  })

/** A server whose connections get the next of some lists of frames, one each second, and then an end. */
const server = (connections: ReadonlyArray<ReadonlyArray<string>>) =>
  Layer.effect(
    Socket.WebSocketConstructor,
    Effect.map(Effect.runtime<never>(), () => {
      let connection = 0
      return LoopbackSocket.make((_, remote) => {
        const frames = connections[connection++]!
        for (const frame of frames) remote.send(frame)
        if (frames.length % 2 === 0) remote.cut()
        else remote.close(1000, "")
        return { message: () => undefined, gone: () => undefined }
      })
    }),
  )

const hearAll = (connections: number) =>
  Effect.gen(function* () {
    const heard = yield* Effect.forEach(Array.from({ length: connections }), () =>
      Effect.zipLeft(listen("/stocks"), turn),
    )
    yield* Effect.repeatN(turn, 3)
    return heard.map((one) => one.map(([, what]) => what))
  })

describe("a recording of the live channel", () => {
  it.effect.prop(
    "replays to the same frames and ends, and holds no key",
    [FastCheck.array(FastCheck.array(FastCheck.string(), { maxLength: 5 }), { minLength: 1, maxLength: 3 })],
    ([connections]) =>
      Effect.gen(function* () {
        const lines: Array<string> = []
        const recorded = yield* hearAll(connections.length).pipe(
          Effect.provide(LiveRecorder.layer((line) => Effect.sync(() => lines.push(line)))),
          Effect.provide(server(connections)),
        )
        assert.deepStrictEqual(
          recorded,
          connections.map((frames) => [...frames, frames.length % 2 === 0 ? 1006 : 1000]),
        )
        assert.notInclude(lines.join("\n"), "secret")
        const replayed = yield* Effect.provide(hearAll(connections.length), LiveRecorder.replay(lines))
        assert.deepStrictEqual(replayed, recorded)
      }),
    { fastCheck: { numRuns: 20 } },
  )

  it.effect("holds no key that the service repeats", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const key = "a-key-of-torture"
      const echo = LoopbackSocket.make((_, remote) => ({
        message: (text) => remote.send(`[{"ev":"status","message":${JSON.stringify(text)}}]`),
        gone: () => undefined,
      }))
      yield* Effect.gen(function* () {
        const socket = (yield* Socket.WebSocketConstructor)("ws://host/stocks")
        socket.addEventListener("open", () => {
          socket.send("no JSON")
          socket.send(JSON.stringify({ action: "auth", params: key }))
        })
        yield* Effect.repeatN(turn, 5)
      }).pipe(
        Effect.provide(LiveRecorder.layer((line) => Effect.sync(() => lines.push(line)))),
        Effect.provideService(Socket.WebSocketConstructor, echo),
      )
      assert.strictEqual(lines.length, 2)
      assert.include(lines[1], "<redacted>")
      assert.notInclude(lines[1], key)
    }),
  )

  const lines = [
    '{"at":1000,"connection":1,"path":"/stocks","frame":"a"}',
    '{"at":1500,"connection":2,"path":"/crypto","frame":"x"}',
    '{"at":61000,"connection":1,"path":"/stocks","frame":"b"}',
    '{"at":91000,"connection":1,"path":"/stocks","closed":1000}',
    "",
  ]

  for (const [pace, times] of [
    [1, [0, 60_000, 90_000]],
    [60, [0, 1_000, 1_500]],
    ["atOnce", [0, 0, 0]],
  ] as const) {
    it.effect(`replays at its pace, faster, or at once: ${pace}`, () =>
      Effect.gen(function* () {
        const heard = yield* listen("/stocks")
        yield* TestClock.adjust("2 minutes")
        yield* turn
        assert.deepStrictEqual(
          heard,
          times.map((at, index) => [at, (["a", "b", 1000] as const)[index]!] as const),
        )
      }).pipe(Effect.provide(LiveRecorder.replay(lines, { pace }))),
    )
  }

  it.effect("refuses sockets that were not recorded", () =>
    Effect.gen(function* () {
      const heard = yield* Effect.forEach(["/options", "/crypto", "/crypto"], listen)
      yield* Effect.repeatN(turn, 3)
      assert.deepStrictEqual(
        heard.map((one) => one.map(([, what]) => what)),
        [[1006], ["x"], [1006]],
      )
    }).pipe(Effect.provide(LiveRecorder.replay(lines))),
  )

  it.effect("with a broken line is a defect that names it", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(Layer.build(LiveRecorder.replay([lines[0]!, '{"at":1}'])))
      assert.isTrue(Exit.isFailure(exit))
      assert.include(String(exit), "line 2 is no line of a recording")
    }).pipe(Effect.scoped),
  )
})
