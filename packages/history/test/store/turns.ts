import type * as FileSystem from "@effect/platform/FileSystem"
import { Clock, Duration, Effect, Exit, type Fiber } from "effect"
import type { Machine } from "./memory.js"

/** Time that passes while a process sleeps: a few sleeps are longer than any patience. */
const sleep = 1000

/**
 * A sleep of a writer that waits for another, or before it asks again. Longer ones are timeouts,
 * which are not of interest here.
 */
const longestTurn = Duration.seconds(15)

/**
 * A machine whose processes do one operation at a time, in the order in which they get their turns.
 * A process without turns is stopped, or dead.
 */
export const worldOf = (machine: Machine, start: number) => {
  let now = start
  machine.now = () => now

  /**
   * Starts a process that has one fiber, up to its first operation. What it does elsewhere than in
   * files waits for a turn itself.
   */
  const spawn = <A, E>(program: (fs: FileSystem.FileSystem, turn: Effect.Effect<void>) => Effect.Effect<A, E>) =>
    Effect.gen(function* () {
      let next: (() => void) | undefined
      let settled = () => {}
      const turn = Effect.async<void>((resume) => {
        next = () => resume(Effect.void)
        settled()
      })
      const whenSettled = (begin: () => void) =>
        Effect.promise(
          () =>
            new Promise<void>((resolve) => {
              settled = resolve
              begin()
            }),
        )

      const inTurn = <F>(operation: F): F =>
        (typeof operation !== "function"
          ? operation
          : (...args: Array<unknown>) =>
              Effect.zipRight(turn, (operation as (...args: Array<unknown>) => Effect.Effect<unknown>)(...args))) as F
      const fs = Object.fromEntries(
        Object.entries(machine.fileSystem).map(([name, operation]) => [name, inTurn(operation)]),
      ) as unknown as FileSystem.FileSystem
      const open: FileSystem.FileSystem["open"] = (...args) =>
        Effect.map(Effect.zipRight(turn, machine.fileSystem.open(...args)), (file) => ({
          ...file,
          sync: Effect.zipRight(turn, file.sync),
          writeAll: inTurn(file.writeAll),
        }))

      const clock: Clock.Clock = {
        ...Clock.make(),
        [Clock.ClockTypeId]: Clock.ClockTypeId,
        currentTimeMillis: Effect.sync(() => now),
        currentTimeNanos: Effect.sync(() => BigInt(now) * 1_000_000n),
        unsafeCurrentTimeMillis: () => now,
        unsafeCurrentTimeNanos: () => BigInt(now) * 1_000_000n,
        sleep: (duration) =>
          Duration.greaterThan(duration, longestTurn)
            ? Effect.never
            : Effect.map(turn, () => {
                now += sleep
              }),
      }

      let fiber: Fiber.RuntimeFiber<A, E> | undefined
      yield* whenSettled(() => {
        fiber = Effect.runFork(program({ ...fs, open }, turn).pipe(Effect.withClock(clock)))
        fiber.addObserver(() => settled())
      })
      return {
        /** Whether it has ended. */
        isOver: () => fiber!.unsafePoll() !== null,
        /** Its result. It must have ended. */
        exit: Effect.suspend(() => fiber!.await),
        /** Does its next operation, if it has not ended. */
        step: Effect.suspend(() => {
          const go = next
          next = undefined
          return go === undefined ? Effect.void : whenSettled(go)
        }),
      }
    })

  return {
    spawn,
    /** Lets time pass. */
    pass: (duration: Duration.DurationInput) => {
      now += Duration.toMillis(duration)
    },
  }
}

/** A process of such a machine. */
export type Process = Effect.Effect.Success<ReturnType<ReturnType<typeof worldOf>["spawn"]>>

/** Gives the processes turns, as a list of their numbers says, and then in turn until all have ended. */
export const take = (processes: ReadonlyArray<Process>, turns: ReadonlyArray<number> = []) =>
  Effect.gen(function* () {
    for (const turn of turns) yield* processes[turn % processes.length]!.step
    for (let rounds = 0; processes.some((process) => !process.isOver()); rounds++) {
      if (rounds > 20_000) return yield* Effect.dieMessage("some of the processes do not end")
      yield* Effect.forEach(processes, ({ step }) => step)
    }
    for (const { exit } of processes)
      yield* Effect.flatMap(exit, Exit.match({ onFailure: Effect.failCause, onSuccess: Effect.succeed }))
  })

/**
 * Gives one process, number 2, as many of its turns as come before it is killed, and the others all
 * of theirs, until these have ended.
 */
export const takeKilling = (
  victim: Process,
  others: ReadonlyArray<Process>,
  { killed, turns }: { readonly killed: number; readonly turns: ReadonlyArray<number> },
) =>
  Effect.gen(function* () {
    let left = killed
    for (const turn of turns) {
      if (turn < 2) yield* others[turn]!.step
      else if (left-- > 0) yield* victim.step
    }
    yield* take(others)
  })

/** Gives a process turns until something is so. */
export const until = (process: Process, isSo: () => boolean): Effect.Effect<void> =>
  Effect.suspend(() =>
    isSo()
      ? Effect.void
      : process.isOver()
        ? Effect.dieMessage("the process has ended before")
        : Effect.zipRight(process.step, until(process, isSo)),
  )
