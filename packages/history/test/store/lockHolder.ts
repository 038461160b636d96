/**
 * A process that takes the lock of a folder, its argument, prints `waiting` where it has to wait,
 * and `held`, and keeps it until it is killed.
 */
import * as NodeContext from "@effect/platform-node/NodeContext"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import { Console, Effect, Logger } from "effect"
import * as Lock from "../../src/internal/store/commit/lock.js"
import * as Processes from "../../src/internal/store/commit/processes.js"

Effect.all({ fs: FileSystem.FileSystem, path: Path.Path }).pipe(
  Effect.flatMap((disk) => Lock.hold(disk, process.argv[2]!, Processes.make(disk))),
  Effect.zipRight(Console.log("held")),
  Effect.zipRight(Effect.never),
  Effect.scoped,
  Effect.provide(NodeContext.layer),
  Effect.provide(
    Logger.replace(
      Logger.defaultLogger,
      Logger.make(() => void process.stdout.write("waiting\n")),
    ),
  ),
  Effect.runFork,
)
