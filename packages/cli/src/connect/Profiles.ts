/**
 * Profiles: the URL, the key and the rate limit of a plan, by name. They are in one file of the
 * user's configuration folder, which only the user may read.
 *
 * @module
 */
import { readApiKey, readBaseUrl } from "@candela/core/Connection"
import { FileSystem } from "@effect/platform/FileSystem"
import type { PlatformError } from "@effect/platform/Error"
import { Path } from "@effect/platform/Path"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import { Terminal } from "../terminal/Terminal.js"
import { configuration } from "./folders.js"
import * as Rate from "./Rate.js"

/** Name of the default profile. */
export const defaultName = "default"

/** A profile. */
export interface Profile {
  /** Base URL of the service. */
  readonly url: string
  /** API key. */
  readonly key: Redacted.Redacted
  /** Rate limit of the plan: `5/min`. */
  readonly rate?: string | undefined
}

/** Profiles by name. */
export type Profiles = Readonly<Record<string, Profile>>

/** The file of profiles is invalid. */
export class ProfilesError extends Data.TaggedError("ProfilesError")<{
  /** What is wrong, in which file, and what to do. */
  readonly message: string
  /** The file. */
  readonly file: string
}> {}

/** Path of the profiles' file. */
export const file: Effect.Effect<string, never, Terminal | Path> = Effect.gen(function* () {
  const path = yield* Path
  return path.join(configuration(yield* Terminal), "profiles.json")
})

/** Checks the name of a profile. */
export const readName = (text: string): Either.Either<string, string> =>
  /^[A-Za-z0-9][\w.-]{0,63}$/.test(text)
    ? Either.right(text)
    : Either.left("a name of letters, digits, dots, dashes and underscores, such as work")

const readProfile = (value: unknown): Either.Either<Profile, string> =>
  Either.gen(function* () {
    if (!Predicate.isRecord(value)) return yield* Either.left("it is no object")
    const { key, rate, url } = value
    if (!Predicate.isString(url) || !Predicate.isString(key)) return yield* Either.left("it has no url and key")
    if (rate !== undefined && !Predicate.isString(rate)) return yield* Either.left("its rate is no text")
    yield* readBaseUrl(url)
    const checked = yield* readApiKey(Redacted.make(key))
    if (rate !== undefined) yield* Either.mapLeft(Rate.parse(rate), (expected) => `its rate must be ${expected}`)
    return { url, key: checked, rate }
  })

const parse = (text: string): Either.Either<Profiles, string> =>
  Either.gen(function* () {
    // Errors of JSON.parse repeat the text, and with it the key.
    const document: unknown = yield* Either.try({ try: (): unknown => JSON.parse(text), catch: () => "it is no JSON" })
    const profiles = Predicate.isRecord(document) ? document["profiles"] : undefined
    if (!Predicate.isRecord(profiles)) return yield* Either.left("it has no profiles")
    const all: Record<string, Profile> = {}
    for (const [name, value] of Object.entries(profiles))
      all[name] = yield* Either.mapLeft(readProfile(value), (fault) => `profile ${name}: ${fault}`)
    return all
  })

/** Warns about a file whose keys others may read, with the command that corrects it. Windows has no such modes. */
const tellPermissions = (path: string) =>
  Effect.gen(function* () {
    if (process.platform === "win32") return
    const { err } = yield* Terminal
    const { mode } = yield* (yield* FileSystem).stat(path)
    if ((mode & 0o077) !== 0)
      yield* Effect.ignore(
        err.write(
          `warning: ${path} holds keys, and others may read it (mode ${(mode & 0o777).toString(8)}). Run: chmod 600 ${path}\n`,
        ),
      )
  })

/** Reads all profiles; none without a file. */
export const read: Effect.Effect<Profiles, ProfilesError | PlatformError, Terminal | FileSystem | Path> = Effect.gen(
  function* () {
    const fileSystem = yield* FileSystem
    const path = yield* file
    if (!(yield* fileSystem.exists(path))) return {}
    yield* tellPermissions(path)
    return yield* Effect.mapError(
      parse(yield* fileSystem.readFileString(path)),
      (fault) =>
        new ProfilesError({
          message: `${path} cannot be read: ${fault}. Correct it, or delete it and use candela login.`,
          file: path,
        }),
    )
  },
)

/**
 * Writes all profiles: a new file with mode 600 in a folder with mode 700, which replaces the old
 * one when it is complete.
 */
export const write = (profiles: Profiles): Effect.Effect<void, PlatformError, Terminal | FileSystem | Path> =>
  Effect.gen(function* () {
    const fileSystem = yield* FileSystem
    const path = yield* file
    const folder = (yield* Path).dirname(path)
    const plain = Object.fromEntries(
      Object.entries(profiles).map(([name, { key, rate, url }]) => [name, { url, key: Redacted.value(key), rate }]),
    )
    yield* fileSystem.makeDirectory(folder, { recursive: true, mode: 0o700 })
    yield* fileSystem.chmod(folder, 0o700)
    const part = `${path}.${process.pid}.part`
    yield* Effect.gen(function* () {
      // A leftover file may have another mode.
      yield* fileSystem.remove(part, { force: true })
      yield* fileSystem.writeFileString(part, `${JSON.stringify({ profiles: plain }, null, 2)}\n`, {
        flag: "wx",
        mode: 0o600,
      })
      yield* fileSystem.rename(part, path)
    }).pipe(Effect.onError(() => Effect.ignore(fileSystem.remove(part, { force: true }))))
  })
