/** How a run ends: what begins no more, and what it says. */
import * as NodeContext from "@effect/platform-node/NodeContext"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, LogLevel } from "effect"
import * as Quiet from "../src/internal/engine/quiet.js"
import * as Runner from "../src/internal/progress/runner.js"
import * as Tables from "../src/internal/database/tables.js"
import * as Support from "./support.js"

describe("a runner that ends", () => {
  it.scopedLive("begins no batch, and lets those that run go on", () =>
    Effect.gen(function* () {
      const begun: Array<string> = []
      yield* Effect.gen(function* () {
        yield* Tables.make
        const runner = yield* Runner.make
        const page = (name: string) => runner.during(Effect.sync(() => void begun.push(name)))
        yield* page("before")
        yield* runner.during(
          Effect.zipRight(
            runner.end,
            Effect.sync(() => void begun.push("running")),
          ),
        )
        const waiting = yield* Effect.fork(page("after"))
        yield* Effect.yieldNow()
        assert.isNull(waiting.unsafePoll())
      }).pipe(Effect.provide(Support.within(yield* Support.folder)))
      assert.deepStrictEqual(begun, ["before", "running"])
    }).pipe(Effect.provide(NodeContext.layer)),
  )
})

describe("what the engine says", () => {
  const engine = Quiet.layer(
    Layer.effectDiscard(
      Effect.gen(function* () {
        yield* Effect.logWarning("No healthy runners available").pipe(Effect.annotateLogs("package", "@effect/cluster"))
        yield* Effect.logError("Shard lock storage is unhealthy", "a cause")
        yield* Effect.logInfo("Shard lock storage has recovered")
        yield* Effect.logWarning("AAPL 2024-01 is set aside")
      }),
    ),
  )

  const said = (level: LogLevel.LogLevel) =>
    Effect.gen(function* () {
      const messages: Array<string> = []
      const logger = Logger.make(({ message }) => void messages.push(String(message)))
      yield* Effect.scoped(Layer.build(engine)).pipe(
        Logger.withMinimumLogLevel(level),
        Effect.provide(Logger.replace(Logger.defaultLogger, logger)),
      )
      return messages
    })

  it.effect("is shown to those who debug, and what jobs say to all", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* said(LogLevel.Info), ["AAPL 2024-01 is set aside"])
      assert.lengthOf(yield* said(LogLevel.Debug), 4)
    }),
  )
})
