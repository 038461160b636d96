/**
 * Possible continuations of a half-written command line.
 *
 * @module
 */
import * as Effect from "effect/Effect"
import * as Command from "../command/Command.js"
import type * as Option from "../command/Option.js"
import type { Candidate, Completion } from "./Candidate.js"

type AnyOption = Option.Option<unknown>

/** The first sentence of a text, on one line. */
const brief = (text: string): string =>
  (/^.*?(?=\.(\s|$)|$)/s.exec(text)?.[0] ?? "").replaceAll(/\s+/g, " ").slice(0, 80)

const words = (candidates: ReadonlyArray<Candidate>, written: string): Completion => ({
  _tag: "Words",
  candidates: candidates.filter(({ word }) => word.startsWith(written)),
})

const nothing: Completion = { _tag: "Words", candidates: [] }

/** Dates that are often meant. */
const dates = ["today", "yesterday", "-7d", "-30d", "-6mo", "-1y"]

/** Values of an option or an argument. `prefix` precedes them in the word: `--sort=`. */
const valuesOf = (
  { completes, example, repeatable, words: known, ...option }: AnyOption,
  prefix: string,
  written: string,
): Completion => {
  // In a list, the last value is being written.
  const comma = repeatable ? written.lastIndexOf(",") + 1 : 0
  const before = prefix + written.slice(0, comma)
  const last = written.slice(comma)
  if (completes === "ticker") return { _tag: "Tickers", prefix: before, written: last }
  if (completes === "file" || completes === "directory") {
    return { _tag: "Files", only: completes === "file" ? "files" : "directories", prefix: before, written: last }
  }
  const values =
    known ?? [...(completes === "date" ? dates : [option.default]), example].filter((value) => value !== undefined)
  const taken = new Set(written.slice(0, comma).split(","))
  const offered = [...new Set(values)].filter((value) => !taken.has(value))
  return words(
    offered.map((value) => ({ word: before + value, text: "" })),
    before + last,
  )
}

/** Command line up to the word that is being written. */
interface Place {
  /** Command; `undefined` after a group or nothing. */
  readonly command: Command.Command | undefined
  /** Commands that may follow. */
  readonly commands: ReadonlyArray<Command.CommandNode>
  /** Words after the command. */
  readonly rest: ReadonlyArray<string>
}

/** Follows the names of commands. Shared options may be between them. */
const placeOf = (
  commands: ReadonlyArray<Command.CommandNode>,
  shared: Command.OptionsByName,
  words: ReadonlyArray<string>,
): Effect.Effect<Place> =>
  Effect.gen(function* () {
    const rest: Array<string> = []
    for (let at = 0; at < words.length; at++) {
      const word = words[at]!
      if (word.startsWith("-")) {
        rest.push(word)
        if (takesNext(shared, word) && at + 1 < words.length) rest.push(words[++at]!)
        continue
      }
      const entry = commands.find(({ name }) => name === word)
      const found = entry && (yield* Command.load(entry))
      if (found === undefined) return { command: undefined, commands: [], rest }
      if (found._tag === "Command") return { command: found, commands: [], rest: [...rest, ...words.slice(at + 1)] }
      commands = yield* found.commands
    }
    return { command: undefined, commands, rest }
  })

const optionOf = (options: Command.OptionsByName, word: string): AnyOption | undefined =>
  word.startsWith("--") ? options[word.slice(2).split("=")[0]!] : undefined

/** Whether the word after an option is its value. */
const takesNext = (options: Command.OptionsByName, word: string): boolean =>
  !word.includes("=") && optionOf(options, word)?.value !== undefined

/** Reads the words of a command: its arguments, its options, and the option whose value comes next. */
const read = (options: Command.OptionsByName, words: ReadonlyArray<string>) => {
  const written = new Set<string>()
  let count = 0
  let pending: AnyOption | undefined
  let onlyArguments = false
  for (const word of words) {
    // A word other than true and false does not belong to the boolean before it.
    const isValue = pending !== undefined && (pending.isBoolean !== true || word === "true" || word === "false")
    pending = undefined
    if (isValue) continue
    if (word === "--" && !onlyArguments) onlyArguments = true
    else if (word.startsWith("-") && !onlyArguments) {
      written.add(word.slice(2).split("=")[0]!)
      if (takesNext(options, word)) pending = optionOf(options, word)
    } else count++
  }
  return { written, count, pending, onlyArguments }
}

/** Possible options. `--no-adjusted` is only offered once begun: it means the same as `--adjusted false`. */
const optionCandidates = (
  options: Command.OptionsByName,
  written: ReadonlySet<string>,
  current: string,
): ReadonlyArray<Candidate> =>
  Object.entries(options)
    .filter(([name, { repeatable }]) => repeatable || (!written.has(name) && !written.has(`no-${name}`)))
    .flatMap(([name, { isBoolean, text }]) => [
      { word: `--${name}`, text: brief(text) },
      ...(isBoolean === true && current.startsWith("--n") ? [{ word: `--no-${name}`, text: brief(text) }] : []),
    ])

/**
 * Completes a command line. `line` are the words after the name of the program; the last one is
 * being written, and may be empty. `shared` are the options of every command.
 */
export const complete = (
  commands: ReadonlyArray<Command.CommandNode>,
  shared: Command.OptionsByName,
  line: ReadonlyArray<string>,
): Effect.Effect<Completion> =>
  Effect.gen(function* () {
    const current = line.at(-1) ?? ""
    const place = yield* placeOf(commands, shared, line.slice(0, -1))
    const options = { ...place.command?.options, ...shared }
    const { count, onlyArguments, pending, written } = read(options, place.rest)
    if (pending !== undefined) return valuesOf(pending, "", current)
    if (!onlyArguments && current.startsWith("-")) {
      const equals = current.indexOf("=")
      if (equals === -1) return words(optionCandidates(options, written, current), current)
      const option = optionOf(options, current)
      return option?.value === undefined
        ? nothing
        : valuesOf(option, current.slice(0, equals + 1), current.slice(equals + 1))
    }
    if (place.command === undefined) {
      return words(
        Command.shown(place.commands).map(({ name, summary }) => ({ word: name, text: brief(summary) })),
        current,
      )
    }
    const argument = Object.values(place.command.arguments)[count] ?? lastRepeatable(place.command)
    if (argument !== undefined) {
      const values = valuesOf(argument, "", current)
      // For an argument without known values, its options are offered, since they may come first.
      if (values._tag !== "Words" || values.candidates.length > 0 || current !== "") return values
    }
    return current === "" ? words(optionCandidates(options, written, current), "") : nothing
  })

/** The last argument, if it is repeatable. */
const lastRepeatable = ({ arguments: all }: Command.Command): AnyOption | undefined => {
  const last = Object.values(all).at(-1)
  return last?.repeatable === true ? last : undefined
}
