import type { Shared } from "../connect/Settings.js"
import * as Option from "./Option.js"

/** When output is in colour. */
export const colors = ["auto", "always", "never"] as const

const everywhere = Option.inGroup("Options of every command")

/** The options that every command has. */
export const options = {
  sandbox: everywhere(
    Option.flag("Use the sandbox inside this process: synthetic prices, without an account or a network."),
  ),
  url: everywhere(
    Option.optional(
      Option.text({
        value: "URL",
        text: "Base URL of the service. The key is that of MARKET_DATA_API_KEY, or of the default profile if its URL has the same origin.",
        example: "https://api.massive.com",
      }),
    ),
  ),
  profile: everywhere(
    Option.optional(
      Option.text({ value: "NAME", text: "URL, key and rate of a profile that candela login has kept." }),
    ),
  ),
  quiet: everywhere(Option.flag("Show no progress.")),
  verbose: everywhere(Option.flag("Show each request, retry and wait on standard error.")),
  "json-errors": everywhere(Option.flag("Write an error as one JSON object on standard error.")),
  color: everywhere(
    Option.withDefault(
      Option.word(colors, { value: "WHEN", text: "Colours: auto has them on a terminal, unless NO_COLOR is set." }),
      "auto",
    ),
  ),
  help: everywhere(Option.flag("Show this help.")),
  version: everywhere(Option.flag("Show the version.")),
}

/** The values of {@link options}. */
export type Values = Option.Values<typeof options>

/** The values as commands receive them. */
export const toSettings = (values: Values): Shared => ({
  url: values.url,
  sandbox: values.sandbox,
  profile: values.profile,
  quiet: values.quiet,
  verbose: values.verbose,
  jsonErrors: values["json-errors"],
})
