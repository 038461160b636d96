import * as Commander from "commander"
import * as Effect from "effect/Effect"
import * as Command from "./Command.js"
import { type Named, optionsOf, type Program } from "./CommandLine.js"
import type * as Option from "./Option.js"
import { toCommander } from "./tokens.js"

/** Maximum width of a term in help; the text of a wider term goes on the next lines. */
const widestTerm = 30

const style = (code: string) => (text: string) => `\x1b[${code}m${text}\x1b[0m`

/** Commander's help, fitted to any width: the text of a wide term goes below it. */
class Layout extends Commander.Help {
  override minWidthToWrap = 20

  constructor(columns: number, hasColors: boolean) {
    super()
    this.helpWidth = Math.max(columns, 40)
    if (!hasColors) return
    this.styleTitle = style("1")
    this.styleOptionTerm = style("36")
    this.styleArgumentTerm = style("36")
    this.styleSubcommandTerm = style("36")
  }

  override padWidth(command: Commander.Command, helper: Commander.Help) {
    return Math.min(super.padWidth(command, helper), widestTerm, Math.floor(this.helpWidth! * 0.4))
  }

  override optionTerm(option: Commander.Option) {
    return option.flags.replace(/[<>]/g, "")
  }

  override optionDescription(option: Commander.Option) {
    return option.description
  }

  override subcommandTerm(command: Commander.Command) {
    return command.name()
  }

  override formatItem(term: string, termWidth: number, text: string, helper: Commander.Help) {
    if (helper.displayWidth(term) <= termWidth) return super.formatItem(term, termWidth, text, helper)
    const indent = " ".repeat(8)
    return `  ${term}\n${indent}${helper.boxWrap(text, this.helpWidth! - 8).replaceAll("\n", `\n${indent}`)}`
  }
}

/** Full description of an option: text, words, bounds, default and an example. */
const describe = (option: Option.Option<unknown>) =>
  [
    option.text,
    ...(option.words === undefined || option.isBoolean === true ? [] : [`One of ${option.words.join(", ")}.`]),
    ...(option.bounds === undefined ? [] : [`${option.bounds[0]!.toUpperCase()}${option.bounds.slice(1)}.`]),
    ...(option.repeatable ? ["Repeatable."] : []),
    ...(option.default === undefined ? [] : [`Default: ${option.default}.`]),
    ...(option.example === undefined ? [] : [`Example: ${option.example}`]),
  ].join(" ")

const headingOf = (option: Option.Option<unknown>) =>
  `${option.group ?? (option.required ? "Required options" : "Options")}:`

/** Usage line, after `Usage:`. */
const usage = (command: Command.Any | undefined) => {
  if (command?._tag !== "Command") return "COMMAND [OPTIONS]"
  const ofArguments = Object.entries(command.arguments).map(([name, option]) => {
    const value = `${option.value ?? name.toUpperCase()}${option.repeatable ? "..." : ""}`
    return option.required ? value : `[${value}]`
  })
  const required = Object.entries(command.options)
    .filter(([, option]) => option.required)
    .map(([name, { value }]) => `--${name} ${value}`)
  const rest = command.rest === undefined ? [] : [command.rest]
  return [...ofArguments, ...required, ...rest, "[OPTIONS]"].join(" ")
}

/** Splits a command line over several lines of a shell, within the width as far as words allow. */
const example = (line: string, columns: number) => {
  const lines = [""]
  for (const part of line.split(/ (?=--)/)) {
    const last = lines.at(-1)!
    if (last !== "" && last.length + 1 + part.length + 4 > columns) lines.push(`  ${part}`)
    else lines[lines.length - 1] = last === "" ? part : `${last} ${part}`
  }
  return lines.join(" \\\n").replace(/^/gm, "  ")
}

/**
 * Shortens a text to a line of a list: to its first sentence, and if that is too long to the clauses that fit,
 * so that a list of all services or methods stays on a screen. The whole text is in the command's own help.
 */
