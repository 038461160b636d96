/** The command in a process of its own, with pipes for its output. */
import * as Command from "@effect/platform/Command"
import type { CommandExecutor } from "@effect/platform/CommandExecutor"
import type { PlatformError } from "@effect/platform/Error"
import { Effect, Stream } from "effect"
import { fileURLToPath } from "node:url"

const bin = fileURLToPath(new URL("../../cli/dist/command/bin.js", import.meta.url))

/** How a command ended. */
export interface EndedCommand {
  readonly code: number
  readonly out: string
  readonly err: string
}

const text = <E>(bytes: Stream.Stream<Uint8Array, E>) =>
  Effect.map(Stream.runCollect(bytes), (parts) => new TextDecoder().decode(Buffer.concat([...parts])))

/** Runs `candela` with a connection and folders of its own. */
export const run = (
  { folder, key, origin }: { readonly folder: string; readonly key: string; readonly origin: string },
  args: ReadonlyArray<string>,
): Effect.Effect<EndedCommand, PlatformError, CommandExecutor> =>
  Effect.scoped(
    Effect.gen(function* () {
      const process_ = yield* Command.start(
        Command.make(process.execPath, bin, ...args).pipe(
          Command.env({
            MARKET_DATA_URL: origin,
            MARKET_DATA_API_KEY: key,
            XDG_CONFIG_HOME: folder,
            XDG_CACHE_HOME: folder,
          }),
        ),
      )
      const [code, out, err] = yield* Effect.all([process_.exitCode, text(process_.stdout), text(process_.stderr)], {
        concurrency: "unbounded",
      })
      return { code, out, err }
    }),
  )
