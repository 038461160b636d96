import * as Option from "./Option.js"

/** Values of `--color`. */
export const colors = ["auto", "always", "never"] as const

/** Options of every command of every program. */
export const options = {
  "json-errors": Option.flag("Write an error as one JSON object on standard error."),
  color: Option.withDefault(
    Option.word(colors, { value: "WHEN", text: "Colours: auto has them on a terminal, unless NO_COLOR is set." }),
    "auto",
  ),
  help: Option.flag("Show this help."),
  version: Option.flag("Show the version."),
}

/** Values of {@link options}. */
export type StandardValues = Option.Values<typeof options>
