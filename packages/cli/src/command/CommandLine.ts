/**
 * Parser of command lines: finds the command, and the values of its arguments and options. Commander
 * separates the tokens; all checks and messages are made here, from the options' own declarations.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Command from "./Command.js"
import type { Rules } from "./Failure.js"
import { didYouMean } from "./nearest.js"
import * as Option from "./Option.js"
import * as Shared from "./shared.js"
import * as Tokens from "./tokens.js"
import { UsageError } from "./UsageError.js"

/** Program: its name and commands. */
export interface Program {
  /** Name as typed. */
  readonly name: string
  /** Description of the program: a sentence. */
  readonly text: string
  /** Its version. */
  readonly version: () => string
  /** Commands in the order of help. */
  readonly commands: ReadonlyArray<Command.CommandNode>
  /** Valid command lines, without the name of the program. */
  readonly examples: ReadonlyArray<string>
  /** The single command of a program without commands: see {@link ofCommand}. */
  readonly command?: Command.Command | undefined
  /**
   * Options of all its commands, besides those of every program. With `verbose`, more is logged,
   * and faults of the program show where they happened.
   */
  readonly options?: Command.OptionsByName | undefined
  /** Provides a command with the values of these options. */
  readonly provide?:
    | ((values: Readonly<Record<string, unknown>>) => <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>)
    | undefined
  /** Rules for failures, besides those of every program. */
  readonly failures?: Rules | undefined
}

/** Program with a single command: `candela-sandbox --port 8787`. */
export const ofCommand = (
  command: Command.Command,
  details: Pick<Program, "name" | "version" | "failures">,
): Program => ({ ...details, text: `${command.summary}.`, commands: [], examples: command.examples, command })

/** Options of every command of a program. */
export const optionsOf = ({ command, options }: Program): Command.OptionsByName => {
  const all: Command.OptionsByName = { ...options, ...Shared.options }
  if (command !== undefined) return all
  const everywhere = Option.inGroup("Options of every command")
  return Object.fromEntries(Object.entries(all).map(([name, option]) => [name, everywhere(option)]))
}

/** Command or group of a command line; neither when it names none. */
export interface Named {
  /** Path of names of the program, the groups and the command: `candela history sync`. */
  readonly path: string
  readonly command: Command.Any | undefined
}

/** Parsed command line. */
export type CommandLine =
  | { readonly _tag: "Version" }
  | ({ readonly _tag: "Help" } & Named)
  | {
      readonly _tag: "Run"
      readonly path: string
      readonly command: Command.Command
      readonly values: Readonly<Record<string, unknown>>
    }

/** Values of the shared options, and all other tokens. */
export interface Opened {
  readonly shared: Shared.StandardValues & Readonly<Record<string, unknown>>
  readonly tokens: Tokens.Tokens
}

const refuse = (message: string, path: string) => new UsageError({ message, help: path })

/** Name of a command or a group in a message: its path without the name of the program, or that name alone. */
const nameOf = (path: string) => path.slice(path.indexOf(" ") + 1)

const attempt = <A>(read: () => A): Either.Either<A, UsageError> =>
  Either.try({
    try: read,
    catch: (error) => {
      if (error instanceof UsageError) return error
      throw error
    },
  })

