/**
 * Outcome of a failure: an exit code, and a sentence on standard error.
 *
 * | code | |
 * | --- | --- |
 * | 0 | success, or the reader of standard output has closed it |
 * | 1 | failure of the work |
 * | 2 | invalid command line |
 * | 130 | interrupted |
 *
 * A program names the errors that end with another code.
 *
 * @module
 */
import * as Foreign from "@candela/core/internal/Foreign"
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"

/** Failure of a program. */
export interface Failure {
  /** Exit code of the process. */
  readonly code: number
  /** Error text; `undefined` for none. */
  readonly told?: Told | undefined
}

/** Error text of a failure. */
export interface Told {
  /** Tag of the error. */
  readonly error: string
  /** A sentence, or a line for each fault. */
  readonly message: string
  /** Command whose help says more. */
  readonly help?: string | undefined
  /** Other fields of the error. */
  readonly fields: Readonly<Record<string, unknown>>
}

/** Rules of a program for failures. */
export interface Rules {
  /** Exit codes of errors by their tags. Default 1, and 2 for a `UsageError`. */
  readonly codes?: Readonly<Record<string, number>> | undefined
  /** Tags of defects that are not faults of the program, besides an output that cannot be written. */
  readonly expected?: ReadonlyArray<string> | undefined
  /** Rewords the message of an error, when the command line uses other names than the library. */
  readonly reword?: ((message: string) => string) | undefined
  /** Instruction for a fault of the program: a sentence. */
  readonly report?: string | undefined
}

/** Messages of failed files: the reasons of `SystemError`. */
const reasons: Readonly<Record<string, string>> = {
  AlreadyExists: "it exists already",
  BadResource: "it is not of the right kind",
  Busy: "it is in use",
  InvalidData: "its content is not valid",
  NotFound: "there is no such file or directory",
  PermissionDenied: "it may not be read or written by this user",
  TimedOut: "it took too long",
  WriteZero: "nothing could be written",
}

const messageOf = (error: object, { reword = (message) => message }: Rules): string => {
  if (Predicate.isTagged(error, "SystemError") && "reason" in error && "pathOrDescriptor" in error) {
    const known = reasons[String(error.reason)]
    if (known !== undefined) return `${String(error.pathOrDescriptor)}: ${known}.`
  }
  const { message } = error as { readonly message?: unknown }
  if (!Predicate.isString(message) || message === "") return Predicate.isTagged(error, "") ? "" : String(error)
  return reword(message)
}

/** Converts a value for JSON, before its own `toJSON`: durations in milliseconds, no secrets. */
function plain(this: Readonly<Record<string, unknown>>, name: string, value: unknown): unknown {
  const raw = this[name]
  if (Redacted.isRedacted(raw)) return undefined
  if (Duration.isDuration(raw)) return Duration.toMillis(raw)
  return typeof raw === "bigint" ? Number(raw) : value
}

/** Fields of an error, except those that hold another error or repeat the message. */
const fieldsOf = (error: object, { reword = (text) => text }: Rules): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(error)
      .filter(
        ([name, value]) => !["_tag", "message", "help", "cause", "stack", "name"].includes(name) && value !== undefined,
      )
      .flatMap(([name, value]) => {
        try {
          const text = JSON.stringify(Predicate.isString(value) ? reword(value) : value, plain)
          return text === undefined ? [] : [[name, JSON.parse(text) as unknown]]
        } catch {
          return []
        }
      }),
  )

const told = (error: unknown, rules: Rules): Told => {
  if (!Predicate.isObject(error)) return { error: "Error", message: String(error), fields: {} }
  const tag = "_tag" in error ? String(error._tag) : error instanceof Error ? error.name : "Error"
  const help = "help" in error && Predicate.isString(error.help) ? error.help : undefined
  return { error: tag, message: messageOf(error, rules), help, fields: fieldsOf(error, rules) }
}

/** Returns the failure of a program with this cause. `verbose` shows where a fault of the program happened. */
export const of = (
  cause: Cause.Cause<unknown>,
  {
    failures: rules = {},
    name,
    verbose,
  }: { readonly name: string; readonly failures?: Rules | undefined; readonly verbose: boolean },
): Failure => {
  const failures = [...Cause.failures(cause)]
  if (failures.some(Predicate.isTagged("ClosedPipe"))) return { code: 0 }
  const [defect] = Cause.defects(cause)
  const [failure] = failures
  if (failures.length > 0) {
    const text = told(failure, rules)
    return { code: rules.codes?.[text.error] ?? (text.error === "UsageError" ? 2 : 1), told: text }
  }
  if (["OutputError", ...(rules.expected ?? [])].some((tag) => Predicate.isTagged(defect, tag)))
    return { code: 1, told: told(defect, rules) }
  if (defect !== undefined) {
    const where = verbose ? `\n${Cause.pretty(cause)}` : ""
    const what = defect instanceof Error ? `${defect.name}: ${defect.message}` : String(defect)
    const report = rules.report === undefined ? "" : `\n${rules.report}`
    const message = `This is a fault of ${name}, not of the command: ${what}${report}${where}`
    return { code: 1, told: { error: "Defect", message, fields: {} } }
  }
  return { code: 130 }
}

/** Text of a failure on standard error: sentences, or one JSON object. */
export const text = (
  { error, fields, help, message }: Told,
  { hasColors, json, name: program }: { readonly name: string; readonly json: boolean; readonly hasColors: boolean },
): string => {
  if (json) return `${Foreign.show(JSON.stringify({ error, message, ...fields }))}\n`
  const name = hasColors ? `\x1b[31m${program}\x1b[0m` : program
  // protects: The command prints any failure, also of texts that no error of the library has printed.
  // mutant: "act on no terminal": Foreign.lines(message) → message
  const shown = Foreign.lines(message)
  // Some messages already begin with the name of the program.
  const line = shown.startsWith(`${program} `) ? `${name}${shown.slice(program.length)}` : `${name}: ${shown}`
  return `${line}\n${help === undefined ? "" : `Help: ${help} --help\n`}`
}
