/**
 * Location of plans: a SQLite file, or a PostgreSQL.
 *
 * @module
 */
import * as Database from "@candela/backfill/Database"
import { FileSystem } from "@effect/platform/FileSystem"
import type { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { UsageError } from "../../command/UsageError.js"
import { Terminal } from "../../terminal/Terminal.js"

/** Location of plans. */
export type PlanLocation =
  | { readonly _tag: "File"; readonly file: string }
  | { readonly _tag: "Server"; readonly url: Redacted.Redacted; readonly password: Redacted.Redacted | undefined }

/** Default file. */
export const defaultFile = "backfill.db"

/** Variable that may hold a whole URL, including its password. */
const variable = "CANDELA_DATABASE_URL"

const isUrl = (text: string): boolean => /^[a-z]+:\/\//i.test(text)

const form = "postgres://user@host:5432/database"

/** Whether a URL contains a password, in any part. */
const hasPassword = (url: URL): boolean => url.password !== "" || url.searchParams.has("password")

/**
 * Location from `--database` or the environment. A password is never an argument: every user of the
 * machine can list the arguments of its processes.
 */
export const find = (written: string | undefined): Effect.Effect<PlanLocation, UsageError, Terminal> =>
  Effect.gen(function* () {
    const { variable: read } = yield* Terminal
    const refuse = (message: string) => new UsageError({ message })
    const given = written ?? read(variable) ?? defaultFile
    if (!isUrl(given)) return { _tag: "File", file: given }
    const source = written === undefined ? variable : "--database"
    const url = URL.canParse(given) ? new URL(given) : undefined
    if (url === undefined || !/^postgres(ql)?:$/.test(url.protocol)) {
      return yield* refuse(`${source} is a file, or the URL of a PostgreSQL: ${form}.`)
    }
    // protects: A password is never an argument.
    // mutant: "takes no password as an argument": never
    if (written !== undefined && hasPassword(url)) {
      return yield* refuse(
        `--database takes no password: others could read it in the list of processes. Leave it out of the URL and set PGPASSWORD, write it into ~/.pgpass, or set ${variable} to the whole URL.`,
      )
    }
    const password = read("PGPASSWORD")
    return {
      _tag: "Server",
      url: Redacted.make(given),
      password: hasPassword(url) || password === undefined || password === "" ? undefined : Redacted.make(password),
    }
  })

/** Database of a location. */
export const layer = (place: PlanLocation): Layer.Layer<SqlClient, unknown> =>
  place._tag === "File"
    ? Database.sqlite(place.file)
    : Layer.unwrapEffect(
        Effect.sync(() => {
          // The PostgreSQL client warns about how the library above it uses it, which no user can change.
          process.noDeprecation = true
          return Database.postgres({ url: place.url, ...(place.password && { password: place.password }) })
        }),
      )

/** Rejects a missing file: commands that only read plans create none. */
export const requirePlans = (place: PlanLocation): Effect.Effect<void, UsageError, FileSystem> =>
  place._tag === "Server"
    ? Effect.void
    : Effect.flatMap(FileSystem, (fs) =>
        Effect.flatMap(
          Effect.orElseSucceed(fs.exists(place.file), () => false),
          (exists) => (exists ? Effect.void : noPlan(place)),
        ),
      )

/** Error of a location without a plan. */
export const noPlan = (place: PlanLocation): UsageError =>
  new UsageError({
    message: `There is no plan in ${place._tag === "File" ? place.file : "this database"}. Make one first: candela backfill plan --tickers AAPL --timespan minute --from 2025-01-02, or say where it is with --database.`,
  })
