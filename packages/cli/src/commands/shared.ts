/**
 * Options of every command of `candela`.
 *
 * @module
 */
import * as Option from "../command/Option.js"
import * as Standard from "../command/shared.js"
import type { Shared } from "../connect/Settings.js"

/** Options of every command of `candela`, besides those of every program. */
export const options = {
  sandbox: Option.flag("Use the sandbox inside this process: synthetic prices, without an account or a network."),
  url: Option.optional(
    Option.text({
      value: "URL",
      text: "Base URL of the service. The key is that of MARKET_DATA_API_KEY, or of the default profile if its URL has the same origin.",
      example: "https://api.massive.com",
    }),
  ),
  profile: Option.optional(
    Option.text({ value: "NAME", text: "URL, key and rate of a profile that candela login has stored." }),
  ),
  quiet: Option.flag("Show no progress."),
  verbose: Option.flag("Show each request, retry and wait on standard error."),
}

/** All options of every command. */
export const all = { ...options, ...Standard.options }

/** Values of {@link all}. */
export type SharedValues = Option.Values<typeof all>

/** Converts the values to the settings of commands. */
export const toSettings = (values: SharedValues): Shared => ({
  url: values.url,
  sandbox: values.sandbox,
  profile: values.profile,
  quiet: values.quiet,
  verbose: values.verbose,
  jsonErrors: values["json-errors"],
})
