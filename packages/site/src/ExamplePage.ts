/**
 * Page of an example: its introduction, its source, and its output.
 *
 * @module
 */
import { fence, frontmatter, page, text } from "./Markdown.js"

const comment = /^\/\*\*\n([\s\S]*?)\n \*\/\n/

/** Returns the introduction of an example: the sentences of its first comment. */
export const introduction = (source: string): string =>
  (comment.exec(source)?.[1] ?? "")
    .split("\n")
    .map((line) => line.replace(/^ \* ?/, ""))
    .join("\n")
    .trim()

/** Returns the first sentence of an example, for lists. */
export const summary = (source: string): string =>
  introduction(source)
    .split(/\n\n|\.(?=\s|$)/)[0]!
    .replaceAll("\n", " ")

/** Converts a name to words: `freePlan` becomes "Free plan". */
export const titleOf = (name: string): string => {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${words[0]!.toUpperCase()}${words.slice(1)}`
}

/** Makes the page of an example with its expected output. */
export const make = (name: string, source: string, output: string | undefined): string =>
  page(
    frontmatter({ title: titleOf(name), description: summary(source) }),
    `# ${titleOf(name)}`,
    text(introduction(source)),
    `From a clone, once \`./scripts/quickstart\` has compiled the examples: \`node examples/dist/${name}.js\`.`,
    fence("ts", source.replace(comment, "").trim()),
    ...(output === undefined ? [] : ["## What it prints", fence("text", output)]),
  )
