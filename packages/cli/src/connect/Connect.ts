/**
 * The connection that `--url`, `--sandbox`, `--profile` or the environment names.
 *
 * @module
 */
import type { FileSystem } from "@effect/platform/FileSystem"
import type { Path } from "@effect/platform/Path"
import type { MarketData } from "@candela/core/MarketData"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { UsageError } from "../command/UsageError.js"
import type { Terminal } from "../terminal/Terminal.js"
import { Settings } from "./Settings.js"

/** The connection of a command: `Effect.provide(program, Connect.layer)`. It fails where nothing says where to connect, with what to do. */
export const layer: Layer.Layer<MarketData, UsageError, Settings | Terminal | FileSystem | Path> = Layer.unwrapEffect(
  Effect.flatMap(Settings, ({ sandbox }) =>
    sandbox
      ? Effect.promise(async () => Layer.orDie((await import("@candela/sandbox/Sandbox")).Sandbox.layer()))
      : Effect.fail(new UsageError({ message: "Say where to connect: --sandbox." })),
  ),
)
