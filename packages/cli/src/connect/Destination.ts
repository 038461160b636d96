/**
 * Destination of a command, and the source of its settings.
 *
 * | what | first of |
 * | --- | --- |
 * | everything | `--sandbox`; `--profile`: the URL, key and rate limit of the profile |
 * | URL | `--url`; `MARKET_DATA_URL`; the default profile |
 * | key | `MARKET_DATA_API_KEY`; the default profile, for a URL of the same origin |
 * | rate limit | the default profile, for a URL of the same origin |
 *
 * @module
 */
import { readApiKey, readBaseUrl, type Connection } from "@candela/core/Connection"
import type { FileSystem } from "@effect/platform/FileSystem"
import type { PlatformError } from "@effect/platform/Error"
import type { Path } from "@effect/platform/Path"
import * as Effect from "effect/Effect"
import type * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import { didYouMean } from "../command/nearest.js"
import { UsageError } from "../command/UsageError.js"
import { Terminal } from "../terminal/Terminal.js"
import * as Profiles from "./Profiles.js"
import { Settings } from "./Settings.js"
import { ofCommand } from "./words.js"

/** Service on a network. */
export interface Service extends Connection.Sources {
  readonly _tag: "Service"
  /** Its base URL. */
  readonly url: URL
  /** API key. */
  readonly key: Redacted.Redacted
  /** Rate limit of the plan: `5/min`. */
  readonly rate?: string | undefined
}

/** Destination of a command. */
export type Destination = Service | { readonly _tag: "Sandbox" }

const refuse = (message: string) => new UsageError({ message })

const ways = `Say where to connect:
  --sandbox                             synthetic data: no account, no network
  candela login                         stores the URL and your key, once
  MARKET_DATA_URL, MARKET_DATA_API_KEY  variables of the environment
  --url URL                             with the key of MARKET_DATA_API_KEY
  --profile NAME                        another profile of candela login`

/** Checks a configured text. The fault names its source, but never the key. */
const checked = <A>(value: Either.Either<A, string>, from: string) =>
  Effect.mapError(value, (fault) => refuse(ofCommand(`${from}: ${fault}.`)))

const ofProfile = (name: string, { key, rate, url }: Profiles.Profile): Service => ({
  _tag: "Service",
  url: new URL(url),
  key,
  rate,
  urlFrom: `the URL of the profile ${name} (candela login --profile ${name} --url URL)`,
  keyFrom: `the key of the profile ${name} (candela login --profile ${name})`,
})

const variable = (terminal: typeof Terminal.Service, name: string) => terminal.variable(name) || undefined

/** Finds the destination of a command. Fails without one, or with two options for it. */
export const find: Effect.Effect<
  Destination,
  UsageError | Profiles.ProfilesError | PlatformError,
  Terminal | FileSystem | Path
> = Effect.gen(function* () {
  const { profile: named, sandbox, url: flag } = yield* Settings
  const terminal = yield* Terminal
  const written = [
    ...(sandbox ? ["--sandbox"] : []),
    ...(named === undefined ? [] : ["--profile"]),
    ...(flag === undefined ? [] : ["--url"]),
  ]
  if (written.length > 1)
    return yield* refuse(`${written.join(" and ")} say two places to connect to. Write one of them.`)
  if (sandbox) return { _tag: "Sandbox" }

  const fromVariable = variable(terminal, "MARKET_DATA_URL")
  const text = flag ?? fromVariable
  const urlFrom = flag === undefined ? "MARKET_DATA_URL" : "--url"
  const url = text === undefined ? undefined : yield* checked(readBaseUrl(text), urlFrom)
  const keyText = variable(terminal, "MARKET_DATA_API_KEY")
  if (named === undefined && url !== undefined && keyText !== undefined) {
    const key = yield* checked(readApiKey(Redacted.make(keyText)), "MARKET_DATA_API_KEY")
    return { _tag: "Service", url, key, urlFrom, keyFrom: "MARKET_DATA_API_KEY" }
  }

  const profiles = yield* Profiles.read
  if (named !== undefined) {
    const profile = Object.hasOwn(profiles, named) ? profiles[named] : undefined
    if (profile !== undefined) return ofProfile(named, profile)
    const names = Object.keys(profiles)
    const hint = didYouMean(named, names) || (names.length === 0 ? "" : ` There are ${names.join(", ")}.`)
    return yield* refuse(
      `--profile: there is no profile "${named}" in ${yield* Profiles.file}.${hint} candela login --profile ${named} makes it.`,
    )
  }
  const profile = profiles[Profiles.defaultName]
  const ofDefault = profile && ofProfile(Profiles.defaultName, profile)
  // A key is only sent to the origin of its own profile.
  if (url !== undefined) {
    if (ofDefault !== undefined && ofDefault.url.origin === url.origin) return { ...ofDefault, url, urlFrom }
    return yield* refuse(
      `There is no key for ${url.origin}, which ${urlFrom} names. Set MARKET_DATA_API_KEY, or store a key with candela login --url ${url.origin}.`,
    )
  }
  if (ofDefault === undefined) {
    return yield* refuse(
      keyText === undefined ? ways : `MARKET_DATA_API_KEY is set, but no URL. Set MARKET_DATA_URL too.\n${ways}`,
    )
  }
  if (keyText === undefined) return ofDefault
  const key = yield* checked(readApiKey(Redacted.make(keyText)), "MARKET_DATA_API_KEY")
  return { ...ofDefault, key, keyFrom: "MARKET_DATA_API_KEY" }
})
