import { readApiKey, readBaseUrl } from "@candela/core/Connection"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Command from "../../command/Command.js"
import * as Option from "../../command/Option.js"
import * as TextInput from "../../command/TextInput.js"
import { UsageError } from "../../command/UsageError.js"
import * as Profiles from "../../connect/Profiles.js"
import * as Rate from "../../connect/Rate.js"
import { Settings } from "../../connect/Settings.js"
import { Terminal } from "../../terminal/Terminal.js"

const defaultUrl = "https://api.massive.com"

/** Reads the key: piped in, typed, or from the environment. */
const askKey = (fromStdin: boolean) =>
  Effect.gen(function* () {
    const { in: input, variable } = yield* Terminal
    if (fromStdin) return Redacted.make((yield* TextInput.ofInput("--from-stdin:")).trim())
    const ofVariable = variable("MARKET_DATA_API_KEY")
    if (ofVariable) return Redacted.make(ofVariable)
    if (input.isTerminal) return yield* input.secret("Your API key")
    return yield* new UsageError({
      message:
        "Nobody can type the key here. Pipe it in with --from-stdin, or set MARKET_DATA_API_KEY. A key is never an argument.",
    })
  })

/** `candela login`. */
export const command: Command.Command = Command.make("login", {
  summary: "Store the URL and your key in a profile",
  text:
    "The key is typed, piped in with --from-stdin, or taken from MARKET_DATA_API_KEY. It is stored in a file of your configuration folder that nobody else may read, and never shown. " +
    "Store it under a name with --profile NAME; without a name it is the default. --url URL is the service, https://api.massive.com where none is written and the profile has none.",
  options: {
    rate: Option.optional(
      Option.of(
        {
          value: "RATE",
          text: "How many requests your plan allows. Commands wait as it demands.",
          example: "5/min",
        },
        Rate.parse,
      ),
    ),
    "from-stdin": Option.flag("Read the key from standard input."),
  },
  examples: [
    "login",
    "login --rate 5/min",
    "login --profile work --url https://api.massive.com --from-stdin < key.txt",
  ],
  run: ({ "from-stdin": fromStdin, rate }) =>
    Effect.gen(function* () {
      const { profile = Profiles.defaultName, sandbox, url } = yield* Settings
      if (sandbox) return yield* new UsageError({ message: "The sandbox needs no login: --sandbox works everywhere." })
      const name = yield* Effect.mapError(
        Profiles.readName(profile),
        (expected) => new UsageError({ message: `--profile must be ${expected}; got "${profile}".` }),
      )
      const profiles = yield* Profiles.read
      const known = Object.hasOwn(profiles, name) ? profiles[name] : undefined
      const address = url ?? known?.url ?? defaultUrl
      yield* Effect.mapError(readBaseUrl(address), (fault) => new UsageError({ message: `--url: ${fault}.` }))
      const key = yield* Effect.flatMap(askKey(fromStdin), (key) =>
        Effect.mapError(readApiKey(key), (fault) => new UsageError({ message: `This is no key: ${fault}.` })),
      )
      const kept: Profiles.Profile = { url: address, key, rate: rate ?? known?.rate }
      yield* Profiles.write({ ...profiles, [name]: kept })
      const { err } = yield* Terminal
      const limit = kept.rate === undefined ? "" : `, ${kept.rate}`
      yield* err.write(
        `The profile ${name} is stored in ${yield* Profiles.file} (${address}${limit}). Try: candela doctor\n`,
      )
    }),
})
