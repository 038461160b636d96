import { Backfill, Database } from "@candela/backfill"
import { Store, Universe } from "@candela/history"
import { Sandbox } from "@candela/sandbox"
import { Stocks } from "@candela/stocks"
import * as FileSystem from "@effect/platform/FileSystem"
import * as Path from "@effect/platform/Path"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Clock, Effect, Layer } from "effect"

/** The present of the sandbox. */
const now = Date.parse("2025-06-30T20:00:00Z")

/** The sandbox, in this process. */
export const sandbox = Sandbox.layer({ now })

/**
 * Runs an effect with a clock that begins at the present of the sandbox: by another one, what it
 * knew today would be of an earlier day.
 */
export const atPresent = <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.clockWith((clock) => {
    const ahead = clock.unsafeCurrentTimeMillis() - now
    const millis = () => clock.unsafeCurrentTimeMillis() - ahead
    return Effect.withClock(self, {
      ...Clock.make(),
      unsafeCurrentTimeMillis: millis,
      currentTimeMillis: Effect.sync(millis),
      unsafeCurrentTimeNanos: () => clock.unsafeCurrentTimeNanos(),
      currentTimeNanos: clock.currentTimeNanos,
      sleep: (duration) => clock.sleep(duration),
    })
  })

export const hours = (tickers: ReadonlyArray<string>) =>
  Universe.bars(Stocks.endpoints.bars, { tickers, timespan: "hour" })

export const range = { from: "2025-04-10", to: "2025-06-13" }

/** A folder that is removed with the scope. */
export const folder = Effect.flatMap(FileSystem.FileSystem, (fs) =>
  fs.makeTempDirectoryScoped({ prefix: "candela-backfill-" }),
)

/** A store and a database in a folder. */
export const within = (folder: string) =>
  Layer.merge(Store.layer(`${folder}/store`), Database.sqlite(`${folder}/backfill.db`)).pipe(
    Layer.provideMerge(NodeContext.layer),
  )

/** A plan with what a run of it needs. */
export const planned = (options: Backfill.PlanOptions) => Effect.map(Backfill.plan(options), ({ plan }) => plan)

/** The files of a store with their bytes, but those of its lock. */
export const contents = (root: string) =>
  Effect.gen(function* () {
    const [fs, path] = yield* Effect.all([FileSystem.FileSystem, Path.Path])
    const names = (yield* fs.readDirectory(root, { recursive: true })).filter((name) => !/^_?lock\./.test(name))
    const files = yield* Effect.forEach(names.sort(), (name) =>
      Effect.map(fs.stat(path.join(root, name)), ({ type }) => ({ name, type })),
    )
    return yield* Effect.forEach(
      files.filter(({ type }) => type === "File"),
      ({ name }) =>
        Effect.map(
          fs.readFile(path.join(root, name)),
          (bytes) => [name, Buffer.from(bytes).toString("base64")] as const,
        ),
    )
  })
