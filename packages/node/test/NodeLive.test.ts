import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Queue, Stream } from "effect"
import { served, signals, trade } from "./live.js"

describe("NodeLive", () => {
  it.scopedLive("reads whole frames of any segments, and goes on after a cut and after half a frame", () =>
    Effect.gen(function* () {
      const { connections, extensions, layer } = yield* served()
      const isRead = yield* Deferred.make<void>()
      const script = Effect.gen(function* () {
        const first = yield* Queue.take(connections)
        // A frame of text without a mask: two bytes, then the text; byte by byte.
        const text = Buffer.from(trade(1))
        for (const byte of Buffer.concat([Buffer.from([0x81, text.length]), text])) first.tcp.write(Buffer.from([byte]))
        first.socket.send(trade(2))
        // A reset would take with it what has not been read.
        yield* Deferred.await(isRead)
        first.tcp.resetAndDestroy()
        const second = yield* Queue.take(connections)
        second.tcp.write(Buffer.from([0x81, text.length, 0x5b]))
        second.tcp.end()
        const third = yield* Queue.take(connections)
        third.socket.send(trade(3))
        third.socket.close(1000)
        const fourth = yield* Queue.take(connections)
        fourth.socket.send(trade(4))
      })
      yield* Effect.forkScoped(script)
      const heard = yield* signals.pipe(
        Stream.flatMap((signal) =>
          signal._tag === "Rows"
            ? Stream.fromIterable<number | string>(signal.rows.map(({ timestamp }) => timestamp))
            : Stream.succeed<number | string>(signal._tag),
        ),
        Stream.tap((told) => (told === 2 ? Deferred.succeed(isRead, undefined) : Effect.void)),
        Stream.takeUntil((told) => told === 4),
        Stream.runCollect,
        Effect.provide(layer),
      )
      assert.deepStrictEqual(
        [...heard],
        ["Subscribed", 1, 2, "Lost", "Subscribed", "Lost", "Subscribed", 3, "Lost", "Subscribed", 4],
      )
      assert.deepStrictEqual(extensions, ["", "", "", ""])
    }),
  )

  it.scopedLive("leaves a service that reads nothing", () =>
    Effect.gen(function* () {
      const { connections, layer } = yield* served()
      const gone = yield* Deferred.make<void>()
      const ready = Effect.map(Queue.take(connections), ({ tcp }) => {
        tcp.pause()
        tcp.once("close", () => Deferred.unsafeDone(gone, Effect.void))
        return tcp
      })
      const tcp = yield* Effect.provide(Effect.zipRight(Effect.forkScoped(Stream.runDrain(signals)), ready), layer)
      tcp.resume()
      yield* Deferred.await(gone)
    }),
  )
})
