/**
 * Lock for a single writer: numbered lock files in the store's folder. The highest number counts. A process takes the lock by adding the next number once the holder of
 * the highest has released it or is dead; `link` lets only one succeed. The highest is never removed: removing a stale lock and creating a new one would let two processes in.
 *
 * A dead process holds nothing, a stopped one keeps its lock, and a lock of another machine is never broken. Readers need no lock.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { StoreError } from "../../StoreError.js"
import { type Disk, failed, isAbsent } from "./durable.js"
import { Holder, type Processes } from "./processes.js"

const pattern = /^lock\.(\d+)$/
const temporaryPattern = /^\.lock\..*\.part$/

const decodeHolder = Schema.decodeUnknownEither(Schema.parseJson(Holder))

/** Polling interval of a waiting process, in milliseconds. */
const patience = 50

const isExisting = (error: { readonly _tag: string; readonly reason?: string }) => error.reason === "AlreadyExists"

/** Acquires the lock of a store for the scope. Waits as long as its holder lives: interrupt it, or set a timeout, to give up. */
export const hold = (
  disk: Disk,
  folder: string,
  processes: Processes,
): Effect.Effect<void, StoreError, Scope.Scope> => {
  const { fs, path } = disk
  const fileOf = (number: number) => path.join(folder, `lock.${number}`)
  const names = Effect.mapError(fs.readDirectory(folder), failed("read", folder))
  const numbersIn = (names: ReadonlyArray<string>) =>
    names.flatMap((name) =>
      Option.fromNullable(pattern.exec(name)).pipe(
        Option.map(([, digits]) => Number(digits)),
        Option.toArray,
      ),
    )
  const remove = (name: string) => Effect.ignore(fs.remove(path.join(folder, name), { force: true }))

  /** Returns the holder of a lock; none if it was released, which empties the file, or was replaced by another number. Truncated text comes from a power failure. */
  const holderOf = (number: number) =>
    fs.readFileString(fileOf(number)).pipe(
      Effect.map((text) => Either.getRight(decodeHolder(text))),
      Effect.catchIf(isAbsent, () => Effect.succeedNone),
      Effect.mapError(failed("read", fileOf(number))),
    )

  /** Returns the living holder of the lock with a number, if any. */
  const living = (number: number, self: Holder) =>
    Effect.gen(function* () {
      const holder = yield* holderOf(number)
      if (Option.isNone(holder)) return holder
      if (holder.value.host !== self.host) {
        return yield* new StoreError({
          reason: "lock",
          path: fileOf(number),
          detail: `process ${holder.value.pid} of the machine ${holder.value.host} writes in this store, or died there without a trace. If it runs no more, remove this file.`,
        })
      }
      return (yield* processes.isAlive(holder.value)) ? holder : Option.none()
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
      const own = yield* signed(self)
      const linked = yield* fs.link(own.file, fileOf(number)).pipe(
        Effect.as(true),
        // Another process that took the lock meanwhile may have removed our temporary file.
        Effect.catchIf(
          (error) => isExisting(error) || isAbsent(error),
          () => Effect.succeed(false),
        ),
        // A failed link may have been created nevertheless.
        Effect.tapError(() =>
          Effect.ignore(
            Effect.flatMap(fs.readFileString(fileOf(number)), (text) =>
              text === own.text ? fs.truncate(fileOf(number)) : Effect.void,
            ),
          ),
        ),
        Effect.mapError(failed("write", fileOf(number))),
        Effect.ensuring(Effect.ignore(fs.remove(own.file, { force: true }))),
      )
      if (!linked) return false
      const present = yield* Effect.tapError(names, () => Effect.ignore(fs.truncate(fileOf(number))))
      if (numbersIn(present).some((other) => other > number)) {
        yield* remove(`lock.${number}`)
        return false
      }
      const older = numbersIn(present).filter((other) => other < number)
      yield* Effect.forEach(
        [...older.map((other) => `lock.${other}`), ...present.filter((name) => temporaryPattern.test(name))],
        remove,
        { discard: true },
      )
      return true
    })

  // An empty lock has no holder, and truncating works on a full disk.
  const release = (number: number) => Effect.ignoreLogged(fs.truncate(fileOf(number)))

  return Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      const self = yield* processes.self
      let told = false
      while (true) {
        const highest = Math.max(0, ...numbersIn(yield* names))
        const holder = highest === 0 ? Option.none() : yield* living(highest, self)
        if (Option.isNone(holder)) {
          if (yield* claim(highest + 1, self)) return yield* Effect.addFinalizer(() => release(highest + 1))
        } else if (!told) {
          told = true
          yield* Effect.logInfo(`${folder}: waiting for process ${holder.value.pid}, which writes in this store`)
        }
        yield* restore(Effect.sleep(patience))
      }
    }),
  )
}
