/**
 * Which process holds a lock, and whether it still lives. A process's number alone does not say: it is given to another one after its end. On Linux its start time and
 * the boot of the machine tell them apart; elsewhere the number must do, so a lock can outlive its process there, and never the other way round.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Disk } from "./durable.js"

/** A process, as its lock names it. */
export const Holder = Schema.Struct({
  /** Name of the machine. */
  host: Schema.String,
  /** Identity of the machine's boot; empty where the system has none. */
  boot: Schema.String,
  /** Number of the process. */
  pid: Schema.Int,
  /** When it started, in clock ticks since the boot, as the system writes it; empty where the system does not tell. */
  start: Schema.String,
})
/** A process, as its lock names it. */
export type Holder = typeof Holder.Type

/** What a lock asks the system. */
export interface Processes {
  /** This process. */
  readonly self: Effect.Effect<Holder>
  /** Whether a process of this machine lives. One that is stopped does. */
  readonly isAlive: (holder: Holder) => Effect.Effect<boolean>
}

/** Start time of a process, from `/proc/<pid>/stat`: field 22. The name, field 2, may hold blanks and brackets. A zombie (state Z) and a dead process (X) hold nothing any more. */
export const startOf = (stat: string): string | undefined => {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return fields[0] === "Z" || fields[0] === "X" ? undefined : fields[19]
}

/** A signal that is none: asks whether there is a process with this number. It may belong to somebody else (`EPERM`). */
const answers = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

/** The processes of this machine. */
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
