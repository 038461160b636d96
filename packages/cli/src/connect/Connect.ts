/**
 * The connection that `--url`, `--sandbox`, `--profile` or the environment names.
 *
 * @module
 */
import type { Connection } from "@candela/core/Connection"
import type { MarketData } from "@candela/core/MarketData"
import * as Layer from "effect/Layer"
import type { FileSystem } from "@effect/platform/FileSystem"
import type { Path } from "@effect/platform/Path"
import { UsageError } from "../command/UsageError.js"
import type { Terminal } from "../terminal/Terminal.js"
import type { Settings } from "./Settings.js"

/** The connection of a command: `Effect.provide(program, Connect.layer)`. It fails where nothing says where to connect, with what to do. */
export const layer: Layer.Layer<MarketData | Connection, UsageError, Settings | Terminal | FileSystem | Path> =
  Layer.fail(new UsageError({ message: "not written yet" }))
