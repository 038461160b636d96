/**
 * Blocks of code on the pages of `docs`: each is a file that the tests run, or a region of one,
 * named by a comment above the block.
 *
 * ````md
 * <!-- examples/src/guides/methods.ts#filters -->
 *
 * ```ts
 * ...
 * ```
 * ````
 *
 * A region begins with `#region filters` in a comment of its language, and ends with `#endregion`.
 *
 * @module
 */

/** Reads a file of the repository; `undefined` if it does not exist. */
export type Read = (path: string) => string | undefined

/** Block of code on a page. */
export interface Block {
  readonly language: string
  readonly content: string
  /** File and region from the comment above. */
  readonly source: string | undefined
  /** Line of the opening fence, from 1. */
  readonly line: number
  /** Number of lines. */
  readonly length: number
}

/** Result of comparing a page with its sources. */
export interface Outcome {
  /** Corrected page. */
  readonly text: string
  /** Differences, one sentence each. */
  readonly problems: ReadonlyArray<string>
}

const sourceComment = /^<!-- ([\w./-]+(?:#[\w-]+)?) -->$/
const begin = /^\s*(?:\/\/|#|--) #region ([\w-]+)\s*$/
const end = /^\s*(?:\/\/|#|--) #endregion\s*$/

const dedented = (lines: ReadonlyArray<string>): string => {
  const indents = lines.filter((line) => line.trim() !== "").map((line) => /^ */.exec(line)![0].length)
  const indent = Math.min(...indents)
  return lines
    .map((line) => line.slice(indent))
    .join("\n")
    .replace(/^\n+|\n+$/g, "")
}

/** Returns the lines of a region, without its indentation; `undefined` for an unknown name. */
export const region = (text: string, name: string): string | undefined => {
  const lines = text.split("\n")
  const first = lines.findIndex((line) => begin.exec(line)?.[1] === name)
  if (first < 0) return undefined
  const rest = lines.slice(first + 1)
  const length = rest.findIndex((line) => end.test(line))
  return length < 0 ? undefined : dedented(rest.slice(0, length))
}

/** Returns a whole file, without its introductory comment and its region markers. */
export const whole = (text: string): string =>
  text
    .replace(/^\/\*\*[^]*?\*\/\n/, "")
    .split("\n")
    .filter((line) => !begin.test(line) && !end.test(line))
    .join("\n")
    .trim()

const contentOf = (source: string, read: Read): string | undefined => {
  const [path = "", name] = source.split("#")
  const text = read(path)
  return text === undefined ? undefined : name === undefined ? whole(text) : region(text, name)
}

/** Finds the blocks of a page. */
export const blocks = (markdown: string): ReadonlyArray<Block> => {
  const lines = markdown.split("\n")
  const found: Array<Block> = []
  for (let at = 0; at < lines.length; at++) {
    const [, language = ""] = /^```(\w*)/.exec(lines[at]!) ?? []
    if (!lines[at]!.startsWith("```")) continue
    const close = lines.indexOf("```", at + 1)
    const above = lines.slice(0, at).findLast((line) => line.trim() !== "") ?? ""
    const [, source] = sourceComment.exec(above) ?? []
    const inside = lines.slice(at + 1, close)
    found.push({ language, content: inside.join("\n"), source, line: at + 1, length: inside.length })
    at = close
  }
  return found
}

/** Compares the blocks of a page with their sources. */
export const check = (page: string, markdown: string, read: Read): Outcome => {
  const lines = markdown.split("\n")
  const problems: Array<string> = []
  const found = blocks(markdown)
  // Backwards, so that earlier lines keep their numbers.
  for (const { content, length, line, source } of [...found].reverse()) {
    if (source === undefined) continue
    const expected = contentOf(source, read)
    if (expected === undefined) problems.unshift(`${page}:${line}: there is no ${source}`)
    else if (expected !== content) {
      problems.unshift(`${page}:${line}: the block differs from ${source}`)
      lines.splice(line, length, ...expected.split("\n"))
    }
  }
  return { text: lines.join("\n"), problems }
}

/** Languages of runnable blocks. */
const runnable = new Set(["ts", "js", "sh", "sql", "python"])

/** Finds runnable blocks that no test runs, because they name no source. */
export const unsourced = (markdown: string): ReadonlyArray<Block> =>
  blocks(markdown).filter(({ language, source }) => runnable.has(language) && source === undefined)

/** Modules beside a program that a page also shows. */
const shown = new Set(["./SavingsPlan.js"])

/**
 * Whether a block of TypeScript or JavaScript is a program, not a part of one: it imports what it
 * uses, from packages, and has no `yield*` outside of a function.
 */
export const isWhole = (content: string): boolean => {
  const modules = Array.from(content.matchAll(/^(?:import|\}) .*from "([^"]+)"/gm), ([, module]) => module!)
  return (
    modules.length > 0 &&
    modules.every((module) => !module.startsWith(".") || shown.has(module)) &&
    !/^(?:const .*= )?yield\*/m.test(content)
  )
}
