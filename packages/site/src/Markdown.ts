/**
 * Markdown for the site: VitePress compiles a page to a component, so braces and tags in a text need escapes.
 *
 * @module
 */

/** Escapes a text of the catalogue for a page: its code stays code, and tags and expressions become plain text. */
export const text = (words: string): string =>
  words
    .split("`")
    .map((part, index) =>
      index % 2 === 1
        ? `\`${part}\``
        : part.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("{{", "&#123;{").replaceAll("_", "\\_"),
    )
    .join("")

/** Formats a text as code. */
export const code = (words: string): string => `\`${words}\``

/** Makes a table; bars within cells are escaped. */
export const table = (headings: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const line = (cells: ReadonlyArray<string>) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`
  return [line(headings), line(headings.map(() => "---")), ...rows.map(line)].join("\n")
}

/** Makes a block of code. */
export const fence = (language: string, content: string): string => {
  const ticks = content.includes("```") ? "````" : "```"
  return `${ticks}${language}\n${content.replace(/\n$/, "")}\n${ticks}`
}

/** Makes a group of blocks of code with titles, of which one is visible. */
export const codeGroup = (blocks: ReadonlyArray<readonly [title: string, language: string, content: string]>): string =>
  [
    "::: code-group",
    ...blocks.map(([title, language, content]) => fence(`${language} [${title}]`, content)),
    ":::",
  ].join("\n\n")

/** Makes the front matter of a page. */
export const frontmatter = (values: Readonly<Record<string, unknown>>): string =>
  ["---", ...Object.entries(values).map(([key, value]) => `${key}: ${JSON.stringify(value)}`), "---"].join("\n")

/** Joins the parts of a page. */
export const page = (...parts: ReadonlyArray<string | undefined>): string =>
  `${parts.filter((part) => part !== undefined && part !== "").join("\n\n")}\n`

/** Returns the id of a heading as on forges, so that anchors are the same there and on the site. */
export const slug = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-")
