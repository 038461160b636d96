/**
 * The blocks of code on the pages of `docs`: each is a file that the tests run, or a region of one, named by a comment above the block.
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

/** Reads a file of the repository; `undefined` where there is none. */
export type Read = (path: string) => string | undefined

/** A block of code on a page. */
export interface Block {
  readonly language: string
  readonly content: string
  /** The file and region that the comment above names. */
  readonly source: string | undefined
  /** Line of its first fence, from 1. */
  readonly line: number
  /** Number of its lines. */
  readonly length: number
}

/** What a page says, where that is not what its sources say. */
export interface Outcome {
  /** The page as it should be. */
  readonly text: string
  /** Why it is not, one sentence each. */
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

/** The lines of a region, without its indentation; `undefined` where the text has none of this name. */
export const region = (text: string, name: string): string | undefined => {
  const lines = text.split("\n")
  const first = lines.findIndex((line) => begin.exec(line)?.[1] === name)
  if (first < 0) return undefined
  const rest = lines.slice(first + 1)
  const length = rest.findIndex((line) => end.test(line))
  return length < 0 ? undefined : dedented(rest.slice(0, length))
}

/** A whole file: without the comment that introduces it, and without the marks of its regions. */
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

/** The blocks of a page. */
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
  // From the end, so that lines before keep their numbers.
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

/** Languages of blocks that a reader runs. */
const runnable = new Set(["ts", "js", "sh", "sql", "python"])

/** Blocks that a reader runs and no test does: they name no source. */
export const unsourced = (markdown: string): ReadonlyArray<Block> =>
  blocks(markdown).filter(({ language, source }) => runnable.has(language) && source === undefined)
