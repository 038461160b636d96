/** The program of a runner. Its only argument is `Runner.Settings` as JSON. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Console, Effect, Logger, LogLevel } from "effect"
import * as Runner from "./Runner.js"

// Of the client of PostgreSQL, which says it of a version that is not out.
process.noDeprecation = true

NodeRuntime.runMain(
  Runner.run(JSON.parse(process.argv[2]!) as Runner.RunnerSettings, Console.log).pipe(
    // Faults are made: what it says of them is expected.
    Effect.provide(Logger.minimumLogLevel(LogLevel.Fatal)),
  ),
)
