import * as Commander from "commander"
import type * as Command from "./Command.js"
import type * as Option from "./Option.js"
import { UsageError } from "./UsageError.js"

/** Short letters of options. */
const letters: Readonly<Record<string, string>> = { help: "-h, " }

/** Converts an option to one of commander, without its description. */
export const toCommander = (name: string, option: Option.Option<unknown>): Commander.Option =>
  new Commander.Option(`${letters[name] ?? ""}--${name}${option.value === undefined ? "" : ` <${option.value}>`}`)

/** Commander, with our message for an option without a value. */
class Reader extends Commander.Command {
  optionMissingArgument(option: Commander.Option): never {
    throw new UsageError({ message: `${option.long} needs a value: ${option.flags.replace(/[<>]/g, "")}.` })
  }
}

/** Tokens of a command line. */
export interface Tokens {
  /** Texts of each option by name: one per occurrence. That of a flag is empty. */
  readonly texts: Readonly<Record<string, ReadonlyArray<string>>>
  /** Words that are not options, up to the first unknown option. */
  readonly operands: ReadonlyArray<string>
  /** First unknown option, and everything after it. */
  readonly unknown: ReadonlyArray<string>
}

/** Expands booleans: `--adjusted` to `--adjusted=true`, and `--no-adjusted` to `--adjusted=false`. */
const withValues = (options: Command.OptionsByName, args: ReadonlyArray<string>): Array<string> => {
  const end = args.indexOf("--")
  const isBoolean = (name: string) => Object.hasOwn(options, name) && options[name]?.isBoolean === true
  return args.map((arg, index) => {
    if (!arg.startsWith("--") || (end >= 0 && index >= end)) return arg
    const name = arg.slice(2)
    if (isBoolean(name)) return ["true", "false"].includes(args[index + 1] ?? "") ? arg : `${arg}=true`
    const negated = name.startsWith("no-") && isBoolean(name.slice(3))
    return negated ? `--${name.slice(3)}=false` : arg
  })
}

/**
 * Separates known options from everything else. `isGroup`: what follows are commands, whose values
 * may be negative numbers.
 */
export const read = (options: Command.OptionsByName, args: ReadonlyArray<string>): Tokens => {
  const reader = new Reader().helpOption(false)
  const texts: Record<string, Array<string>> = {}
  for (const [name, option] of Object.entries(options)) {
    const known = toCommander(name, option)
    reader.addOption(known)
    reader.on(`option:${known.name()}`, (text: string | undefined) => {
      if (text !== undefined && /^--[a-z]/.test(text) && Object.hasOwn(options, text.slice(2).replace(/=.*/s, "")))
        throw new UsageError({ message: `--${name} needs a value: --${name} ${option.value}. ${text} follows it.` })
      ;(texts[name] ??= []).push(text ?? "")
    })
  }
  return { texts, ...reader.parseOptions(withValues(options, args)) }
}
