/**
 * Markdown as the site reads it: VitePress compiles a page to a component, so that braces and tags of a text need care.
 *
 * @module
 */

/** A text of the catalogue in a page: its code stays code, and nothing in it is a tag or an expression. */
export const text = (words: string): string =>
  words
    .split("`")
    .map((part, index) =>
      index % 2 === 1
        ? `\`${part}\``
        : part.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("{{", "&#123;{").replaceAll("_", "\\_"),
    )
    .join("")

/** A text as code. */
export const code = (words: string): string => `\`${words}\``

/** A table; a bar within a cell is escaped. */
export const table = (headings: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const line = (cells: ReadonlyArray<string>) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`
  return [line(headings), line(headings.map(() => "---")), ...rows.map(line)].join("\n")
}

/** A block of code. */
export const fence = (language: string, content: string): string => {
  const ticks = content.includes("```") ? "````" : "```"
  return `${ticks}${language}\n${content.replace(/\n$/, "")}\n${ticks}`
}

/** Blocks of code of which one is seen, under their titles. */
export const codeGroup = (blocks: ReadonlyArray<readonly [title: string, language: string, content: string]>): string =>
  [
    "::: code-group",
    ...blocks.map(([title, language, content]) => fence(`${language} [${title}]`, content)),
    ":::",
  ].join("\n\n")

/** The beginning of a page. */
export const frontmatter = (values: Readonly<Record<string, unknown>>): string =>
  ["---", ...Object.entries(values).map(([key, value]) => `${key}: ${JSON.stringify(value)}`), "---"].join("\n")

/** Parts of a page, one after the other. */
export const page = (...parts: ReadonlyArray<string | undefined>): string =>
  `${parts.filter((part) => part !== undefined && part !== "").join("\n\n")}\n`

/** The id of a heading as forges make it: anchors are the same there and on the site. */
export const slug = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-")
