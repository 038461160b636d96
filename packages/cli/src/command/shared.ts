import * as Option from "./Option.js"

/** When output is in colour. */
export const colors = ["auto", "always", "never"] as const

/** The options that every command of every program has. */
export const options = {
  "json-errors": Option.flag("Write an error as one JSON object on standard error."),
  color: Option.withDefault(
    Option.word(colors, { value: "WHEN", text: "Colours: auto has them on a terminal, unless NO_COLOR is set." }),
    "auto",
  ),
  help: Option.flag("Show this help."),
  version: Option.flag("Show the version."),
}

/** The values of {@link options}. */
export type Values = Option.Values<typeof options>