/** Joins texts with commas, and a word before the last one. */
const listed = (words: ReadonlyArray<string>, last = "and") =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`

/** Signature of a missing option. */
const signature = (name: string, { value }: Option.Option<unknown>) =>
  value === undefined ? `--${name}` : `--${name} ${value}`

/** Reads values of options and arguments. Each fault is a sentence with the name and the value. */
const valuesOf = (
  options: Command.OptionsByName,
  texts: Tokens.Tokens["texts"],
  label: (name: string, option: Option.Option<unknown>) => string,
) => {
  const values: Record<string, unknown> = {}
  const faults: Array<string> = []
  for (const [name, option] of Object.entries(options)) {
    const written = texts[name] ?? []
    const value = option.read(written)
    if (Either.isRight(value)) values[name] = value.right
    else {
      // Texts that are valid individually are named only when they are invalid together.
      const alone = written.filter((text) => Either.isLeft(option.read([text])))
      const told = alone.length === 0 ? written : alone
      const got = told.length === 0 ? "" : `; got ${told.map((text) => `"${text}"`).join(", ")}`
      const wrong = told.flatMap((text) => (option.repeatable ? text.split(",") : [text]))
      const words = option.words ?? []
      const hint = wrong.filter((text) => !words.includes(text)).map((text) => didYouMean(text, words))
      faults.push(`${label(name, option)} must be ${value.left}${got}.${hint[0] ?? ""}`)
    }
  }
  return { values, faults }
}

/** Reads the shared options, anywhere on the command line. */
export const open = (program: Program, args: ReadonlyArray<string>): Either.Either<Opened, UsageError> =>
  Either.gen(function* () {
    const options = optionsOf(program)
    const tokens = yield* Either.mapLeft(
      attempt(() => Tokens.read(options, args)),
      ({ message }) => refuse(message, program.name),
    )
    const { faults, values } = valuesOf(options, tokens.texts, (name) => `--${name}`)
    if (faults.length > 0) return yield* Either.left(refuse(faults.join("\n"), program.name))
    return { shared: values as Opened["shared"], tokens }
  })

/** Finds the named command, and the words after its name. */
const find = (program: Program, operands: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    let path = program.name
    let command: Command.Any | undefined = program.command
    let commands: ReadonlyArray<Command.CommandNode> = program.commands
    let at = 0
    for (; at < operands.length && command?._tag !== "Command"; at++) {
      const word = operands[at]!
      // Methods of the library are in camel case.
      const kebab = word.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
      const entry = commands.find(({ name }) => name === word) ?? commands.find(({ name }) => name === kebab)
      if (entry === undefined) {
        const names = Command.shown(commands).map(({ name }) => name)
        const hint = didYouMean(word, names) || ` Its commands: ${listed(names)}.`
        return yield* refuse(`${nameOf(path)} has no command "${word}".${hint}`, path)
      }
      command = yield* Command.load(entry)
      path = `${path} ${command.name}`
      if (command._tag === "Group") commands = yield* command.commands
    }
    return { path, command, commands, rest: operands.slice(at) }
  })

/**
 * Says what has the meaning of an option that others of the commands have: `--from` and `--to` of bars, where filters
 * bound a range, and `--order`, where the direction stands in `--sort`.
 */
const insteadOf = (name: string, options: Command.OptionsByName): string => {
  if (name === "order" && options["sort"] !== undefined) return " Write it after the column: --sort COLUMN.desc."
  const end = { from: ".gte", to: ".lte" }[name]
  if (end === undefined) return ""
  const filters = Object.keys(options).filter((each) => each.endsWith(end) && options[each]!.completes === "date")
  const written = filters.map((each) => `--${each}`)
  return filters.length === 0 ? "" : ` Write ${listed(written, "or")}.`
}

/** Error of the first unknown option, with the one that was probably meant. */
const unknownOption = (token: string, options: Command.OptionsByName, path: string) => {
  const [written = token] = token.split("=", 1)
  const name = written.replace(/^-+/, "")
  if (written.startsWith("--") && Object.hasOwn(options, name))
    return refuse(`${written} takes no value; got "${token.slice(written.length + 1)}".`, path)
  const hint = insteadOf(name, options) || didYouMean(name, Object.keys(options), "--")
  return refuse(`${nameOf(path)} has no option ${written}.${hint}`, path)
}

/**
 * Says where surplus arguments belong: to the option for tickers, or to the required options that are missing. Empty
 * where neither takes them.
 */
const placeOf = (
  options: Command.Command["options"],
  given: Readonly<Record<string, unknown>>,
  surplus: ReadonlyArray<string>,
): string => {
  const names = Object.keys(options).filter((name) => given[name] === undefined)
  const isEnough = ({ completes, repeatable }: Option.Option<unknown>) =>
    completes === "ticker" && (repeatable || surplus.length === 1)
  const tickers = names.find((name) => isEnough(options[name]!))
  if (tickers !== undefined) return ` Write --${tickers} ${surplus.join(",")}.`
  const missing = names.filter((name) => options[name]!.required)
  return missing.length < surplus.length
    ? ""
    : ` Write ${surplus.map((text, at) => `--${missing[at]} ${text}`).join(" ")}.`
}

/** Reads the arguments and options of a command. */
const readCommand = (
  program: Program,
  command: Command.Command,
  path: string,
  operands: ReadonlyArray<string>,
  more: ReadonlyArray<string>,
) =>
  Effect.gen(function* () {
    const tokens = yield* Effect.mapError(
      attempt(() => Tokens.read(command.options, more)),
      ({ message }) => refuse(message, path),
    )
    const slots = Object.entries(command.arguments)
    const written = [...operands, ...tokens.operands]
    const hasRest = command.rest !== undefined && written.length > slots.length
    const [option] = tokens.unknown
    if (option !== undefined && !hasRest)
      return yield* unknownOption(option, { ...command.options, ...optionsOf(program) }, path)

    const given = command.rest === undefined ? written : written.slice(0, slots.length)
    const rest = [...written.slice(given.length), ...tokens.unknown]
    const texts = Object.fromEntries(
      slots.flatMap(([name, { repeatable }], index) => {
        const own = repeatable && index === slots.length - 1 ? given.slice(index) : given.slice(index, index + 1)
        return own.length === 0 ? [] : [[name, own] as const]
      }),
    )
    const surplus = given.slice(Object.values(texts).flat().length)
    if (surplus.length > 0) {
      const taken =
        slots.length === 0 ? "no arguments" : listed(slots.map(([name, { value = name.toUpperCase() }]) => value))
      const meant = didYouMean(surplus[0]!, Object.keys(command.options), "--")
      const hint = meant === "" ? placeOf(command.options, tokens.texts, surplus) : meant
      return yield* refuse(
        `${nameOf(path)} takes ${taken}; got also ${surplus.map((text) => `"${text}"`).join(" ")}.${hint}`,
        path,
      )
    }

    const missing = [
      ...slots
        .filter(([name, { required }]) => required && texts[name] === undefined)
        .map(([name, { value = name.toUpperCase() }]) => value),
      ...Object.entries(command.options)
        .filter(([name, { required }]) => required && tokens.texts[name] === undefined)
        .map(([name, option]) => signature(name, option)),
      ...(command.rest !== undefined && !hasRest ? [command.rest] : []),
    ]
    if (missing.length > 0) return yield* refuse(`${nameOf(path)} needs ${listed(missing)}.`, path)

    const ofArguments = valuesOf(command.arguments, texts, (name, { value = name }) => value)
    const ofOptions = valuesOf(command.options, tokens.texts, (name) => `--${name}`)
    const faults = [...ofArguments.faults, ...ofOptions.faults]
    if (faults.length > 0) return yield* refuse(faults.join("\n"), path)
    return { ...ofArguments.values, ...ofOptions.values, ...(hasRest && { rest }) }
  })

/** Parses a command line within another one: the shared options are already known. */
export const within = ({ shared }: Opened, args: ReadonlyArray<string>): Opened => ({
  shared,
  tokens: Tokens.read({}, args),
})

/** Parses a command line. */
export const read = (program: Program, { shared, tokens }: Opened): Effect.Effect<CommandLine, UsageError> =>
  Effect.gen(function* () {
    if (shared.version) return { _tag: "Version" }
    const [first, ...others] = tokens.operands
    const asksHelp = first === "help"
    const { command, path, rest } = yield* find(program, asksHelp ? others : tokens.operands)
    if (asksHelp || shared.help) return { _tag: "Help", path, command }
    if (command?._tag === "Command") {
      return { _tag: "Run", path, command, values: yield* readCommand(program, command, path, rest, tokens.unknown) }
    }
    const [option] = tokens.unknown
    return option === undefined
      ? { _tag: "Help", path, command }
      : yield* unknownOption(option, optionsOf(program), path)
  })
