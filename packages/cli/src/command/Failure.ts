/**
 * What becomes of a failure: an exit code, and a sentence on standard error.
 *
 * | code | |
 * | --- | --- |
 * | 0 | it went well, or the reader of standard output went away |
 * | 1 | the service, the network, a file or a store |
 * | 2 | how it was called |
 * | 3 | the service refuses the key, or the key's plan lacks the data |
 * | 130 | interrupted |
 *
 * @module
 */
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Words from "../connect/words.js"

/** How a program ends. */
export interface Failure {
  /** Exit code of the process. */
  readonly code: number
  /** What is told: nothing where `undefined`. */
  readonly told?: Told | undefined
}

/** What is told of a failure. */
export interface Told {
  /** Tag of the error. */
  readonly error: string
  /** A sentence, or a line for each fault. */
  readonly message: string
  /** The command whose help says more. */
  readonly help?: string | undefined
  /** Other fields of the error. */
  readonly fields: Readonly<Record<string, unknown>>
}

const codes: Readonly<Record<string, number>> = { UsageError: 2, InvalidRequest: 2, BadResolution: 2, Unauthorized: 3 }

/** Defects that are no faults of this program: an output that cannot be written, a cassette that cannot be, or that has no answer. */
const expected = ["OutputError", "CassetteError", "Mismatch"]

const bugs = "https://github.com/candela-effect/candela/issues"

/** What failed files say: the reasons of `SystemError`. */
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

const messageOf = (error: object): string => {
  if (Predicate.isTagged(error, "SystemError") && "reason" in error && "pathOrDescriptor" in error) {
    const known = reasons[String(error.reason)]
    if (known !== undefined) return `${String(error.pathOrDescriptor)}: ${known}.`
  }
  const { message } = error as { readonly message?: unknown }
  if (!Predicate.isString(message) || message === "") return Predicate.isTagged(error, "") ? "" : String(error)
  return Words.ofCommand(message)
}

/** A value in JSON, before its own `toJSON`: durations in milliseconds, no secrets. */
function plain(this: Readonly<Record<string, unknown>>, name: string, value: unknown): unknown {
  const raw = this[name]
  if (Redacted.isRedacted(raw)) return undefined
  if (Duration.isDuration(raw)) return Duration.toMillis(raw)
  return typeof raw === "bigint" ? Number(raw) : value
}

/** Fields of an error, without those that hold another error or repeat the message. */
const fieldsOf = (error: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(error)
      .filter(
        ([name, value]) => !["_tag", "message", "help", "cause", "stack", "name"].includes(name) && value !== undefined,
      )
      .flatMap(([name, value]) => {
        try {
          const text = JSON.stringify(value, plain)
          return text === undefined ? [] : [[name, JSON.parse(text) as unknown]]
        } catch {
          return []
        }
      }),
  )

const told = (error: unknown): Told => {
  if (!Predicate.isObject(error)) return { error: "Error", message: String(error), fields: {} }
  const tag = "_tag" in error ? String(error._tag) : error instanceof Error ? error.name : "Error"
  const help = "help" in error && Predicate.isString(error.help) ? error.help : undefined
  return { error: tag, message: messageOf(error), help, fields: fieldsOf(error) }
}

/** How a program with this cause ends. `verbose` shows where a fault of this program happened. */
export const of = (cause: Cause.Cause<unknown>, verbose = false): Failure => {
  const failures = [...Cause.failures(cause)]
  if (failures.some(Predicate.isTagged("ClosedPipe"))) return { code: 0 }
  const [defect] = Cause.defects(cause)
  const [failure] = failures
  if (failures.length > 0) {
    const text = told(failure)
    return { code: codes[text.error] ?? 1, told: text }
  }
  if (expected.some((tag) => Predicate.isTagged(defect, tag))) return { code: 1, told: told(defect) }
  if (defect !== undefined) {
    const where = verbose ? `\n${Cause.pretty(cause)}` : ""
    const what = defect instanceof Error ? `${defect.name}: ${defect.message}` : String(defect)
    const message = `This is a fault of candela, not of the command: ${what}\nPlease report it at ${bugs} with the file of candela doctor --bundle FILE.${where}`
    return { code: 1, told: { error: "Defect", message, fields: {} } }
  }
  return { code: 130 }
}

/** The text of a failure on standard error: sentences, or one JSON object. */
export const text = (
  { error, fields, help, message }: Told,
  { hasColors, json }: { readonly json: boolean; readonly hasColors: boolean },
): string => {
  if (json) return `${JSON.stringify({ error, message, ...fields })}\n`
  const name = hasColors ? "\x1b[31mcandela\x1b[0m" : "candela"
  // Some messages begin with the name of the program anyway.
  const line = message.startsWith("candela ") ? `${name}${message.slice("candela".length)}` : `${name}: ${message}`
  return `${line}\n${help === undefined ? "" : `Help: ${help} --help\n`}`
}
