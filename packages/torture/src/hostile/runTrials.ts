/**
 * Runs trials, one after the other, and prints what came of each as a line of JSON: the program of the process whose
 * memory is bounded. Takes the server's address as its argument, and the trials as JSON on its standard input.
 */
import { Console, Effect, Logger, LogLevel } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { text } from "node:stream/consumers"
import type { Observed } from "./TrialProcess.js"
import { run, type Trial } from "./Trial.js"

/** Everything that objects, arrays, functions and strings inherit. */
const inherited = () =>
  [Object.prototype, Array.prototype, Function.prototype, String.prototype]
    .map((prototype) => Reflect.ownKeys(prototype).map(String).join())
    .join("; ")

/**
 * Linux reports the peak resident memory and resets it on request. Elsewhere it is the peak since the process began.
 */
const onLinux = process.platform === "linux"
const forgetPeak = () => {
  if (onLinux) writeFileSync("/proc/self/clear_refs", "5")
}
const peak = (): number => {
  const found = onLinux ? /VmHWM:\s+(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8")) : null
  return (found === null ? process.resourceUsage().maxRSS : Number(found[1])) * 1024
}

/** Garbage that earlier trials may leave, bytes. */
const LITTLE = 32e6
const held = () => {
  const { external, heapUsed } = process.memoryUsage()
  return heapUsed + external
}

const baseUrl = process.argv[2]!
const trials = JSON.parse(await text(process.stdin)) as ReadonlyArray<Trial>
const unpolluted = inherited()
let cleared = 0

await Effect.runPromise(
  Effect.forEach(
    trials,
    (trial) =>
      Effect.gen(function* () {
        // The memory of each trial is measured by itself.
        if (held() > cleared + LITTLE) {
          globalThis.gc?.()
          cleared = held()
        }
        forgetPeak()
        const report = yield* run(baseUrl, trial)
        const observed: Observed = { ...report, memory: peak(), polluted: inherited() !== unpolluted }
        yield* Console.log(JSON.stringify(observed))
      }),
    { discard: true },
    // The standard output is for the observations, not for warnings of rows that are left out.
  ).pipe(Logger.withMinimumLogLevel(LogLevel.None)),
)
