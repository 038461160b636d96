/** The program of a sandbox whose clock runs. Its only argument is {@link Market.SandboxSettings} as JSON. */
import { Sandbox } from "@candela/sandbox/Sandbox"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Console, Effect } from "effect"
import * as SandboxProcess from "../SandboxProcess.js"
import type * as Market from "./Market.js"

const { keys, live, now } = JSON.parse(process.argv[2]!) as Market.SandboxSettings

const main = Effect.gen(function* () {
  const { baseUrl } = yield* Sandbox
  yield* Console.log(`Listening on ${baseUrl}`)
  return yield* Effect.never
})

const options = { directory: SandboxProcess.directory, now: Date.parse(now), keys, live }
NodeRuntime.runMain(Effect.provide(main, Sandbox.layerServer(options)))
