/**
 * Identity of the process that holds a lock, and whether it is alive. The process number alone does not suffice: it is reused after the process ends. On Linux the start time and
 * the boot of the machine distinguish them; elsewhere the number must suffice, so a lock can outlive its process there, but never the other way round.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Disk } from "./durable.js"

/** Process in a lock. */
export const Holder = Schema.Struct({
  /** Name of the machine. */
  host: Schema.String,
  /** Identity of the machine's boot; empty where the system has none. */
  boot: Schema.String,
  /** Number of the process. */
  pid: Schema.Int,
  /** Start time in clock ticks since the boot, as the system writes it; empty where the system does not provide it. */
  start: Schema.String,
})
/** Process in a lock. */
export type Holder = typeof Holder.Type

/** Process queries of a lock. */
export interface Processes {
  /** This process. */
  readonly self: Effect.Effect<Holder>
  /** Whether a process of this machine is alive; stopped processes are. */
  readonly isAlive: (holder: Holder) => Effect.Effect<boolean>
}

/** Start time of a process, from `/proc/<pid>/stat`: field 22. The name, field 2, may contain blanks and brackets. `undefined` for zombies (Z) and dead processes (X). */
export const startOf = (stat: string): string | undefined => {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return fields[0] === "Z" || fields[0] === "X" ? undefined : fields[19]
}

/** Whether a process with this number exists, by signal 0. It may belong to another user (`EPERM`). */
const answers = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

/** Makes the process queries of this machine. */
export const make = ({ fs }: Disk): Processes => {
  const read = (file: string) =>
    Effect.map(
      Effect.orElseSucceed(fs.readFileString(file), () => ""),
      (text) => text.trim(),
    )
  const boot = read("/proc/sys/kernel/random/boot_id")
  const stat = (pid: number) => Effect.map(read(`/proc/${pid}/stat`), startOf)
  const host = Effect.map(
    Effect.promise(() => import("node:os")),
    (os) => os.hostname(),
  )
  return {
    self: Effect.gen(function* () {
      const { pid } = process
      return { host: yield* host, boot: yield* boot, pid, start: (yield* stat(pid)) ?? "" }
    }),
    isAlive: (holder) =>
      Effect.gen(function* () {
        if (holder.boot !== (yield* boot)) return false
        return holder.start === "" ? answers(holder.pid) : (yield* stat(holder.pid)) === holder.start
      }),
  }
}
