/**
 * Checks of the repository's pages: blocks of code, tables of figures, links.
 *
 * @module
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as Figures from "./Figures.js"
import * as Guides from "./Guides.js"
import { fence, slug } from "./Markdown.js"
import * as Promises from "./Promises.js"
import * as Sections from "./Sections.js"
import * as Snippets from "./Snippets.js"

/** Lists the checked pages, by path in the repository. */
export const pages = (root: string): ReadonlyArray<string> => [
  "README.md",
  "SECURITY.md",
  "CONTRIBUTING.md",
  "packages/site/vitepress/front.md",
  ...["docs", "docs/contributing"].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((file) => file.endsWith(".md"))
      .map((file) => `${folder}/${file}`),
  ),
  ...readdirSync(join(root, "packages"))
    .map((name) => `packages/${name}/README.md`)
    .filter((file) => existsSync(join(root, file))),
]

/** Reads files of a repository. */
export const reader =
  (root: string): Snippets.Read =>
  (path) =>
    existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : undefined

/** Returns the anchors of a page: its headings, repeated ones with a number. */
export const anchors = (markdown: string): ReadonlySet<string> => {
  const found = new Map<string, number>()
  const ids = new Set<string>()
  Guides.mapProse(markdown, (line) => {
    const [, heading] = /^#{1,6} (.+)$/.exec(line) ?? []
    if (heading === undefined) return line
    const id = slug(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1"))
    const times = found.get(id) ?? 0
    found.set(id, times + 1)
    ids.add(times === 0 ? id : `${id}-${times}`)
    return line
  })
  return ids
}

/** Finds links of a page whose file or heading does not exist in the repository. */
export const deadLinks = (page: string, markdown: string, read: Snippets.Read, exists: (path: string) => boolean) =>
  Guides.linksOf(markdown).flatMap((target) => {
    // Links from the root of the site are checked in the built pages.
    if (target.startsWith("/")) return []
    if (Guides.isOutside(target) && !target.startsWith("#")) return []
    const { anchor, path } = Guides.resolve(page, target)
    const file = target.startsWith("#") ? page : path
    if (!exists(file)) return [`${page}: ${target} leads to no file`]
    return anchor === "" || !file.endsWith(".md") || anchors(read(file) ?? "").has(anchor.slice(1))
      ? []
      : [`${page}: ${target} leads to no heading of ${file}`]
  })

const json = (read: Snippets.Read, path: string): unknown => {
  const text = read(path)
  return text === undefined ? undefined : JSON.parse(text)
}

/** Reads the recorded runs of the benchmarks. */
export const runs = (read: Snippets.Read): Figures.Runs =>
  (json(read, "docs/figures/bench.json") as Figures.Runs | undefined) ?? {}

/** Reads the recorded promises of `./scripts/torture`. */
export const promises = (read: Snippets.Read): Promises.PromiseRuns =>
  (json(read, "docs/figures/torture.json") as Promises.PromiseRuns | undefined) ?? {}

/** Writes what a mistake of `examples/src/mistakes.ts` prints. */
const message = (read: Snippets.Read, name: string): string | undefined => {
  const lines = read("examples/src/mistakes.txt")?.split("\n") ?? []
  const at = lines.indexOf(name)
  return at < 0 ? undefined : fence("", lines[at + 1]!.trim())
}

/** Updates the blocks and tables of a page from their sources, and lists the differences. */
export const check = (page: string, markdown: string, read: Snippets.Read): Snippets.Outcome => {
  const write: Sections.Write = (name, argument = "") =>
    name === "figures"
      ? Figures.write(runs(read), argument)
      : name === "promises"
        ? Promises.write(promises(read))
        : name === "message"
          ? message(read, argument)
          : undefined
  const sections = Sections.check(page, markdown, write)
  const snippets = Snippets.check(page, sections.text, read)
  return { text: snippets.text, problems: [...sections.problems, ...snippets.problems] }
}
