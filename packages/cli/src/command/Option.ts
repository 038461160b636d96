/**
 * Options and arguments of commands: what help says of them, and how their text is read.
 *
 * @module
 */
import * as Either from "effect/Either"

/** What help says of an option or an argument. */
export interface Described {
  /** What it means: one sentence or several, each with its full stop. */
  readonly text: string
  /** Values that it may have, where they are a list; completions offer them. */
  readonly words?: ReadonlyArray<string> | undefined
  /** Bounds of its value: `a whole number from 1 to 1000`. */
  readonly bounds?: string | undefined
  /** What it is when it is not written, as it would be written. */
  readonly default?: string | undefined
  /** A value that works. */
  readonly example?: string | undefined
}

/** An option or an argument that gives an `A`. */
export interface Option<out A> extends Described {
  /** What stands for its value in help: `DATE`. An option without one is a flag. */
  readonly value: string | undefined
  /** Whether its value is `true` or `false`: `--adjusted` alone means `true`, `--no-adjusted` means `false`. */
  readonly isBoolean?: boolean | undefined
  /** Whether a command is refused without it. */
  readonly required: boolean
  /** Whether it may be written several times. */
  readonly repeatable: boolean
  /** Heading in help. Default `Options`. */
  readonly group?: string | undefined
  /** Where completions of its value come from, if not from `words`: a file, a directory, a ticker. */
  readonly completes?: "file" | "directory" | "ticker" | undefined
  /** Reads what was written, once for each time; nothing where it was not. A fault says what is expected: `a whole number from 1 to 50000`. */
  readonly read: (texts: ReadonlyArray<string>) => Either.Either<A, string>
}

/** Type of an option's value. */
export type Value<O> = O extends Option<infer A> ? A : never

/** Types of the values of options. */
export type Values<O extends Readonly<Record<string, Option<unknown>>>> = { readonly [K in keyof O]: Value<O[K]> }

/** A flag: `--quiet`. */
export const flag = (text: string): Option<boolean> => ({
  text,
  value: undefined,
  required: false,
  repeatable: false,
  read: (texts) => Either.right(texts.length > 0),
})

/** What {@link of} takes besides the reader. */
export interface Details extends Described, Pick<Partial<Option<unknown>>, "group" | "completes" | "isBoolean"> {
  /** What stands for the value in help: `DATE`. */
  readonly value: string
}

/** A required option whose text `read` understands; the last one counts where it is written several times. */
export const of = <A>(details: Details, read: (text: string) => Either.Either<A, string>): Option<A> => ({
  ...details,
  required: true,
  repeatable: false,
  read: (texts) => read(texts.at(-1) ?? ""),
})

/** A required text that is not empty. */
export const text = (details: Details): Option<string> =>
  of(details, (written) => (written === "" ? Either.left("a text that is not empty") : Either.right(written)))

/** A required word of a list. */
export const word = <const A extends string>(words: ReadonlyArray<A>, details: Details): Option<A> =>
  of({ ...details, words }, (written) =>
    Either.fromNullable(
      words.find((one) => one === written),
      () => `one of ${words.join(", ")}`,
    ),
  )

/** A required whole number. */
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

/** A required list: written several times, or with commas. */
export const list = (details: Details): Option<ReadonlyArray<string>> => ({
  ...details,
  required: true,
  repeatable: true,
  read: (texts) => {
    const all = texts.flatMap((each) => each.split(",")).map((each) => each.trim())
    return all.includes("") ? Either.left("values with commas between them, none of them empty") : Either.right(all)
  },
})

/** An option that may be written several times, whose texts `read` understands together. It receives none where the option is not written. */
export const repeated = <A>(
  details: Details,
  read: (texts: ReadonlyArray<string>) => Either.Either<A, string>,
): Option<A> => ({ ...details, required: false, repeatable: true, read })

/** An option that may be left out. */
export const optional = <A>(self: Option<A>): Option<A | undefined> => ({
  ...self,
  required: false,
  read: (texts) => (texts.length === 0 ? Either.right(undefined) : self.read(texts)),
})

/** An option with a value where it is left out. Help shows it as `shown`, which is the value's own text by default. */
export const withDefault = <A, const B extends A>(self: Option<A>, value: B, shown = String(value)): Option<A> => ({
  ...self,
  required: false,
  default: shown,
  read: (texts) => (texts.length === 0 ? Either.right(value) : self.read(texts)),
})

/** An option under a heading of its own in help. */
export const inGroup =
  (group: string) =>
  <A>(self: Option<A>): Option<A> => ({ ...self, group })