export const inOneLine = (text: string, width: number): string => {
  // The points of U.S. end no sentence.
  const sentence = text.split(/(?<=[^A-Z])\.(?: |$)/)[0]!
  if (sentence.length <= width) return sentence
  const ends = Array.from(sentence.matchAll(/[,;:]? /g), ({ 0: { length }, index }) => ({
    index,
    isClause: length > 1,
  }))
  const fitting = ends.filter(({ index }) => index > 0 && index + 2 <= width)
  const clause = fitting.findLast(({ index, isClause }) => isClause && index > width / 2)
  return `${sentence.slice(0, (clause ?? fitting.at(-1))?.index ?? width - 2)} …`
}

/** Properties of the output. */
export interface HelpOutput {
  readonly columns: number
  readonly hasColors: boolean
}

/** Renders the help of a command, of a group, or of the program. */
export const text = (
  program: Program,
  { command, path }: Named,
  { columns, hasColors }: HelpOutput,
): Effect.Effect<string> =>
  Effect.gen(function* () {
    const layout = new Layout(columns, hasColors)
    const page = new Commander.Command(path).helpOption(false).helpCommand(false)
    const indent = " ".repeat(8)
    const line = layout.boxWrap(`${path} ${usage(command)}`, layout.helpWidth! - 8).replaceAll("\n", `\n${indent}`)
    const inWidth = (text: string) => layout.boxWrap(text, layout.helpWidth! - 2).replace(/^/gm, "  ")
    const titled = (title: string, lines: string) => `${layout.styleTitle(title)}\n${lines}`
    const lines = (examples: ReadonlyArray<string>) =>
      examples.map((line) => example(`${program.name} ${line}`, layout.helpWidth!)).join("\n")
    page
      .usage(line.slice(path.length + 1))
      .description(
        command === undefined
          ? [program.text, titled("First steps:", lines(program.examples))].join("\n\n")
          : [`${command.summary}.`, ...(command.text === undefined ? [] : [command.text])].join("\n\n"),
      )
    const own = command?._tag === "Command" ? command : undefined
    for (const [name, option] of Object.entries(own?.arguments ?? {}))
      page.addArgument(new Commander.Argument(`[${option.value ?? name.toUpperCase()}]`, describe(option)))
    const options = Object.entries(own?.options ?? {})
    // Headings are in the order of their first options: required ones first.
    const ordered = [
      ...options.filter(([, { required }]) => required),
      ...options.filter(([, { required }]) => !required),
      ...Object.entries(optionsOf(program)),
    ]
    const shown = ordered.map(([name, option]) => {
      const line = toCommander(name, option).helpGroup(headingOf(option))
      if (option.isBoolean === true) line.flags = `--[no-]${name}`
      line.description = describe(option)
      return line
    })
    const commands = command === undefined ? program.commands : command._tag === "Group" ? yield* command.commands : []
    const listed = Command.shown(commands)
    const named = listed.filter(({ heading }) => heading === Command.briefly).map(({ name }) => name)
    const described = listed.filter(({ heading }) => heading !== Command.briefly)
    const widest = Math.max(0, ...described.map(({ name }) => name.length))
    for (const { heading = "Commands", name, summary } of described) {
      const description = inOneLine(summary, layout.helpWidth! - widest - 4)
      page.addCommand(new Commander.Command(name).description(description).helpGroup(`${heading}:`))
    }
    // Commander shows options above commands, but in a group the commands matter.
    if (own !== undefined) for (const line of shown) page.addOption(line)
    const terms = shown.map((line) => layout.optionTerm(line)).join(", ")
    return [
      layout.formatHelp(page, layout).trimEnd(),
      ...(named.length === 0
        ? []
        : [layout.boxWrap(`${layout.styleTitle(`${Command.briefly}:`)} ${named.join(", ")}`, layout.helpWidth!)]),
      ...(own === undefined
        ? [titled(`Options of every command; ${path} COMMAND --help explains all:`, inWidth(terms))]
        : []),
      ...(own === undefined || own.examples.length === 0 ? [] : [titled("Examples:", lines(own.examples))]),
      "",
    ]
      .join("\n\n")
      .replace(/\n+$/, "\n")
  })
