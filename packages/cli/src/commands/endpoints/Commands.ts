/**
 * The commands of a service: one for each of its methods, with the parameters of the endpoint as options.
 *
 * @module
 */
import * as Catalog from "@candela/catalog/Catalog"
import * as CommandLine from "@candela/catalog/CommandLine"
import * as CatalogText from "@candela/catalog/Text"
import * as Request from "@candela/core/Request"
import * as Effect from "effect/Effect"
import * as Command from "../../command/Command.js"
import * as Option from "../../command/Option.js"
import * as Output from "../../output/Output.js"
import * as Call from "./Call.js"
import * as Parameters from "./Parameters.js"
import * as Text from "./Text.js"

/** Puts an option among those that say which rows are written, and where. */
export const inGroup = Option.inGroup("Rows")

/** Options of what streams. */
const streaming = {
  limit: inGroup(
    Option.optional(
      Option.whole({
        value: "NUMBER",
        min: 1,
        text: "The most rows to write here, from as many pages as that takes. Default: all.",
        example: "10",
      }),
    ),
  ),
}

/** How many parts of a history are fetched at a time. */
export const concurrency = {
  concurrency: inGroup(
    Option.withDefault(
      Option.whole({
        value: "NUMBER",
        min: 1,
        max: 4096,
        text: "How many parts of the range are fetched side by side. Rows come in order all the same.",
      }),
      1,
    ),
  ),
}

const invalid = {
  "on-invalid-row": inGroup(
    Option.withDefault(
      Option.word(["fail", "skip"], {
        value: "WORD",
        text: "What becomes of a row that the schema refuses: fail ends with an error, skip leaves it out and says so.",
      }),
      "fail",
    ),
  ),
}

const resume = {
  resume: inGroup(
    Option.flag(
      "Keep the rows so far beside FILE when the command ends too early, and go on from there when it is called again. The file has the same bytes as one that was written in one run.",
    ),
  ),
}

/** The options of every output. */
export const output = Object.fromEntries(
  Object.entries(Output.options).map(([name, option]) => [name, inGroup<unknown>(option)]),
)

/** The parameters as they stand on the command line: those of which `--limit` is another thing are left out. */
export const parametersOf = (entry: Catalog.Entry) => {
  const { declaration, parameters } = entry
  const own = Call.streams(declaration) ? Request.nameOf(declaration, "Limit") : undefined
  const all = parameters
    .filter(({ name }) => name !== own)
    .map((parameter) => [parameter, Parameters.option(entry, parameter)] as const)
  const names = CommandLine.argumentsOf(declaration)
  const part = (isArgument: boolean) =>
    Object.fromEntries(
      all.flatMap(([{ name }, option]) => (names.includes(name) === isArgument ? [[name, option]] : [])),
    )
  return { arguments: part(true), options: part(false) }
}

/** A request as a command line, without the name of the program. */
export const line = ({ declaration, name }: Catalog.Entry, request: Readonly<Record<string, unknown>>): string =>
  CommandLine.line(name, CommandLine.argumentsOf(declaration), request)

const summaryOf = ({ declaration, text }: Catalog.Entry): string =>
  Text.forPeople(CatalogText.summary(text), Object.keys(declaration.wireParams))

/** The command of an endpoint. */
export const ofEntry = (service: Catalog.Service, entry: Catalog.Entry): Command.Command => {
  const { declaration } = entry
  const parameters = parametersOf(entry)
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
      ...(Call.streams(declaration) && streaming),
      ...(declaration.kind === "history" && concurrency),
      ...(declaration.kind !== "single" && invalid),
      ...output,
      ...(Call.streams(declaration) && resume),
    },
    examples: [`${line(entry, entry.example)} --sandbox`],
    run: Call.run(service, entry),
  }
}

/** The commands of the service with this name, in the order of its methods. The options of each are made when it is the one that is used. */
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
