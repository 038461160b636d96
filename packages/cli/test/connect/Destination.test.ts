import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Option, Redacted } from "effect"
import * as Destination from "../../src/connect/Destination.js"
import * as Profiles from "../../src/connect/Profiles.js"
import type { Shared } from "../../src/connect/Settings.js"
import { makeUser } from "./support.js"

const profile = (url: string, key: string, rate?: string): Profiles.Profile => ({ url, key: Redacted.make(key), rate })

const kept: Profiles.Profiles = {
  default: profile("http://default.test/api", "default-key", "5/min"),
  work: profile("http://work.test", "work-key"),
}

const url = { MARKET_DATA_URL: "http://variable.test" }
const key = { MARKET_DATA_API_KEY: "variable-key" }
const ofDefault = ["http://default.test/api", "default-key", "5/min"] as const
const [urlOfDefault, keyOfDefault] = [
  "the URL of the profile default (candela login --profile default --url URL)",
  "the key of the profile default (candela login --profile default)",
]

/** What is written, the environment, and where a command connects then, with who says so. */
const found: ReadonlyArray<
  readonly [Partial<Shared>, Readonly<Record<string, string>>, ReadonlyArray<string | undefined>]
> = [
  [{ sandbox: true }, { ...url, ...key }, ["Sandbox"]],
  [{ profile: "work" }, { ...url, ...key }, ["http://work.test/", "work-key", undefined]],
  [{}, {}, [...ofDefault, urlOfDefault, keyOfDefault]],
  [
    {},
    { ...url, ...key },
    ["http://variable.test/", "variable-key", undefined, "MARKET_DATA_URL", "MARKET_DATA_API_KEY"],
  ],
  [
    { url: "http://flag.test" },
    { ...url, ...key },
    ["http://flag.test/", "variable-key", undefined, "--url", "MARKET_DATA_API_KEY"],
  ],
  [{}, key, ["http://default.test/api", "variable-key", "5/min", urlOfDefault, "MARKET_DATA_API_KEY"]],
  [{}, { MARKET_DATA_URL: "", MARKET_DATA_API_KEY: "" }, [...ofDefault]],
  // A key goes to its own origin alone.
  [{ url: "http://default.test/v9" }, {}, ["http://default.test/v9", "default-key", "5/min", "--url", keyOfDefault]],
  [{}, { MARKET_DATA_URL: "http://default.test" }, ["http://default.test/", "default-key", "5/min", "MARKET_DATA_URL"]],
]

const refused: ReadonlyArray<readonly [Partial<Shared>, Readonly<Record<string, string>>, string]> = [
  [{ sandbox: true, url: "http://x" }, {}, "--sandbox and --url say two places to connect to. Write one of them."],
  [{ profile: "work", url: "http://x" }, {}, "--profile and --url say two places"],
  [{ profile: "wrok" }, {}, 'there is no profile "wrok"'],
  [{ profile: "wrok" }, {}, "Did you mean work? candela login --profile wrok makes it."],
  [{ profile: "toString" }, {}, "There are default, work."],
  [{ url: "http://flag.test" }, {}, "There is no key for http://flag.test, which --url names. Set MARKET_DATA_API_KEY"],
  [{}, url, "There is no key for http://variable.test, which MARKET_DATA_URL names."],
  // Another port and another scheme are another origin.
  [{ url: "https://default.test" }, {}, "There is no key for https://default.test"],
  [{ url: "http://default.test:8080" }, {}, "There is no key for http://default.test:8080"],
  [
    { url: "x" },
    key,
    "--url: the base URL must be an absolute http or https URL without query and password (candela login stores the key), such as",
  ],
  [{}, { MARKET_DATA_URL: "http://key@x", ...key }, "MARKET_DATA_URL: the base URL must be"],
  [{}, { ...url, MARKET_DATA_API_KEY: "two words" }, "MARKET_DATA_API_KEY: the key is empty, or has a character"],
]

describe("where a command connects", () => {
  it.scoped("is what is written, then the environment, then the default profile", () =>
    Effect.gen(function* () {
      const user = yield* makeUser
      yield* user.run(Profiles.write(kept))
      for (const [settings, variables, expected] of found) {
        const { exit } = yield* user.run(Destination.find, settings, { variables })
        const destination = Exit.isSuccess(exit) ? exit.value : assert.fail(String(exit))
        const all =
          destination._tag === "Sandbox"
            ? ["Sandbox"]
            : [
                destination.url.href,
                Redacted.value(destination.key),
                destination.rate,
                destination.urlFrom,
                destination.keyFrom,
              ]
        assert.deepStrictEqual(all.slice(0, expected.length), expected, JSON.stringify([settings, variables]))
      }
    }),
  )

  it.scoped("is refused where two say so, or a key is missing or belongs elsewhere", () =>
    Effect.gen(function* () {
      const user = yield* makeUser
      yield* user.run(Profiles.write(kept))
      for (const [settings, variables, message] of refused) {
        const { exit } = yield* user.run(Destination.find, settings, { variables })
        const error = Exit.isFailure(exit) ? Option.getOrThrow(Cause.failureOption(exit.cause)) : assert.fail(message)
        assert.strictEqual(error._tag, "UsageError")
        assert.include(error.message, message)
        assert.notMatch(error.message, /two words|work-key|default-key/)
      }
    }),
  )

  it.scoped("is asked for, with every way to say it, where nothing says it", () =>
    Effect.gen(function* () {
      const user = yield* makeUser
      const { exit } = yield* user.run(Destination.find)
      const text = String(exit)
      for (const way of ["--sandbox", "candela login", "MARKET_DATA_URL", "MARKET_DATA_API_KEY", "--url", "--profile"])
        assert.include(text, way)
      const withKey = yield* user.run(Destination.find, {}, { variables: key })
      assert.include(String(withKey.exit), "MARKET_DATA_API_KEY is set, but no URL.")
    }),
  )
})
