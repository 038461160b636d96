/**
 * Syncs a store in a process of its own, which may be killed at any point. Its only argument is
 * {@link Histories.StoreSettings} as JSON.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Console, Effect } from "effect"
import * as Histories from "./Histories.js"

const main = Effect.gen(function* () {
  const settings = JSON.parse(process.argv[2]!) as Histories.StoreSettings
  let parts = 0
  const say = Effect.suspend(() => Console.log(`Part ${parts++}`))
  yield* say
  yield* Histories.sync(settings, { onProgress: () => say }).pipe(
    Effect.matchEffect({
      onSuccess: () => Console.log("Complete"),
      onFailure: (error) => Console.log(`Refused: ${error._tag}${"reason" in error ? ` ${error.reason}` : ""}`),
    }),
  )
})

NodeRuntime.runMain(main)
