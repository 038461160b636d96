/**
 * Options and arguments of commands: their help, and the parsing of their text.
 *
 * @module
 */
import * as Either from "effect/Either"

/** Help of an option or an argument. */
export interface Described {
  /** Meaning: one or more sentences, each with its full stop. */
  readonly text: string
  /** Allowed values, if they are a list; completions offer them. */
  readonly words?: ReadonlyArray<string> | undefined
  /** Bounds of the value: `a whole number from 1 to 1000`. */
  readonly bounds?: string | undefined
  /** Default, as it would be written. */
  readonly default?: string | undefined
  /** Valid value. */
  readonly example?: string | undefined
}

/** Option or argument with a value of type `A`. */
export interface Option<out A> extends Described {
  /** Placeholder of its value in help: `DATE`. An option without one is a flag. */
  readonly value: string | undefined
  /** Whether its value is `true` or `false`: `--adjusted` alone means `true`, `--no-adjusted` means `false`. */
  readonly isBoolean?: boolean | undefined
  /** Whether a command requires it. */
  readonly required: boolean
  /** Whether it may be repeated. */
  readonly repeatable: boolean
  /** Heading in help. Default `Options`. */
  readonly group?: string | undefined
  /** Source of its completions, if not `words`: a file, a directory, a ticker, a date. */
  readonly completes?: "file" | "directory" | "ticker" | "date" | undefined
  /**
   * Parses the texts, one per occurrence; empty without any. A fault says what is expected:
   * `a whole number from 1 to 50000`.
   */
  readonly read: (texts: ReadonlyArray<string>) => Either.Either<A, string>
}

/** Type of an option's value. */
export type Value<O> = O extends Option<infer A> ? A : never

/** Types of options' values. */
export type Values<O extends Readonly<Record<string, Option<unknown>>>> = { readonly [K in keyof O]: Value<O[K]> }

/** A flag: `--quiet`. */
export const flag = (text: string): Option<boolean> => ({
  text,
  value: undefined,
  required: false,
  repeatable: false,
  read: (texts) => Either.right(texts.length > 0),
})

/** Details for {@link of} besides the parser. */
export interface Details extends Described, Pick<Partial<Option<unknown>>, "group" | "completes" | "isBoolean"> {
  /** Placeholder of the value in help: `DATE`. */
  readonly value: string
}

/** Makes a required option whose text `read` parses; the last occurrence counts. */
export const of = <A>(details: Details, read: (text: string) => Either.Either<A, string>): Option<A> => ({
  ...details,
  required: true,
  repeatable: false,
  read: (texts) => read(texts.at(-1) ?? ""),
})

/** Makes a required option for a text that is not empty. */
export const text = (details: Details): Option<string> =>
  of(details, (written) => (written === "" ? Either.left("a text that is not empty") : Either.right(written)))

/** Makes a required option for a word of a list. */
export const word = <const A extends string>(words: ReadonlyArray<A>, details: Details): Option<A> =>
  of({ ...details, words }, (written) =>
    Either.fromNullable(
      words.find((one) => one === written),
      () => `one of ${words.join(", ")}`,
    ),
  )

/** Makes a required option for a whole number. */
export const whole = (
  details: Details & { readonly min?: number | undefined; readonly max?: number | undefined },
): Option<number> => {
  const { max = Number.MAX_SAFE_INTEGER, min = Number.MIN_SAFE_INTEGER } = details
  const range =
    details.max !== undefined ? ` from ${min} to ${max}` : details.min !== undefined ? `, ${min} or more` : ""
  const bounds = `a whole number${range}`
  return of({ bounds, ...details }, (written) => {
    const number = /^-?\d+$/.test(written) ? Number(written) : Number.NaN
    return number >= min && number <= max ? Either.right(number) : Either.left(bounds)
  })
}

/** Makes a required option for a list: repeated, or with commas. */
export const list = (details: Details): Option<ReadonlyArray<string>> => ({
  ...details,
  required: true,
  repeatable: true,
  read: (texts) => {
    const all = texts.flatMap((each) => each.split(",")).map((each) => each.trim())
    return all.includes("") ? Either.left("values with commas between them, none of them empty") : Either.right(all)
  },
})

/** Makes a repeatable option whose texts `read` parses together. It receives none when the option is omitted. */
export const repeated = <A>(
  details: Details,
  read: (texts: ReadonlyArray<string>) => Either.Either<A, string>,
): Option<A> => ({ ...details, required: false, repeatable: true, read })

/** Makes an option optional. */
export const optional = <A>(self: Option<A>): Option<A | undefined> => ({
  ...self,
  required: false,
  read: (texts) => (texts.length === 0 ? Either.right(undefined) : self.read(texts)),
})

/** Gives an option a default. Help shows it as `shown`, by default the value's own text. */
export const withDefault = <A, const B extends A>(self: Option<A>, value: B, shown = String(value)): Option<A> => ({
  ...self,
  required: false,
  default: shown,
  read: (texts) => (texts.length === 0 ? Either.right(value) : self.read(texts)),
})

/** Puts an option under a separate heading in help. */
export const inGroup =
  (group: string) =>
  <A>(self: Option<A>): Option<A> => ({ ...self, group })
