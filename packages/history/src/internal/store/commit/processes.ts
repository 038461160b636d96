/**
 * Identity of the process that holds a lock, and whether it is alive. The process number alone does not
 * suffice: it is reused after the process ends, and each PID namespace (of a container) has its own
 * numbers. On Linux the start time, the boot of the machine and the namespace distinguish them; elsewhere
 * the number must suffice, so a lock can outlive its process there, but never the other way round.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Disk } from "./durable.js"

const text = Schema.optionalWith(Schema.String, { default: () => "" })

/** Process in a lock. */
export const Holder = Schema.Struct({
  /** Name of the machine. */
  host: Schema.String,
  /** Identity of the machine's boot; empty where the system has none. */
  boot: Schema.String,
  /** PID namespace of the number; empty where the system has none, and in locks of older versions. */
  namespace: text,
  /** Number of the process in its namespace. */
  pid: Schema.Int,
  /** Start time in clock ticks since the boot, as the system writes it; empty where the system does not provide it. */
  start: Schema.String,
})
/** Process in a lock. */
export type Holder = typeof Holder.Type

/** State of a process: `hidden` if it may run in a PID namespace whose processes this one does not see. */
export type State = "alive" | "dead" | "hidden"

/** Process queries of a lock. */
export interface Processes {
  /** This process. */
  readonly self: Effect.Effect<Holder>
  /** State of a process of this machine; stopped processes are alive. */
  readonly stateOf: (holder: Holder) => Effect.Effect<State>
}

/** First PID namespace of a machine, which sees all processes: a constant of Linux. */
const initial = "pid:[4026531836]"

/**
 * Start time of a process, from `/proc/<pid>/stat`: field 22. The name, field 2, may contain blanks
 * and brackets. `undefined` for zombies (Z) and dead processes (X).
 */
export const startOf = (stat: string): string | undefined => {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  // protects: A process that has ended, whose parent has not looked, holds nothing.
  // mutant: "reads a process's start from its status": "Z" || fields[0] === "X" → "X"
  return fields[0] === "Z" || fields[0] === "X" ? undefined : fields[19]
}

/** Number of a process in its own namespace, from `/proc/<pid>/status`: the last number of the line `NSpid`. */
export const numberOf = (status: string): number | undefined => {
  const [, numbers] = /^NSpid:([\d\t ]+)$/m.exec(status) ?? []
  return numbers === undefined ? undefined : Number(numbers.trim().split(/\s+/).at(-1))
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
  const link = (file: string) => Effect.orElseSucceed(fs.readLink(file), () => "")
  const boot = read("/proc/sys/kernel/random/boot_id")
  const namespace = link("/proc/self/ns/pid")
  const stat = (pid: number | "self") => Effect.map(read(`/proc/${pid}/stat`), startOf)
  const host = Effect.map(
    Effect.promise(() => import("node:os")),
    (os) => os.hostname(),
  )

  /** Whether `/proc` has a process under any number. Those of namespaces below the one of `/proc` are there, too. */
  const isListed = ({ namespace, pid, start }: Holder) =>
    Effect.gen(function* () {
      const names = yield* Effect.orElseSucceed(fs.readDirectory("/proc"), () => [])
      for (const name of names) {
        if (!/^\d+$/.test(name) || (yield* stat(Number(name))) !== start) continue
        if (numberOf(yield* read(`/proc/${name}/status`)) !== pid) continue
        // The namespaces of other users' processes cannot be read.
        const found = yield* link(`/proc/${name}/ns/pid`)
        if (found === "" || found === namespace) return true
      }
      return false
    })

  return {
    self: Effect.gen(function* () {
      // Not by the number: `/proc` may be that of another namespace.
      const start = (yield* stat("self")) ?? ""
      return { host: yield* host, boot: yield* boot, namespace: yield* namespace, pid: process.pid, start }
    }),
    stateOf: (holder) =>
      Effect.gen(function* (): Effect.fn.Return<State> {
        // protects: A process does not live beyond the boot of its machine.
        // mutant: "live while they run or are stopped": never
        if (holder.boot !== (yield* boot)) return "dead"
        if (holder.start === "") return answers(holder.pid) ? "alive" : "dead"
        const own = yield* namespace
        const isOwn = holder.namespace === "" || own === "" || holder.namespace === own
        if (isOwn && [String(process.pid), ""].includes(yield* link("/proc/self"))) {
          return (yield* stat(holder.pid)) === holder.start ? "alive" : "dead"
        }
        // protects: A process of a PID namespace below is found under its number there.
        // mutant: "hold the lock while they live, whatever their numbers are": removed
        if (yield* isListed(holder)) return "alive"
        // protects: A process of another PID namespace is not taken for dead.
        // mutant: "wait for a process that they cannot see": isOwn || own === initial ? "dead" : "hidden" → "dead"
        return isOwn || own === initial ? "dead" : "hidden"
      }),
  }
}
