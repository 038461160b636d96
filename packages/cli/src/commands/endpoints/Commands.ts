/**
 * Commands of a service: one per method, with the parameters of the endpoint as options.
 *
 * @module
 */
import * as Catalog from "@candela/catalog/Catalog"
import * as CommandLine from "@candela/catalog/CommandLine"
import * as CatalogText from "@candela/catalog/Text"
import type { Parameter } from "@candela/catalog/Parameter"
import * as Request from "@candela/core/Request"
import * as Effect from "effect/Effect"
import * as Command from "../../command/Command.js"
import * as Option from "../../command/Option.js"
import * as BarSize from "../../dates/BarSize.js"
import * as Output from "../../output/Output.js"
import * as Call from "./Call.js"
import * as Values from "./Values.js"
import * as Parameters from "./Parameters.js"
import * as Several from "./Several.js"
import * as Shape from "./Shape.js"
import * as Text from "./Text.js"

/** Puts an option into the group about the written rows and their destination. */
export const inGroup = Option.inGroup("Rows")

/** Options of streaming endpoints. */
const streaming = {
  limit: inGroup(
    Option.optional(
      Option.whole({
        value: "NUMBER",
        min: 1,
        text: "Maximum number of rows in all; as many pages are fetched as they need. Default: no maximum.",
        example: "10",
      }),
    ),
  ),
}

/** Option for the number of parts of a history that are fetched at a time. */
export const concurrency = {
  concurrency: inGroup(
    Option.optional(
      Option.whole({
        value: "NUMBER",
        min: 1,
        max: 4096,
        default: "1, and 4 for several tickers",
        text: "Number of parts of the range, or of several tickers, that are fetched at the same time. The order of the rows stays the same.",
      }),
    ),
  ),
}

const invalid = {
  "on-invalid-row": inGroup(
    Option.withDefault(
      Option.word(["fail", "skip"], {
        value: "WORD",
        text: "What to do with a row that does not match the schema: fail ends the command with an error, skip leaves the row out and says so.",
      }),
      "fail",
    ),
  ),
}

const resume = {
  resume: inGroup(
    Option.flag(
      "If the command ends early, keep the rows that it has in FILE.partial; the same command continues from there. The finished FILE has the same rows as one written in a single run; CSV and NDJSON the same bytes.",
    ),
  ),
}

/** Puts options under a heading. */
export const grouped = (group: string, options: Readonly<Record<string, Option.Option<unknown>>>) =>
  Object.fromEntries(Object.entries(options).map(([name, option]) => [name, Option.inGroup(group)(option)]))

/** Options of every output. */
const output = grouped("Rows", Output.options)

/** Option of a parameter. The size of bars has short forms, and a multiplier of 1 by default. */
const optionOf = (entry: Catalog.Entry, parameter: Parameter): Option.Option<unknown> => {
  const option = Parameters.option(entry, parameter)
  if (!Values.hasSize(entry.declaration)) return option
  switch (parameter.name) {
    case "timespan":
      return { ...BarSize.timespan, text: `${option.text} ${BarSize.short}` }
    case "multiplier":
      return BarSize.multiplier
    case "to":
      return { ...Option.optional(option), default: Values.lastDay }
    default:
      return option
  }
}

/** Parameters on the command line, except those replaced by `--limit`. */
export const parametersOf = (entry: Catalog.Entry, several?: string) => {
  const { declaration, parameters } = entry
  const own = Values.streams(declaration) ? Request.nameOf(declaration, "Limit") : undefined
  const all = parameters
    .filter(({ name }) => name !== own)
    .map((parameter) => {
      const option = optionOf(entry, parameter)
      return [parameter, parameter.name === several ? Several.repeated(option) : option] as const
    })
  const names = CommandLine.argumentsOf(declaration)
  const part = (isArgument: boolean) =>
    Object.fromEntries(
      all.flatMap(([{ name }, option]) => (names.includes(name) === isArgument ? [[name, option]] : [])),
    )
  return { arguments: part(true), options: part(false) }
}

/** Formats a request as a command line, without the name of the program. */
export const line = ({ declaration, name }: Catalog.Entry, request: Readonly<Record<string, unknown>>): string =>
  CommandLine.line(name, CommandLine.argumentsOf(declaration), request)

const summaryOf = ({ declaration, text }: Catalog.Entry): string =>
  Text.forPeople(CatalogText.summary(text), Object.keys(declaration.wireParams))

/** Makes the command of an endpoint. */
export const ofEntry = (service: Catalog.Service, entry: Catalog.Entry): Command.Command => {
  const { declaration } = entry
  const several = Several.argumentOf(declaration)
  const parameters = parametersOf(entry, several)
  const summary = summaryOf(entry)
  const text = Text.forPeople(CatalogText.ofEndpoint(entry), Object.keys(declaration.wireParams))
  return {
    _tag: "Command",
    name: CommandLine.kebab(entry.method),
    summary,
    text: Text.after(summary, text),
    arguments: parameters.arguments,
    options: {
      ...parameters.options,
      ...(several !== undefined && grouped("Tickers", Several.optionsOf(declaration))),
      ...grouped("Shape", Shape.optionsOf(declaration)),
      ...(Values.streams(declaration) && streaming),
      ...(declaration.kind === "history" && concurrency),
      ...(declaration.kind !== "single" && invalid),
      ...output,
      ...(Values.streams(declaration) && resume),
    },
    examples: [`${line(entry, entry.example)} --sandbox`],
    run: Call.run(service, entry),
  }
}

/** Commands of the service with this name, in the order of its methods. The options of each are made on use. */
export const ofService = (name: string): ReadonlyArray<Command.Lazy> =>
  Catalog.services
    .filter((service) => service.name === name)
    .flatMap((service) =>
      service.endpoints.map((entry) =>
        Command.lazy(CommandLine.kebab(entry.method), {
          summary: summaryOf(entry),
          load: Effect.sync(() => ofEntry(service, entry)),
        }),
      ),
    )
