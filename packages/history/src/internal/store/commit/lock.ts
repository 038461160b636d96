/**
 * Lock for a single writer: numbered lock files in the store's folder. The highest number counts. A process takes
 * the lock by adding the next number once the holder of the highest has released it or is dead; `link` lets only one
 * succeed. The highest is never removed: removing a stale lock and creating a new one would let two processes in.
 *
 * A dead process holds nothing, a stopped one keeps its lock, and a lock of another machine, or of
 * a PID namespace whose processes are not visible, is never broken. Readers need no lock.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { StoreError } from "../../../StoreError.js"
import { type Disk, failed, isAbsent } from "./durable.js"
import { Holder, type Processes } from "./processes.js"

/** Older stores have names without `_`, which engines would take for data. */
const pattern = /^_?lock\.(\d+)$/
const temporaryPattern = /^\.lock\..*\.part$/

const decodeHolder = Schema.decodeUnknownEither(Schema.parseJson(Holder))

/** Polling interval of a waiting process, in milliseconds. */
const patience = 50

/** Number of polls for a holder that may be dead: a minute. */
const mostPolls = 1200

/** Lock file. */
interface Lock {
  readonly number: number
  readonly name: string
}

const isExisting = (error: { readonly _tag: string; readonly reason?: string }) => error.reason === "AlreadyExists"

/**
 * Acquires the lock of a store for the scope. Waits as long as its holder lives: interrupt it, or
 * set a timeout, to give up.
 */
export const hold = (
  disk: Disk,
  folder: string,
  processes: Processes,
): Effect.Effect<void, StoreError, Scope.Scope> => {
  const { fs, path } = disk
  const fileOf = ({ name }: Lock) => path.join(folder, name)
  const lockOf = (number: number): Lock => ({ number, name: `_lock.${number}` })
  const names = Effect.mapError(fs.readDirectory(folder), failed("read", folder))
  const locksIn = (names: ReadonlyArray<string>) =>
    names.flatMap((name) =>
      Option.fromNullable(pattern.exec(name)).pipe(
        Option.map(([, digits]): Lock => ({ number: Number(digits), name })),
        Option.toArray,
      ),
    )
  const remove = (name: string) => Effect.ignore(fs.remove(path.join(folder, name), { force: true }))

  /**
   * Returns the holder of a lock; none if it was released, which empties the file, or was replaced
   * by another number. Truncated text comes from a power failure.
   */
  const holderOf = (lock: Lock) =>
    fs.readFileString(fileOf(lock)).pipe(
      Effect.map((text) => Either.getRight(decodeHolder(text))),
      Effect.catchIf(isAbsent, () => Effect.succeedNone),
      Effect.mapError(failed("read", fileOf(lock))),
    )

  const unknown = (lock: Lock, { pid }: Holder, where: string) =>
    new StoreError({
      reason: "lock",
      path: fileOf(lock),
      detail: `process ${pid} of ${where} writes in this store, or died there without a trace. If it runs no more, remove this file.`,
    })

  /** Returns the holder of a lock, unless it is dead, and its state. */
  const living = (lock: Lock, self: Holder) =>
    Effect.gen(function* () {
      const holder = yield* holderOf(lock)
      if (Option.isNone(holder)) return Option.none()
      // protects: The lock of another machine is not broken.
      // mutant: "of another machine is not broken": never
      if (holder.value.host !== self.host) {
        return yield* unknown(lock, holder.value, `the machine ${holder.value.host}`)
      }
      const state = yield* processes.stateOf(holder.value)
      // protects: The lock of a living process holds.
      // mutant: "lets one process in at a time": "dead" → "alive"
      // protects: The lock of a dead process holds nobody.
      // mutant: "of a dead process is nobody's": none( → some({ holder: holder.value, state }
      return state === "dead" ? Option.none() : Option.some({ holder: holder.value, state })
    })

  /** Writes a temporary file with the identity of this process, to be linked as a lock atomically. */
  const signed = (self: Holder) =>
    Effect.gen(function* () {
      const random = yield* Random.nextIntBetween(0, 2 ** 48)
      const file = path.join(folder, `.lock.${random.toString(16)}.part`)
      // The random number distinguishes it from other locks of the same process.
      const text = JSON.stringify({ ...self, random })
      yield* Effect.mapError(fs.writeFileString(file, text, { flag: "wx" }), failed("write", file))
      return { file, text }
    })

  /** Acquires the lock with a number, unless another process was faster. */
  const claim = (number: number, self: Holder) =>
    Effect.gen(function* () {
      const file = fileOf(lockOf(number))
      const own = yield* signed(self)
      // protects: A lock is made by one of two processes.
      // mutant: "goes to one of two that take it at the same instant": link( → rename(
      const linked = yield* fs.link(own.file, file).pipe(
        Effect.as(true),
        // Another process that took the lock meanwhile may have removed our temporary file.
        Effect.catchIf(
          (error) => isExisting(error) || isAbsent(error),
          () => Effect.succeed(false),
        ),
        // A failed link may have been created nevertheless.
        Effect.tapError(() =>
          Effect.ignore(
            Effect.flatMap(fs.readFileString(file), (text) => (text === own.text ? fs.truncate(file) : Effect.void)),
          ),
        ),
        Effect.mapError(failed("write", file)),
        Effect.ensuring(Effect.ignore(fs.remove(own.file, { force: true }))),
      )
      if (!linked) return false
      const present = yield* Effect.tapError(names, () => Effect.ignore(fs.truncate(file)))
      // protects: A lock with a lower number than another's is none.
      // mutant: "is given back by whoever was overtaken": never
      if (locksIn(present).some((other) => other.number > number)) {
        yield* remove(lockOf(number).name)
        return false
      }
      const older = locksIn(present).filter((other) => other.number < number)
      yield* Effect.forEach(
        [...older.map(({ name }) => name), ...present.filter((name) => temporaryPattern.test(name))],
        remove,
        { discard: true },
      )
      return true
    })

  // An empty lock has no holder, and truncating works on a full disk.
  // protects: The highest lock stays: removing it would let two processes in.
  // mutant: "lets one process in at a time": Effect.ignoreLogged(fs.truncate(fileOf(lockOf(number))) →
  // remove(lockOf(number).name
  const release = (number: number) => Effect.ignoreLogged(fs.truncate(fileOf(lockOf(number))))

  return Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const self = yield* processes.self
      let told = false
      /** Lock of a holder that may be dead, and the number of polls since it was first seen. */
      let hidden = { number: 0, polls: 0 }
      while (true) {
        const none: Lock = { number: 0, name: "" }
        const highest = locksIn(yield* names).reduce((last, lock) => (lock.number > last.number ? lock : last), none)
        const found = highest === none ? Option.none() : yield* living(highest, self)
        const next = highest.number + 1
        if (Option.isNone(found)) {
          if (yield* claim(next, self)) return yield* Effect.addFinalizer(() => release(next))
        } else {
          const { holder, state } = found.value
          if (!told) yield* Effect.logInfo(`${folder}: waiting for process ${holder.pid}, which writes in this store`)
          told = true
          if (state === "hidden") {
            const { number } = highest
            hidden = { number, polls: hidden.number === number ? hidden.polls + 1 : 1 }
            // protects: A lock of a process that cannot be seen ends with an error, not with waiting for ever.
            // mutant: "of a process that cannot be seen is waited for": never
            if (hidden.polls > mostPolls) {
              return yield* unknown(highest, holder, "another PID namespace of this machine (another container)")
            }
          }
        }
        yield* restore(Effect.sleep(patience))
      }
    }),
  )
}
