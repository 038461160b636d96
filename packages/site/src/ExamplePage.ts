/**
 * The page of an example: what it shows, its source, and what it prints.
 *
 * @module
 */
import { fence, frontmatter, page, text } from "./Markdown.js"

const comment = /^\/\*\*\n([\s\S]*?)\n \*\/\n/

/** What an example says of itself: the sentences of its first comment. */
export const introduction = (source: string): string =>
  (comment.exec(source)?.[1] ?? "")
    .split("\n")
    .map((line) => line.replace(/^ \* ?/, ""))
    .join("\n")
    .trim()

/** The first sentence of an example, in a list. */
export const summary = (source: string): string =>
  introduction(source)
    .split(/\n\n|\.(?=\s|$)/)[0]!
    .replaceAll("\n", " ")

/** The name as words: `freePlan` is "Free plan". */
export const titleOf = (name: string): string => {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${words[0]!.toUpperCase()}${words.slice(1)}`
}

/** The page of an example with its expected output. */
export const make = (name: string, source: string, output: string | undefined): string =>
  page(
    frontmatter({ title: titleOf(name), description: summary(source) }),
    `# ${titleOf(name)}`,
    text(introduction(source)),
    `From a clone, once \`./scripts/quickstart\` has compiled the examples: \`node examples/dist/${name}.js\`.`,
    fence("ts", source.replace(comment, "").trim()),
    ...(output === undefined ? [] : ["## What it prints", fence("text", output)]),
  )
