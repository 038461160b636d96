/** The faulty proxy in a child process. */
import type { CommandExecutor } from "@effect/platform/CommandExecutor"
import type { PlatformError } from "@effect/platform/Error"
import { Effect, Schema, type Scope } from "effect"
import { fileURLToPath } from "node:url"
import * as NodeProcess from "./NodeProcess.js"
import { Report, type Settings } from "./proxy/Settings.js"

/** A proxy that runs. */
export interface Proxy {
  /** Base URL, without a slash at the end. */
  readonly url: string
  /** Counts of requests, connections and faults so far. */
  readonly report: Effect.Effect<Report>
}

const main = fileURLToPath(new URL("./proxy/main.js", import.meta.url))

/** Starts a proxy in front of a service. It ends with the scope. */
export const start = (
  settings: Settings,
): Effect.Effect<Proxy, NodeProcess.NotStarted | PlatformError, CommandExecutor | Scope.Scope> =>
  Effect.map(
    NodeProcess.start(main, [JSON.stringify(settings)], /^Listening on (\S+), reporting on (\S+)$/),
    ({ said }) => ({
      url: said[1]!,
      report: Effect.promise(async () => (await fetch(said[2]!)).json()).pipe(
        Effect.flatMap(Schema.decodeUnknown(Report)),
        Effect.orDie,
      ),
    }),
  )
