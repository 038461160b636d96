/** The sandbox's command in a child process, on a free port. */
import type { CommandExecutor } from "@effect/platform/CommandExecutor"
import type { PlatformError } from "@effect/platform/Error"
import { Effect, type Scope } from "effect"
import { fileURLToPath } from "node:url"
import * as NodeProcess from "./NodeProcess.js"

/** Options of the sandbox. */
export interface Options {
  /** The present of the sandbox. The default, {@link fewDays}, has a data set of a few days, made in two seconds. */
  readonly now?: string | undefined
  /** Further arguments of its command. */
  readonly args?: ReadonlyArray<string> | undefined
}

/** A sandbox that runs. */
export interface Sandbox {
  /** Base URL, without a slash at the end. */
  readonly url: string
  /** A key that it knows. */
  readonly apiKey: string
  /** Its process. */
  readonly pid: number
}

const file = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** The file of its command. */
export const command = file("packages/sandbox/bin/candela-sandbox.js")

/** The directory with the data sets of the tests. */
export const directory = file("node_modules/.cache/candela/data")

/** An early present: the data set `small` consists of a few days. */
export const fewDays = "2023-07-10T16:00:00-04:00"

/** The present of the catalogue's examples: the data set `small` holds two years of days and some weeks of minutes. */
export const ofExamples: Options = { now: "2025-06-30T16:00:00-04:00" }

/** Starts the sandbox, with the data set `small`. It listens when its data are ready, and ends with the scope. */
export const start = ({ args = [], now = fewDays }: Options = {}): Effect.Effect<
  Sandbox,
  NodeProcess.NotStarted | PlatformError,
  CommandExecutor | Scope.Scope
> =>
  Effect.map(
    NodeProcess.start(
      command,
      ["--port", "0", "--data", directory, "--now", now, "--log", "none", ...args],
      /^Listening on (\S+)$/,
    ),
    ({ process, said }) => ({ url: said[1]!, apiKey: "sandbox", pid: process.pid }),
  )
